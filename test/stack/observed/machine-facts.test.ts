/** What a running node tells of its machine and its process. */
import type { Setting } from '../../../src/model/setting.ts';
import { settingNamesOf } from '../../../src/model/settings.ts';
import type { SearchNode } from '../../../src/model/stack.ts';
import { answersOf, nodeIn, pointerOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const GB = 1024 ** 3;
const FACTS = [
  ...(['roles', 'release', 'heapGb', 'heapStartGb', 'compressedPointers', 'memoryLocked'] as const),
  ...(['swap', 'ramGb', 'addresses', 'nodeAttributes'] as const),
];

function factsOf(node: SearchNode) {
  return Object.fromEntries(
    FACTS.map((name) => {
      const setting: Setting<unknown> = node[name];
      return [name, setting.state === 'known' ? setting.value : setting.state];
    }),
  );
}

/** A node with other statistics of its machine. */
function withStats(os: unknown): SearchNode {
  return nodeIn(answersOf('attic', { values: { 'node-stats': { nodes: { A9dm: { os } } } } }), 'trunk-2');
}

describe('a running node', (test) => {
  test('tells its roles, release, heap, lock, memory, addresses and attributes', () => {
    assert.equal(factsOf(nodeIn(answersOf('harbour'), 'crane-1')), {
      roles: ['data_content', 'data_hot', 'ingest'],
      release: '8.19.4',
      heapGb: 30,
      heapStartGb: 30,
      compressedPointers: true,
      memoryLocked: true,
      swap: 'off',
      ramGb: 64,
      addresses: ['10.4.0.21'],
      nodeAttributes: ['xpack.installed=true', 'zone=1'],
    });
    const { heapStartGb, compressedPointers, memoryLocked, swap } = factsOf(nodeIn(answersOf('attic'), 'trunk-2'));
    assert.equal([heapStartGb, compressedPointers, memoryLocked, swap], [20, false, false, 'unset']);
  });

  test('has each fact at its place in the answer', () => {
    const { heapGb, ramGb, release } = nodeIn(answersOf('attic'), 'trunk-2');
    assert.equal(
      [heapGb, ramGb, release].map(({ origin }) => pointerOf(origin)),
      ['/nodes/A9dm/jvm/mem/heap_max_in_bytes', '/nodes/A9dm/os/mem', '/nodes/A9dm/version'],
    );
  });

  test('has as much memory as its product is told to count with, or its container may have', () => {
    const ram = (os: unknown) => factsOf(withStats(os))['ramGb'];
    assert.is(ram({}), 48);
    assert.is(ram({ mem: { adjusted_total_in_bytes: 40 * GB } }), 40);
    assert.is(ram({ cgroup: { memory: { limit_in_bytes: String(16 * GB) } } }), 16);
    assert.is(ram({ cgroup: { memory: { limit_in_bytes: 'max' } } }), 48);
    assert.is(ram({ cgroup: null }), 48);
  });

  test('has an address without port and name', () => {
    const addresses = (transport: string, http: string) => {
      const A9dm = { transport_address: transport, http: { publish_address: http } };
      return factsOf(nodeIn(answersOf('attic', { values: { nodes: { nodes: { A9dm } } } }), 'trunk-2'))['addresses'];
    };
    assert.equal(addresses('10.9.0.22:9300', 'trunk-2/10.9.0.99:9200'), ['10.9.0.22', '10.9.0.99']);
    assert.equal(addresses('[fd00::22]:9300', 'trunk-2/[fd00::22]:9200'), ['fd00::22']);
  });

  test('leaves open what was not seen of its machine', () => {
    const why = 'GET /_nodes/stats was not answered in time';
    const node = nodeIn(answersOf('harbour', { unseen: ['node-stats'], why: { 'node-stats': why } }), 'pier-1');
    assert.equal(
      [node.ramGb, node.swap].map((one) => (one.state === 'unknown' ? one.message : '')),
      [why, why],
    );
    const lost = nodeIn(answersOf('harbour', { values: { 'node-stats': { nodes: { Hq3f: null } } } }), 'pier-1');
    assert.is(
      lost.ramGb.state === 'unknown' ? lost.ramGb.message : '',
      'GET /_nodes/stats/jvm,fs,os,process,breaker does not tell os.mem',
    );
  });

  test('has every setting of the model, known or with the reason why not', () => {
    for (const name of settingNamesOf('node')) {
      const setting: Setting<unknown> = nodeIn(answersOf('harbour'), 'pier-2')[name as 'roles'];
      const isOther = setting.state === 'unknown' && setting.reason === 'not-applicable';
      assert.ok(setting.state === 'known' || setting.state === 'unset' || isOther, `${name}: ${setting.state}`);
    }
  });
});
