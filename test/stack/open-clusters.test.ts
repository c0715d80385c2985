/** Clusters of unknown name, whose members are unknown: rules find only what holds in any case. */
import type { Result } from '../../src/check/result.ts';
import { totalsOf } from '../../src/report/totals.ts';
import { assert, describe } from '../describe.ts';
import { inFile } from '../in-file.ts';
import { project } from '../project.ts';
import type { Tree } from '../project.ts';

const VAULTED = '$ANSIBLE_VAULT;1.1;AES256\n6162\n';
const OPEN = `search_cluster_name: "{{ lookup('env', 'C') }}"\n`;
const QUORUM = 'topology/master-quorum';
const MASTERS = 'search_node_types: [master]\n';

/** The findings of a rule in a project, and the places of undecided settings. */
function judged(rule: string, tree: Tree) {
  const { findings, undecided } = checked(rule, tree);
  return {
    findings: findings.map(({ message }) => message),
    open: [...new Set(undecided.map(({ reason, at, hosts }) => `${reason} ${inFile(at).file} ${hosts.join(',')}`))],
  };
}

function checked(rule: string, tree: Tree): Result {
  return project(tree, { inventory: ['hosts'], vocabularies: ['search'] }).check({ rule });
}

function perHost(text: string): Tree {
  return Object.fromEntries(['e1', 'e2', 'e3'].map((host) => [`host_vars/${host}.yml`, text]));
}

const THREE = { hosts: '[search]\ne1\ne2\ne3\n', 'group_vars/search.yml': MASTERS };
const NAMED = 'e1 search_cluster_name=logs\ne2 search_cluster_name=logs\n';

describe('hosts whose cluster is not known', (test) => {
  test('are no clusters of their own', () => {
    for (const [reason, text] of [
      ['vault', VAULTED],
      ['unreadable', 'a: [\n'],
      ['lookup', OPEN],
    ] as const)
      assert.equal(judged(QUORUM, { ...THREE, ...perHost(text) }), {
        findings: [],
        open: ['e1', 'e2', 'e3'].map((host) => `${reason} host_vars/${host}.yml ${host}`),
      });
  });

  test('nor are the groups that they come from', () => {
    const tree = {
      hosts: '[search:children]\nm\nd\n[m]\ne1\ne2\ne3\n[d]\ne4\ne5\n',
      'group_vars/m.yml': `${OPEN}search_node_types: [master]\n`,
      'group_vars/d.yml': `${OPEN}search_node_types: [data]\n`,
    };
    assert.equal(judged(QUORUM, tree), {
      findings: [],
      open: ['lookup group_vars/d.yml e4,e5', 'lookup group_vars/m.yml e1,e2,e3'],
    });
  });

  test('may belong to a cluster whose name is known', () => {
    const tree = { ...THREE, hosts: `[search]\n${NAMED}e3\n`, 'host_vars/e3/vault.yml': VAULTED };
    assert.equal(judged(QUORUM, tree), { findings: [], open: ['vault host_vars/e3/vault.yml e3'] });
  });

  test('do not count as a cluster beside one that is known', () => {
    const count = (tree: Tree): number => totalsOf(checked(QUORUM, { ...THREE, ...tree })).clusters;
    for (const text of ['a: [\n', VAULTED, OPEN, 'search_cluster_name: [logs]\n']) {
      assert.is(count({ hosts: `[search]\n${NAMED}e3\n`, 'host_vars/e3.yml': text }), 1, text);
      assert.is(count(perHost(text)), 1, text);
    }
    assert.is(count({ hosts: `[search]\n${NAMED}e3 search_cluster_name=audit\n` }), 2);
    assert.is(count({}), 1);
  });

  test('are one cluster where one vaulted text names them all', () => {
    const vaulted = `search_cluster_name: !vault |\n  ${VAULTED.replaceAll('\n', '\n  ').trimEnd()}\n`;
    const two = { hosts: '[search]\ne1\ne2\n', 'group_vars/search.yml': `${MASTERS}${vaulted}` };
    assert.equal(judged(QUORUM, two), {
      findings: ['Cluster search has 2 master-eligible nodes and stops when one fails; expected at least 3.'],
      open: [],
    });
  });

  test('may be several where one vaulted file may name them all: it may do so by a template', () => {
    const tree = { ...THREE, 'group_vars/all.yml': VAULTED };
    assert.equal(judged(QUORUM, tree), { findings: [], open: ['vault group_vars/all.yml e1,e2,e3'] });
  });

  test('leave nothing open where no way to belong together is right', () => {
    const tree = { hosts: '[search]\ne1\ne2\n', 'group_vars/search.yml': `${MASTERS}${OPEN}` };
    assert.equal(judged(QUORUM, tree), {
      findings: ['Cluster search has at most 2 master-eligible nodes; expected at least 3.'],
      open: [],
    });
    const data = { ...THREE, hosts: `[search]\n${NAMED}e3 search_node_types='["data"]'\n`, 'host_vars/e3.yml': OPEN };
    assert.equal(judged(QUORUM, data).open, []);
    assert.is(judged(QUORUM, data).findings.length, 2);
  });

  test('are left alone where the name is mistyped: inventory/schema speaks of it', () => {
    const tree = { ...THREE, hosts: `[search]\n${NAMED}e3\n`, 'host_vars/e3.yml': 'search_cluster_name: [logs]\n' };
    assert.equal(judged(QUORUM, tree), { findings: [], open: [] });
    assert.is(judged('inventory/schema', tree).findings.length, 1);
  });

  test('need not agree with others', () => {
    const paths = { 'host_vars/e1/p.yml': 'search_fs_repo: [/a]\n', 'host_vars/e2/p.yml': 'search_fs_repo: [/b]\n' };
    const hosts = { hosts: '[search]\ne1\ne2\n' };
    const open = { 'host_vars/e1/c.yml': OPEN, 'host_vars/e2/c.yml': OPEN };
    assert.is(judged('snapshot/repository', { ...hosts, ...paths }).findings.length, 1);
    assert.equal(judged('snapshot/repository', { ...hosts, ...paths, ...open }), {
      findings: [],
      open: ['lookup host_vars/e1/c.yml e1', 'lookup host_vars/e2/c.yml e2'],
    });
    const one = { hosts: '[search]\ne1 search_cluster_name=logs\ne2\n', 'host_vars/e2/c.yml': OPEN };
    assert.equal(judged('snapshot/repository', { ...one, ...paths }), {
      findings: [],
      open: ['lookup host_vars/e2/c.yml e2'],
    });
    const marks = (low: string) =>
      ['low', 'high', 'flood_stage']
        .map((stage, at) => `  cluster.routing.allocation.disk.watermark.${stage}: ${at === 0 ? low : '95%'}\n`)
        .join('');
    const settings = Object.fromEntries(
      ['e1', 'e2'].map((host, at) => [
        `host_vars/${host}/s.yml`,
        `search_cluster_settings:\n${marks(`8${String(at)}%`)}`,
      ]),
    );
    assert.is(judged('disk/watermarks-set', { ...hosts, ...settings }).findings.length, 1);
    assert.equal(judged('disk/watermarks-set', { ...hosts, ...settings, ...open }), {
      findings: [],
      open: ['lookup host_vars/e1/c.yml e1', 'lookup host_vars/e2/c.yml e2'],
    });
  });
});

