import { readSettings } from '../../../src/ansible/settings/read-settings.ts';
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import type { Version } from '../../../src/ground/releases.ts';
import { memoryFiles } from '../../memory-files.ts';
import { assert, describe } from '../../describe.ts';
import { read, troubles } from '../read.ts';

function settings(config: string) {
  return readSettings(memoryFiles({ '/p/ansible.cfg': config }), { cwd: '/p', environment: {} });
}

describe('what Ansible takes with a warning', (test) => {
  const tree = { hosts: '[web-a]\nh1\n[web-b:children]\nweb-a\n' };

  test('names of groups that are no names of variables, once a file', () => {
    assert.equal(troubles(read(tree)), [
      'hosts:1:2 warning Ansible warns of group names with characters that are not valid in a variable name: web-a, web-b.',
    ]);
  });

  test('the same names where they are replaced, and nothing where no warning is wanted', () => {
    const flat = { hosts: '[web-a]\nh1\n[web-b]\nh1\n' };
    const found = (mode: string) =>
      troubles(read(flat, { settings: settings(`[defaults]\nforce_valid_group_names = ${mode}\n`) }));
    assert.match(found('always')[0] ?? '', /^hosts:1:2 warning Ansible replaces each character .*: web-a, web-b\.$/);
    assert.equal([...found('ignore'), ...found('silently')], []);
  });

  test('a name once for each place that sets it, however many hosts a range stands for', () => {
    const range = { hosts: '[web]\nh[1:50] my-port=1 port=2\nh1 my-port=3\n' };
    const places = troubles(read(range)).map((one) => one.slice(0, one.indexOf(' ')));
    assert.equal(places.sort(), ['hosts:2:19', 'hosts:2:9', 'hosts:3:4']);
  });

  test('reserved names are silent in a group without hosts, names that a later release refuses are not', () => {
    const places = (text: string) =>
      troubles(read({ hosts: text, 'group_vars/empty.yml': 'port: 1\n' })).map((one) => one.slice(0, one.indexOf(' ')));
    const vars =
      '[all:vars]\nroles=1\n[empty:vars]\nport=2\n1a=3\n[empty]\n[above:vars]\ntags=4\n[above:children]\nempty\n';
    assert.equal(places(vars), ['hosts:5:1']);
    assert.equal(places(`${vars}[web]\nh1\n`), ['hosts:2:1', 'hosts:5:1']);
    const filled = ['group_vars/empty.yml:1:1', 'hosts:2:1', 'hosts:4:1', 'hosts:5:1', 'hosts:8:1'];
    assert.equal(places(`${vars}[empty]\nh1\n`).sort(), filled);
  });

  test('names in variable files are free, but for those that Ansible keeps', () => {
    const files = { hosts: '[web]\nh1\n', 'group_vars/web.yml': 'my-port: 1\nnow: 2\nnowhere: 3\n' };
    assert.equal(troubles(read(files)), [
      'group_vars/web.yml:2:1 warning now is a reserved name in Ansible: in a play it may mean a keyword or a function instead of this variable.',
    ]);
  });

  test('a file of variables in the place of an inventory, in one line', () => {
    const variables = { 'v.yml': 'heap: 30\nextra:\n  path.data: /data\nroles: [master]\nempty:\n' };
    assert.equal(troubles(read(variables)), [
      'v.yml:1:1 warning This is a file of variables, not an inventory; expected groups with hosts, children or vars.',
    ]);
    const inventory = { 'h.yml': 'web: { hosts: { h1: } }\nextra: 5\n' };
    assert.equal(troubles(read(inventory)), [
      'h.yml:2:8 warning Ansible skips extra: a group needs a mapping of hosts, vars and children.',
    ]);
  });

  test('data in the place of an inventory, in one line; a single key in the wrong place as what it is', () => {
    const data = 'skel:\n  api: { belongs_to: [all] }\n  log: { belongs_to: [all] }\nplain:\n  x: {}\nempty: {}\n';
    assert.equal(troubles(read({ 'd.yml': data })), [
      'd.yml:1:1 warning Ansible skips everything that the groups of this file hold (skel, plain); expected hosts, children or vars in them.',
    ]);
    assert.equal(troubles(read({ 'd.yml': 'web: { h1: }\n' })), [
      'd.yml:1:8 warning Ansible skips the key h1 in web: only vars, children and hosts are valid in a group.',
    ]);
  });

  test('a key that many groups have, and Ansible skips in each, is told of once', () => {
    const groups = (body: string) => Array.from({ length: 40 }, (_, at) => `g${String(at)}${body}\n`).join('');
    const yaml = groups(': { hosts: , tags: { a: 1 }, note: x }');
    const owners = 'g0, g1, g2 and 37 more';
    assert.equal(troubles(read({ 'h.yml': yaml })), [
      `h.yml:1:16 warning Ansible skips the key tags in ${owners}: only vars, children and hosts are valid in a group.`,
      `h.yml:1:32 warning Ansible skips the key note in ${owners}: a key of a group holds a mapping, and this is text.`,
    ]);
    assert.match(troubles(read({ 'h.toml': groups(' = { tags = 1 }') })).join(), `key tags in ${owners}`);
  });

  test('.ini in a folder of sources, unless the configuration says what is skipped', () => {
    const folder = { 'inv/a.ini': '[web]\nh1\n', 'inv/b.yml': 'web: { hosts: { h2: } }\n' };
    assert.equal(troubles(read(folder, { sources: ['inv'] })), [
      'inv/a.ini:1:1 warning Ansible up to 2.18 ignores files that end in .ini in a folder of sources, and later releases read them.',
    ]);
    assert.equal(troubles(read(folder, { sources: ['inv/a.ini'] })), []);
    const chosen = { ...defaultSettings, ignoredExtensions: ['.bak'] };
    assert.equal(troubles(read(folder, { sources: ['inv'], settings: chosen })), []);
    const skipping = readSettings(memoryFiles({}), { cwd: '/p', environment: {}, version: '2.18' });
    const skipped = read(folder, { sources: ['inv'], settings: skipping });
    assert.equal([...skipped.hosts.keys()], ['h2']);
    assert.equal(troubles(skipped), troubles(read(folder, { sources: ['inv'] })));
    assert.equal(
      troubles(read(folder, { sources: ['inv'], settings: { ...skipping, ignoredExtensions: ['.ini'] } })),
      [],
    );
  });

  test('what an older release takes without a word', () => {
    const old = { hosts: '[web]\nh1 my-port=1 port=2\n', 'group_vars/web.yml': 'pairs: !!pairs [a: 1]\nwhen: 1\n' };
    const found = (version: Version) => troubles(read(old, { settings: { ...defaultSettings, version } })).length;
    assert.equal([found('2.16'), found('2.18'), found('2.19')], [0, 2, 4]);
  });

  test('an unknown step of precedence, where the configuration has it', () => {
    const [warning] = settings('[defaults]\nprecedence = all_inventory, group_vars\n').warnings;
    assert.is(warning?.fault.code, 'settings/unknown-step');
    assert.equal([warning?.file, warning?.start], ['/p/ansible.cfg', 24]);
  });
});
