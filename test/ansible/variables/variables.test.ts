import { shownLevel } from '../../../src/ansible/inventory/level.ts';
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import { localhostOf } from '../../../src/ansible/graph/implicit-localhost.ts';
import { assert, describe } from '../../describe.ts';
import { effective, plain, read, troubles } from '../read.ts';

describe('variable files', (test) => {
  test('of NAME, NAME.yml, NAME.yaml and NAME.json the first that exists hides the others', () => {
    const tree = {
      hosts: '[web]\nh1\n',
      'group_vars/web': '',
      'group_vars/web.yml': 'a: 1\n',
      'host_vars/h1.yaml': 'b: 2\n',
      'host_vars/h1.json': '{"b": 3}',
    };
    assert.equal(effective(read(tree), 'h1'), { b: 2 });
  });

  test('a folder is read in the order of its names, with the folders in it', () => {
    const tree = {
      hosts: '[web]\nh1\n',
      'group_vars/web/10.yml': 'order: 10\nten: 1\n',
      'group_vars/web/9.yml': 'order: 9\nten: 2\n',
      'group_vars/web/sub/z.yml': 'order: sub/z\n',
      'group_vars/web/sub.yml': 'order: sub\n',
      'group_vars/web/vault': 'extensionless: read\n',
      'group_vars/web/notes.txt': 'text: read\n',
      'group_vars/web/.hidden.yml': 'hidden: read\n',
      'group_vars/web/old.yml~': 'backup: read\n',
      'group_vars/web/sub.d/x.yml': 'dotted: read\n',
      'group_vars/web/UPPER.YML': 'upper: read\n',
    };
    const inventory = read(tree);
    assert.equal(effective(inventory, 'h1'), { order: 'sub', ten: 2, extensionless: 'read' });
    assert.equal(
      inventory.filesOf(inventory.groups.get('web')!).map(({ file }) => file.replace('group_vars/web/', '')),
      ['10.yml', '9.yml', 'sub/z.yml', 'sub.yml', 'vault'],
    );
  });

  test('to ask for the variables of a host that is not in the inventory changes nothing of it', () => {
    const inventory = read({
      hosts: '[web]\nh1\n',
      'group_vars/web.yml': 'a: 1\n',
      'host_vars/localhost.yml': 'b: [\n',
    });
    const before = { documents: [...inventory.documents.keys()], troubles: troubles(inventory) };
    const made = localhostOf(inventory, 'localhost');
    assert.equal(
      inventory
        .variablesOf(made)
        .unreadAbove('b')
        .map(({ place }) => place.document.file),
      ['host_vars/localhost.yml'],
    );
    assert.equal({ documents: [...inventory.documents.keys()], troubles: troubles(inventory) }, before);
    assert.equal(before.troubles, []);
    assert.equal(inventory.filesOf(made), []);
  });

  test('what is read beside the sources and beside the playbook counts once', () => {
    const tree = { hosts: '[web]\nh1\n', 'group_vars/web.yml': 'a: 1\n', 'host_vars/h1.yml': 'b: 2\n' };
    const inventory = read(tree, { playbookDirs: ['/p'] });
    const variables = inventory.variablesOf(inventory.hosts.get('h1')!, '/p');
    assert.equal([variables.candidates('a').length, variables.candidates('b').length], [1, 1]);
  });

  test('files of names that no host has are not opened', () => {
    const inventory = read({ hosts: '[web]\n[db]\nh1\n', 'group_vars/web.yml': '{', 'host_vars/h2.yml': '{' });
    assert.equal(troubles(inventory), []);
    assert.equal([...inventory.documents.keys()], ['hosts']);
  });

  test('a broken file is fatal to Ansible; here the rest is still read', () => {
    const tree = { hosts: '[web]\nh1\n', 'group_vars/web.yml': 'a: 1\nb: [\n', 'group_vars/all.yml': 'c: 3\nb: 1\n' };
    const inventory = read(tree);
    assert.is(inventory.troubles[0]?.fatal, 4);
    assert.match(troubles(inventory)[0] ?? '', /^group_vars\/web.yml:2:4 error Ansible stops at this file: /);
    const host = inventory.hosts.get('h1');
    if (host === undefined) throw new Error('no host');
    const variables = inventory.variablesOf(host);
    assert.equal(plain(variables.value('c')), 3);
    assert.equal(
      variables.unreadAbove('c').map(({ place }) => place.document.file),
      ['group_vars/web.yml'],
    );
  });

  test('a file must hold a mapping, or nothing', () => {
    const tree = {
      hosts: '[web]\nh1\n',
      'group_vars/web.yml': '- a\n',
      'group_vars/all.yml': '---\n# none\n',
      'host_vars/h1.yml': '[]\n',
    };
    assert.equal(troubles(read(tree)), [
      'group_vars/web.yml:1:1 error Ansible stops at this file: it should hold a mapping of variables, but holds a list.',
    ]);
  });

  test('an encrypted file is no fault; what it sets is unknown', () => {
    const inventory = read({ hosts: 'h1\n', 'host_vars/h1.yml': '$ANSIBLE_VAULT;1.1;AES256\n3030\n' });
    assert.equal(
      inventory.troubles.map(({ code }) => code),
      ['vault/no-password'],
    );
    assert.is(inventory.filesOf(inventory.hosts.get('h1')!).length, 1);
  });

  test('a file instead of the folder is warned of', () => {
    assert.equal(troubles(read({ hosts: 'h1\n', group_vars: 'a: 1\n' })), [
      'group_vars:1:1 warning Ansible reads no variables here: this is not a folder.',
    ]);
  });
});

