/** `stacklint rules`: the catalogue. */
import { CannotCheck } from '../ground/cannot-check.ts';
import { rules } from '../generated/rules.ts';
import type { SeverityOrOff } from '../model/rule.ts';
import { PRESETS } from '../model/rule.ts';
import { complaintAboutPattern, rulePattern } from '../model/rule-pattern.ts';
import { printableJson, wrap } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import type { Style } from './report-options.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import { said } from './command.ts';
import type { Caller, CommandOutcome } from './command.ts';

type Listed = typeof rules;

/** Lists every rule, or those named, with its summary and its severity under each preset. */
export async function listRules(given: Given, caller: Caller): Promise<CommandOutcome> {
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const wanted = given.words.map(namedRules);
  const listed = wanted.length === 0 ? rules : rules.filter(({ name }) => wanted.some((pattern) => pattern.test(name)));
  const stdout = await deliver({ text: (style) => asText(listed, style), json: () => asJson(listed) });
  return said(stdout);
}

function namedRules(pattern: string): RegExp {
  const names = rules.map(({ name }) => name);
  const wrong = complaintAboutPattern(pattern, names);
  if (wrong !== undefined) throw new CannotCheck(wrong);
  return rulePattern(pattern);
}

/** Facts about all rules so far: none offers a fix, and none judges a running cluster. */
const ALIKE = { fixable: false, judges: 'declared' };
const ALIKE_IN_WORDS = 'All rules judge what the inventory declares, not a running cluster; none offers a fix yet.';

function asJson(listed: Listed): string {
  const entries = listed.map(({ name, rule }) => ({
    name,
    summary: rule.summary,
    severity: Object.fromEntries(PRESETS.map((preset) => [preset, rule.severity[preset]])),
    ...ALIKE,
    options: rule.options,
    reference: rule.reference,
    since: rule.since,
    sources: rule.sources,
  }));
  return `${printableJson({ version: 1, presets: PRESETS, rules: entries })}\n`;
}

const COLUMN = Math.max(...PRESETS.map((preset) => preset.length)) + 2;

function asText(listed: Listed, style: Style): string {
  const { width, paint } = style;
  const names = Math.max(...listed.map(({ name }) => name.length), 0) + 2;
  const table = names + COLUMN * PRESETS.length <= width;
  const head = `${'rule'.padEnd(names)}${PRESETS.map((preset) => preset.padEnd(COLUMN)).join('')}`.trimEnd();
  const blocks = listed.map(({ name, rule }) => {
    const severities = PRESETS.map((preset) => shown(rule.severity[preset], table ? '' : `${preset} `, style)).join('');
    const title = paint.strong(name.padEnd(table ? names : 0));
    return [
      ...(table ? [`${title}${severities}`.trimEnd()] : [title, ...severities.split('\n').filter(Boolean)]),
      ...wrap(rule.summary, width - 2).map((line) => `  ${line}`),
    ].join('\n');
  });
  const foot = wrap(ALIKE_IN_WORDS, width).map(paint.faint).join('\n');
  return `${[...(table ? [paint.faint(head)] : []), ...blocks, foot].join('\n\n')}\n`;
}

function shown(severity: SeverityOrOff, preset: string, { paint }: Style): string {
  const brush = severity === 'off' ? paint.faint : paint[severity];
  return preset === '' ? brush(severity.padEnd(COLUMN)) : `  ${paint.faint(preset.padEnd(COLUMN))}${brush(severity)}\n`;
}
