/** The help of a rule, as text and as Markdown, made from its record. */
import type { Example, NamedRule, OptionSchema, Rule, RuleSource } from '../model/rule.ts';
import { PRESETS, sidesOf } from '../model/rule.ts';

/** The help of a rule for other programs to show. */
export interface RuleHelp {
  readonly text: string;
  readonly markdown: string;
}

/** Makes the help of a rule from its record and its example. */
export function ruleHelp({ name, rule }: NamedRule, example: Example | undefined): RuleHelp {
  const { summary, why, severity, fixes, options = {}, reference, since, sources = [] } = rule;
  const explained = Object.entries(options).map(([option, schema]) => [option, optionInWords(schema)] as const);
  const files = [
    { label: 'Wrong', files: example?.bad ?? {} },
    { label: 'Right', files: example?.good ?? {} },
  ].flatMap(({ label, files: texts }) =>
    Object.entries(texts).map(([file, text]) => ({ label, file, text: text.trimEnd() })),
  );
  // Comments do not suppress what is wrong with comments, and there are none in answers of a cluster.
  const isAccepted = rule.suppression === undefined && sidesOf(rule) !== 'observed';
  // The page of a rule need not name itself.
  const isOwnPage = reference.startsWith('docs/');
  const accept = `# stacklint-disable-next-line ${name} -- because`;
  const text = [
    summary,
    why,
    ...files.map((one) => `${one.label} (${one.file}):\n${one.text}`),
    ...explained.map(([option, words]) => `Option ${option}: ${words}`),
    `Severity: ${severityInPresets(severity)}`,
    ...(fixes === undefined ? [] : [`Fixes: ${fixesInWords(fixes)}`]),
    ...(isAccepted ? [`To accept one finding, write a comment above the line: ${accept}`] : []),
    ...(isOwnPage ? [] : [`Reference: ${reference}`]),
    ...(sources.length > 0
      ? [`Also checked by:\n${sources.map((source) => `- ${sourceInWords(source)}`).join('\n')}`]
      : []),
    ...(since === undefined ? [] : [`Since: ${since}`]),
  ];
  const markdown = [
    `**${summary}**`,
    why,
    ...files.map((one) => `${one.label}, in \`${one.file}\`:\n\n${fenced(one.file, one.text)}`),
    ...(explained.length > 0
      ? [`Options:\n\n${explained.map(([option, words]) => `- \`${option}\`: ${words}`).join('\n')}`]
      : []),
    `Severity: ${severityInPresets(severity)}.`,
    ...(fixes === undefined ? [] : [`Fixes: \`${optionThatFixes(fixes)}\` ${CHANGES[fixes]}.`]),
    ...(isAccepted ? [`To accept one finding, write a comment above the line: \`${accept}\`.`] : []),
    ...(isOwnPage ? [] : [`Reference: ${reference}`]),
    ...(sources.length > 0
      ? [`Also checked by:\n\n${sources.map((source) => `- ${linkToSource(source)}`).join('\n')}`]
      : []),
    ...(since === undefined ? [] : [`Since ${since}.`]),
  ];
  return { text: text.join('\n\n'), markdown: markdown.join('\n\n') };
}

function fenced(file: string, text: string): string {
  return `\`\`\`${/\.ya?ml$/.test(file) ? 'yaml' : ''}\n${text}\n\`\`\``;
}

/** A check elsewhere, with the address of its page. */
export function sourceInWords({ name, url }: RuleSource): string {
  return url === undefined ? name : `${name} (${url})`;
}

function linkToSource({ name, url }: RuleSource): string {
  return url === undefined ? name : `[${name}](${url})`;
}

/** The severity under each preset. */
export function severityInPresets(severity: Rule['severity']): string {
  return PRESETS.map((preset) => `${preset} ${severity[preset]}`).join(', ');
}

type Fixes = NonNullable<Rule['fixes']>;

/** The option that makes the fixes of a rule. */
export function optionThatFixes(fixes: Fixes): string {
  return fixes === 'safe' ? '--fix' : '--fix-unsafe';
}

/** The option that makes the fixes of a rule, and what they change. */
export function fixesInWords(fixes: Fixes): string {
  return `${optionThatFixes(fixes)} ${CHANGES[fixes]}`;
}

const CHANGES = {
  safe: 'mends some of its findings, and changes nothing that is meant',
  unsafe: 'mends some of its findings, and changes what a run deploys',
} as const;

/** The meaning of an option, with its type, limits and default. */
export function optionInWords(schema: OptionSchema): string {
  const { type, description, minimum, maximum, enum: values, default: fallback } = schema;
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
    `default ${fallback}`,
  ];
  return `${description === undefined ? '' : `${description} `}(${type}, ${limits.join(', ')})`;
}
