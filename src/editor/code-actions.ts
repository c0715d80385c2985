/** Code actions on findings: to mend one, to suppress it with a comment, and to read what its rule is about. */
import { CodeActionKind } from 'vscode-languageserver';
import type { CodeAction, TextEdit } from 'vscode-languageserver';
import { suppressionInFile, suppressionOnLine } from '../edits/suppression-edits.ts';
import type { TextEdit as EditOfText } from '../edits/text-edit.ts';
import { helpOfRule, ruleNamed } from '../explain/rule-words.ts';
import { urlInReference } from '../report/notes.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
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
  const action = (title: string, edit: EditOfText | undefined): readonly CodeAction[] =>
    edit === undefined
      ? []
      : [{ title, kind: 'quickfix', ...diagnostics, edit: { changes: { [uri]: [asTextEdit(edit, document)] } } }];
  // Comments do not suppress what is wrong with comments.
  const isAccepted = rule.rule.suppression === undefined && rule.rule.staleEntry === undefined;
  const toExplain: RuleToExplain = { rule: name, page: urlInReference(rule.rule.reference), text: helpOfRule(rule) };
  const title = `Explain ${name}`;
  return [
    ...(isAccepted
      ? action(`Suppress ${name} on this line`, suppressionOnLine(document, at.start, { rule: name, because: REASON }))
      : []),
    ...(isAccepted
      ? action(`Suppress ${name} in this file`, suppressionInFile(document, { rule: name, because: REASON }))
      : []),
    { title, kind: 'quickfix', ...diagnostics, command: { title, command: EXPLAIN_RULE, arguments: [toExplain] } },
  ];
}

/** The words that a person is to replace by the reason. */
const REASON = 'because';

/** The edit of a text as an editor takes it. */
function asTextEdit({ start, end, text }: EditOfText, document: Document): TextEdit {
  const range = rangeOf({ file: document.file, start, end }, new Map([[document.file, document]]));
  return { range, newText: text };
}
