/** `--extra-vars`: variables of the command line, above all others. */
import { resolve } from 'node:path';
import { FileError } from '../../files.ts';
import { Document } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Pair } from '../../source/tree.ts';
import type { Documents } from '../documents.ts';
import { RefusedExtraVars } from '../../cannot-check.ts';
import { unreadFile } from '../unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import { readKeyValues } from './key-values.ts';
import type { PlayFiles } from './play-files.ts';

const OPTION = '--extra-vars';

/**
 * One layer for each `-e`, in rising precedence: `key=value …` (texts), `{…}` (JSON or YAML), or `@FILE`.
 *
 * Throws RefusedExtraVars, with one line, for what Ansible would refuse.
 */
export function readExtraVars(files: PlayFiles, cwd: string, given: readonly string[]): readonly Layer[] {
  return given.flatMap((text, at) => {
    if (text === '') return [];
    if (text.startsWith('@')) return [ofFile(files, resolve(cwd, text.slice(1)), text)];
    if (/^[/.]/.test(text)) throw new RefusedExtraVars(5, `${OPTION} ${text}: to read a file, write @ before its name`);
    const name = at === 0 ? OPTION : `${OPTION} ${String(at + 1)}`;
    const pairs = /^[[{]/.test(text) ? ofTree(files.documents, text) : ofPairs(text);
    return [
      files.layerOf(files.documents.keep(new Document(name, text, 'option', {})), { pairs }, { kind: 'extra vars' }),
    ];
  });
}

function ofFile(files: PlayFiles, path: string, given: string): Layer {
  const { documents } = files;
  let document: Document;
  try {
    const { closed } = documents.text(path);
    if (closed?.kind === 'absent') return encrypted(documents, path);
    if (closed !== undefined) throw new RefusedExtraVars(1, `${OPTION} ${given}: the file ${closed.why}`);
    document = documents.keep(documents.tree(path));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const isThere = documents.kind(path) !== undefined;
    throw new RefusedExtraVars(isThere ? 4 : 1, `${OPTION} ${given}: ${error.message}`);
  }
  const { root, problem } = document;
  if (problem !== undefined && problem.recurs !== true) {
    if (document.sealed)
      throw new RefusedExtraVars(4, `${OPTION} ${given}: what it holds, once decrypted, cannot be read`);
    const { line, column } = document.position(problem.start);
    throw new RefusedExtraVars(
      4,
      `${OPTION} ${given}: line ${String(line)}, column ${String(column)}: ${problem.message}`,
    );
  }
  if (root?.kind !== 'mapping')
    throw new RefusedExtraVars(5, `${OPTION} ${given}: the file should hold a mapping of variables`);
  return files.layerOf(document, root, { kind: 'extra vars' });
}

function encrypted(documents: Documents, path: string): Layer {
  const document = documents.keep(documents.as(path, 'text'));
  return { assignments: new Map(), document, unread: unreadFile(document, 'vault') };
}

function ofTree(documents: Documents, text: string): readonly Pair[] {
  const { root, problem } = documents.parsed(text);
  if (problem !== undefined && problem.recurs !== true)
    throw new RefusedExtraVars(4, `${OPTION}: character ${String(problem.start + 1)}: ${problem.message}`);
  if (root?.kind !== 'mapping')
    throw new RefusedExtraVars(5, `${OPTION}: expected variables, as in '{"name": "value"}'`);
  return root.pairs;
}

function ofPairs(text: string): readonly Pair[] {
  const read = readKeyValues(text);
  if (read === undefined) throw new RefusedExtraVars(4, `${OPTION}: a quote or a template is not closed`);
  const { pairs, rest } = read;
  if (rest === undefined) return pairs;
  const scalar = (value: string): Scalar => new Scalar(0, text.length, 'str', value, 'bare');
  return [...pairs, { key: scalar('_raw_params'), value: scalar(rest), mergedAt: undefined }];
}
