/** Assignments of what is written as a key with its value. */
import type { Document } from '../source/document.ts';
import type { Node, Pair, Scalar } from '../source/tree.ts';
import type { Assignment } from './entities.ts';
import type { Level } from './level.ts';
import { nameOfKey } from './variables/variable-name.ts';

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
