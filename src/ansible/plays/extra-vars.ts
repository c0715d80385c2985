/** `--extra-vars`: variables of the command line, above all others. */
import { resolve } from 'node:path';
import { CannotCheck } from '../../cannot-check.ts';
import { FileError } from '../../files.ts';
import { Document } from '../../source/document.ts';
import { readJson } from '../../source/json.ts';
import { Scalar } from '../../source/tree.ts';
import type { Pair } from '../../source/tree.ts';
import { readYaml } from '../../source/yaml/compose.ts';
import type { Documents } from '../documents.ts';
import type { Layer } from '../vars-files.ts';
import { readKeyValues } from './key-values.ts';
import type { PlayFiles } from './play-files.ts';

const OPTION = '--extra-vars';

/**
 * One layer for each `-e`, in rising precedence: `key=value …` (texts), `{…}` (JSON or YAML), or `@FILE`.
 *
 * Throws CannotCheck, with one line, for what Ansible would refuse.
 */
export function readExtraVars(files: PlayFiles, cwd: string, given: readonly string[]): readonly Layer[] {
  return given.flatMap((text, at) => {
    if (text === '') return [];
    if (text.startsWith('@')) return [ofFile(files, resolve(cwd, text.slice(1)), text)];
    if (/^[/.]/.test(text)) throw new CannotCheck(`${OPTION} ${text}: to read a file, write @ before its name`);
    const name = at === 0 ? OPTION : `${OPTION} ${String(at + 1)}`;
    const pairs = /^[[{]/.test(text) ? ofTree(text) : ofPairs(text);
    return [files.layerOf(files.documents.keep(new Document(name, text, 'text', {})), { pairs }, 'extra vars')];
  });
}

function ofFile(files: PlayFiles, path: string, given: string): Layer {
  const { documents } = files;
  let document: Document;
  try {
    const { closed } = documents.text(path);
    if (closed?.kind === 'absent') return encrypted(documents, path);
    if (closed !== undefined) throw new CannotCheck(`${OPTION} ${given}: the file ${closed.why}`);
    document = documents.keep(documents.tree(path));
  } catch (error) {
    if (error instanceof FileError) throw new CannotCheck(`${OPTION} ${given}: ${error.message}`);
    throw error;
  }
  const { root, problem } = document;
  if (problem !== undefined) {
    if (document.sealed) throw new CannotCheck(`${OPTION} ${given}: what it holds, once decrypted, cannot be read`);
    const { line, column } = document.position(problem.start);
    throw new CannotCheck(`${OPTION} ${given}: line ${String(line)}, column ${String(column)}: ${problem.message}`);
  }
  if (root?.kind !== 'mapping')
    throw new CannotCheck(`${OPTION} ${given}: the file should hold a mapping of variables`);
  return files.layerOf(document, root, 'extra vars');
}

function encrypted(documents: Documents, path: string): Layer {
  return { assignments: new Map(), document: documents.keep(documents.as(path, 'text')), opaque: 'vault' };
}

function ofTree(text: string): readonly Pair[] {
  const { root, problem } = readJson(text) ?? readYaml(text);
  if (problem !== undefined)
    throw new CannotCheck(`${OPTION}: character ${String(problem.start + 1)}: ${problem.message}`);
  if (root?.kind !== 'mapping') throw new CannotCheck(`${OPTION}: expected variables, as in '{"name": "value"}'`);
  return root.pairs;
}

function ofPairs(text: string): readonly Pair[] {
  const read = readKeyValues(text);
  if (read === undefined) throw new CannotCheck(`${OPTION}: a quote or a template is not closed`);
  const { pairs, rest } = read;
  if (rest === undefined) return pairs;
  const scalar = (value: string): Scalar => new Scalar(0, text.length, 'str', value, 'bare');
  return [...pairs, { key: scalar('_raw_params'), value: scalar(rest), mergedAt: undefined }];
}
