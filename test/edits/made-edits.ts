/** Edits of made texts: one of each kind at a place that is chosen. */
import { addItems, addPair, removeItem, removePair, renameKey, replaceScalar } from '../../src/edits/document-edits.ts';
import { treeOf } from '../../src/edits/proof.ts';
import type { TextEdit } from '../../src/edits/text-edit.ts';
import type { PlainData } from '../../src/edits/value-text.ts';
import type { Document } from '../../src/source/document.ts';
import type { Mapping, Node, Pair, Scalar, Sequence } from '../../src/source/tree.ts';
import type { Choices } from './made-texts.ts';

type Kind = 'replace' | 'rename' | 'remove pair' | 'add pair' | 'remove item' | 'add items';

/** An edit as it is told to Python: positions of the parts on the way, as keys may be equal in it. */
export interface MadeEdit {
  readonly kind: Kind;
  readonly route: readonly number[];
  readonly name: string;
  readonly value: PlainData;
  readonly edits: readonly TextEdit[] | undefined;
}

const WORDS = [
  'x',
  '30',
  'yes',
  'ö😀',
  'a: b',
  "it's",
  'say "so"',
  'a #b',
  '{{ x }}',
  '',
  ' x',
  'two\nlines\n',
  'C:\\d',
  '- x',
];
const VALUES: readonly (string | number | boolean | null)[] = [...WORDS, 30, -1, 0.5, 1e-7, true, false, null];
const DATA: readonly PlainData[] = [...VALUES, [], {}, ['x', 30], { k: 'x', l: [{ m: 1, n: [] }, ['y', 'z']] }];

interface Place<Kind extends Node = Node> {
  readonly node: Kind;
  readonly route: readonly number[];
}

/** Makes an edit of a document; undefined where it has no place for one. */
export function madeEdit(document: Document, choices: Choices): MadeEdit | undefined {
  const places = placesIn(treeOf(document), []);
  const mappings = places.flatMap(({ node, route }) => (node.kind === 'mapping' ? [{ node, route }] : []));
  const sequences = places.flatMap(({ node, route }) => (node.kind === 'sequence' ? [{ node, route }] : []));
  const made = (kind: Kind, route: readonly number[], edits: readonly TextEdit[] | undefined, value: PlainData = null): MadeEdit => ({
    kind, route, name: 'new', value, edits,
  }); // prettier-ignore
  switch (choices.below(6)) {
    case 0: {
      const scalars = places.flatMap(({ node, route }) => (node.kind === 'scalar' ? [{ node, route }] : []));
      return withOne(scalars, choices, ({ node, route }: Place<Scalar>) => {
        const value = choices.one(VALUES);
        return made('replace', route, replaceScalar(document, node, value), value);
      });
    }
    case 1:
      return withPair(mappings, choices, (_mapping, pair, route) =>
        made('rename', route, renameKey(document, pair, 'new')),
      );
    case 2:
      return withPair(mappings, choices, (mapping, pair, route) =>
        made('remove pair', route, removePair(document, mapping, pair)),
      );
    case 3:
      return withOne(mappings, choices, ({ node, route }: Place<Mapping>) => {
        const value = choices.one(DATA);
        const after = choices.below(node.pairs.length + 1);
        const pair = node.pairs[after];
        const at = pair === undefined || pair.mergedAt !== undefined ? node.pairs.length : after + 1;
        return made(
          'add pair',
          [...route, at],
          addPair(document, node, 'new', value, node.pairs[at - 1] === pair ? pair : undefined),
          value,
        );
      });
    case 4: {
      const filled = sequences.filter(({ node }) => node.items.length > 0);
      return withOne(filled, choices, ({ node, route }: Place<Sequence>) => {
        const index = choices.below(node.items.length);
        return made('remove item', [...route, index], removeItem(document, node, node.items[index]!));
      });
    }
    default:
      return withOne(sequences, choices, ({ node, route }: Place<Sequence>) => {
        const values = choices.rarely(3) ? [choices.one(DATA), choices.one(DATA)] : [choices.one(DATA)];
        const index = choices.below(node.items.length + 1);
        const at = index === 0 ? node.items.length : index;
        return made('add items', [...route, at], addItems(document, node, values, node.items[index - 1]), values);
      });
  }
}

function withOne<Kind extends Node>(
  places: readonly Place<Kind>[],
  choices: Choices,
  make: (place: Place<Kind>) => MadeEdit,
): MadeEdit | undefined {
  return places.length === 0 ? undefined : make(choices.one(places));
}

function withPair(
  mappings: readonly Place<Mapping>[],
  choices: Choices,
  make: (mapping: Mapping, pair: Pair, route: readonly number[]) => MadeEdit,
): MadeEdit | undefined {
  const own = mappings.filter(({ node }) => node.pairs.length > 0);
  return withOne(own, choices, ({ node, route }) => {
    const index = choices.below(node.pairs.length);
    return make(node, node.pairs[index]!, [...route, index]);
  });
}

function placesIn(node: Node | undefined, route: readonly number[]): readonly Place[] {
  if (node === undefined) return [];
  const parts =
    node.kind === 'scalar' ? [] : node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
  return [{ node, route }, ...parts.flatMap((part, index) => placesIn(part, [...route, index]))];
}
