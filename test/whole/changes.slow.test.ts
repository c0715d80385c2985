/**
 * Changes of stacks that are as they should be, one step each, and what has to be said of it: what an experienced
 * operator would be told, and silence where nothing changes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { ruleSelectionOf } from '../../src/commands/check-project.ts';
import { checkTarget } from '../../src/commands/check-target.ts';
import { configurationFor } from '../../src/commands/find-configuration.ts';
import type { Files } from '../../src/ground/files.ts';
import { headLinesOf } from '../../src/report/change-words.ts';
import { assert, describe } from '../describe.ts';
import { FIXTURES } from '../folders.ts';
import { inFile } from '../in-file.ts';
import { memoryFiles } from '../memory-files.ts';
import { vaulted } from '../vaulted.ts';

const STACKS = join(FIXTURES, 'stacks');
/** The day of the checks: attestations in the stacks are about days before it. */
const TODAY = '2026-06-30';
const PASSWORD = 'only for fixtures';

/** A step of the history of a stack. */
interface Step {
  readonly step: string;
  /** What an experienced operator says of it: nothing to say, something to know, or something that must not happen so. */
  readonly verdict: 'harmless' | 'tell' | 'dangerous';
  /** What the stack was, if it was another than the right one: edits of that. */
  readonly before?: readonly Edit[];
  readonly edits: readonly Edit[];
  /** The text of the line, or lines, with the findings of each rule: `path: text`, or `text` if the first edit is there. */
  readonly finds?: Readonly<Record<string, string | readonly string[]>>;
  /** The rules that are undecided. */
  readonly open?: readonly string[];
  /** A piece of a head line; `nothing changes` for all of them. */
  readonly says: string;
  /** Given where secrets stay encrypted. */
  readonly closed?: boolean;
  /** The reason why it is not found so. */
  readonly missed?: string;
}

/** A text in place of another one, or at the end of a file, which may be new; or a file or folder that moves or goes. */
type Edit =
  | { readonly in: string; readonly take?: string; readonly put?: string }
  | { readonly move: string; readonly to: string }
  | { readonly copy: string; readonly to: string }
  | { readonly delete: string }
  | { readonly revault: string };

/** The texts of files by their paths, and the salts of those that are encrypted anew. */
interface Texts {
  readonly files: ReadonlyMap<string, string>;
  readonly moved: ReadonlyMap<string, string>;
  readonly revaulted: ReadonlySet<string>;
}

let [all, silent] = [0, 0];
for (const file of fastGlob.sync('*.changes.yml', { cwd: STACKS }).sort()) {
  const name = file.replace('.changes.yml', '');
  const paths = fastGlob.sync('**/*', { cwd: join(STACKS, name), dot: true }).sort();
  const files = new Map(paths.map((path) => [path, readFileSync(join(STACKS, name, path), 'utf8')]));
  const right: Texts = { files, moved: new Map(), revaulted: new Set() };

  describe(`the history of ${name}`, (test) => {
    for (const step of parse(readFileSync(join(STACKS, file), 'utf8')) as readonly Step[])
      test(step.step, () => {
        all++;
        if (step.verdict === 'harmless') silent++;
        const before = edited(right, step.before ?? []);
        const after = edited({ ...before, moved: new Map() }, step.edits);
        const result = compared(name, before, after, step.closed !== true);
        const found = foundIn(result, before, after);
        const told = { finds: found.lines, open: found.open, says: saysIn(result, step.says) };
        const expected = {
          finds: expectedLines(step, [before, after]),
          open: [...(step.open ?? [])].sort(),
          says: step.says,
        };
        const shown = `${found.words}\n${headsOf(result).join('\n')}`;
        if (step.missed === undefined) assert.equal(told, expected, shown);
        else assert.not.equal(told, expected, `a step that is said to be missed\n${shown}`);
      });
  });
}

describe('the histories', (test) => {
  test('have steps enough, and a third of them are harmless', () => {
    console.log(`${String(all)} steps, ${String(silent)} of them harmless`);
    assert.ok(all >= 90);
    assert.ok(silent * 3 >= all);
  });
});

/** What a change says under the preset `production`. */
function compared(name: string, before: Texts, after: Texts, isOpen: boolean): Result {
  const cwd = `/${name}`;
  const files = treeOf(cwd, after, isOpen);
  const caller = { cwd, files, environment: {}, columns: undefined };
  const given = readArguments(isOpen ? ['check', '--vault-password-file', '/password'] : ['check']);
  const configuration = configurationFor(given, caller);
  const target = { ...checkTarget(given, caller, [], configuration), today: TODAY };
  const suppressions = { today: TODAY, isForbidden: () => false };
  const was = { ...caller, files: treeOf(cwd, before, isOpen) };
  const targetBefore = { ...checkTarget(given, was, [], configurationFor(given, was)), today: TODAY };
  const moved = new Map(Array.from(after.moved, ([from, to]) => [`${cwd}/${from}`, `${cwd}/${to}`]));
  const pathAfter = (path: string): string => moved.get(path) ?? path;
  const sides = { base: 'main', head: 'working tree', revision: 'main' };
  const change = { ...sides, before: was.files, lines: new Map(), pathAfter, targetBefore };
  const selection = { ...ruleSelectionOf(given, configuration), within: 'change/*' };
  return check(target, selection, { suppressions, change });
}

