/** `stacklint rules`: the catalogue. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { rules } from '../generated/rules.ts';
import type { NamedRule, Rule } from '../model/rule.ts';
import { PRESETS, sidesOf } from '../model/rule.ts';
import { complaintAboutPattern, rulePattern } from '../model/rule-pattern.ts';
import { optionThatFixes } from '../report/rule-help.ts';
import { printableJson, wrap } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import type { Style } from './report-options.ts';
import { configurationFor } from './find-configuration.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';

type Listed = readonly NamedRule[];

/** Lists every rule, or those named, with its summary and its severity under each preset. */
export async function listRules(given: Given, caller: Caller): Promise<CommandOutcome> {
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const all = [...rules, ...(configurationFor(given, caller)?.policies ?? [])];
  const wanted = given.words.map((pattern) => namedRules(pattern, all));
  const listed = wanted.length === 0 ? all : all.filter(({ name }) => wanted.some((pattern) => pattern.test(name)));
  const stdout = await deliver({ text: (style) => asText(listed, style), json: () => asJson(listed) });
  return said(stdout);
}

function namedRules(pattern: string, all: readonly NamedRule[]): RegExp {
  const names = all.map(({ name }) => name);
  const wrong = complaintAboutPattern(pattern, names);
  if (wrong !== undefined) throw new CannotCheck(wrong);
  return rulePattern(pattern);
}

const FOOT =
  'declared: what an inventory declares; observed: what a running cluster answers. --fix, --fix-unsafe: the option that mends some findings of the rule.';

function asJson(listed: Listed): string {
  const entries = listed.map(({ name, rule }) => ({
    name,
    summary: rule.summary,
    severity: Object.fromEntries(PRESETS.map((preset) => [preset, rule.severity[preset]])),
    fixable: rule.fixes !== undefined,
    fixes: rule.fixes,
    judges: sidesOf(rule),
    options: rule.options,
    reference: rule.reference,
    since: rule.since,
    sources: rule.sources,
  }));
  return `${printableJson({ version: 1, presets: PRESETS, rules: entries })}\n`;
}

interface Column {
  readonly head: string;
  readonly width: number;
  /** The word in it, as it is painted. */
  readonly cell: (rule: Rule, style: Style) => { readonly word: string; readonly painted: string };
}

const COLUMNS: readonly Column[] = [
  ...PRESETS.map((preset): Column => ({
    head: preset,
    width: Math.max(preset.length, 'warning'.length),
    cell: ({ severity }, { paint }) => {
      const word = severity[preset];
      return { word, painted: word === 'off' ? paint.faint(word) : paint[word](word) };
    },
  })),
  {
    head: 'judges',
    width: 'declared'.length,
    cell: (rule) => ({ word: sidesOf(rule), painted: sidesOf(rule) }),
  },
];
const GAP = 2;

/** A table or, if that is too wide, a line for each of its columns. */
function asText(listed: Listed, style: Style): string {
  const { width, paint } = style;
  const names = Math.max(...listed.map(({ name }) => name.length), 0) + GAP;
  const isTable = names + COLUMNS.reduce((sum, column) => sum + column.width, GAP * (COLUMNS.length - 1)) <= width;
  const padded = (text: string, length: number, to: number): string => text + ' '.repeat(Math.max(0, to - length));
  const head = 'rule'.padEnd(names) + COLUMNS.map((column) => column.head.padEnd(column.width + GAP)).join('');
  const label = Math.max(...COLUMNS.map((column) => column.head.length)) + GAP;
  const blocks = listed.map(({ name, rule }) => {
    const cells = COLUMNS.map((column) => ({ ...column, ...column.cell(rule, style) }));
    const lines = isTable
      ? [
          paint.strong(name.padEnd(names)) +
            cells.map((cell) => padded(cell.painted, cell.word.length, cell.width + GAP)).join(''),
        ]
      : [paint.strong(name), ...cells.map((cell) => `  ${paint.faint(cell.head.padEnd(label))}${cell.painted}`)];
    const fixed = rule.fixes === undefined ? '' : ` (${optionThatFixes(rule.fixes)})`;
    return [
      ...lines.map((line) => line.trimEnd()),
      ...wrap(rule.summary + fixed, width - 2).map((line) => `  ${line}`),
    ].join('\n');
  });
  const foot = wrap(FOOT, width).map(paint.faint).join('\n');
  return `${[...(isTable ? [paint.faint(head.trimEnd())] : []), ...blocks, foot].join('\n\n')}\n`;
}
