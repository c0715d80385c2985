/** What a recording keeps of answers, held against what the stack is made from. */
import { isMap } from '../../src/ground/json-map.ts';
import type { Json } from '../../src/live/bounded-json.ts';
import { KEPT_PARTS } from '../../src/live/kept-parts.ts';
import { KeepingParts, PLAIN } from '../../src/recording/keep-parts.ts';
import type { ClusterAnswer, ClusterAnswers } from '../../src/stack/observed/answers.ts';
import { clustersOfFixtures, judged } from '../clusters.ts';
import { assert, describe } from '../describe.ts';

/** What the product adds to a policy is not sent back to it; and a list of patterns has no keys. */
const NOT_KEPT = [
  'opensearch snapshot-management policies sm_policy schedule',
  'elasticsearch snapshot-lifecycle nightly policy config indices odd',
];

describe('keeping parts of answers', (test) => {
  test('leaves out nothing that is asked for when a cluster is judged, whether it is there or not', () => {
    const asked = new Map<string, readonly [product: string, call: string, keys: readonly string[]]>();
    for (const [, answers] of clustersOfFixtures()) {
      const of = (product: string) => (call: string, keys: readonly string[]) =>
        asked.set([product, call, ...keys].join(' '), [product, call, keys]);
      judged(watched(answers, of));
    }
    assert.ok(asked.size > 500);
    const keys = [...asked.keys()];
    // The name of a setting is looked up whole, and then by its parts.
    const isBeginning = (key: string): boolean => keys.some((other) => other.startsWith(`${key}.`));
    const lost = [...asked].filter(([key, [product, call, path]]) => !isKept(product, call, path) && !isBeginning(key));
    assert.equal(
      lost.map(([key]) => key),
      NOT_KEPT,
    );
  });

  test('keeps the words of a product that have spaces, and no others', () => {
    const reduced = (jvm: Json): Json =>
      new KeepingParts('elasticsearch', PLAIN).reduce(nodeWith(jvm), KEPT_PARTS['nodes'] ?? {});
    const collectors = ['G1 Young Generation', 'PS Scavenge', 'Copy', 'ZGC Major Cycles'];
    const node = nodeWith({ gc_collectors: collectors });
    assert.equal(reduced({ gc_collectors: collectors }), node);
    assert.equal(reduced({ gc_collectors: ['see https://keeper@crane.example'] }), nodeWith({ gc_collectors: ['?'] }));
  });
});

function nodeWith(jvm: Json): Json {
  return { nodes: { '7yPa': { jvm } } };
}

/** Tells whether a value would be left where keys lead in an answer. */
function isKept(product: string, call: string, keys: readonly string[]): boolean {
  const answer = keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), 'some');
  const kept = new KeepingParts(product, PLAIN).reduce(answer, KEPT_PARTS[call] ?? {});
  return keys.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), kept) !== undefined;
}

type Ask = (call: string, keys: readonly string[]) => void;

/** The answers of a cluster, which tell what is asked for of them. */
function watched(answers: ClusterAnswers, of: (product: string) => Ask): ClusterAnswers {
  const watching = (call: string, ask: Ask, answer: ClusterAnswer): ClusterAnswer => {
    return { ...answer, body: watchedPart(answer.body, [], (keys) => ask(call, keys)) };
  };
  const answersTo: ClusterAnswers['answersTo'] = (call) =>
    answers.answersTo(call).map((answer) => watching(call, of(answers.product), answer));
  return {
    ...answers,
    answersTo,
    // What the connection itself tells stands in the manifest.
    answerTo: (call) => (call === 'handshake' ? answers.answerTo(call) : answersTo(call)[0]),
    instances: (answers.instances ?? []).map((instance) => ({
      ...instance,
      answerTo: (call) => {
        const answer = instance.answerTo(call);
        return answer && watching(call, of(instance.product), answer);
      },
    })),
  };
}

/** A part of an answer, which tells what is asked for below it. Items of lists have the keys of their list. */
function watchedPart(value: unknown, keys: readonly string[], ask: (keys: readonly string[]) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => watchedPart(item, keys, ask));
  if (!isMap(value)) return value;
  return new Proxy(value, {
    get: (target, key) => {
      if (typeof key === 'symbol') return undefined;
      ask([...keys, key]);
      return watchedPart(target[key], [...keys, key], ask);
    },
    getOwnPropertyDescriptor: (target, key) => {
      if (typeof key === 'string') ask([...keys, key]);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
}
