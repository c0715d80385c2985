/**
 * Code actions that mend findings. They are offered unproved, by what their fixes say; which fixes one stands for is in
 * its data, by which a mending of the folder proves them once it is chosen.
 */
import { CodeActionKind } from 'vscode-languageserver';
import type { CodeAction, Diagnostic, DocumentUri } from 'vscode-languageserver';
import { NAME } from '../about.ts';
import type { FixChoice } from '../check/mend.ts';
import { editsOfFix } from '../edits/edits-of-fix.ts';
import type { Finding } from '../model/finding.ts';
import { keyOfFix } from '../model/fix.ts';
import type { Fix } from '../model/fix.ts';
import { counted } from '../model/phrases.ts';
import { keyOfPlace } from '../model/setting.ts';
import { printable } from '../report/terminal-text.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { diagnosticsOn, findingsAt, findingsIn } from './findings-at.ts';
import type { FindingInFile } from './findings-at.ts';
import type { MendedFolder } from './project.ts';
import type { Snapshot } from './snapshot.ts';

/** The kind of the action that makes all safe fixes of a file, as an editor may do whenever it saves one. */
export const FIX_ALL = `${CodeActionKind.SourceFixAll}.${NAME}`;

/** The data of a code action: the fixes that it stands for, and the document that it was offered in. */
export type FixesAsked = { readonly uri: DocumentUri; readonly file: string } & (
  | { readonly fixes: 'one'; readonly rule: string; readonly at: string; readonly key: string }
  /** Those of a rule in the document, or anywhere in stacks. */
  | { readonly fixes: 'rule'; readonly rule: string; readonly stacks?: readonly string[] }
  /** The safe ones in the document that edit it alone. */
  | { readonly fixes: 'safe' }
);

/** What an editor asks for code actions about. */
export interface ActionContext {
  readonly uri: DocumentUri;
  /** The diagnostics that it has there. */
  readonly diagnostics: readonly Diagnostic[];
  /** The kinds of actions that it wants, if not all. */
  readonly only?: readonly CodeActionKind[] | undefined;
}

/** A finding with its fix. */
type Fixable = FindingInFile & { readonly fix: Fix };

/** Tells whether an editor wants actions of a kind. One that is not for the place pointed at has to be asked for. */
export function isKindWanted(kind: CodeActionKind, only: ActionContext['only']): boolean {
  if (only === undefined) return kind === CodeActionKind.QuickFix;
  // Neovim 0.7 takes a single kind as a text.
  return [only].flat().some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));
}

/** The actions that mend findings in the lines of a range of a document. */
export function fixActionsAt(
  snapshot: Snapshot,
  document: Document,
  range: Range,
  { uri, diagnostics, only }: ActionContext,
): readonly CodeAction[] {
  const inFile = findingsIn(snapshot, document).filter(isFixable);
  const whole = inFile.some((one) => isSafeWithin(one, document.file)) && isKindWanted(FIX_ALL, only);
  const of = { uri, file: document.file };
  return [
    ...(isKindWanted(CodeActionKind.QuickFix, only) ? quickFixes(snapshot, document, range, of, diagnostics) : []),
    ...(whole
      ? [{ title: 'Make all safe fixes in this file', kind: FIX_ALL, data: asked({ ...of, fixes: 'safe' }) }]
      : []),
  ];
}

function asked(fixes: FixesAsked): FixesAsked {
  return fixes;
}

function quickFixes(
  snapshot: Snapshot,
  document: Document,
  range: Range,
  of: Pick<FixesAsked, 'uri' | 'file'>,
  diagnostics: readonly Diagnostic[],
): readonly CodeAction[] {
  const here = findingsAt(snapshot, document, range).filter(isFixable);
  const single = here.flatMap((finding): readonly CodeAction[] => {
    const { rule, at, fix } = finding;
    const edits = editsOfFix(fix, snapshot.result.documents);
    if ('why' in edits) return [];
    const elsewhere = [...edits.keys()].filter((file) => file !== document.file);
    const place = elsewhere.length === 0 ? '' : ` in ${elsewhere.join(', ')}`;
    return [
      {
        title: titled(`${fix.title}${place}`, [fix]),
        kind: CodeActionKind.QuickFix,
        ...diagnosticsOn(finding, snapshot, diagnostics),
        ...(fix.isSafe && { isPreferred: true }),
        data: asked({ ...of, fixes: 'one', rule, at: keyOfPlace(at), key: keyOfFix(fix) }),
      },
    ];
  });
  const byRule = new Map(here.map((finding) => [finding.rule, finding]));
  const distinct = new Map(single.map((action) => [JSON.stringify([action.title, action.data]), action]));
  return [
    ...distinct.values(),
    ...[...byRule.values()].flatMap((finding) => fixesOfRule(finding, snapshot, document, of)),
  ];
}

