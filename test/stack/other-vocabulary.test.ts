/**
 * A vocabulary that is data alone: sizes with their unit, roles made of truth values, hosts of plays, a lock turned
 * round.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../src/check/result.ts';
import type { VocabularySchema } from '../../src/stack/vocabulary/vocabulary.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { vocabularyOf } from '../vocabulary.ts';
import { ROOT } from '../folders.ts';
import { inFile } from '../in-file.ts';

const SCHEMA = JSON.parse(
  readFileSync(join(ROOT, 'schemas/roles/elastic.elasticsearch.json'), 'utf8'),
) as VocabularySchema;
const SWAP = { description: '', part: 'search', becomes: 'bootstrap.memory_lock', form: 'inverted' } as const;
const VOCABULARY = vocabularyOf('inverted', { ...SCHEMA, properties: { ...SCHEMA.properties, es_swap_allowed: SWAP } });

const EVENTS =
  'xpack.security.audit.logfile.events.include: [authentication_success, authentication_failed, access_denied, connection_denied, tampered_request, run_as_denied, run_as_granted]';

const PROJECT = {
  'hosts.yml': `masters: { hosts: { "m-[1:3]": } }
nodes: { hosts: { d-1: , d-2: } }
es: { children: { masters: , nodes: } }
web: { hosts: { w-1: } }
`,
  'site.yml': '- hosts: es\n  roles: [elastic.elasticsearch]\n- hosts: web\n  roles: [nginx]\n',
  'requirements.yml': '- name: elastic.elasticsearch\n- name: nginx\n',
  'group_vars/es.yml': `es_version: "7.10"
es_heap_size: 4g
es_path_repo: /mnt/snapshots
`,
  'group_vars/masters.yml': `es_config: { cluster.name: shop, ${lockAndWatermarks()}, node.master: true, node.data: false, node.ingest: "false" }\n`,
  'group_vars/nodes.yml': `es_config: { cluster.name: shop, ${lockAndWatermarks()}, node.master: false, node.data: "{{ true }}" }\n`,
};

function lockAndWatermarks(): string {
  const watermark = 'cluster.routing.allocation.disk.watermark';
  return `xpack.security.audit.enabled: true, ${EVENTS}, bootstrap.memory_lock: true, ${watermark}: { low: 80%, high: 85%, flood_stage: 90% }`;
}

function checked(changes: Readonly<Record<string, string>> = {}): Result {
  return project({ ...PROJECT, ...changes }, { inventory: ['hosts.yml'], vocabularies: [VOCABULARY] }).check();
}

function said(result: Result): readonly string[] {
  const own = result.findings.filter((one) => !isOfShippers(one));
  return own.map(({ rule, message }) => `${rule}: ${message}`);
}

/** Of a vocabulary without shippers, nobody knows what ships metrics and logs. */
function isOfShippers({ rule }: { readonly rule: string }): boolean {
  return ['audit/shipped', 'monitoring/metric-shipper'].includes(rule);
}

function clusters({ opened }: Result): readonly (readonly [string, readonly string[]])[] {
  const all = opened.flatMap(({ stack }) => stack.clusters);
  return all.map(({ label, nodes }) => [label, nodes.map(({ host }) => host)]);
}

