/** Hosts that stand among the keys or children of a group. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

type Tree = Readonly<Record<string, string>>;

const RULES = ['plays/no-hosts', 'inventory/unused-file', 'inventory/ansible-warning'];

/** What is told, by rule and place, without the warning of characters in names of groups. */
function told(tree: Tree, sources = 'hosts.yml') {
  const settings = { 'ansible.cfg': `[defaults]\ninventory = ${sources}\n` };
  const { findings, undecided } = project({ ...settings, ...tree }).check({ rule: RULES });
  const shown = findings
    .filter(({ message }) => !message.includes('characters'))
    .map(({ rule, hosts, message }) => `${rule} ${hosts.join() || message}`);
  return [...shown, ...undecided.map(({ rule, reason }) => `${rule} ${reason}`)].sort();
}

/** An inventory in which hot has a child, or other lines. */
const withChild = (child: string): string =>
  `hot:\n  hosts:\n    es-2:\n  children:\n    ${child}\nwarm:\n  hosts:\n    es-3:\n    es-four:\n`;
const LOST = ['plays/no-hosts es-1'];

describe('a child of a group that is meant as a host', (test) => {
  test('is told of once, where its address, number, file or name show that it is one', () => {
    assert.equal(told({ 'hosts.yml': withChild('es-1:') }), LOST);
    assert.equal(told({ 'hosts.yml': withChild('es-1: {rack: a, ansible_host: 192.0.2.1}') }), LOST);
    assert.equal(told({ 'hosts.yml': withChild('es: {ansible_host: 192.0.2.1}') }), ['plays/no-hosts es']);
    assert.equal(told({ 'hosts.yml': withChild('es-four:') }), ['plays/no-hosts es-four']);
    assert.equal(told({ 'hosts.yml': withChild('desk:'), 'host_vars/desk.yml': 'a: 1' }), ['plays/no-hosts desk']);
    assert.equal(told({ 'hosts.yml': 'all:\n  hosts:\n    es-2:\nes-1:\n' }), LOST);
  });

  test('is told of where no host is left at all', () => {
    const text = 'hot:\n  children:\n    es-1:\n      ansible_host: 192.0.2.1\n';
    const site = '- hosts: hot\n  tasks: [{copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: "a: 1"}}]\n';
    assert.equal(told({ 'hosts.yml': text, 'site.yml': site }), LOST);
    assert.equal(told({ 'hosts.yml': text, 'site.yml': site, 'ansible.cfg': '' }), LOST);
  });

  test('is a group where it has hosts, children, variables or a file of them, or where nothing shows a host', () => {
    for (const child of [
      'es-1: {hosts: {es-3: }}',
      'es-1: {children: {warm: }}',
      'es-1: {vars: {a: 1}}',
      'es-1: {hosts: }',
      'cold:',
      'rack-1:',
      'es-2:',
    ])
      assert.equal(
        told({ 'hosts.yml': withChild(child) }).filter((one) => one.startsWith('plays/')),
        [],
        child,
      );
    const files = { 'group_vars/es-1.yml': 'a: 1', 'host_vars/es-1.yml': 'a: 1' };
    assert.equal(
      told({ 'hosts.yml': withChild('es-1:'), ...files }).filter((one) => one.startsWith('plays/')),
      [],
    );
    assert.equal(told({ hosts: '[hot:children]\nes-1\n[es-1]\n[warm]\nes-2\n' }, 'hosts'), []);
  });

  test('leaves the warning of a key that another group has, too', () => {
    const text = withChild('es-1: {ansible_host: 192.0.2.1}');
    assert.equal(told({ 'hosts.yml': `${text}  ansible_host: 192.0.2.9\n` }).length, 2);
  });

  test('is left open where the host, or hosts of the group, may come from elsewhere', () => {
    const text = withChild('es-1: {ansible_host: 192.0.2.1}');
    const warning = 'inventory/ansible-warning Ansible skips the key ansible_host in es-1';
    const open = (reason: string, tree: Tree, sources?: string): void => {
      const [first = '', ...others] = told({ 'hosts.yml': text, ...tree }, sources);
      assert.match(first, warning);
      assert.equal(others, [`plays/no-hosts ${reason}`]);
    };
    open('dynamic-inventory', { 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, 'hosts.yml,aws_ec2.yml');
    open('task', { 'site.yml': '- hosts: localhost\n  tasks: [{add_host: {name: es-1}}]\n' });
    open('task', { 'site.yml': '- hosts: warm\n  tasks: [{group_by: {key: "es-{{ rack }}"}}]\n' });
    const constructed = 'plugin: ansible.builtin.constructed\ngroups:\n  "es-1": lookup("env", "SITE") == "a"\n';
    open('dynamic-inventory', { 'constructed.yml': constructed }, 'hosts.yml,constructed.yml');
    assert.equal(told({ 'hosts.yml': text, 'lab.ini': '[lab]\nes-1\n' }), ['plays/no-hosts not-collected']);
  });
});

describe('a host beside the sections of its group', (test) => {
  const text = 'hot:\n  hosts:\n    es-1:\nwarm:\n  es-1: {}\n';

  test('is told of in place of the warning of Ansible', () => {
    assert.equal(told({ 'hosts.yml': text }), LOST);
  });

  test('is left open where the host may come from elsewhere', () => {
    const found = told({ 'hosts.yml': text, 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' }, 'hosts.yml,aws_ec2.yml');
    assert.match(found[0] ?? '', 'inventory/ansible-warning');
    assert.equal(found.slice(1), ['plays/no-hosts dynamic-inventory']);
  });
});