/** The actions that mend all findings of a rule: in the file, and in the stacks of one of them if there are more. */
function fixesOfRule(
  { rule, stacks }: Fixable,
  snapshot: Snapshot,
  document: Document,
  of: Pick<FixesAsked, 'uri' | 'file'>,
): readonly CodeAction[] {
  const { findings, stacks: all } = snapshot.result;
  const inStacks = findings.filter((one) => one.rule === rule && isIn(one, stacks)).filter(isFixable);
  const inFile = inStacks.filter(({ at }) => at.file === document.file);
  const kind = CodeActionKind.QuickFix;
  const name = all.length > 1 ? ` ${stacks.join(', ')}` : '';
  const [file, stack] = [`Fix all of ${rule} in this file`, `Fix all of ${rule} in the stack${name}`];
  return [
    ...(inFile.length > 1
      ? [
          {
            title: titled(
              file,
              inFile.map(({ fix }) => fix),
            ),
            kind,
            data: asked({ ...of, fixes: 'rule', rule }),
          },
        ]
      : []),
    ...(inStacks.length > inFile.length
      ? [
          {
            title: titled(
              stack,
              inStacks.map(({ fix }) => fix),
            ),
            kind,
            data: asked({ ...of, fixes: 'rule', rule, stacks }),
          },
        ]
      : []),
  ];
}

const NOTE = ' (changes what a run deploys)';

/** The title of an action; one that does more than tidy up says so. */
function titled(title: string, fixes: readonly Fix[]): string {
  return printable(fixes.every(({ isSafe }) => isSafe) ? title : title + NOTE);
}

function isFixable(finding: Finding): finding is Fixable {
  return finding.fix !== undefined && 'file' in finding.at;
}

function isIn({ stacks }: Pick<Finding, 'stacks'>, names: readonly string[]): boolean {
  return stacks.some((name) => names.includes(name));
}

/** Tells whether the fix of a finding is safe, and edits one file alone. */
function isSafeWithin({ at, fix }: { at: Finding['at']; fix: Fix }, file: string): boolean {
  const isHere = fix.edits.every((edit) => {
    const place = 'at' in edit ? edit.at : edit.setting.origin;
    return 'file' in place && place.file === file && !('newFile' in place && place.newFile !== undefined);
  });
  return fix.isSafe && isHere && 'file' in at && at.file === file;
}

/** The fixes that an action stands for, by its data; undefined for an action that does something else. */
export function fixesAskedOf(data: CodeAction['data']): FixesAsked | undefined {
  return typeof data === 'object' && data !== null && 'fixes' in data ? (data as FixesAsked) : undefined;
}

/** The choice of the fixes that an action stands for, for one mending. */
export function choiceOf(wanted: FixesAsked): FixChoice {
  switch (wanted.fixes) {
    case 'one': {
      let chosen: Finding | undefined;
      return ({ finding, fix }) => {
        const { rule, at, key } = wanted;
        const isMeant = finding.rule === rule && keyOfPlace(finding.at) === at && keyOfFix(fix) === key;
        // What comes to the place of a finding that was mended is another one.
        if (isMeant) chosen ??= finding;
        return finding === chosen;
      };
    }
    case 'rule':
      return ({ finding }) =>
        finding.rule === wanted.rule &&
        (wanted.stacks === undefined
          ? 'file' in finding.at && finding.at.file === wanted.file
          : isIn(finding, wanted.stacks));
    case 'safe':
      return ({ finding, fix }) => isSafeWithin({ at: finding.at, fix }, wanted.file);
  }
}

/** The sentence about fixes that were not made. `title`: that of their action. */
export function notFixed(title: string, why: string): string {
  return `not fixed: ${title.replace(NOTE, '')}: ${why}`;
}

/** What to tell a person of fixes that were not made, all or some; undefined if there are none, or no one asked for each. */
export function complaintAbout(title: string, { fixes }: FixesAsked, mended: MendedFolder): string | undefined {
  const { fixed } = mended;
  const [first, ...others] = mended.notFixed;
  if (fixes === 'safe') return undefined;
  if (first === undefined) return fixed.length > 0 ? undefined : notFixed(title, 'it is not found any more');
  if (fixes === 'one') return notFixed(first.title, first.why);
  const place = first.at.file === undefined ? '' : `${first.at.file}:${String(first.at.line)}: `;
  const more = others.length === 0 ? '' : `, and ${String(others.length)} more`;
  return `fixed ${counted(fixed.length, 'finding')}; not fixed: ${place}${first.title}: ${first.why}${more}`;
}
