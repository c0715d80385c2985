/** `stacklint explain`: a variable, a rule, or the code of a finding. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { rules } from '../generated/rules.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { openStacks } from '../check/open-stacks.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './find-configuration.ts';
import { isSetAnywhere, whyOthersMayWin, variableOnHosts } from '../explain/variable-places.ts';
import { explainCode } from './explain-code.ts';
import { ruleNamed } from '../explain/rule-words.ts';
import { explainRule } from './explain-rule.ts';
import { explainVariable } from './explain-variable.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { didYouMean } from '../model/nearest.ts';
import { troubleCodes } from '../troubles/catalogue.ts';
import { complaintAboutHost } from './named-hosts.ts';
import { unreadPasswordNotices } from './unread-files.ts';
import { variableMeaningJson } from '../explain/variable-meaning.ts';
import type { HostReport } from '../explain/variables-report.ts';
import { variablesJson } from '../explain/variables-report.ts';
import { checkTarget } from './check-target.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';

/** Explains a word: a rule's name, a code, or else a variable of the inventory or of its vocabulary. */
export async function explain(given: Given, caller: Caller): Promise<CommandOutcome> {
  const [word] = given.words;
  if (word === undefined) throw new CannotCheck('stacklint explain needs the name of a variable or a rule, or a code');
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const configuration = configurationFor(given, caller);
  const policies = configuration?.policies ?? [];
  const rule = ruleNamed(word, policies);
  if (rule !== undefined) return said(await deliver(explainRule(rule)));
  const codes = troubleCodes();
  const code = codes.find((one) => one === word);
  if (code !== undefined) return said(await deliver(explainCode(code)));
  const names = [...[...rules, ...policies].map(({ name }) => name), ...codes];
  if (word.includes('/'))
    throw new CannotCheck(`unknown rule or code ${word}${didYouMean(word, names, 'stacklint rules lists the rules')}`);

  const opened = openStacks(checkTarget(given, caller, [], configuration));
  const reports = opened.flatMap((stack) => variableOnHosts(word, stack));
  const only = given.value('host');
  const wanted = only === undefined ? reports : reports.filter(({ host }) => host.name === only);
  if (only !== undefined && wanted.length === 0) throw new CannotCheck(complaintAboutHost(only, opened));
  const known = opened.flatMap(({ vocabulary }) => Object.keys(vocabulary?.schema.properties ?? {}));
  if (!known.includes(word) && !opened.some((stack) => isSetAnywhere(stack, word))) {
    const near = didYouMean(
      word,
      [...new Set([...namesSet(reports), ...known, ...names])],
      'stacklint vars --all lists all',
    );
    const unread = whyOthersMayWin(word, reports).map((message) => `; ${message}`);
    throw new CannotCheck(`nothing sets the variable ${word}, and ${knownElsewhere(word)}${near}${unread.join('')}`);
  }
  const found = wanted.filter(({ variables }) => variables.length > 0);
  const stdout = await deliver({
    text: (style) => explainVariable(word, opened, wanted, style),
    json: () => variablesJson(found, variableMeaningJson(word, opened)),
  });
  return { ...said(stdout), stderr: unreadPasswordNotices(opened) };
}

/** A clause that names the vocabularies with a variable that those of the inventory do not have. */
function knownElsewhere(name: string): string {
  const having = vocabularies.filter((one) => propertyOf(one, name) !== undefined).map((one) => one.name);
  if (having.length === 0) return 'no vocabulary knows it';
  return `the vocabulary of this inventory does not know it (${having.join(', ')} ${having.length === 1 ? 'does' : 'do'})`;
}

function namesSet(reports: readonly HostReport[]): Set<string> {
  return new Set(reports.flatMap(({ opened, host }) => [...opened.inventory.variablesOf(host).names()]));
}
