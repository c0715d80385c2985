import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { readSettings } from '../../../src/ansible/settings/read-settings.ts';
import { Scopes } from '../../../src/ansible/scopes.ts';
import { valueUnlessUnknowable } from '../../../src/ansible/template/computed.ts';
import { assert, describe } from '../../describe.ts';
import { below, dump, effective, groupsOf, members, read, troubles } from '../read.ts';

const hosts = [
  'all:',
  '  children:',
  '    web:',
  '      hosts:',
  '        h1: {a: 1, os: deb, labels: [x, ""], env: "{{ os }}-p"}',
  '        h2: {a: 2, os: "", labels: {k: v, z: ""}}',
  '      vars: {c: inline}',
  '',
].join('\n');

const sources = ['hosts.yml', 'made.yml'];
const tree = (made: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  'hosts.yml': hosts,
  'made.yml': `plugin: constructed\n${made}`,
  ...more,
});
const made = (text: string, more = {}): ReturnType<typeof read> => read(tree(text, more), { sources, isolated: true });
const groupsMade = (text: string): readonly string[] =>
  [...made(text).groups.keys()].filter((name) => !['all', 'ungrouped', 'web'].includes(name));
const refusal = (text: string): string => troubles(made(text))[0] ?? 'none';

describe('constructed sources', (test) => {
  test('expressions make variables that keep their types and are no templates', () => {
    const inventory = made(
      'compose: {sum: a + 1, braces: "\'{{ a }}\'", from: env, all: \'[a, {"k": c}]\', n: none}\n',
    );
    assert.equal(effective(inventory, 'h1'), {
      c: 'inline',
      a: 1,
      os: 'deb',
      labels: ['x', ''],
      env: '{{ os }}-p',
      sum: 2,
      braces: '{{ a }}',
      from: 'deb-p',
      all: [1, { k: 'inline' }],
      n: null,
    });
    assert.equal(troubles(inventory), []);
    assert.match(
      dump(tree('compose: {braces: "\'{{ a }}\'"}\n'), { sources, host: 'h1' }).stdout,
      '"braces": "{{ a }}"',
    );
  });

  test('a listing leaves out lists whose order nobody knows', () => {
    const text = 'compose: {u: "[os] | union([c])", n: "[3, 1] | union([2])", l: "[os] | union([c]) | length"}\n';
    const { stdout } = dump(tree(text), { sources, host: 'h1' });
    assert.not.match(stdout, '"u"');
    assert.match(stdout, /"n": \[\s+1,\s+2,\s+3\s+\]/);
    assert.match(stdout, '"l": 2');
    assert.match(
      troubles(made(text)).join(),
      'Only a run can evaluate u in compose: the result depends on the order of a set',
    );
  });

  test('a value, a group and a membership point at the line that makes them', () => {
    const inventory = made('compose:\n  sum: a + 1\ngroups:\n  one: a == 1\nkeyed_groups:\n- key: os\n');
    const place = (at: { start: number; end: number } | undefined): string | undefined =>
      at && inventory.documents.get('made.yml')?.text.slice(at.start, at.end);
    const assignment = inventory.hosts.get('h1')?.variables.get('sum');
    assert.equal(assignment?.level, { kind: 'inventory host', owner: 'h1' });
    assert.is(place(assignment?.value), 'a + 1');
    assert.is(place(inventory.groups.get('one')?.mentions[0]), 'one');
    assert.is(place(inventory.groups.get('_deb')?.mentions[0]), 'os');
  });

  test('what cannot be evaluated is left out; with strict it ends the source, and what was made stays', () => {
    assert.is(effective(made('compose: {x: nope, y: a}\n'), 'h1')['y'], 1);
    assert.is(effective(made('compose: {x: nope, y: a}\n'), 'h1')['x'], undefined);
    const inventory = made('strict: true\ncompose: {x: a, y: nope, z: a}\n');
    assert.is(effective(inventory, 'h1')['x'], 1);
    assert.is(effective(inventory, 'h1')['z'], undefined);
    assert.equal(troubles(inventory), [
      "made.yml:3:20 error Ansible cannot read this inventory source: y cannot be set for h1: 'nope' is undefined.",
    ]);
    assert.is(dump(tree('strict: true\ncompose: {y: nope}\n'), { sources }).exitCode, 0);
  });

  test('a secret that Ansible quotes is not said again', () => {
    const secret = { 'hosts.yml': 'all: {hosts: {h1: {password: hunter2hunter2}}}\n' };
    const said = troubles(made('strict: true\ncompose: {x: "{}[password] + 1"}\n', secret)).join();
    assert.match(said, 'x cannot be set for h1');
    assert.not.match(said, 'hunter2');
  });

  test('conditions have to be true or false; names become valid ones', () => {
    assert.equal(groupsMade('groups: {one: a == 1, x-y: true, "9 z": "{{ a }}" , k: a, no: a == 9}\n'), ['one', 'x_y']);
    assert.equal(members(made('groups: {one: a == 1}\n'), 'one'), ['h1']);
    assert.equal(groupsMade("groups: {indirect: '{{ what }}'}\ncompose: {what: \"'a == 1'\"}\n"), []);
    assert.match(refusal('strict: true\ngroups: {k: a}\n'), 'made.yml:3:13 error');
    assert.match(refusal('strict: true\ngroups: {k: a}\n'), 'the condition gives neither true nor false');
  });

  test('allow_broken_conditionals lets any value be a condition', () => {
    const files = below('/p', {
      ...tree('groups: {k: a}\n'),
      'ansible.cfg': '[defaults]\nallow_broken_conditionals = yes\n',
    });
    const settings = readSettings(files, { cwd: '/p', environment: {} });
    assert.is(readInventory(files, { sources, cwd: '/p', settings }).groups.has('k'), true);
  });

  test('keyed groups: a text, a list, a mapping; prefix, separator, default, parent', () => {
    assert.equal(groupsMade('keyed_groups: [{key: os, prefix: os}]\n'), ['os_deb']);
    assert.equal(groupsMade('keyed_groups: [{key: os, separator: "-", default_value: none}]\n'), ['_deb', '_none']);
    assert.equal(groupsMade('keyed_groups: [{key: labels, prefix: t, default_value: d}]\n'), [
      't_x',
      't_d',
      't_k_v',
      't_z_d',
    ]);
    assert.equal(groupsMade('keyed_groups: [{key: labels, trailing_separator: false}]\n'), ['_x', '_', '_k_v', '_z']);
    assert.equal(groupsMade('leading_separator: false\nkeyed_groups: [{key: os}]\n'), ['deb']);
    const nested = made('keyed_groups: [{key: os, parent_group: "all-{{ os }}"}]\n');
    assert.equal(groupsOf(nested, 'h1'), ['all', 'all_deb', 'web', '_deb']);
    assert.match(refusal('keyed_groups: [{key: a}]\n'), 'made.yml:2:22 error');
    assert.match(refusal('keyed_groups: [{key: a}]\n'), 'should give a string, a list of strings or a mapping');
    assert.match(refusal('keyed_groups: [5]\n'), 'made.yml:2:16 error');
    assert.match(
      refusal('keyed_groups: [{key: os, default_value: x, trailing_separator: true}]\n'),
      'default_value and trailing_separator exclude each other',
    );
  });

  test('options of a wrong type end the source', () => {
    assert.match(
      refusal('compose: [a]\n'),
      'made.yml:2:10 error Ansible cannot read this inventory source: compose should be a mapping',
    );
    assert.match(refusal('groups: text\n'), 'groups should be a mapping');
    assert.match(refusal('keyed_groups: {a: b}\n'), 'keyed_groups should be a list');
    assert.equal(troubles(made('compose: null\nstrict: maybe\n')), []);
  });

  test('an expression sees the sources before it, and nothing that a run or a later source brings', () => {
    const text =
      'compose: {names: group_names, h: hostvars is defined, dir: inventory_dir, own: sum is defined, sum: a, os: ansible_os_family is defined}\n';
    const { names, h, dir, own, os } = effective(made(text), 'h1');
    assert.equal({ names, h, dir, own, os }, { names: ['web'], h: false, dir: '/p', own: false, os: false });
    const late = read(tree('compose: {x: "1"}\n'), { sources: ['made.yml', 'hosts.yml'] });
    assert.is(effective(late, 'h1')['x'], undefined);
  });

  test('a variable named omit hides what Ansible has under that name', () => {
    const named = { 'hosts.yml': 'web: {hosts: {h1: {omit: 5}, h2: }}\n' };
    const inventory = made('compose: {x: omit, y: omit + 1}\n', named);
    assert.equal(effective(inventory, 'h1'), { omit: 5, x: 5, y: 6 });
    assert.equal(effective(inventory, 'h2'), {});
  });

  test('an address has no shorter name', () => {
    const named = { 'hosts.yml': 'all: {hosts: {10.0.0.1: , h1.example.org: }}\n' };
    const inventory = made('compose: {short: inventory_hostname_short}\n', named);
    assert.is(effective(inventory, '10.0.0.1')['short'], '10.0.0.1');
    assert.is(effective(inventory, 'h1.example.org')['short'], 'h1');
  });

  test('the hosts of a list stand in no folder: Ansible calls it None', () => {
    const listed = read(
      { 'made.yml': 'plugin: constructed\ncompose: {dir: inventory_dir, file: inventory_file}\n' },
      {
        sources: ['h1,h2', 'made.yml'],
      },
    );
    const { dir, file } = effective(listed, 'h1');
    assert.equal([dir, file], ['None', 'h1,h2']);
  });

  test('inventory_dir is over what groups say; that of a host named like a group is left open', () => {
    const hosts = 'all: {vars: {inventory_dir: /x}, hosts: {h1: , web: }, children: {web: {}}}\n';
    const inventory = made("compose: {dir: inventory_dir | default('none')}\n", { 'hosts.yml': hosts });
    assert.is(effective(inventory, 'h1')['dir'], '/p');
    const named = {
      'a.yml': 'web: {}\n',
      'hosts.yml': 'all: {hosts: {web: }}\n',
      'made.yml': 'plugin: constructed\ncompose: {dir: inventory_dir}\n',
    };
    const late = read(named, { sources: ['a.yml', 'hosts.yml', 'made.yml'] });
    const dir = late.groups.get('web')?.variables.get('dir');
    assert.is(dir && valueUnlessUnknowable(dir.value), undefined);
    assert.equal(dir?.level, { kind: 'inventory group', owner: 'web' });
  });

  test('variable files count with use_vars_plugins, in the order in which the groups were met', () => {
    const files = {
      'group_vars/web.yml': 'c: web\n',
      'group_vars/all.yml': 'c: all\n',
      'host_vars/h1.yml': 'd: own\n',
    };
    const seen = (flag: string): unknown => {
      const { x, y } = effective(made(`use_vars_plugins: ${flag}\ncompose: {x: c, y: d}\n`, files), 'h1');
      return { x, y };
    };
    assert.equal(seen('no'), { x: 'inline', y: undefined });
    // YAML hangs web below all when it has read web: so all comes last.
    assert.equal(seen('yes'), { x: 'all', y: 'own' });
  });

  test('a broken variable file ends the source, and Ansible only where it is loaded for a host', () => {
    const text = { 'group_vars/web.yml': 'c: [\n' };
    const made = 'use_vars_plugins: yes\ncompose: {x: a}\n';
    const steps = (precedence: string) => {
      const files = below('/p', { ...tree(made, text), 'ansible.cfg': `[defaults]\nprecedence = ${precedence}\n` });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      return readInventory(files, { sources, cwd: '/p', settings }).troubles.map(({ document, fatal }) => [
        document.file,
        fatal,
      ]);
    };
    assert.equal(steps('all_inventory, groups_inventory'), [
      ['group_vars/web.yml', undefined],
      ['made.yml', undefined],
    ]);
    assert.equal(steps('groups_plugins_inventory'), [
      ['made.yml', undefined],
      ['group_vars/web.yml', 4],
    ]);
  });

  test('what only a run can know is unknown, not missing', () => {
    const text = "compose: {x: ansible_memtotal_mb * 2, y: x, z: \"lookup('env', 'HOME')\"}\n";
    const inventory = read(tree(text), { sources });
    const { x, z } = effective(inventory, 'h1');
    assert.is(x, 'unknown: ansible_memtotal_mb is a fact, which only a run can know');
    assert.is(z, "unknown: the lookup 'env' reads what only a run has");
    assert.equal(troubles(inventory), []);
    const host = inventory.hosts.get('h1');
    const node = host?.variables.get('x')?.value;
    assert.ok(host !== undefined && node !== undefined);
    const resolved = new Scopes(inventory, () => undefined).resolve(host, node);
    assert.is(resolved.state === 'unknown' && resolved.reason, 'fact');
  });

  test('hosts that may be in a group have the group’s variables unknown', () => {
    const files = { 'group_vars/deb_12.yml': 'c: file\nheap: 1\n', 'group_vars/big.yml': 'heap: 2\n' };
    const text = 'groups: {big: ansible_memtotal_mb > 1}\nkeyed_groups: [{key: ansible_os, prefix: deb}]\n';
    const inventory = read(tree(text, files), { sources });
    assert.equal(inventory.dynamicSources, ['made.yml']);
    assert.equal(troubles(inventory), [
      'made.yml:2:15 warning Only a run can evaluate big in groups: ansible_memtotal_mb is a fact, which only a run can know.',
      'made.yml:3:22 warning Only a run can evaluate deb_… in keyed_groups: ansible_os is a fact, which only a run can know.',
    ]);
    assert.is(effective(inventory, 'h1')['c'], 'unknown: only a run can know whether the host is in deb_12');
    assert.is(effective(inventory, 'h1')['heap'], 'unknown: only a run can know whether the host is in deb_12');
    assert.is(effective(inventory, 'h1')['a'], 1);
    const strict = read(tree(`strict: true\n${text}`, files), { sources });
    assert.equal(strict.dynamicSources, ['made.yml']);
  });

  test('a group that a host may be in counts in its place among those that it is in', () => {
    const files = {
      'hosts.ini': '[area]\nh1\n[zone]\nh1\n',
      'made.yml': 'plugin: constructed\ngroups: {big: ansible_memtotal_mb > 1}\n',
      'group_vars/area.yml': 'heap: 1\ndisk: 1\nmap: {a: 1}\nother: {a: 1}\n',
      'group_vars/big.yml': 'heap: 2\ndisk: 2\nmap: {b: 2}\nother: {b: 2}\n',
      'group_vars/zone.yml': 'heap: 3\nmap: {c: 3}\nother: text\n',
    };
    const made = { sources: ['hosts.ini', 'made.yml'] };
    const maybe = 'unknown: only a run can know whether the host is in big';
    const { heap, disk, map } = effective(read(files, made), 'h1');
    assert.equal([heap, disk, map], [3, maybe, { c: 3 }]);
    // Mappings are merged: what is not known may be a part of the whole, but not below a text.
    const merging = effective(read(files, { ...made, settings: { ...defaultSettings, mergeHashes: true } }), 'h1');
    assert.equal([merging['heap'], merging['map'], merging['other']], [3, maybe, 'text']);
  });

  test('--extra-vars count with use_extra_vars, but not in conditions', () => {
    const text = (flag: string): string =>
      `use_extra_vars: ${flag}\ncompose: {x: a, y: given}\ngroups: {g: given is defined}\nkeyed_groups: [{key: given}]\n`;
    const { stdout } = dump(tree(text('yes')), { sources, extraVars: ['given=word a=9'] });
    const made = JSON.parse(stdout) as { _meta: { hostvars: { h1: { y: string } } } } & Record<string, unknown>;
    assert.is(made._meta.hostvars.h1.y, 'word');
    assert.equal([made['g'], made['_word']], [undefined, { hosts: ['h1', 'h2'] }]);
    assert.not.match(dump(tree(text('no')), { sources, extraVars: ['given=word a=9'] }).stdout, '_word');
    const unknown = effective(read(tree(text('yes')), { sources }), 'h1');
    assert.is(unknown['y'], 'unknown: given may be given with -e');
  });

  test('is read by the name under which it is enabled', () => {
    const enabled = (plugins: string, name: string): boolean => {
      const files = below('/p', {
        'hosts.yml': hosts,
        'made.config': `plugin: ${name}\ncompose: {x: a}\n`,
        'ansible.cfg': `[inventory]\nenable_plugins = ${plugins}\n`,
      });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      const inventory = readInventory(files, { sources: ['hosts.yml', 'made.config'], cwd: '/p', settings });
      return effective(inventory, 'h1')['x'] === 1;
    };
    assert.is(enabled('constructed, yaml', 'constructed'), true);
    assert.is(enabled('constructed, yaml', 'ansible.builtin.constructed'), false);
    assert.is(enabled('ansible.builtin.constructed, yaml', 'ansible.builtin.constructed'), true);
    assert.is(enabled('auto, yaml', 'constructed'), false);
    const legacy = { 'made.yml': 'plugin: ansible.legacy.constructed\n' };
    assert.match(troubles(made('', legacy)).join(), 'made.yml:1:9 error');
  });

  test('is missed where its name or the settings hide it from Ansible, with what would have it read', () => {
    const missed = (name: string, plugins: string, plugin = 'constructed'): readonly string[] => {
      const files = below('/p', {
        'hosts.yml': hosts,
        [name]: `plugin: ${plugin}\ncompose: {x: a}\n`,
        'ansible.cfg': `[inventory]\nenable_plugins = ${plugins}\n`,
      });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      return troubles(readInventory(files, { sources: ['hosts.yml', name], cwd: '/p', settings })).map((line) =>
        line.replace(/^(\S+) error Ansible cannot read this inventory source: it configures the plugin /, '$1 '),
      );
    };
    const named = 'but no enabled plugin reads a file of this name; expected a name that ends in .yml';
    const enabled = 'constructed among enable_plugins in ansible.cfg.';
    const usual = 'host_list, script, auto, yaml, ini, toml';
    assert.equal(missed('a.config', usual), [`a.config:1:1 constructed, ${named}, or ${enabled}`]);
    assert.equal(missed('a', usual), [`a:1:1 constructed, ${named}, or ${enabled}`]);
    assert.equal(missed('a.config', 'auto, yaml', 'ansible.builtin.constructed'), [
      `a.config:1:1 ansible.builtin.constructed, ${named}, or ansible.builtin.${enabled}`,
    ]);
    assert.equal(missed('a.ini', usual), [`a.ini:1:1 constructed, ${named}.`]);
    assert.equal(missed('a.conf', 'constructed, yaml'), [`a.conf:1:1 constructed, ${named}.`]);
    assert.equal(missed('a.yml', 'yaml, ini'), [
      'a.yml:1:1 constructed, which is not enabled; expected auto among enable_plugins in ansible.cfg.',
    ]);
    assert.equal(missed('a.config', usual, 'amazon.aws.aws_ec2'), [`a.config:1:1 amazon.aws.aws_ec2, ${named}.`]);
    assert.equal(missed('a.config', 'constructed, yaml'), []);
  });
});