function treeOf(cwd: string, { files, revaulted }: Texts, isOpen: boolean): Files {
  const tree = Array.from(files, ([path, text]): [string, string] => [
    `${cwd}/${path}`,
    path.endsWith('vault.yml')
      ? vaulted(text, PASSWORD, undefined, revaulted.has(path) ? OTHER_SALT : undefined)
      : text,
  ]);
  return memoryFiles({ ...Object.fromEntries(tree), ...(isOpen ? { '/password': PASSWORD } : {}) });
}

const OTHER_SALT = Buffer.from('another salt, as a new run takes');

interface Found {
  /** The lines with the findings of each rule. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly open: readonly string[];
  readonly words: string;
}

function foundIn({ findings, undecided }: Result, before: Texts, after: Texts): Found {
  const lines: Record<string, string[]> = {};
  for (const { rule, at } of findings) {
    const { file, start, revision } = inFile(at);
    const text = (revision === undefined ? after : before).files.get(file) ?? '';
    const begin = text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = text.slice(begin).split('\n');
    const own = (lines[rule] ??= []);
    const shown = `${revision === undefined ? '' : `${revision}:`}${file}: ${line.trim()}`;
    if (!own.includes(shown)) own.push(shown);
  }
  return {
    lines: sorted(lines),
    open: [...new Set(undecided.map(({ rule }) => rule))].sort(),
    words: [...findings, ...undecided].map(({ rule, message }) => `${rule}: ${message}`).join('\n'),
  };
}

function expectedLines({ finds = {}, edits }: Step, sides: readonly Texts[]): Found['lines'] {
  const [first] = edits;
  const file = first === undefined ? '' : 'in' in first ? first.in : 'to' in first ? first.to : '';
  const hasPath = (line: string): boolean => {
    const [, path = ''] = /^(?:main:)?(.*?): /.exec(line) ?? [];
    return sides.some(({ files }) => files.has(path));
  };
  const lines = Object.entries(finds).map(([rule, line]): [string, readonly string[]] => [
    rule,
    [line].flat().map((one) => (hasPath(one) ? one : `${file}: ${one}`)),
  ]);
  return sorted(Object.fromEntries(lines));
}

function sorted(lines: Readonly<Record<string, readonly string[]>>): Found['lines'] {
  const entries = Object.entries(lines).map(([rule, own]): [string, readonly string[]] => [rule, own.toSorted()]);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The expected piece if it is in a head line, or else all of them. */
function saysIn(result: Result, piece: string): string {
  const heads = headsOf(result);
  const isSaid =
    piece === 'nothing changes' ? heads.every((head) => head === piece) : heads.some((head) => head.includes(piece));
  return isSaid && heads.length > 0 ? piece : heads.join('\n');
}

function headsOf({ changes = [] }: Result): readonly string[] {
  return changes.flatMap(({ change }) => headLinesOf(change));
}

/** The files with edits. */
function edited(texts: Texts, edits: readonly Edit[]): Texts {
  const files = new Map(texts.files);
  const moved = new Map(texts.moved);
  const revaulted = new Set(texts.revaulted);
  const within = (folder: string): readonly (readonly [string, string])[] => {
    const own = [...files].filter(([path]) => path === folder || path.startsWith(`${folder}/`));
    assert.ok(own.length > 0, `there is ${folder}`);
    return own;
  };
  for (const edit of edits)
    if ('to' in edit) {
      const from = 'move' in edit ? edit.move : edit.copy;
      for (const [path, text] of within(from)) {
        const to = edit.to + path.slice(from.length);
        files.set(to, text);
        if ('copy' in edit) continue;
        files.delete(path);
        moved.set(path, to);
      }
    } else if ('delete' in edit) for (const [path] of within(edit.delete)) files.delete(path);
    else if ('revault' in edit) revaulted.add(edit.revault);
    else {
      const { in: path, take, put = '' } = edit;
      const text = files.get(path) ?? '';
      if (take !== undefined) assert.is(text.split(take).length, 2, `${path} has ${take} once`);
      // Not as a pattern: a text may have `$`.
      files.set(path, take === undefined ? text + put : text.split(take).join(put));
    }
  return { files, moved, revaulted };
}
