/** Tags of scalars and collections: PyYAML's standard ones, Ansible's, and the ones that are refused. */
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { Scalar, Sequence } from '../tree.ts';
import type { Node, ScalarStyle, SyntaxProblem } from '../tree.ts';
import type { ConstructionFaults, When } from './construction-faults.ts';
import { problemAtNode } from './construction-faults.ts';
import { typedScalar, plainTag, ValueFault } from './typed-scalars.ts';

const STANDARD = 'tag:yaml.org,2002:';
const SET = `${STANDARD}set`;
const OMAP = `${STANDARD}omap`;
const PAIRS = `${STANDARD}pairs`;
/** Any type whose tag is not one of YAML's own. */
const CUSTOM = '';

/** Gives the type that a scalar's tag names, as PyYAML calls it. */
export function typeOfTag(tag: string): string {
  if (tag === '' || tag === '!') return 'str';
  return tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : CUSTOM;
}

/** Tells whether a mapping with this tag is a set. */
export function isSetTag(tag: string): boolean {
  return tag === SET;
}

/** Tells whether a sequence with this tag holds mappings of one pair: `!!omap`, `!!pairs`. */
export function isPairListTag(tag: string): boolean {
  return tag === OMAP || tag === PAIRS;
}

/** Makes what tags ask for. What Python refuses is noted as a fault, and the value kept as it is written. */
export class Tags {
  readonly #faults: ConstructionFaults;
  /** Ansible reads the text of its own tags again, as if it were plain; up to 2.18 it left it as it is. */
  readonly #rereads: boolean;

  constructor(faults: ConstructionFaults, rereads: boolean) {
    this.#faults = faults;
    this.#rereads = rereads;
  }

  /** Makes a scalar of the type that its tag or its text names. */
  scalar(
    type: string,
    tag: string,
    start: number,
    end: number,
    text: string,
    style: ScalarStyle,
    inUnsafe: boolean,
  ): Scalar {
    const vault = type === CUSTOM && isVaultTag(tag);
    const unsafe = type === CUSTOM && tag === '!unsafe';
    const name = !(vault || unsafe) ? type : this.#rereads ? plainTag(text) : 'str';
    const isText = name === 'str' || name === 'python/unicode';
    const mark = !isText ? 'none' : vault ? 'vault' : unsafe || inUnsafe ? 'unsafe' : 'none';
    let refused: Fault | undefined;
    try {
      const node = typedScalar(name, text, start, end, style, mark);
      if (node !== undefined && (isText || !vault)) return node;
      if (node !== undefined) refused = fault('yaml/tag-without-text', { tag });
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      refused = error.fault;
    }
    const node = new Scalar(start, end, 'str', text, style);
    if (refused !== undefined) this.#faults.note(node, problemAtNode(node, refused));
    else this.#faults.note(node, ...refusedTag(node, name === CUSTOM ? tag : STANDARD + name));
    return node;
  }

  /** Refuses a mapping whose tag is not for mappings. */
  mapping(node: Node, tag: string): void {
    this.#collection(node, tag, ['map', 'python/dict']);
  }

  /** Makes of a sequence what its tag asks for. */
  sequence(node: Sequence, tag: string): Sequence {
    if (isPairListTag(tag)) return this.#pairList(node, tag);
    this.#collection(node, tag, ['seq']);
    return node;
  }

  /** Makes the list of pairs that `!!omap` and `!!pairs` mean: tuples in Python, lists of two here. */
  #pairList({ start, end, items }: Sequence, tag: string): Sequence {
    const written = writtenTag(tag);
    const tuples = items.map((item) => {
      const pairs = this.#faults.pairsOf(item);
      const pair = pairs?.[0];
      const tuple = new Sequence(item.start, item.end, pair === undefined ? [] : [pair.key, pair.value]);
      if (pairs === undefined)
        this.#faults.note(tuple, problemAtNode(item, fault('yaml/pair-expected', { tag: written, found: item.kind })));
      else if (pairs.length !== 1)
        this.#faults.note(
          tuple,
          problemAtNode(item, fault('yaml/one-pair-expected', { tag: written, count: pairs.length })),
        );
      this.#faults.noteFilledAtOnce(tuple, false);
      return tuple;
    });
    const node = new Sequence(start, end, tuples);
    this.#faults.noteFilledAtOnce(node, false);
    return node;
  }

  /** Refuses a collection whose tag is not one of the standard ones for it. */
  #collection(node: Node, tag: string, known: readonly string[]): void {
    if (tag === '!' || known.some((name) => tag === STANDARD + name)) return;
    const vault = isVaultTag(tag);
    if (tag === '!unsafe' || vault) this.#faults.noteFilledAtOnce(node, true);
    if (vault) this.#faults.note(node, problemAtNode(node, fault('yaml/tag-without-text', { tag })), 'after filling');
    else if (tag !== '!unsafe') this.#faults.note(node, ...refusedTag(node, tag));
  }
}

function isVaultTag(tag: string): boolean {
  return tag === '!vault' || tag === '!vault-encrypted';
}

/** The tag as texts write it: `!!set` for the standard one of sets. */
function writtenTag(tag: string): string {
  return tag.startsWith(STANDARD) ? `!!${tag.slice(STANDARD.length)}` : tag;
}

/** The problem of a node whose tag is one for another kind of node, or one that Ansible does not know. */
function refusedTag(node: Node, tag: string): [SyntaxProblem, When] {
  const written = writtenTag(tag);
  const needs = (expected: Node['kind'], when: When): [SyntaxProblem, When] => [
    problemAtNode(node, fault('yaml/tag-of-other-kind', { tag: written, expected, found: node.kind })),
    when,
  ];
  switch (tag.startsWith(STANDARD) ? tag.slice(STANDARD.length) : '') {
    case 'seq':
      return needs('sequence', 'on filling');
    case 'map':
    case 'set':
    case 'python/dict':
      return needs('mapping', 'on filling');
    case 'omap':
    case 'pairs':
      return needs('sequence', 'at once');
    case 'str':
    case 'python/unicode':
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
    case 'binary':
    case 'timestamp':
      return needs('scalar', 'at once');
    default:
      return [problemAtNode(node, fault('yaml/unknown-tag', { tag: written })), 'at once'];
  }
}
