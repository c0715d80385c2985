/** Origins of values in files that plays put on hosts: the variable that a person would change, or the template. */
import type { Assignment, Scopes } from '../../ansible/index.ts';
import type { FilePlace, Origin } from '../../model/setting.ts';
import { someScalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { placeIn, placeOfValue } from '../place.ts';
import { isTemplated } from '../plain.ts';
import type { Source } from '../rendered/value-source.ts';

/** The place where a person would change a value, and what they call it. */
interface OriginInFile {
  readonly origin: Origin;
  readonly variable: string;
  /** The variable that is the value, or a part of it, with nothing else going into it. */
  readonly assignment: Assignment | undefined;
}

/** Finds the origin of a value in a file; `own`: the product's name for the setting. */
export function originInFile(source: Source, own: string, scopes: Scopes): OriginInFile {
  const { place, isComputed, from, isPart, isContainer, node } = source;
  const template = placeIn(place.document, place);
  // A value that refers to another is changed there.
  const of = (value: Node): OriginInFile => {
    const chain = referencesFrom(value, from, scopes);
    const [last = value, ...users] = [...chain].reverse();
    const by = scopes.assignmentOf(last);
    const places = users.map((user) => placeOfNode(user, place, scopes) ?? template);
    const isWithin = contains(place.document.root, value);
    const usedAt = isWithin ? places : [...places, template];
    const origin = { ...(placeOfNode(last, place, scopes) ?? template), usedAt };
    return { origin, variable: last === by?.value ? by.name : own, assignment: by };
  };
  if (node !== undefined && placeOfNode(node, place, scopes) !== undefined) return of(node);
  if (!isComputed) return { origin: template, variable: own, assignment: undefined };
  const inputs = from.filter((value) => scopes.assignmentOf(value) !== undefined);
  const referred = new Set(inputs.map((value) => referredBy(value, inputs, scopes)));
  const [only, ...others] = inputs.filter((value) => !referred.has(value));
  // A text around one value (`-Xmx{{ heap }}g`) is changed at that value, but not a list with one in it.
  const isAroundOne = others.length === 0 && only?.kind === 'scalar' && !isPart && isContainer !== true;
  if (isAroundOne) return of(only);
  const computedFrom = inputs.flatMap((value) => {
    const by = scopes.assignmentOf(value);
    return by === undefined ? [] : [placeOfValue(by, by.value)];
  });
  return { origin: { ...template, computedFrom }, variable: own, assignment: undefined };
}

/** The place of a value that a variable, or the task itself, has. */
function placeOfNode(node: Node, { document }: Source['place'], scopes: Scopes): FilePlace | undefined {
  const by = scopes.assignmentOf(node);
  if (by !== undefined) return placeOfValue(by, node);
  return contains(document.root, node) ? placeIn(document, node) : undefined;
}

/** More references than anyone writes one after the other. */
const LONGEST_CHAIN = 20;

/** A value, and those that it leads to if each is a template that only refers to the next. */
function referencesFrom(value: Node, from: readonly Node[], scopes: Scopes): readonly Node[] {
  const chain = [value];
  for (let next = referredBy(value, from, scopes); next !== undefined; next = referredBy(next, from, scopes)) {
    if (chain.length > LONGEST_CHAIN) break;
    chain.push(next);
  }
  return chain;
}

/** The value that a template refers to, among those that went into what is shown. */
function referredBy(node: Node, from: readonly Node[], scopes: Scopes): Node | undefined {
  return node.kind === 'scalar' && isTemplated(node) ? scopes.referredBy(node, from) : undefined;
}

/** Tells whether a node belongs to a tree, like a value that a task gives in its own arguments. */
function contains(tree: Node | undefined, node: Node): boolean {
  if (tree === undefined || tree === node) return tree !== undefined;
  if (tree.kind === 'scalar' || node.start < tree.start || node.end > tree.end) return false;
  const parts = tree.kind === 'sequence' ? tree.items : tree.pairs.map(({ value }) => value);
  return parts.some((part) => contains(part, node));
}

/**
 * The nodes that a value may reveal something about: its own if a variable has it as it is, else every node that went
 * into it.
 */
export function inputsOf({ node, from }: Source, scopes: Scopes): readonly Node[] {
  if (node === undefined) return from.filter(({ kind }) => kind === 'scalar');
  const isWritten = scopes.assignmentOf(node) !== undefined && !someScalar(node, isTemplated);
  return isWritten ? [node] : [node, ...from];
}
