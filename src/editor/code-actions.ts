/** Code actions on findings: to mend one, to suppress it with a comment, and to read what its rule is about. */
import { CodeActionKind } from 'vscode-languageserver';
import type { CodeAction, TextEdit } from 'vscode-languageserver';
import { helpOfRule, ruleNamed } from '../explain/rule-words.ts';
import { urlInReference } from '../report/notes.ts';
import { Document } from '../source/document.ts';
import type { Format } from '../source/document.ts';
import { suppressionCommentsIn } from '../source/suppression-comments.ts';
import { readToml } from '../source/toml.ts';
import type { Range, Reading } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { diagnosticsOn, findingsAt } from './findings-at.ts';
import type { FindingInFile } from './findings-at.ts';
import { fixActionsAt, isKindWanted } from './fix-actions.ts';
import type { ActionContext } from './fix-actions.ts';
import { locationOf, rangeOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** The command that shows what a rule is about; its only argument is a `RuleToExplain`. */
export const EXPLAIN_RULE = 'stacklint.explainRule';

export interface RuleToExplain {
  readonly rule: string;
  /** The address of a page about it, if there is one. */
  readonly page: string | undefined;
  /** Its help in Markdown. */
  readonly text: string;
}

/** The actions on the findings in the lines of a range of a document; those that mend them come first. */
export function codeActionsAt(
  snapshot: Snapshot,
  document: Document,
  range: Range,
  context: ActionContext,
): readonly CodeAction[] {
  const findings = isKindWanted(CodeActionKind.QuickFix, context.only) ? findingsAt(snapshot, document, range) : [];
  const byRule = new Map(
    findings.map((finding) => [`${finding.rule} ${String(document.position(finding.at.start).line)}`, finding]),
  );
  return [
    ...fixActionsAt(snapshot, document, range, context),
    ...[...byRule.values()].flatMap((finding) => actionsOn(finding, snapshot, document, context)),
  ];
}

function actionsOn(
  finding: FindingInFile,
  snapshot: Snapshot,
  document: Document,
  { diagnostics: all }: ActionContext,
): readonly CodeAction[] {
  const { rule: name, at } = finding;
  const rule = ruleNamed(name, snapshot.result.policies);
  if (rule === undefined) return [];
  const { uri } = locationOf(snapshot, at);
  const diagnostics = diagnosticsOn(finding, snapshot, all);
  const action = (title: string, edit: TextEdit | undefined): readonly CodeAction[] =>
    edit === undefined ? [] : [{ title, kind: 'quickfix', ...diagnostics, edit: { changes: { [uri]: [edit] } } }];
  // Comments do not suppress what is wrong with comments.
  const isAccepted = rule.rule.suppression === undefined && rule.rule.staleEntry === undefined;
  const toExplain: RuleToExplain = { rule: name, page: urlInReference(rule.rule.reference), text: helpOfRule(rule) };
  const title = `Explain ${name}`;
  return [
    ...(isAccepted ? action(`Suppress ${name} on this line`, onLine(name, document, at.start)) : []),
    ...(isAccepted ? action(`Suppress ${name} in this file`, inFile(name, document)) : []),
    { title, kind: 'quickfix', ...diagnostics, command: { title, command: EXPLAIN_RULE, arguments: [toExplain] } },
  ];
}

/** The words that a person is to replace by the reason. */
const REASON = 'because';

/**
 * The comment on a line of its own above the line of an offset, or at the end of that line if the line above would be
 * within a text.
 */
function onLine(rule: string, document: Document, offset: number): TextEdit | undefined {
  const { line } = document.position(offset);
  const start = document.offset(line);
  const text = document.line(line) ?? '';
  // Blanks before a comment would be in the file that the template becomes.
  const indent = document.format === 'template' ? '' : (/^[ \t]*/.exec(text)?.[0] ?? '');
  const above = comment(document.format, `disable-next-line ${rule} -- ${REASON}`);
  const beside = comment(document.format, `disable-line ${rule} -- ${REASON}`);
  if (above === undefined || beside === undefined) return undefined;
  const edits = [
    { at: start, insert: `${indent}${above}${lineEnd(document)}` },
    { at: start + text.trimEnd().length, insert: ` ${beside}` },
  ];
  return edits.map((edit) => working(edit, rule, document, offset)).find((edit) => edit !== undefined);
}

/** The comment at the head of the file. */
function inFile(rule: string, document: Document): TextEdit | undefined {
  const written = comment(document.format, `disable-file ${rule} -- ${REASON}`);
  if (written === undefined) return undefined;
  // These have a meaning on the first line alone.
  const line = /^\uFEFF?(?:#!|#jinja2:|%)/.test(document.text) ? 2 : 1;
  return working({ at: document.offset(line), insert: `${written}${lineEnd(document)}` }, rule, document, 0);
}

function comment(format: Format, words: string): string | undefined {
  if (format === 'template') return `{# stacklint-${words} #}`;
  return ['yaml', 'toml', 'ini'].includes(format) ? `# stacklint-${words}` : undefined;
}

function lineEnd({ text }: Document): string {
  return /\r\n?|\n/.exec(text)?.[0] ?? '\n';
}

const NOT_READ: Partial<Reading> = {};

interface Insertion {
  readonly at: number;
  readonly insert: string;
}

/** The edit, if the text with it has the comment, which covers what was at the offset, and no new fault. */
function working({ at, insert }: Insertion, rule: string, document: Document, offset: number): TextEdit | undefined {
  const { file, text, format, problem } = document;
  const changed = text.slice(0, at) + insert + text.slice(at);
  const reading = format === 'yaml' ? readYaml(changed) : format === 'toml' ? readToml(changed) : NOT_READ;
  if (problem === undefined && reading.problem !== undefined) return undefined;
  const moved = offset < at ? offset : offset + insert.length;
  const isThere = suppressionCommentsIn(new Document(file, changed, format, reading)).some(
    ({ start, covers, rules }) =>
      start >= at &&
      start < at + insert.length &&
      covers !== undefined &&
      covers.start <= moved &&
      moved <= covers.end &&
      rules.some(({ pattern }) => pattern === rule),
  );
  const { start } = rangeOf({ file, start: at, end: at }, new Map([[file, document]]));
  return isThere ? { range: { start, end: start }, newText: insert } : undefined;
}