describe('another vocabulary', (test) => {
  test('gives no false alarm', () => {
    const result = checked();
    assert.equal(said(result), []);
    assert.equal(
      result.undecided.filter((one) => !isOfShippers(one)),
      [],
    );
    assert.equal(clusters(result), [['shop', ['m-1', 'm-2', 'm-3', 'd-1', 'd-2']]]);
  });

  test('reads a size in the form of its variable', () => {
    assert.equal(said(checked({ 'group_vars/es.yml': 'es_heap_size: 40g\nes_path_repo: /mnt/snapshots\n' })), [
      'memory/heap-limit: The heap of d-1 is 40 GB; expected at most 30 GB.',
      'topology/master-heap: The heap of m-1, a dedicated master node, is 40 GB; expected no more than 4 GB.',
    ]);
    for (const [written, expected] of [
      ['4', 'is 4; expected a JVM size with its unit, such as 4g or 512m.'],
      ['4 GB', 'is "4 GB"; expected 4g, a JVM size with its unit, such as 4g or 512m.'],
    ] as const)
      assert.equal(said(checked({ 'group_vars/es.yml': `es_heap_size: ${written}\nes_path_repo: /mnt/snapshots\n` })), [
        `memory/heap-unit: The heap of d-1 ${expected}`,
      ]);
  });

  test('makes roles of truth values', () => {
    const config = PROJECT['group_vars/masters.yml'];
    assert.equal(said(checked({ 'group_vars/masters.yml': config.replace(', node.ingest: "false"', '') })), [
      'topology/dedicated-masters: Cluster shop has 0 dedicated master nodes; expected 3 with no other role than master.',
    ]);
    assert.equal(
      said(checked({ 'group_vars/masters.yml': config.replace('node.master: true', 'node.master: false') })),
      ['topology/master-quorum: Cluster shop has no master-eligible node; expected at least 3.'],
    );
    assert.equal(
      said(checked({ 'group_vars/masters.yml': config.replace('node.master: true', 'node.master: maybe') })),
      ['inventory/schema: es_config: node.master is "maybe"; expected true or false.'],
    );
    const open = config.replace('node.master: true', 'node.master: "{{ ansible_processor_count > 4 }}"');
    const result = checked({ 'group_vars/masters.yml': open });
    assert.equal(said(result), []);
    assert.ok(
      result.undecided.some(
        ({ rule, message }) =>
          rule === 'topology/master-quorum' && message.startsWith('es_config: node.master depends on'),
      ),
    );
  });

  test('turns a truth value round, and says which one it wants', () => {
    assert.equal(said(checked({ 'host_vars/d-1.yml': 'es_swap_allowed: true\n' })), [
      'memory/memory-lock: Memory locking is off on d-1; expected es_swap_allowed to be false.',
    ]);
    assert.equal(said(checked({ 'host_vars/d-1.yml': 'es_swap_allowed: no\n' })), []);
  });

  test('knows roles by the release', () => {
    const roles = (release: string, role: string): readonly string[] =>
      said(
        checked({
          'host_vars/d-1.yml': `es_version: ${release}\nes_config: { cluster.name: shop, ${lockAndWatermarks()}, node.roles: [${role}] }\n`,
        }),
      ).filter((finding) => !/^topology\/(?:data-nodes|same-release)/.test(finding));
    assert.match(roles('"7.11"', 'data_frozen')[0] ?? '', /role data_frozen of d-1 is unknown to Elasticsearch/);
    assert.equal(roles('7.17.9', 'data_frozen'), []);
    // Without quotes 7.10 is the number 7.1.
    assert.equal(roles('7.10', 'data_frozen'), [
      'inventory/surprising-value: es_version is written 7.10, but read as the number 7.1; expected "7.10" in quotes.',
    ]);
    assert.equal(roles('"{{ ansible_local.release }}"', 'data_frozen'), []);
  });

  test('leaves open what plays may apply the role to', () => {
    const result = checked({
      'site.yml':
        '- hosts: masters\n  roles: [elastic.elasticsearch]\n- hosts: nodes\n  roles: [{ role: elastic.elasticsearch, when: wanted }]\n',
      'group_vars/masters.yml': PROJECT['group_vars/masters.yml'].replace('node.master: true', 'node.master: false'),
    });
    assert.equal(said(result), []);
    assert.equal(clusters(result), [['shop', ['m-1', 'm-2', 'm-3']]]);
    const open = 'a play of site.yml may apply elastic.elasticsearch to more hosts, which only a run can know';
    assert.ok(result.undecided.some(({ rule, message }) => rule === 'topology/master-quorum' && message === open));
    assert.ok(result.undecided.some(({ rule, message }) => rule === 'inventory/empty-group' && message === open));
  });

  test('points at the play where its hosts are no group', () => {
    const one = PROJECT['hosts.yml'].replace('es: { children: { masters: , nodes: } }\n', '');
    const result = checked({
      'hosts.yml': one,
      'site.yml': '- hosts: masters:nodes\n  roles: [elastic.elasticsearch]\n',
      'group_vars/all.yml': PROJECT['group_vars/es.yml'],
      'group_vars/masters.yml': PROJECT['group_vars/masters.yml'].replace('node.master: true', 'node.master: false'),
    });
    assert.equal(
      result.findings
        .filter(({ rule }) => rule.startsWith('topology/'))
        .map(({ rule, at }) => `${rule} ${inFile(at).file} ${String(inFile(at).start)}`),
      ['topology/master-quorum site.yml 9'],
    );
  });

  test('names its role in messages', () => {
    assert.equal(said(checked({ 'host_vars/d-1.yml': 'es_heap_sise: 4g\n' })), [
      'inventory/unknown-variable: inverted has no variable es_heap_sise; expected es_heap_size.',
    ]);
  });
});
