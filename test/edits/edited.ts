/** Texts after an edit at a route (`search.heap`, `hosts.0`), for cases that are compared byte for byte. */
import { addItems, addPair, removeItem, removePair, renameKey, replaceScalar } from '../../src/edits/document-edits.ts';
import { treeOf } from '../../src/edits/proof.ts';
import type { TextEdit } from '../../src/edits/text-edit.ts';
import { applied } from '../../src/edits/text-edit.ts';
import { Document } from '../../src/source/document.ts';
import type { Format } from '../../src/source/document.ts';
import { readJson } from '../../src/source/json.ts';
import { readToml } from '../../src/source/toml.ts';
import type { Mapping, Node, Pair, Sequence } from '../../src/source/tree.ts';
import { readYaml } from '../../src/source/yaml/read.ts';
import { assert } from '../describe.ts';

export type Route = readonly (string | number)[];

/** The document of a text, in the format that it has or the one that is given. */
export function documentOf(text: string, format?: Format): Document {
  if (format === 'ini' || format === 'template') return new Document('file', text, format, {});
  if (format === 'toml') return new Document('file.toml', text, format, readToml(text));
  const json = readJson(text);
  return new Document('file.yml', text, json === undefined ? 'yaml' : 'json', json ?? readYaml(text));
}

export function pairAt(root: Node | undefined, route: Route): Pair {
  const mapping = nodeAt(root, route.slice(0, -1)) as Mapping;
  const pair = mapping.get(String(route.at(-1)));
  assert.ok(pair, `there is ${route.join('.')}`);
  return pair;
}

export function nodeAt(root: Node | undefined, route: Route): Node {
  let node = root;
  for (const part of route) {
    if (node?.kind === 'sequence') node = node.items[Number(part)];
    else if (node?.kind === 'mapping') node = node.get(String(part))?.value;
  }
  assert.ok(node, `there is ${route.join('.')}`);
  return node;
}

const routeOf = (path: string): Route => (path === '' ? [] : path.split('.'));

type Value = Parameters<typeof addPair>[3];

/** Edits of texts of one format by routes. Each gives the text after it, or undefined if the edit is not made. */
export interface Edited {
  readonly replaced: (text: string, path: string, value: Parameters<typeof replaceScalar>[2]) => string | undefined;
  readonly renamed: (text: string, path: string, name: string) => string | undefined;
  readonly removed: (text: string, path: string) => string | undefined;
  /** A pair in the mapping at the path, after another one of it if that is given. */
  readonly added: (text: string, path: string, key: string, value: Value, after?: string) => string | undefined;
  readonly withoutItem: (text: string, path: string) => string | undefined;
  readonly withItems: (text: string, path: string, ...values: readonly Value[]) => string | undefined;
}

export function editedAs(format?: Format): Edited {
  const after = (
    text: string,
    edit: (document: Document, root: Node | undefined) => readonly TextEdit[] | undefined,
  ): string | undefined => {
    const document = documentOf(text, format);
    const edits = edit(document, treeOf(document));
    return edits === undefined ? undefined : applied(text, edits);
  };
  const holderAt = (root: Node | undefined, path: string): Node => nodeAt(root, routeOf(path).slice(0, -1));
  return {
    replaced: (text, path, value) =>
      after(text, (document, root) => replaceScalar(document, nodeAt(root, routeOf(path)), value)),
    renamed: (text, path, name) =>
      after(text, (document, root) => renameKey(document, pairAt(root, routeOf(path)), name)),
    removed: (text, path) =>
      after(text, (document, root) =>
        removePair(document, holderAt(root, path) as Mapping, pairAt(root, routeOf(path))),
      ),
    added: (text, path, key, value, behind) =>
      after(text, (document, root) =>
        addPair(
          document,
          root === undefined ? undefined : nodeAt(root, routeOf(path)),
          key,
          value,
          behind === undefined ? undefined : pairAt(root, [...routeOf(path), behind]),
        ),
      ),
    withoutItem: (text, path) =>
      after(text, (document, root) =>
        removeItem(document, holderAt(root, path) as Sequence, nodeAt(root, routeOf(path))),
      ),
    withItems: (text, path, ...values) =>
      after(text, (document, root) => addItems(document, nodeAt(root, routeOf(path)), values)),
  };
}
