import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { readSettings } from '../../../src/ansible/settings/read-settings.ts';
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import { whyIncomplete } from '../../../src/ansible/mistakes/incomplete-inventory.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { below, effective, members, read, troubles } from '../read.ts';

describe('sources', (test) => {
  test('a folder is read in the order of its names; what belongs to something else is skipped', () => {
    const tree = {
      'inv/01': 'h order=01\n',
      'inv/10': 'h order=10\n',
      'inv/9': 'h order=9\n',
      'inv/hosts.ini': 'ini\n',
      'inv/sub/more': 'nested\n',
      'inv/sub/group_vars/all.yml': 'never: read\n',
      'inv/group_vars/all.yml': 'beside: 1\n',
      'inv/notes.txt': 'text\n',
      'inv/README.md': 'markdown\n',
      'inv/old.bak': 'backup\n',
      'inv/x.cfg': 'cfg\n',
      'inv/.hidden': 'hidden\n',
      'inv/w.conf': 'conf\n',
    };
    const inventory = read(tree, { sources: ['inv'] });
    assert.equal([...inventory.hosts.keys()].sort(), ['conf', 'h', 'ini', 'nested']);
    assert.equal(effective(inventory, 'h'), { order: 9, beside: 1 });
  });

  test('what a folder skips can be configured', () => {
    const tree = {
      'ansible.cfg': '[inventory]\nignore_extensions = .bak, .txt\nignore_patterns = \\.x$\n',
      'inv/a.cfg': 'a\n',
      'inv/b.x': 'b\n',
      'inv/c.txt': 'c\n',
    };
    const files = below('/p', tree);
    const settings = readSettings(files, { cwd: '/p', environment: {} });
    assert.equal([...readInventory(files, { sources: ['inv'], cwd: '/p', settings }).hosts.keys()], ['a']);
  });

  test('a list of hosts has ports and no ranges', () => {
    const inventory = read({ 'x/y': '' }, { sources: ['h1,h2:22, h3 ,x[1:2],'] });
    assert.equal(members(inventory, 'ungrouped'), ['h1', 'h2', 'h3', 'x[1:2]']);
    assert.equal(effective(inventory, 'h2'), { ansible_port: 22 });
  });

  test('advanced_host_list has ranges; a malformed one is a name', () => {
    const list = (source: string): readonly string[] => {
      const settings = { ...defaultSettings, plugins: ['advanced_host_list'] };
      return members(read({ 'x/y': '' }, { sources: [source], settings }), 'ungrouped');
    };
    assert.equal(list('a[1:3],b:22, c,x[1:],'), ['a1', 'a2', 'a3', 'b', 'c', 'x[1:]']);
    assert.equal(list('a,b[1:x],c'), ['a']);
  });

  test('a file without extension is YAML first, then INI', () => {
    assert.equal(members(read({ hosts: 'web: {hosts: {h: }}\n' }), 'web'), ['h']);
    assert.equal(members(read({ hosts: '[web]\nh\n' }), 'web'), ['h']);
    assert.match(troubles(read({ hosts: 'web:\n  hosts: [h]\n' }))[0] ?? '', 'hosts of group web should be a mapping');
    assert.match(troubles(read({ hosts: '[web]\nh a\n' }))[0] ?? '', 'expected name=value');
  });

  test('a folder of data is told of in one line, with whatever is in it where its program lies beside it', () => {
    const data = 'skel:\n  api: { belongs_to: [all] }\n  log: { belongs_to: [all] }\n';
    const told = (tree: Parameters<typeof memoryFiles>[0]) =>
      troubles(readInventory(memoryFiles(tree), { sources: ['inv'], cwd: '/p' }));
    const plain = { '/p/inv/hosts': 'h\n', '/p/inv/env.d/a.yml': data, '/p/inv/env.d/b.yml': 'one: { x: { y: 1 } }\n' };
    assert.equal(told(plain), [
      'inv/env.d:1:1 warning Ansible reads 2 files of this folder as inventories, but they hold no groups; expected groups with hosts, children or vars.',
    ]);
    const list = { ...plain, '/p/inv/env.d/c.yml': '[a, b]\n' };
    assert.is(told(list).length, 3);
    const program = { '/p/inv/make.py': { content: '#!/usr/bin/python\n', executable: true } };
    assert.equal(told({ ...list, ...program }), [
      'inv/env.d:1:1 warning Ansible reads 3 files of this folder as inventories, but they name no hosts; expected the data of make.py outside of the folder of sources.',
      'inv/make.py:1:1 warning This is a program: only a run knows its hosts.',
    ]);
    assert.is(told({ ...list, ...program, '/p/inv/env.d/hosts': 'h\n' }).length, 4);
  });

  test('programs and plugins are not run', () => {
    const files = memoryFiles({
      '/p/ec2.py': { content: '#!/usr/bin/env python\nprint("{}")\n', executable: true },
      '/p/aws.yml': 'plugin: amazon.aws.aws_ec2\n',
      '/p/hosts': { content: '[web]\nh\n', executable: true },
    });
    const inventory = readInventory(files, { sources: ['ec2.py', 'aws.yml', 'hosts'], cwd: '/p' });
    assert.equal(inventory.dynamicSources, ['ec2.py', 'aws.yml']);
    assert.equal([...inventory.hosts.keys()], ['h']);
    assert.equal(troubles(inventory), [
      'ec2.py:1:1 warning This is a program: only a run knows its hosts.',
      'aws.yml:1:1 warning This configures an inventory plugin: only a run knows its hosts.',
    ]);
  });

  test('a source that is not there, or may not be read, is one trouble each', () => {
    const files = memoryFiles({ '/p/hosts': 'h\n', '/p/secret': 'x\n' }, { '/p/secret': 'permission denied' });
    const inventory = readInventory(files, { sources: ['nope', 'secret', 'hosts'], cwd: '/p' });
    assert.equal(troubles(inventory), [
      'nope:1:1 error There is no such inventory source.',
      'secret:1:1 error This cannot be read: permission denied.',
    ]);
    assert.equal([...inventory.hosts.keys()], ['h']);
  });

  test('a broken link among the sources says where it leads, and is a warning, as it is to Ansible', () => {
    const files = memoryFiles({
      '/p/inv/a': 'h\n',
      '/p/inv/b': { link: '../old/../b' },
      '/p/inv/c': { link: '/srv/c' },
    });
    const inventory = readInventory(files, { sources: ['inv'], cwd: '/p' });
    assert.equal(troubles(inventory), [
      'inv/b:1:1 warning This is a broken symbolic link to b, so Ansible reads nothing here.',
      'inv/c:1:1 warning This is a broken symbolic link to /srv/c, so Ansible reads nothing here.',
    ]);
    assert.equal([...inventory.hosts.keys()], ['h']);
  });

  test('a source that nobody can look at is there all the same', () => {
    const files = memoryFiles({ '/p/inv/hosts': 'h\n' }, { '/p/inv/': 'permission denied' });
    assert.equal(troubles(readInventory(files, { sources: ['inv'], cwd: '/p' })), [
      'inv/hosts:1:1 error This cannot be read: permission denied.',
      'inv:1:1 warning Ansible finds no inventory in this folder.',
    ]);
  });

  test('a folder of thousands of files is no inventory: one trouble, and none of them is read', () => {
    const tree = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`all/${at % 7}/f${at}`, 'h x\n']));
    assert.equal(troubles(read(tree, { sources: ['all'] })), [
      'all:1:1 error This cannot be read: it holds more than 2000 files; name the inventory in it.',
    ]);
    assert.equal(read(tree, { sources: ['all/1/f1'] }).troubles.length, 1);
  });

  const LOOP =
    'warning This folder is a link to a folder that holds it: ' +
    'Ansible reads that again until the system refuses, and goes on.';

  const TURNS =
    'warning This folder is a link to a folder that holds it by way of another link: ' +
    'Ansible reads both in turn until the system refuses; only a run can know whose files come last.';

  test('a link to a folder above leads nowhere new: what is there is read, and nothing is missing', () => {
    const tree = { '/p/inv/hosts': 'h\n', '/p/inv/sub/up': { link: '/p/inv' }, '/p/inv/z': 'i\n' };
    const inventory = readInventory(memoryFiles(tree), { sources: ['inv'], cwd: '/p' });
    assert.equal([[...inventory.hosts.keys()], troubles(inventory)], [['h', 'i'], [`inv/sub/up:1:1 ${LOOP}`]]);
    assert.is(whyIncomplete(inventory), undefined);
  });

  test('a loop with nothing in it is no inventory', () => {
    const files = memoryFiles({ '/p/inv/sub/up': { link: '/p/inv' } });
    const inventory = readInventory(files, { sources: ['inv'], cwd: '/p' });
    assert.equal(
      [inventory.hasParsedSource, troubles(inventory)],
      [false, [`inv/sub/up:1:1 ${LOOP}`, 'inv:1:1 warning Ansible finds no inventory in this folder.']],
    );
  });

  test('of two loops in one folder Ansible comes to no end, but two folders may lead to each other', () => {
    const twice = memoryFiles({
      '/p/inv/hosts': 'h\n',
      '/p/inv/a': { link: '/p/inv' },
      '/p/inv/b': { link: '/p/inv' },
    });
    assert.equal(troubles(readInventory(twice, { sources: ['inv'], cwd: '/p' })), [
      `inv/a:1:1 ${LOOP}`,
      'inv/b:1:1 error This folder is a link to a folder that holds it, as another is: ' +
        'Ansible follows both in turn, and comes to no end.',
    ]);
    const mutual = memoryFiles({
      '/p/inv/hosts': 'h\n',
      '/p/inv/x/y': { link: '/p/inv/y' },
      '/p/inv/y/x': { link: '/p/inv/x' },
    });
    assert.equal(troubles(readInventory(mutual, { sources: ['inv'], cwd: '/p' })), [
      `inv/x/y/x:1:1 ${TURNS}`,
      `inv/y/x/y:1:1 ${TURNS}`,
    ]);
    const [host] = readInventory(mutual, { sources: ['inv'], cwd: '/p' }).hosts.values();
    assert.is(host?.unread?.place.document.file, 'inv/x/y/x');
  });

  test('links in a loop are one trouble', () => {
    const files = memoryFiles({
      '/p/inv/hosts': 'h\n',
      '/p/inv/again': { link: '/p/inv' },
      '/p/inv/self': { link: 'self' },
    });
    const inventory = readInventory(files, { sources: ['inv'], cwd: '/p' });
    assert.equal([...inventory.hosts.keys()], ['h']);
    assert.equal(troubles(inventory), [
      `inv/again:1:1 ${LOOP}`,
      'inv/self:1:1 warning This is a broken symbolic link to inv/self, so Ansible reads nothing here.',
    ]);
  });

  test('variables that are no UTF-8 text are one trouble, at the byte', () => {
    const bytes = new Uint8Array([...new TextEncoder().encode('a: 1\nb: '), 0xff, 10]);
    const files = memoryFiles({ '/p/hosts': 'h\n', '/p/host_vars/h.yml': bytes });
    const inventory = readInventory(files, { sources: ['hosts'], cwd: '/p' });
    assert.equal(troubles(inventory), [
      'host_vars/h.yml:2:4 error Ansible stops at this file: the file is not UTF-8 text.',
    ]);
  });

  test('INI that is no UTF-8 is read byte by byte, with a warning', () => {
    const files = memoryFiles({ '/p/hosts': new Uint8Array([0x68, 0x31, 0x20, 0x76, 0x3d, 0xe9, 10]) });
    const inventory = readInventory(files, { sources: ['hosts'], cwd: '/p' });
    assert.equal(effective(inventory, 'h1'), { v: '\udce9' });
    assert.match(troubles(inventory).join(), 'hosts:1:6 warning This is not UTF-8 text');
  });

  test('a file that two sources hold is reported once', () => {
    const inventory = read({ 'inv/hosts': 'h a\n' }, { sources: ['inv/hosts', 'inv'] });
    assert.is(troubles(inventory).filter((line) => line.includes('name=value')).length, 1);
  });

  test('invalid characters of group names become _ where that is configured', () => {
    const files = below('/p', { 'h.yml': 'web-1: {hosts: {h: }}\n', 'group_vars/web_1.yml': 'v: 1\n' });
    const environment = { ANSIBLE_TRANSFORM_INVALID_GROUP_CHARS: 'always' };
    const settings = readSettings(files, { cwd: '/p', environment });
    const inventory = readInventory(files, { sources: ['h.yml'], cwd: '/p', settings });
    assert.equal(effective(inventory, 'h'), { v: 1 });
  });
});
