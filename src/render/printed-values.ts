/** Values in a text that a list or mapping was printed as, in YAML or JSON. */
import type { Mapping, Node, Range } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';

/** A value in a printed text, and the node that it was printed from, templates and all. */
export interface PrintedValue extends Range {
  readonly node: Node;
}

/**
 * Finds the values of a list or mapping in the text that it was printed as: the scalars, and the containers that
 * `isOne` holds for. Undefined if the text is not a print of it. All lines but the first may be indented further.
 */
export function locatePrintedValues(
  text: string,
  container: Node,
  isOne: (node: Node) => boolean,
): readonly PrintedValue[] | undefined {
  const indents = Array.from(text.matchAll(/\n( *)(?=[^\s])/g), ([, blanks = '']) => blanks.length);
  const most = indents.length === 0 ? 0 : Math.min(...indents, MOST_INDENT);
  for (let indent = 0; indent <= most; indent++) {
    const values = valuesIn(text, container, indent, isOne);
    if (values !== undefined) return values;
  }
  return undefined;
}

/** The most blanks that are tried: a template indents by no more. */
const MOST_INDENT = 24;

function valuesIn(
  text: string,
  container: Node,
  indent: number,
  isOne: (node: Node) => boolean,
): readonly PrintedValue[] | undefined {
  const { root, problem } = readYaml(' '.repeat(indent) + text);
  if (root === undefined || problem !== undefined) return undefined;
  const values: PrintedValue[] = [];
  /** Tells whether a printed tree has the parts of a container, and collects its values. */
  const match = (printed: Node, node: Node): boolean => {
    if (node.kind === 'scalar' || isOne(node)) {
      // A template may give anything.
      values.push({ start: printed.start - indent, end: printed.end - indent, node });
      return true;
    }
    if (node.kind === 'sequence')
      return (
        printed.kind === 'sequence' &&
        printed.items.length === node.items.length &&
        node.items.every((item, at) => match(printed.items[at] ?? printed, item))
      );
    if (printed.kind !== 'mapping' || printed.pairs.length !== node.pairs.length) return false;
    const byName = namedIn(printed);
    return node.pairs.every(({ key, value }) => {
      const own = byName.get(String(key.value));
      return own !== undefined && match(own, value);
    });
  };
  return match(root, container) ? values : undefined;
}

function namedIn({ pairs }: Mapping): ReadonlyMap<string, Node> {
  return new Map(pairs.map(({ key, value }) => [String(key.value), value]));
}