describe('precedence', (test) => {
  const CFG = { cwd: '/p', playbookDirs: ['play'] };

  test('from the inventory of all to host_vars beside the playbook', () => {
    const names = Array.from('abcdefghi');
    /** Each level sets what the levels above it leave to it. */
    const from = (at: number, value: string): string =>
      names
        .slice(at)
        .map((name) => `${name}: ${value}\n`)
        .join('');
    const tree = {
      'inv/hosts.yml': `all:\n  vars: {${names.map((name) => `${name}: 1`).join(', ')}}\nweb:\n  vars: {${names
        .slice(1)
        .map((name) => `${name}: 2`)
        .join(', ')}}\n  hosts:\n    h: {${names
        .slice(6)
        .map((name) => `${name}: 7`)
        .join(', ')}}\n`,
      'inv/group_vars/all.yml': from(2, '3'),
      'play/group_vars/all.yml': from(3, '4'),
      'inv/group_vars/web.yml': from(4, '5'),
      'play/group_vars/web.yml': from(5, '6'),
      'inv/host_vars/h.yml': from(7, '8'),
      'play/host_vars/h.yml': from(8, '9'),
    };
    const inventory = read(tree, CFG);
    assert.equal(effective(inventory, 'h'), { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9 });
    const host = inventory.hosts.get('h');
    if (host === undefined) throw new Error('no host');
    assert.equal(
      inventory
        .variablesOf(host)
        .candidates('i')
        .map(({ level, document }) => `${document.file} ${shownLevel(level)}`),
      [
        'play/host_vars/h.yml host_vars/h',
        'inv/host_vars/h.yml host_vars/h',
        'inv/hosts.yml inventory host h',
        'play/group_vars/web.yml group_vars/web',
        'inv/group_vars/web.yml group_vars/web',
        'play/group_vars/all.yml group_vars/all',
        'inv/group_vars/all.yml group_vars/all',
        'inv/hosts.yml inventory group web',
        'inv/hosts.yml inventory group all',
      ],
    );
  });

  test('group_vars of a later source beat those of an earlier one, parent or child', () => {
    const tree = {
      'a/hosts': '[site:children]\nweb\n[web]\nh\n',
      'b/hosts': 'other\n',
      'a/group_vars/web.yml': 'v: child of a\n',
      'b/group_vars/site.yml': 'v: parent of b\n',
    };
    assert.equal(effective(read(tree, { sources: ['a/hosts', 'b/hosts'] }), 'h'), { v: 'parent of b' });
  });

  test('a folder that several sources share counts for the last of them', () => {
    const tree = {
      'a/h1': '[web]\nh\n',
      'b/h': 'x\n',
      'a/h2': 'y\n',
      'a/group_vars/web.yml': 'v: a\n',
      'b/group_vars/web.yml': 'v: b\n',
    };
    const inventory = read(tree, { sources: ['a/h1', 'b/h', 'a/h2'] });
    assert.equal(effective(inventory, 'h'), { v: 'a' });
    const host = inventory.hosts.get('h');
    if (host === undefined) throw new Error('no host');
    assert.is(inventory.variablesOf(host).candidates('v').length, 2);
  });

  test('groups merge by depth, priority and code point of the name', () => {
    const group = (name: string, vars = ''): string => `[${name}]\nh\n[${name}:vars]\nv=${name}\n${vars}`;
    assert.equal(effective(read({ hosts: group('a') + group('C') + group('b') }), 'h'), { v: 'b' });
    assert.equal(effective(read({ hosts: group('a', 'ansible_group_priority=10\n') + group('b') }), 'h'), { v: 'a' });
    assert.equal(
      effective(read({ hosts: `${group('a')}[z:children]\na\n[z:vars]\nv=z\nansible_group_priority=99\n` }), 'h'),
      {
        v: 'a',
      },
    );
  });

  test('depth is the longest path', () => {
    const hosts =
      '[deep]\nh\n[z]\nh\n[p:children]\nq\n[q:children]\ndeep\n[all:children]\ndeep\n[deep:vars]\nv=deep\n[z:vars]\nv=z\n';
    const inventory = read({ hosts });
    assert.is(inventory.groups.get('deep')?.depth, 3);
    assert.equal(effective(inventory, 'h'), { v: 'deep' });
  });

  test('a priority that is no number ends the file', () => {
    assert.match(
      troubles(read({ hosts: '[a]\nh\n[a:vars]\nansible_group_priority=high\n' }))[0] ?? '',
      "hosts:4:24 error Ansible cannot read this inventory source: ansible_group_priority should be a whole number, but is 'high'",
    );
  });

  test('a priority in group_vars is a variable like others', () => {
    const tree = {
      hosts: '[a]\nh\n[b]\nh\n',
      'group_vars/a.yml': 'ansible_group_priority: 9\nv: a\n',
      'group_vars/b.yml': 'v: b\n',
    };
    assert.equal(effective(read(tree), 'h'), { ansible_group_priority: 9, v: 'b' });
  });

  test('the order of group variables can be configured', () => {
    const settings = { ...defaultSettings, precedence: ['all_plugins_inventory', 'all_inventory'] };
    const tree = { hosts: '[web]\nh\n[all:vars]\nv=inline\n[web:vars]\nw=1\n', 'group_vars/all.yml': 'v: file\n' };
    assert.equal(effective(read(tree, { settings }), 'h'), { v: 'inline' });
  });
});