describe('dashboards whose cluster is not known', (test) => {
  const hosts = { hosts: '[search]\ne1 search_cluster_name=logs\n[dashboard]\nd1\nd2\n' };
  const open = { 'host_vars/d1/c.yml': OPEN, 'host_vars/d2/c.yml': OPEN };
  const key = (letter: string) => `dashboard_extra_config: { ext.security.encryptionKey: ${letter.repeat(32)} }\n`;
  const left = ['lookup host_vars/d1/c.yml d1', 'lookup host_vars/d2/c.yml d2'];

  test('may be several of one cluster', () => {
    assert.is(
      judged('dashboard/encryption-keys', { ...hosts, 'group_vars/dashboard.yml': key('a') }).findings.length,
      1,
    );
    assert.equal(judged('dashboard/encryption-keys', { ...hosts, ...open, 'group_vars/dashboard.yml': key('a') }), {
      findings: [],
      open: left,
    });
  });

  test('may be the second one of a cluster that has one', () => {
    const one = { hosts: '[dashboard]\nd1 search_cluster_name=logs\nd2\n', 'host_vars/d2/c.yml': OPEN };
    assert.equal(judged('dashboard/encryption-keys', { ...one, 'group_vars/dashboard.yml': key('a') }), {
      findings: [],
      open: ['lookup host_vars/d2/c.yml d2'],
    });
  });

  test('may be of a cluster whose others share their keys', () => {
    const two = { hosts: '[dashboard]\nd1 search_cluster_name=logs\nd2 search_cluster_name=logs\nd3\n' };
    const third = { 'host_vars/d3/c.yml': OPEN, 'group_vars/dashboard.yml': key('a') };
    assert.equal(judged('dashboard/encryption-keys-shared', { ...two, ...third }), { findings: [], open: [] });
    assert.equal(judged('dashboard/encryption-keys-shared', { ...two, ...third, 'host_vars/d3/k.yml': key('b') }), {
      findings: [],
      open: ['lookup host_vars/d3/c.yml d3'],
    });
  });

  test('may share their keys or not', () => {
    const keys = { 'host_vars/d1/k.yml': key('a'), 'host_vars/d2/k.yml': key('b') };
    assert.is(judged('dashboard/encryption-keys-shared', { ...hosts, ...keys }).findings.length, 1);
    assert.equal(judged('dashboard/encryption-keys-shared', { ...hosts, ...keys, ...open }), {
      findings: [],
      open: left,
    });
    const same = { ...hosts, ...open, 'group_vars/dashboard.yml': key('a') };
    assert.equal(judged('dashboard/encryption-keys-shared', same), { findings: [], open: [] });
  });
});

describe('a host that only a run may make a node', (test) => {
  const treeWith = (more: Tree): Tree => ({
    hosts: '[engines]\ne1\n',
    'ansible.cfg': '[defaults]\ninventory = hosts\n',
    'site.yml': '- hosts: all\n  roles: [{role: engine, when: install | bool}]\n',
    'roles/engine/tasks/main.yml': '- template: {src: engine.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n',
    'roles/engine/templates/engine.j2': 'cluster.name: logs\n',
    ...more,
  });
  const quorum = (more: Tree) => {
    const { findings, undecided: reasons } = project(treeWith(more)).judged(QUORUM);
    return { findings, reasons };
  };

  test('is no cluster with too few masters', () => {
    assert.equal(quorum({}), { findings: [], reasons: ['undefined'] });
    assert.equal(quorum({ 'group_vars/engines.yml': 'install: true\n' }).findings, [
      'Cluster logs has 1 master-eligible node and survives no failure; expected at least 3.',
    ]);
  });
});
