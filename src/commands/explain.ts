/** `stacklint explain`: a variable, or a rule. */
import { CannotCheck } from '../cannot-check.ts';
import { rules } from '../generated/rules.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { open } from '../open.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './find-configuration.ts';
import { effective } from '../explain/effective-values.ts';
import { explainRule } from './explain-rule.ts';
import { explainVariable, isSetAnywhere, mayBeSet } from './explain-variable.ts';
import { reporting } from './formats.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { suggestion } from '../model/nearest.ts';
import { unknownHost, unreadPasswords } from './vars.ts';
import { described } from '../explain/variable-meaning.ts';
import type { HostReport } from '../explain/variables-json.ts';
import { variablesJson } from '../explain/variables-json.ts';
import { checkTarget } from './check-target.ts';

/** Tells what a word means: a rule's name, or else a variable of the inventory or of its vocabulary. */
export async function explain(given: Given, caller: Caller): Promise<CommandOutcome> {
  const [word] = given.words;
  if (word === undefined) throw new CannotCheck('stacklint explain needs the name of a variable or of a rule');
  const deliver = reporting(given, caller);
  const rule = rules.find(({ name }) => name === word);
  if (rule !== undefined) return said(await deliver((format, style) => explainRule(rule, format, style)));
  const names = rules.map(({ name }) => name);
  if (word.includes('/'))
    throw new CannotCheck(`unknown rule ${word}${suggestion(word, names, 'stacklint rules lists them')}`);

  const opened = open(checkTarget(given, caller, [], configurationFor(given, caller, [])));
  const reports = opened.flatMap((stack): HostReport[] =>
    [...stack.inventory.hosts.values()].map((host) => {
      const found = effective(stack, host, word);
      return { opened: stack, host, variables: found === undefined ? [] : [found] };
    }),
  );
  const only = given.value('host');
  const wanted = only === undefined ? reports : reports.filter(({ host }) => host.name === only);
  if (only !== undefined && wanted.length === 0) throw new CannotCheck(unknownHost(only, opened));
  const known = opened.flatMap(({ vocabulary }) => Object.keys(vocabulary?.schema.properties ?? {}));
  if (!known.includes(word) && !opened.some((stack) => isSetAnywhere(stack, word))) {
    const near = suggestion(
      word,
      [...new Set([...namesSet(reports), ...known, ...names])],
      'stacklint vars --all lists all',
    );
    const unread = mayBeSet(word, reports).map((message) => `; ${message}`);
    throw new CannotCheck(`nothing sets the variable ${word}, and ${knownElsewhere(word)}${near}${unread.join('')}`);
  }
  const stdout = await deliver((format, style) =>
    format === 'json'
      ? variablesJson(
          wanted.filter(({ variables }) => variables.length > 0),
          described(word, opened),
        )
      : explainVariable(word, opened, wanted, style),
  );
  return { ...said(stdout), stderr: unreadPasswords(opened) };
}

/** Which vocabulary has a variable that those of the inventory do not have. */
function knownElsewhere(name: string): string {
  const having = vocabularies.filter(({ schema }) => Object.hasOwn(schema.properties, name)).map((one) => one.name);
  if (having.length === 0) return 'no vocabulary knows it';
  return `the vocabulary of this inventory does not know it (${having.join(', ')} ${having.length === 1 ? 'does' : 'do'})`;
}

function said(stdout: string): CommandOutcome {
  return { stdout, stderr: '', exitCode: 0 };
}

function namesSet(reports: readonly HostReport[]): Set<string> {
  return new Set(reports.flatMap(({ opened, host }) => [...opened.inventory.variablesOf(host).names()]));
}
