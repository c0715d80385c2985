/** `stacklint resilience`: what people and programs are told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { FIXTURES, ROOT } from '../folders.ts';
import { repliesOf } from '../live/answering.ts';
import { command } from '../live/command.ts';
import { serve } from '../live/server.ts';
import { folderOf, stacklint } from './program.ts';

/** Four masters and four data nodes in two zones, and one dashboard, which knows those of one zone. */
const CWD = folderOf({
  'production/hosts':
    '[search:children]\nmasters\nhot\n[masters]\nes-m[1:4]\n[hot]\nes-d[1:4]\n[dashboard]\nkib-1\n' +
    '[north]\nes-m1\nes-m2\nes-d1\nes-d2\n[south]\nes-m3\nes-m4\nes-d3\nes-d4\n',
  'production/group_vars/masters.yml': 'search_node_types: [master]\n',
  'production/group_vars/hot.yml': 'search_node_types: [data_hot, data_content]\n',
  'production/group_vars/search.yml':
    'search_extra_config:\n  node.attr.zone: "{{ zone }}"\n  cluster.routing.allocation.awareness.attributes: zone\n',
  'production/group_vars/dashboard.yml':
    'dashboard_extra_config: { elasticsearch.hosts: ["https://es-d1:9200", "https://es-d2:9200"] }\n',
  'production/group_vars/north.yml': 'zone: a\n',
  'production/group_vars/south.yml': 'zone: b\n',
  'empty/hosts': '[web]\nweb-1\n',
});
const WORDS = ['resilience', '-i', 'production', '--vocabulary', 'search'];
const run = (...words: readonly string[]) => stacklint([...WORDS, ...words], { cwd: CWD });

interface Report {
  readonly version: number;
  readonly replicas: number;
  readonly stacks: readonly {
    readonly name: string;
    readonly inventory: readonly string[];
    readonly observed?: { readonly from: string };
    readonly clusters: readonly {
      readonly cluster: string;
      readonly summary: string;
      readonly tolerates: unknown;
      readonly losses: readonly {
        readonly kind: string;
        readonly name: string;
        readonly attribute?: string;
        readonly hosts: readonly string[];
        readonly effects: Readonly<Record<string, { readonly outcome: string; readonly why?: readonly string[] }>>;
      }[];
    }[];
  }[];
}

describe('stacklint resilience', (test) => {
  test('tells what stops without each host and zone, in eighty columns, as the page about it shows', () => {
    const { stdout, stderr, code } = run();
    assert.equal([code, stderr], [0, '']);
    const shown = /```text\n([^`]*)```/.exec(readFileSync(join(ROOT, 'docs/resilience.md'), 'utf8'))?.[1];
    assert.is(stdout, shown);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
  });

  test('takes it that indices have other replicas', () => {
    const { stdout } = run('--replicas', '0');
    assert.match(stdout, '4 nodes with data; 0 replicas of each index is assumed (--replicas)');
    assert.match(stdout, 'Without es-d1, es-d2, es-d3 or es-d4\n    writes and snapshots may stop: the only copy of a');
    assert.match(run('--replicas', 'one').stderr, /^stacklint: --replicas is one; expected a whole number/);
  });

  test('shows what some hosts stop alone, and the zones that they are in', () => {
    const { stdout } = run('--limit', 'es-m1');
    assert.match(stdout, 'Without zone a (');
    assert.not.match(stdout, 'zone b');
    assert.match(stdout, 'Nothing stops without any other: 1 of 1 host.');
  });

  test('has colours of what stops, and of what may', () => {
    const { stdout } = run('--color', 'always');
    assert.match(stdout, '\u001b[31m\u001b[1mdashboards stop\u001b[22m\u001b[39m: the only dashboard is there');
    assert.match(stdout, '\u001b[33m\u001b[1melections may stop');
  });

  test('tells programs of every loss, and each service by its name', () => {
    const report = JSON.parse(run('-f', 'json').stdout) as Report;
    const [{ clusters: [cluster] = [], inventory } = { clusters: [], inventory: [] }] = report.stacks;
    assert.equal([report.version, report.replicas, inventory], [1, 1, ['production']]);
    assert.equal(
      [cluster?.summary, cluster?.tolerates],
      ['survives 1 loss of a voter', { atOnce: { least: 1, most: 1 }, inTurn: { least: 2, most: 2 } }],
    );
    assert.equal(
      cluster?.losses.map(({ name }) => name),
      ['es-d1', 'es-d2', 'es-d3', 'es-d4', 'es-m1', 'es-m2', 'es-m3', 'es-m4', 'kib-1', 'a', 'b'],
    );
    assert.equal(cluster?.losses.at(-1)?.effects, {
      elections: {
        outcome: 'may-stop',
        why: ['one of the 4 voters does not count, and it depends on which'],
      },
      writes: { outcome: 'may-stop', why: ['a master may not be elected'] },
      dashboards: { outcome: 'works' },
      snapshots: { outcome: 'may-stop', why: ['a master may not be elected'] },
    });
    assert.equal([cluster?.losses.at(-1)?.kind, cluster?.losses.at(-1)?.attribute], ['zone', 'zone']);
  });

  test('ends with 2 where there is no cluster', () => {
    const { code, stderr } = stacklint(['resilience', '-i', 'empty'], { cwd: CWD });
    assert.is(code, 2);
    assert.is(stderr, 'stacklint: no cluster of Elasticsearch or OpenSearch was found in empty\n');
    assert.is(stacklint(['resilience', 'nowhere/'], { cwd: CWD }).code, 2);
  });
});

describe('stacklint resilience --live', (test) => {
  test('weighs a running cluster, node by node', async () => {
    const server = await serve(repliesOf('harbour'));
    try {
      const { stdout, stderr, exitCode } = await command(['resilience', '--live', server.url, '-f', 'json']);
      assert.equal([exitCode, stderr], [0, '']);
      const [stack] = (JSON.parse(stdout) as Report).stacks;
      assert.is(stack?.observed?.from, server.url);
      assert.ok(stack?.clusters[0]?.losses.every(({ kind }) => kind === 'node' || kind === 'zone'));
      assert.ok(server.requests.every(({ method }) => method === 'GET'));
    } finally {
      await server.close();
    }
  });

  test('weighs a recording', () => {
    const { stdout, code } = stacklint(['resilience', '--live', join(FIXTURES, 'live/observatory.zip')], { cwd: CWD });
    assert.is(code, 0);
    assert.match(stdout, /^Cluster observatory\n {2}\d voters/);
  });

  test('says what has no meaning with it, or without it', () => {
    const said = (...words: readonly string[]): string => stacklint(['resilience', ...words], { cwd: CWD }).stderr;
    assert.match(
      said('--live', 'a.zip', '-i', 'hosts'),
      '--inventory is about an inventory, and --live is a running cluster',
    );
    assert.match(said('--user', 'auditor'), '--user is about a running cluster; name it with --live');
    assert.match(
      said('--live', 'a.zip', 'production'),
      '--live is a running cluster, and production an inventory; name one of them',
    );
    assert.match(
      said('--live', 'https://a:9200', '--live', 'a.zip'),
      'a.zip is not a URL; a recording is judged alone',
    );
  });
});
