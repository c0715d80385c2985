import { readYaml } from '../../../src/source/yaml/read.ts';
import { oracleWords } from '../oracle-words.ts';
import type { Node, Scalar } from '../../../src/source/tree.ts';
import type { AnsibleAnswer } from './compare.ts';
import { codePoints } from './compare.ts';

/** Says how the values that we read from a text differ from Ansible's, or gives nothing where they do not. */
export function typedDifference(text: string, answer: AnsibleAnswer): string | undefined {
  const { root, problem, duplicates } = readYaml(text);
  const index = codePoints(text);
  if (problem?.code === 'yaml/value-within-itself' && answer.value?.includes('RECURSION')) return undefined;
  if (problem !== undefined || answer.error !== undefined) {
    const expected = answer.error ?? [null];
    const [message, context] = problem === undefined ? [] : oracleWords(problem, text);
    const ours = [message ?? null, problem && expected[1] !== null ? index(problem.start) : null, context ?? null];
    return JSON.stringify(ours) === JSON.stringify(expected) || isReaderError(message, expected[0])
      ? undefined
      : `error: ours ${JSON.stringify(ours)}, Ansible's ${JSON.stringify(answer.error ?? answer.value)}`;
  }
  const place = places(text, index);
  const value = root === undefined ? 'null' : typed(root, place, false);
  // Python has tuples for the pairs of these, which have no place of their own.
  const bare = (typedText: string | undefined): string | undefined =>
    /!!(?:omap|pairs)/.test(text) ? typedText?.replace(/@\d+:\d+/g, '') : typedText;
  if (bare(value) !== bare(answer.value)) return `value: ours ${value}\n            Ansible's ${answer.value}`;
  const ours = duplicates
    .map(({ key }) => `${JSON.stringify(key.value)}${untagged(key) ? '' : place(key)}`.replace(/^.*@/, '@'))
    .sort();
  const theirs = answer.warnings!.map(([line, column]) => (line === null ? 'x' : `@${line}:${column}`)).sort();
  const normal = ours.map((warning) => (warning.startsWith('@') ? warning : 'x')).sort();
  if (normal.join() !== theirs.join())
    return `duplicates: ours ${ours.join()}, Ansible's ${JSON.stringify(answer.warnings)}`;
  return undefined;
}

function isReaderError(ours: string | null | undefined, theirs: string | null | undefined): boolean {
  return ours?.startsWith('unacceptable character') === true && theirs?.includes(ours) === true;
}

const untagged = (node: Node): boolean => node.kind === 'scalar' && (node.type === 'bool' || node.type === 'null');

/** Gives a function that prints where a node starts, as Ansible counts: lines and characters from 1. */
function places(text: string, index: (at: number) => number): (node: Node) => string {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (const match of text.matchAll(/\r\n|[\n\r\x85\u2028\u2029]/g)) starts.push(match.index + match[0].length);
  return ({ start }) => {
    const line = starts.findLastIndex((at) => at <= start);
    return `@${line + 1}:${index(start) - index(starts[line]!) + 1}`;
  };
}

function typed(node: Node, placeOf: (node: Node) => string, key: boolean): string {
  const place = key ? () => '' : placeOf;
  if (node.kind === 'mapping') {
    const pairs = node.pairs.map((pair) => `${typed(pair.key, placeOf, true)}=${typed(pair.value, placeOf, false)}`);
    return `map${place(node)}{${pairs.join(', ')}}`;
  }
  if (node.kind === 'sequence') {
    const items = node.items.map((item) => typed(item, placeOf, node.unordered));
    return node.unordered ? `set${place(node)}{${items.sort().join(', ')}}` : `list${place(node)}[${items.join(', ')}]`;
  }
  if (node.type === 'null') return 'null';
  if (node.type === 'bool') return `bool:${String(node.value)}`;
  const name = node.mark === 'vault' ? 'vault' : node.mark === 'unsafe' && !key ? 'unsafe' : node.type;
  return `${name}${place(node)}:${valueText(node)}`;
}

function valueText({ type, value }: Scalar): string {
  if (type === 'str') return JSON.stringify(value);
  if (type !== 'float') return String(value);
  if (Number.isNaN(value)) return 'nan';
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value as number);
  return bytes.toString('hex');
}
