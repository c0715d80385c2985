/** The files that `extends` names: paths, or npm packages, from which only data is read. */
import { join, resolve } from 'node:path';
import { readableText } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { foldersAbove } from '../ground/paths.ts';
import { readJson } from '../source/json.ts';
import type { Scalar } from '../source/tree.ts';
import { refuse } from './shapes.ts';
import type { Source } from './shapes.ts';

/** A file to read, and the package that it belongs to. */
export interface ExtendedFile {
  readonly path: string;
  readonly isOfPackage: boolean;
}

/** Finds the file of an entry of `extends`. Throws CannotCheck with the entry's place if there is none. */
export function extendedFile(entry: string, at: Scalar, source: Source): ExtendedFile {
  const { files, folder } = source;
  const beside = resolve(folder, entry);
  if (/^(?:\.\.?)?\//.test(entry)) {
    if (files.kind(beside) === 'file') return { path: beside, isOfPackage: false };
    return refuse(source, at, `extends ${entry}: there is no such file`);
  }
  const [, name, within] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(entry) ?? [];
  const installed = name === undefined ? undefined : packageFolder(files, folder, name);
  if (installed === undefined) {
    const meant = files.kind(beside) === 'file' ? `; did you mean ./${entry}?` : '';
    return refuse(
      source,
      at,
      `extends ${entry}: no such package is installed in node_modules of ${source.shown(folder)} or above${meant}`,
    );
  }
  const path = join(installed, within ?? mainFile(files, installed));
  if (files.kind(path) === 'file') return { path, isOfPackage: true };
  return refuse(source, at, `extends ${entry}: the package has no file ${within ?? mainFile(files, installed)}`);
}

/** The folder of a package, as Node looks for one: https://nodejs.org/api/modules.html#loading-from-node_modules-folders */
function packageFolder(files: Files, from: string, name: string): string | undefined {
  const folders = [from, ...foldersAbove(from)].map((folder) => join(folder, 'node_modules', name));
  return folders.find((folder) => files.kind(folder) === 'folder');
}

/** The file that a package's `package.json` names under the key `stacklint`; `stacklint.yml` otherwise. */
function mainFile(files: Files, folder: string): string {
  const root = readJson(readableText(files, join(folder, 'package.json')) ?? '')?.root;
  const named = root?.kind === 'mapping' ? root.get('stacklint')?.value : undefined;
  return named?.kind === 'scalar' && typeof named.value === 'string' ? named.value : 'stacklint.yml';
}
