/** Places that set variables: those of pairs that are written in documents, and all of an inventory. */
import type { Document } from '../source/document.ts';
import type { Node, Pair, Scalar } from '../source/tree.ts';
import type { Assignment, Group, Host, Inventory } from './entities.ts';
import type { Level } from './level.ts';

/** A variable as a pair of a document sets it. Its value is made when somebody asks for it. */
export class WrittenAssignment implements Assignment {
  readonly name: string;
  readonly document: Document;
  readonly level: Level;
  readonly replaced: Assignment | undefined;
  readonly #pair: Pair;

  constructor(name: string, pair: Pair, document: Document, level: Level, replaced: Assignment | undefined) {
    this.name = name;
    this.#pair = pair;
    this.document = document;
    this.level = level;
    this.replaced = replaced;
  }

  get key(): Scalar {
    return this.#pair.key;
  }

  get value(): Node {
    return this.#pair.value;
  }

  get like(): Pair | undefined {
    return this.#pair.like;
  }
}

/** What the pairs of a mapping set; of a document with a syntax error, what was read whole before it. */
export function assignmentsOf(document: Document, pairs: readonly Pair[], level: Level): Map<string, Assignment> {
  const assignments = new Map<string, Assignment>();
  for (const { key, value } of pairs) {
    if (document.cut?.has(value) === true) continue;
    const name = nameOfKey(key);
    assignments.set(name, { name, key, value, document, level, replaced: undefined });
  }
  return assignments;
}

/** The same assignment, of another value. */
export function withValue({ name, key, document, level, replaced }: Assignment, value: Node): Assignment {
  return { name, key, value, document, level, replaced };
}

/** The assignment, then those that it replaced, the latest first. */
export function* withReplaced(assignment: Assignment): Iterable<Assignment> {
  for (let one: Assignment | undefined = assignment; one !== undefined; one = one.replaced) yield one;
}

/**
 * All assignments of groups and hosts: for each, those of the sources and then those of its variable files, among them
 * the ones that nothing sees as others replace or override them. A file that belongs to several is looked through once.
 */
export function* assignments(inventory: Inventory): Iterable<Assignment> {
  const taken = new Set<Document>();
  for (const group of inventory.groups.values())
    yield* ownAssignments(group, 'group_vars', inventory.filesOf(group), taken);
  for (const host of inventory.hosts.values()) yield* ownAssignments(host, 'host_vars', inventory.filesOf(host), taken);
}

function* ownAssignments(
  { name: owner, variables }: Group | Host,
  kind: 'group_vars' | 'host_vars',
  files: readonly Document[],
  taken: Set<Document>,
): Iterable<Assignment> {
  for (const assignment of variables.values()) yield* withReplaced(assignment);
  const level: Level = { kind, owner };
  for (const document of files) {
    if (document.root?.kind !== 'mapping' || taken.has(document)) continue;
    taken.add(document);
    for (const { key, value, mergedAt } of document.root.pairs) {
      const isMerged = mergedAt !== undefined;
      yield { name: nameOfKey(key), key, value, document, level, replaced: undefined, isMerged };
    }
  }
}

/**
 * The key's text; for the keys that are no text, a name that no text can have.
 *
 * Keys that Python holds for equal (1, 1.0 and true) get one name.
 */
export function nameOfKey(key: Scalar): string {
  if (key.type === 'str') return key.value as string;
  if (typeof key.value === 'boolean') return `\0${Number(key.value)}`;
  if (key.type === 'int' || key.type === 'float') return `\0${key.value}`;
  return `\0${key.type} ${key.value}`;
}
