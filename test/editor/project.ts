/** Projects in memory as an editor's features see them, and places in them by the words that are there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { check } from '../../src/check/check.ts';
import type { Snapshot } from '../../src/editor/snapshot.ts';
import { hoverAt } from '../../src/editor/hover.ts';
import type { Document } from '../../src/source/document.ts';
import { memoryFiles } from '../memory-files.ts';
import { ROOT } from '../folders.ts';

export type Tree = Readonly<Record<string, string>>;

/** A project that was checked in the folder `/p`. */
export function snapshotOf(tree: Tree, password?: string): Snapshot {
  const files = memoryFiles({
    ...Object.fromEntries(Object.entries(tree).map(([path, text]) => [`/p/${path}`, text])),
    ...(password !== undefined && { '/p/right': password }),
  });
  const result = check(
    {
      files,
      cwd: '/p',
      paths: [],
      inventory: [],
      playbookDir: undefined,
      vocabularies: [],
      ...(password !== undefined && { vault: { ids: [], passwordFiles: ['right'] } }),
    },
    { preset: 'production', rules: [] },
    { suppressions: { today: '2026-06-01', isForbidden: () => false } },
  );
  return { result, folder: '/p', addressOf: (path) => `file://${path}` };
}

/** The files of an example inventory. */
export function exampleNamed(name: string): Tree {
  const cwd = join(ROOT, 'fixtures/inventories', name);
  const paths = fastGlob.sync('**/*', { cwd, onlyFiles: true }).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(cwd, path), 'utf8')]));
}

export function documentIn({ result }: Snapshot, file: string): Document {
  const document = result.documents.get(file);
  if (document === undefined) throw new Error(`${file} is not among ${[...result.documents.keys()].join(', ')}`);
  return document;
}

/** The offset of a word, in its `number`th occurrence from 1. */
export function offsetOf({ text }: Document, word: string, number = 1): number {
  let at = -1;
  for (let count = 0; count < number; count++) at = text.indexOf(word, at + 1);
  if (at < 0) throw new Error(`no ${word} in ${text}`);
  return at;
}

/** The hover over a word: its Markdown; empty if there is none. */
export function hoverOver(snapshot: Snapshot, file: string, word: string, number?: number): string {
  const document = documentIn(snapshot, file);
  const { contents } = hoverAt(snapshot, document, offsetOf(document, word, number)) ?? {};
  return contents !== undefined && typeof contents === 'object' && 'value' in contents ? contents.value : '';
}

/** Places of the protocol as `file:line:column`, counted from 1. */
export function shownLocations(
  all: readonly { readonly uri: string; readonly range: { readonly start: { line: number; character: number } } }[],
): readonly string[] {
  return all.map(
    ({ uri, range: { start } }) =>
      `${uri.replace('file:///p/', '')}:${String(start.line + 1)}:${String(start.character + 1)}`,
  );
}
