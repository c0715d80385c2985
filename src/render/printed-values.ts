/** Values in a text that a list or mapping was printed as, in YAML or JSON. */
import type { Mapping, Node, Range, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';

/** A scalar in a printed text, and the node that it was printed from, templates and all. */
export interface PrintedValue extends Range {
  readonly node: Scalar;
}

/**
 * Finds the scalars of a list or mapping in the text that it was printed as; undefined where the text is not a print of it.
 * All lines but the first may be indented further.
 */
export function printedValues(text: string, container: Node): readonly PrintedValue[] | undefined {
  const indents = Array.from(text.matchAll(/\n( *)(?=[^\s])/g), ([, blanks = '']) => blanks.length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  return valuesIn(text, container, 0) ?? (indent > 0 ? valuesIn(text, container, indent) : undefined);
}

function valuesIn(text: string, container: Node, indent: number): readonly PrintedValue[] | undefined {
  const { root, problem } = readYaml(' '.repeat(indent) + text);
  if (root === undefined || problem !== undefined) return undefined;
  const values: PrintedValue[] = [];
  return match(root, container, values) ? values.map((value) => moved(value, -indent)) : undefined;
}

/** Tells whether a printed tree has the parts of a container, and collects its scalars. */
function match(printed: Node, container: Node, values: PrintedValue[]): boolean {
  if (container.kind === 'scalar') {
    // A template may give anything.
    values.push({ start: printed.start, end: printed.end, node: container });
    return true;
  }
  if (container.kind === 'sequence')
    return (
      printed.kind === 'sequence' &&
      printed.items.length === container.items.length &&
      container.items.every((item, at) => match(printed.items[at] ?? printed, item, values))
    );
  if (printed.kind !== 'mapping' || printed.pairs.length !== container.pairs.length) return false;
  const byName = namedIn(printed);
  return container.pairs.every(({ key, value }) => {
    const own = byName.get(String(key.value));
    return own !== undefined && match(own, value, values);
  });
}

function namedIn({ pairs }: Mapping): ReadonlyMap<string, Node> {
  return new Map(pairs.map(({ key, value }) => [String(key.value), value]));
}

function moved({ start, end, node }: PrintedValue, by: number): PrintedValue {
  return { start: start + by, end: end + by, node };
}
