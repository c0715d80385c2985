/** `stacklint graph`: the pictures of inventories and of running clusters. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { FIXTURES, ROOT } from '../folders.ts';
import { folderOf, stacklint } from './program.ts';

const museum = (...words: readonly string[]) =>
  stacklint(['graph', 'fixtures/inventories/museum', ...words], { cwd: ROOT });

/** Names that every language of pictures would read as its own. */
const ODD = folderOf({
  'hosts.yml':
    'search:\n  hosts:\n    "a<b>&c":\n    \'d"e\\f\':\n    g;h:\n  vars:\n    search_node_types: [master, data]\n    search_cluster_name: "x]--<y>"\n',
});

describe('stacklint graph', (test) => {
  test('draws zones, hosts and what their loss stops, in eighty columns, as the page about it shows', () => {
    const { stdout, stderr, code } = museum();
    assert.equal([code, stderr], [0, '']);
    const shown = /```text\n([^`]*)```/.exec(readFileSync(join(ROOT, 'docs/graph.md'), 'utf8'))?.[1];
    assert.is(stdout, shown);
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
  });

  test('draws only the hosts that are asked for', () => {
    const { stdout } = museum('--limit', 'catalogue-m*');
    assert.match(stdout, '◆ catalogue-m1, catalogue-m2, catalogue-m3\n');
    assert.not.match(stdout, /rack|acquisitions/);
  });

  test('hands programs the zones with their hosts', () => {
    const { stacks } = JSON.parse(museum('-f', 'json').stdout) as {
      stacks: {
        clusters: { label: string; zones: { name?: string; hosts: { name: string; parts: unknown[] }[] }[] }[];
      }[];
    };
    const zones = stacks.flatMap(({ clusters }) => clusters).flatMap((cluster) => cluster.zones);
    assert.equal(
      zones.map(({ name, hosts }) => [name, hosts.map((host) => host.name)]),
      [
        ['rack r1', ['catalogue-d1']],
        ['rack r2', ['catalogue-d2']],
        ['rack r3', ['catalogue-d3']],
        [undefined, ['catalogue-m1', 'catalogue-m2', 'catalogue-m3', 'acquisitions']],
      ],
    );
    assert.equal(zones[0]?.hosts[0]?.parts[0], {
      kind: 'search',
      roles: ['data_hot', 'data_content', 'ingest'],
      votes: false,
      heapGb: 30,
    });
  });

  test('draws a picture that has each host once and asks for nothing', () => {
    const { stdout } = museum('-f', 'svg');
    assert.equal(
      Array.from(stdout.matchAll(/data-host="([^"]*)"/g), ([, host]) => host),
      ['catalogue-d1', 'catalogue-d2', 'catalogue-d3', 'catalogue-m1', 'catalogue-m2', 'catalogue-m3', 'acquisitions'],
    );
    assert.match(stdout, '<g class="beside critical" data-host="acquisitions">');
    assert.not.match(stdout.replace('http://www.w3.org/2000/svg', ''), /https?:|url\(|@import|<script/);
  });

  test('draws hosts as squares where there are more than a person can read', () => {
    const cwd = folderOf({
      'hosts.yml': 'search:\n  hosts:\n    es-[1:200]:\n',
      'group_vars/search.yml': 'search_heap: "8"\n',
    });
    const { stdout } = stacklint(['graph', '-f', 'svg'], { cwd });
    assert.is(stdout.split('class="mark square"').length - 1, 200);
    assert.match(stdout, '<title>\nes-200\nall roles · 8 GB heap\n</title>');
  });

  test('escapes names in each language', () => {
    const drawn = (format: string): string => stacklint(['graph', '-f', format], { cwd: ODD }).stdout;
    assert.match(drawn('svg'), 'data-host="a&lt;b&gt;&amp;c"');
    assert.match(drawn('mermaid'), /\["a#60;b#62;#38;c<br>master, data/);
    assert.match(drawn('mermaid'), 'subgraph cluster1["x#93;--#60;y#62; · survives 1 loss of a voter"]');
    assert.match(drawn('dot'), 'label="d\\"e\\\\f\\nmaster, data');
  });

  test('draws a recording of a running cluster', () => {
    const { stdout, code } = stacklint(['graph', '--live', join(FIXTURES, 'live/observatory.zip')]);
    assert.is(code, 0);
    assert.match(stdout, /^observatory · survives/);
  });

  test('says that there is nothing to draw', () => {
    const cwd = folderOf({ hosts: '[web]\nweb-1\n' });
    const { code, stderr } = stacklint(['graph', '-i', 'hosts'], { cwd });
    assert.equal([code, stderr], [2, 'stacklint: no part of a search stack was found in hosts\n']);
  });
});