describe('hash_behaviour: merge', (test) => {
  const settings = { ...defaultSettings, mergeHashes: true };

  test('mappings merge key by key, lists and text are replaced', () => {
    const tree = {
      'hosts.yml': 'all: {vars: {d: {a: 1, l: [1], m: {x: 1}}}, hosts: {h: {d: {b: 2, l: [2], m: {y: 2}}}}}\n',
    };
    assert.equal(effective(read(tree, { settings }), 'h'), { d: { a: 1, b: 2, l: [2], m: { x: 1, y: 2 } } });
  });

  test('text between two mappings hides the lower one only within its step', () => {
    const tree = { hosts: "[all:vars]\nd={'a': 1}\n[web]\nh\n[web:vars]\nd=text\nd={}\n" };
    assert.equal(effective(read(tree, { settings }), 'h'), { d: { a: 1 } });
  });

  test('two mentions of a group’s variable merge', () => {
    const tree = { hosts: "[web]\nh\n[web:vars]\nd={'a': 1}\nd={'b': 2}\n" };
    assert.equal(effective(read(tree, { settings }), 'h'), { d: { a: 1, b: 2 } });
  });

  test('two mentions of a host merge', () => {
    const tree = { 'hosts.ini': `h d="{'a': 1}"\nh d="{'b': 2}"\n` };
    assert.equal(effective(read(tree, { settings }), 'h'), { d: { a: 1, b: 2 } });
    assert.equal(effective(read(tree), 'h'), { d: { b: 2 } });
  });
});

describe('shared work', (test) => {
  test('hosts of the same groups share their groups, candidates and assignments', () => {
    const inventory = read({ hosts: '[web]\nh[1:3]\n', 'group_vars/web.yml': 'a: 1\n', 'host_vars/h3.yml': 'b: 1\n' });
    const [first, second, third] = [...inventory.hosts.values()];
    if (first === undefined || second === undefined || third === undefined) throw new Error('no hosts');
    assert.is(inventory.groupsOf(first), inventory.groupsOf(third));
    const candidates = inventory.variablesOf(first).candidates('a');
    assert.is(inventory.variablesOf(second).candidates('a'), candidates);
    assert.is(inventory.variablesOf(third).get('a'), candidates[0]);
  });
});
