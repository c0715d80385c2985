/** The reasons why an edit cannot be made, by what is written at its place. */
import type { FixEdit } from '../model/fix.ts';
import { isSetByNothing } from '../model/setting.ts';
import type { Document } from '../source/document.ts';
import { someScalar } from '../source/tree.ts';
import type { Node, Range } from '../source/tree.ts';
import { firstOf, nodeAt } from './node-at.ts';
import type { FoundNode } from './node-at.ts';
import { isEditable, treeOf } from './proof.ts';

/** Why an edit that was tried could not be made at a place, as a clause: `search_heap is set there already, in line 4`. */
export function reasonAgainst(edit: FixEdit, document: Document, at: Range): string {
  const { problem, text } = document;
  const line = ({ start }: Range): string => `line ${String(document.position(start).line)}`;
  if (problem !== undefined) return `the file has a fault in ${line(problem)}`;
  if (!isEditable(document)) return 'the file is encrypted';
  const found = nodeAt(document, at);
  if (found === undefined) return /\{[{%]/.test(text.slice(at.start, at.end)) ? TEMPLATE : BY_ITSELF;
  const taken = edit.does === 'rename' ? keyNamed(found, edit.name) : undefined;
  if (edit.does === 'rename' && taken !== undefined) return `${edit.name} is set there already, in ${line(taken)}`;
  const node = givenTo(edit, found);
  if (someScalar(node, ({ mark }) => mark === 'vault')) return 'the value there is encrypted';
  if (node.usedAt !== undefined) return `an alias of ${line(node)} stands there`;
  const user = elsewhere(treeOf(document), node);
  if (user !== undefined) return `${line(user)} takes its value from there`;
  return node.kind === 'scalar' && /\{[{%]/.test(String(node.value)) ? TEMPLATE : BY_ITSELF;
}

const TEMPLATE = 'a template stands there';
const BY_ITSELF = 'what stands there cannot be edited by itself';

function keyNamed({ node, within }: FoundNode, name: string): Range | undefined {
  const pair = within?.kind === 'mapping' ? within.mapping.get(name) : undefined;
  return pair === undefined || pair.key === node ? undefined : pair.key;
}

/** The value that was to be edited: for a key, or a key beside which there should be another, the value of that. */
function givenTo(edit: FixEdit, { node, within }: FoundNode): Node {
  if (within?.kind !== 'mapping') return node;
  const { mapping, key } = within;
  const isAdded = 'setting' in edit && isSetByNothing(edit.setting);
  const [variable = ''] = isAdded ? edit.setting.variable.split(': ', 1) : [];
  const pair = isAdded ? mapping.get(variable) : mapping.pairs.find((each) => each.key === key && key === node);
  return pair?.value ?? node;
}

/** The place where a tree has a value once more: that of an alias, or of a merge key. */
function elsewhere(root: Node | undefined, { start, end }: Range): Range | undefined {
  const seen = new Set<readonly unknown[]>();
  const search = (node: Node, mergedAt: Range | undefined): Range | undefined => {
    const user = node.usedAt ?? mergedAt;
    if (user !== undefined && node.start <= start && end <= node.end) return user;
    if (node.kind === 'scalar') return undefined;
    const parts = node.kind === 'sequence' ? node.items : node.pairs;
    if (seen.has(parts)) return undefined;
    seen.add(parts);
    if (node.kind === 'sequence') return firstOf(node.items, (item) => search(item, undefined));
    return firstOf(node.pairs, (pair) => search(pair.value, pair.mergedAt));
  };
  return root && search(root, undefined);
}
