/** Names in the hosts of plays that the inventory does not have. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';
import type { Tree } from '../../project.ts';

const HOSTS = {
  'ansible.cfg': '[defaults]\ninventory = hosts\n',
  hosts: '[search]\nes-1.example.org\n[empty]\n[db]\n',
};
const TOLD = ['serach: search'];

/** The names that are told of with those that are meant, and what is left open. */
function told(tree: Tree, own: Tree = HOSTS) {
  const { findings, undecided } = project({ ...own, ...tree }).check({ rule: 'plays/no-hosts' });
  const names = findings.map(({ message }) => {
    const [, name, nearest] = /^No group and no host is named (.*), so .*; expected (.*)\.$/.exec(message) ?? [];
    return name === undefined ? message : `${name}: ${nearest ?? ''}`;
  });
  return [...names, ...undecided.map(({ reason }) => reason)];
}

const play = (hosts: string): Tree => ({ 'site.yml': `- hosts: ${hosts}\n  tasks: []\n` });

describe('a name in the hosts of a play', (test) => {
  test('that is a slip away from a group or host is told of where it stands', () => {
    assert.equal(told(play('serach')), TOLD);
    assert.equal(told(play('[empty, serach]')), TOLD);
    assert.equal(told(play('"search, serach"')), TOLD);
    assert.equal(told(play('es-1.exmaple.org')), ['es-1.exmaple.org: es-1.example.org']);
  });

  test('is told of with its sign, its position and after a colon', () => {
    for (const hosts of [
      'all:!serach',
      'db:serach',
      'serach:db',
      '"search:&serach"',
      '"db,!serach"',
      'serach[0]',
      'db:serach[0:1]',
    ])
      assert.equal(told(play(hosts)), TOLD, hosts);
  });

  test('is none where a part of a pattern is no name', () => {
    for (const hosts of ['serach*', 'db:serach*', '~serach', '"{{ serach }}"', 'db:{{ serach }}', 'all:!localhost'])
      assert.equal(told(play(hosts)), [], hosts);
  });

  test('that the inventory has, or Ansible knows by itself, is none', () => {
    for (const hosts of ['search', 'empty', 'all', 'ungrouped', 'localhost', '127.0.0.1', '"::1"'])
      assert.equal(told(play(hosts)), [], hosts);
    assert.equal(told({ ...play('localhost'), hosts: '[localhosts]\na\n' }), []);
  });

  test('is none where nothing is so near that only a slip leads there', () => {
    for (const hosts of ['bastion', 'dc', 'es-2.example.org', 'seerach_x', 'search_hot'])
      assert.equal(told(play(hosts)), [], hosts);
  });

  test('that another inventory of the project has is none, whether ansible.cfg names that one or not', () => {
    for (const path of ['inventories/lab/hosts', 'lab.ini', 'environments/lab'])
      assert.equal(told({ ...play('serach'), [path]: '[serach]\nl\n' }), [], path);
    assert.equal(told({ ...play('serach'), 'inventories/lab/hosts': '[other]\nl\n' }), TOLD);
  });

  test('is told of once, where several inventories are checked', () => {
    const both = { 'inventories/lab/hosts': '[search]\nl\n', 'inventories/prod/hosts': '[search]\np\n' };
    assert.equal(told(play('serach'), both), TOLD);
    assert.equal(told(play('serach'), { ...both, 'inventories/lab/hosts': '[serach]\nl\n' }), []);
  });

  test('is left open where hosts may come that no file names', () => {
    const grouped =
      '- hosts: localhost\n  tasks: [{add_host: {name: x, groups: serach}}]\n- hosts: serach\n  tasks: []\n';
    assert.equal(told({ 'site.yml': grouped }), ['task']);
    const dynamic = { ...HOSTS, 'ansible.cfg': '[defaults]\ninventory = hosts,aws_ec2.yml\n' };
    assert.equal(told({ ...play('serach'), 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, dynamic), [
      'dynamic-inventory',
    ]);
  });

  test('is none in a playbook of another project, a sample, or what Ansible cannot read', () => {
    const text = '- hosts: serach\n  tasks: []\n';
    for (const path of ['roles/es/site.yml', 'examples/site.yml', 'docs/site.yml', 'collections/x/site.yml'])
      assert.equal(told({ [path]: text }), [], path);
    assert.equal(told({ 'other/site.yml': text, 'other/hosts': '[serach]\n' }), []);
    assert.equal(told({ 'other/site.yml': text, 'other/ansible.cfg': '' }), []);
    assert.equal(told({ 'site.yml': `${text}  x: [\n` }), []);
  });
});
