/** Makes assignments from the pairs of documents, and lists those that one replaced. */
import type { Document } from '../../source/document.ts';
import type { Node, Pair, Scalar } from '../../source/tree.ts';
import type { Assignment, Inventory } from './entities.ts';
import type { Level } from './level.ts';

/** Makes assignments from the pairs of a mapping; of a document with a syntax error, from those before it. */
export function assignmentsFromPairs(
  document: Document,
  pairs: readonly Pair[],
  level: Level,
): Map<string, Assignment> {
  const assignments = new Map<string, Assignment>();
  for (const { key, value } of pairs) {
    if (document.cut?.has(value) === true) continue;
    const name = nameOfKey(key);
    assignments.set(name, { name, key, value, document, level, replaced: undefined });
  }
  return assignments;
}

/** Copies an assignment with another value. */
export function withValue({ name, key, document, level, replaced }: Assignment, value: Node): Assignment {
  return { name, key, value, document, level, replaced };
}

/** The assignment and those that it replaced, the latest first. */
export function assignmentAndReplaced(assignment: Assignment): readonly Assignment[] {
  const all = [assignment];
  for (let one = assignment.replaced; one !== undefined; one = one.replaced) all.push(one);
  return all;
}

/**
 * The name of the variable that a key sets: the key's text. The name of any other key starts with U+0000; keys that are
 * equal in Python (1, 1.0 and true) have the same.
 */
export function nameOfKey(key: Scalar): string {
  if (key.type === 'str') return key.value as string;
  if (typeof key.value === 'boolean') return `\0${Number(key.value)}`;
  if (key.type === 'int' || key.type === 'float') return `\0${key.value}`;
  return `\0${key.type} ${key.value}`;
}

/** A variable that is set twice in one section of an INI inventory, or on one host's line. */
export interface IniDuplicate {
  readonly by: Assignment;
  readonly replaced: Assignment;
  readonly within: 'section' | 'line';
}

/** Lists the variables of an INI inventory that replace an earlier one of the same section or host's line. */
export function* replacedIniVariables(inventory: Inventory): Iterable<IniDuplicate> {
  if (![...inventory.documents.values()].some(({ format }) => format === 'ini')) return;
  for (const one of inventory.assignments()) {
    const { document, key, replaced } = one;
    if (document !== replaced?.document || document.format !== 'ini') continue;
    const between = document.text.slice(replaced.key.start, key.start);
    // A host that has the name of a group sets the group's variables, in any of its lines.
    const isOfSection = beginsLine(one) && beginsLine(replaced);
    if (isOfSection || !/[\r\n]/.test(between)) {
      yield { by: one, replaced, within: beginsLine(one) ? 'section' : 'line' };
    }
  }
}

/** Tells whether a variable belongs to a section; on the line of a host, the host comes first. */
function beginsLine({ document: { text }, key: { start } }: Assignment): boolean {
  return text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === '';
}
