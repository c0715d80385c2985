/** `stacklint explain RULE`: the record of a rule. */
import { examples } from '../generated/examples.ts';
import type { Example, NamedRule } from '../model/rule.ts';
import { fixesInWords, optionInWords, severityInPresets, sourceInWords } from '../report/rule-help.ts';
import { printableJson } from '../report/terminal-text.ts';
import { troubleCodes } from '../troubles/catalogue.ts';
import { reporterOf } from './explain-code.ts';
import { LABEL, layOutExplanation, withNamesInBrackets } from './explanation.ts';
import type { Note } from './explanation.ts';
import type { Answer, Style } from './report-options.ts';

/** The record of a rule, for people or for programs. */
export function explainRule(named: NamedRule): Answer {
  const { name, rule } = named;
  const { summary, why, reference, since, sources, severity, fixes, options, messages } = rule;
  const example = examples[name];
  const own = troubleCodes().filter((code) => reporterOf(code) === name);
  const codes = own.length > 0 ? own : undefined;
  const record = { name, summary, why, severity, fixes, options, messages, codes, example, reference, sources, since };
  return {
    text: (style) => asText(named, own, style),
    json: () => `${printableJson({ version: 1, rule: record })}\n`,
  };
}

function asText({ name, rule }: NamedRule, codes: readonly string[], style: Style): string {
  const { summary, why, reference, since, sources = [], severity, fixes, options, messages } = rule;
  const example = examples[name];
  const { paint } = style;
  const lines: string[] = [];
  for (const [label, files] of Object.entries(example ?? {}))
    for (const [file, text] of Object.entries(files as Example['bad'])) {
      lines.push('', paint.faint(label.padEnd(LABEL)) + file);
      for (const line of text.trimEnd().split('\n')) lines.push(' '.repeat(LABEL) + line);
    }
  return layOutExplanation(
    name,
    summary,
    style,
    [
      ['why', why],
      ...labelled('says', Object.values(messages).map(withNamesInBrackets)),
      ...labelled('codes', codes.length > 0 ? [codes.join(', ')] : []),
      ['severity', severityInPresets(severity)],
      ...labelled('fixes', fixes === undefined ? [] : [fixesInWords(fixes)]),
      ...labelled(
        'options',
        Object.entries(options ?? {}).map(([option, schema]) => `${option}: ${optionInWords(schema)}`),
      ),
      ['reference', reference],
      ...labelled('elsewhere', sources.map(sourceInWords)),
      ...labelled('since', since === undefined ? [] : [since]),
    ],
    lines,
  );
}

/** Notes; only the first has the label. */
function labelled(label: string, texts: readonly string[]): readonly Note[] {
  return texts.map((text, index) => [index === 0 ? label : '', text]);
}
