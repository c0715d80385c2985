/** Origins of values in files that plays put on hosts: the variable that a person would change, or the template. */
import type { Assignment } from '../ansible/entities.ts';
import type { Scopes } from '../ansible/scopes.ts';
import type { Origin } from '../model/setting.ts';
import { someScalar } from '../source/tree.ts';
import type { Node } from '../source/tree.ts';
import { placeIn } from './place.ts';
import { isTemplated } from './plain.ts';
import type { Source } from './rendered/value-source.ts';

/** The place where a person would change a value, and what they call it. */
interface OriginInFile {
  readonly origin: Origin;
  readonly variable: string;
  /** The variable that is the value, or a part of it, with nothing else going into it. */
  readonly assignment: Assignment | undefined;
}

/** Finds the origin of a value in a file; `own`: the product's name for the setting. */
export function originInFile(
  { place, isComputed, from, isPart, node }: Source,
  own: string,
  scopes: Scopes,
): OriginInFile {
  const template = placeIn(place.document, place);
  const picked = node && scopes.assignmentOf(node);
  if (node !== undefined && picked !== undefined) {
    const variable = node === picked.value ? picked.name : own;
    return { origin: { ...placeIn(picked.document, node), usedAt: template }, variable, assignment: picked };
  }
  if (node !== undefined && contains(place.document.root, node))
    return { origin: placeIn(place.document, node), variable: own, assignment: undefined };
  if (!isComputed) return { origin: template, variable: own, assignment: undefined };
  const inputs = from.flatMap((value) => {
    const by = scopes.assignmentOf(value);
    return by === undefined ? [] : [{ value, by }];
  });
  const [only, ...others] = inputs;
  // A text around one value (`-Xmx{{ heap }}g`) is changed at that value.
  if (only !== undefined && others.length === 0 && only.value.kind === 'scalar' && !isPart) {
    const { value, by } = only;
    const variable = value === by.value ? by.name : own;
    return { origin: { ...placeIn(by.document, value), usedAt: template }, variable, assignment: by };
  }
  const computedFrom = inputs.map(({ by }) => placeIn(by.document, by.value));
  return { origin: { ...template, computedFrom }, variable: own, assignment: undefined };
}

/** Tells whether a node is one of a tree, as a value is that a task gives in its own arguments. */
function contains(tree: Node | undefined, node: Node): boolean {
  if (tree === undefined || tree === node) return tree !== undefined;
  if (tree.kind === 'scalar' || node.start < tree.start || node.end > tree.end) return false;
  const parts = tree.kind === 'sequence' ? tree.items : tree.pairs.map(({ value }) => value);
  return parts.some((part) => contains(part, node));
}

/** The nodes that a value may show something of: its own where a variable has it as it is, else all that went in. */
export function inputsOf({ node, from }: Source, scopes: Scopes): readonly Node[] {
  if (node === undefined) return from.filter(({ kind }) => kind === 'scalar');
  const isWritten = scopes.assignmentOf(node) !== undefined && !someScalar(node, isTemplated);
  return isWritten ? [node] : [node, ...from];
}
