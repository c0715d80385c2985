/** What a rule asks for, and why. */
import { examples } from '../generated/examples.ts';
import type { Example, NamedRule, OptionSchema } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { printableJson, wrap } from '../report/terminal-text.ts';
import type { ReportFormat, Style } from './formats.ts';

/** The record of a rule, for people or for programs. */
export function explainRule({ name, rule }: NamedRule, format: ReportFormat, style: Style): string {
  const { summary, why, reference, severity, options, messages } = rule;
  const example = examples[name];
  if (format === 'json') {
    const record = { name, summary, why, severity, options, messages, example, reference };
    return `${printableJson({ version: 1, rule: record })}\n`;
  }
  const { paint, width } = style;
  const lines = [paint.strong(name), ...wrap(summary, width - 2).map((line) => `  ${line}`), ''];
  const note = (label: string, text: string) => {
    for (const [index, line] of wrap(text, width - LABEL).entries())
      lines.push(paint.faint((index === 0 ? label : '').padEnd(LABEL)) + line);
  };
  note('why', why);
  for (const [index, message] of Object.values(messages).entries())
    note(index === 0 ? 'says' : '', message.replace(/\{\{(\w+)\}\}/g, '<$1>'));
  note('severity', PRESETS.map((preset) => `${preset} ${severity[preset]}`).join(', '));
  for (const [index, [option, schema]] of Object.entries(options ?? {}).entries())
    note(index === 0 ? 'options' : '', `${option}: ${described(schema)}`);
  note('source', reference);
  for (const [label, files] of Object.entries(example ?? {}))
    for (const [file, text] of Object.entries(files as Example['bad'])) {
      lines.push('', paint.faint(label.padEnd(LABEL)) + file);
      for (const line of text.trimEnd().split('\n')) lines.push(' '.repeat(LABEL) + line);
    }
  return `${lines.join('\n')}\n`;
}

const LABEL = 11;

function described({ type, description, minimum, maximum, enum: values, default: fallback }: OptionSchema): string {
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
    `default ${fallback}`,
  ];
  return `${description === undefined ? '' : `${description} `}(${type}, ${limits.join(', ')})`;
}
