/**
 * Variables that an INI inventory sets in the same words are read once, and printed once: most hosts have the owner, the
 * rack or the heap of others.
 *
 * Without that, a listing of 1,000 hosts in INI executes 25 % more instructions (`valgrind --tool=callgrind node
 * --single-threaded dist/cli.cjs inventory --list -i hosts.ini`).
 */
import { Mapping, Scalar, Sequence } from './tree.ts';
import type { Node, Pair } from './tree.ts';

/** The most pairs that are kept: texts that repeat do so among the first, and each host's own need not be kept. */
const MOST = 2000;
/** The longest text that is kept: longer ones hardly repeat, and take long to look up. */
const LONGEST = 100;

/** A pair that was read, with the offset of its text and its number of values. */
interface First {
  readonly pair: Pair;
  readonly start: number;
  readonly size: number;
}

/** The pairs that were read, by their text from the key to the end of the value. */
export class Twins {
  readonly #first = new Map<string, First>();

  /** Finds the first pair with this text; undefined where none was kept. */
  first(written: string): First | undefined {
    return written.length > LONGEST ? undefined : this.#first.get(written);
  }

  /** Keeps a pair that was read; all places in it are in its text. */
  keep(written: string, first: First): void {
    if (written.length <= LONGEST && this.#first.size < MOST) this.#first.set(written, first);
  }
}

/** A pair with the text of an earlier one. Its value is made when it is first asked for. */
export class Twin implements Pair {
  readonly key: Scalar;
  readonly mergedAt = undefined;
  readonly #first: Pair;
  readonly #distance: number;
  #value: Node | undefined;

  /** `start` is the offset of its text. */
  constructor(first: First, start: number) {
    this.#first = first.pair;
    this.#distance = start - first.start;
    this.key = movedScalar(first.pair.key, this.#distance);
  }

  get like(): Pair {
    return this.#first;
  }

  get value(): Node {
    return (this.#value ??= moved(this.#first.value, this.#distance));
  }
}

function movedScalar({ start, end, type, value, style, mark }: Scalar, distance: number): Scalar {
  return new Scalar(start + distance, end + distance, type, value, style, mark);
}

/** Copies a value to a place this many characters further on. */
function moved(node: Node, distance: number): Node {
  if (node.kind === 'scalar') return movedScalar(node, distance);
  const start = node.start + distance;
  const end = node.end + distance;
  if (node.kind === 'sequence')
    return new Sequence(
      start,
      end,
      node.items.map((item) => moved(item, distance)),
      node.unordered,
    );
  const pairs = node.pairs.map(({ key, value }): Pair => ({
    key: movedScalar(key, distance),
    value: moved(value, distance),
    mergedAt: undefined,
  }));
  return new Mapping(start, end, pairs);
}
