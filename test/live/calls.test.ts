import { rules } from '../../src/generated/rules.ts';
import { CALLS, callsOf, CLUSTER_PRODUCTS } from '../../src/live/calls.ts';
import type { Product } from '../../src/live/calls.ts';
import { sidesOf } from '../../src/model/rule.ts';
import type { CallName, ClusterAnswers } from '../../src/stack/observed/answers.ts';
import { CALL_NAMES, clustersOfFixtures, judged } from '../clusters.ts';
import { assert, describe } from '../describe.ts';

const RELEASES: readonly (readonly [Product, string])[] = [
  ['elasticsearch', '7.17.29'],
  ['elasticsearch', '8.0.0'],
  ['elasticsearch', '8.19.21'],
  ['elasticsearch', '9.5.3'],
  ['opensearch', '1.3.20'],
  ['opensearch', '2.19.4'],
  ['opensearch', '3.8.0'],
];

const names = (product: Product, version?: string): readonly string[] =>
  callsOf(product, version).map(({ name }) => name);

describe('calls', (test) => {
  test('no release has two calls of one name, and each asks for itself and for its nodes', () => {
    for (const [product, version] of RELEASES) {
      const found = names(product, version);
      assert.is(new Set(found).size, found.length, version);
      assert.ok(found.includes('root') && found.includes('nodes'));
    }
  });

  test('without a release, the calls are those of the newest', () => {
    assert.equal(names('elasticsearch'), names('elasticsearch', '9.5.3'));
    assert.equal(names('opensearch'), names('opensearch', '3.8.0'));
  });

  test('a call is made from its first release up to the one that no longer has it', () => {
    const has = (name: string, version: string): boolean => names('elasticsearch', version).includes(name);
    assert.equal(
      ['8.6.2', '8.7.0', '8.10.1'].map((version) => has('health-report', version)),
      [false, true, true],
    );
    assert.equal(
      ['7.17.29', '8.6.2', '8.7.0'].map((version) => has('lifecycle-status', version)),
      [true, true, false],
    );
    const pathOf = (version: string): string =>
      callsOf('elasticsearch', version).find(({ name }) => name === 'snapshots')?.path ?? '';
    assert.not.match(pathOf('7.13.4'), 'size=');
    assert.match(pathOf('7.17.29'), 'size=20');
    assert.match(pathOf('8.19.21-SNAPSHOT'), 'index_names=false');
  });

  test('OpenSearch that is told to call itself 7.10.2 is asked all', () => {
    assert.equal(names('opensearch', '7.10.2'), names('opensearch'));
  });

  test('no call reads documents, and none asks what only a write may', () => {
    for (const { path } of CALLS) {
      assert.match(path, /^\/[^#]*$/);
      assert.not.match(path, /_search|_source|_doc|_mget|_sql|_count|_verify|_bulk|_execute/);
    }
  });

  test('whoever waits for all nodes gives them a time', () => {
    for (const { path } of CALLS.filter(({ path }) => path.startsWith('/_nodes')))
      assert.match(path, 'timeout={timeout}');
  });

  test('a rule that needs what follows an answer needs that answer as well', () => {
    for (const call of CALLS) {
      const { follows } = call;
      if (follows === undefined) continue;
      for (const needed of [follows.call, ...('after' in follows ? follows.after : [])]) {
        const before = CALLS.find(({ product, name }) => product === call.product && name === needed);
        if (before === undefined) throw new Error(`${call.name} follows nothing`);
        assert.equal(
          call.feeds.filter((rule) => !before.feeds.includes(rule)),
          [],
          call.name,
        );
        assert.ok(CALLS.indexOf(before) < CALLS.indexOf(call), `${call.name} comes after ${before.name}`);
      }
    }
  });

  test('what a call leaves undecided is among the rules that it feeds', () => {
    const found = new Set<string>();
    for (const answers of clustersWithOtherAnswers())
      for (const { name: call, feeds } of callsOf(answers.product as Product).filter(({ name }) => name !== 'nodes')) {
        const requests = new Set(answers.answersTo(call as CallName).map(({ request }) => request));
        if (requests.size === 0) continue;
        for (const { rule, at } of judged(without(answers, call)).undecided)
          if ('call' in at && requests.has(at.call) && !feeds.includes(rule)) found.add(`${call}: ${rule}`);
      }
    assert.equal([...found], []);
  });

  test('calls feed each rule that judges running clusters, and no others', () => {
    const judging = rules.filter(({ rule }) => sidesOf(rule) !== 'declared').map(({ name }) => name);
    const fed = new Set(CALLS.flatMap(({ feeds }) => feeds));
    assert.equal([...fed].sort(), judging.sort());
  });

  test('a call feeds rules, each once', () => {
    for (const product of [...CLUSTER_PRODUCTS, 'kibana', 'opensearch-dashboards', 'logstash'] as const)
      for (const { name, feeds } of callsOf(product))
        assert.ok(feeds.length > 0 && new Set(feeds).size === feeds.length, name);
  });
});

/** Clusters of fixtures, one for each set of answers. */
function clustersWithOtherAnswers(): readonly ClusterAnswers[] {
  const answered = (answers: ClusterAnswers): string =>
    CALL_NAMES.filter((call) => answers.answersTo(call).length > 0).join(' ');
  return [...new Map(clustersOfFixtures().map(([, answers]) => [answered(answers), answers])).values()];
}

/** A cluster of which one answer is not seen. */
function without(answers: ClusterAnswers, hidden: string): ClusterAnswers {
  const answersTo: ClusterAnswers['answersTo'] = (call) =>
    answers.answersTo(call).map((answer) => (call === hidden ? { ...answer, body: undefined } : answer));
  return { ...answers, answersTo, answerTo: (call) => answersTo(call)[0] };
}
