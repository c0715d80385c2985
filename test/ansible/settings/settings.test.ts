import { readInventory } from '../../../src/ansible/read-inventory.ts';
import { readSettings } from '../../../src/ansible/settings/read-settings.ts';
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import type { Settings } from '../../../src/ansible/settings/ansible-settings.ts';
import { isIgnored } from '../../../src/ansible/sources/source-folder.ts';
import type { Version } from '../../../src/ground/releases.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { below, dump, effective, troubles } from '../read.ts';
import { sentenceOf } from '../../../src/troubles/catalogue.ts';
import { fault } from '../../../src/troubles/fault.ts';

describe('settings', (test) => {
  const settings = (text: string): ReturnType<typeof readSettings> =>
    readSettings(below('/p', { 'ansible.cfg': text }), { cwd: '/p', environment: { HERE: 'x' } });

  test('paths are relative to the file; # is no comment within a line, ; is', () => {
    assert.equal(settings('[defaults]\ninventory = a, ./b ; why\n').inventory, ['/p/a', '/p/b']);
    const { inventory, warnings } = settings('[defaults]\ninventory = hosts # comment\n');
    assert.equal(inventory, ['/p/hosts # comment']);
    assert.equal(
      warnings.map(({ start, fault }) => [start, sentenceOf(fault)]),
      [[23, 'in inventory the # does not begin a comment but belongs to the path; expected ;']],
    );
    assert.equal(settings('[defaults]\ninventory = hosts#1 ; comment\n').warnings, []);
    assert.equal(settings('[defaults]\ninventory = $HERE/y\n').inventory, ['/p/x/y']);
  });

  test('the environment wins, and its paths are relative to the current folder', () => {
    const files = below('/p', { 'cfg/ansible.cfg': '[defaults]\ninventory = a\nhash_behaviour = merge\n' });
    const environment = { ANSIBLE_CONFIG: 'cfg/ansible.cfg' };
    assert.equal(readSettings(files, { cwd: '/p', environment }).inventory, ['/p/cfg/a']);
    assert.ok(readSettings(files, { cwd: '/p', environment }).mergeHashes);
    const both = { ...environment, ANSIBLE_INVENTORY: 'b', ANSIBLE_HASH_BEHAVIOUR: 'replace' };
    assert.equal(readSettings(files, { cwd: '/p', environment: both }).inventory, ['/p/b']);
    assert.not(readSettings(files, { cwd: '/p', environment: both }).mergeHashes);
  });

  test('of the several places of one setting the last wins; lists lose their quotes, paths do not', () => {
    const { ignoredExtensions, inventory, plugins } = settings(
      '[defaults]\ninventory = "inv"\ninventory_ignore_extensions = .yml\n' +
        '[inventory]\nignore_extensions = ".bak", .old\nenable_plugins = ansible.builtin.yaml\n',
    );
    assert.equal(ignoredExtensions, ['.bak', '.old']);
    assert.equal(inventory, ['/p/"inv"']);
    assert.equal(plugins, ['yaml']);
  });

  const troublesOf = (text: string): readonly string[] => {
    const files = below('/p', { 'ansible.cfg': text, hosts: 'h\n' });
    const options = { cwd: '/p', sources: ['hosts'], settings: readSettings(files, { cwd: '/p', environment: {} }) };
    return troubles(readInventory(files, options));
  };

  test('what Ansible would not start with is a trouble with its place', () => {
    assert.equal(troublesOf('[defaults]\nhash_behaviour = both\n'), [
      'ansible.cfg:2:18 error Ansible does not start: both is not a value of hash_behaviour; expected replace, merge.',
    ]);
    assert.equal(troublesOf('inventory = x\n'), [
      'ansible.cfg:1:1 error Ansible does not start: this line comes before any section.',
    ]);
    assert.equal(troublesOf('[defaults]\nforks = 5\n[defaults]\n'), [
      'ansible.cfg:3:1 error Ansible does not start: section defaults appears twice.',
    ]);
    assert.equal(troublesOf('[defaults]\nforks = 5\nforks = 6\n'), [
      'ansible.cfg:3:1 error Ansible does not start: key forks appears twice in section defaults.',
    ]);
    assert.equal(troublesOf('[inventory]\nignore_patterns = \\.x$, (a\n'), [
      'ansible.cfg:2:19 error Ansible does not start: (a is not a pattern: missing ), unterminated subpattern.',
    ]);
  });

  test('several faults of one ansible.cfg are told one by one, a missing header once', () => {
    const text = '[defaults]\nforks = many\nword\ntimeout = 1\ntimeout = 2\n[inventory]\nother\n[defaults]\n';
    assert.equal(troublesOf(text), [
      'ansible.cfg:5:1 error Ansible does not start: key timeout appears twice in section defaults.',
      'ansible.cfg:8:1 error Ansible does not start: section defaults appears twice.',
      'ansible.cfg:3:1 error Ansible does not start: this line is neither a section nor a key with a value.',
      'ansible.cfg:7:1 error Ansible does not start: this line is neither a section nor a key with a value.',
      'ansible.cfg:2:9 error Ansible does not start: many is not a value of forks; expected a whole number.',
    ]);
    assert.is(troublesOf('a = 1\nb = 2\nword\n').length, 1);
  });

  test('of a folder that everybody may write to, no ansible.cfg counts in a run; in a check it is said', () => {
    const tree = { 'ansible.cfg': '[defaults]\nhash_behaviour = merge\n', hosts: 'h\n', 'home/.ansible.cfg': '' };
    const files = { ...below('/p', tree), writableByAll: (path: string) => path === '/p' };
    const started = (more: object) => {
      const found = readSettings(files, { cwd: '/p', environment: {}, ...more });
      return [found.file, found.mergeHashes, found.ignored, found.warnings.length];
    };
    assert.equal(started({ home: '/p/home' }), ['/p/home/.ansible.cfg', false, '/p/ansible.cfg', 1]);
    assert.equal(started({ home: '/p/home', environment: { ANSIBLE_CONFIG: '' } }), [
      '/p/ansible.cfg',
      true,
      undefined,
      0,
    ]);
    assert.equal(started({}), ['/p/ansible.cfg', true, '/p/ansible.cfg', 0]);
    assert.match(
      dump(tree, { environment: { HOME: '/p/home' } }, files).stderr,
      'ansible.cfg:1:1: warning: Ansible ignores this file: everybody may write to its folder.',
    );
  });

  test("the machine's ansible.cfg is the last, and a name of another kind is none", () => {
    const files = memoryFiles({ '/etc/ansible/ansible.cfg': '', '/p/a.txt': '' });
    assert.is(readSettings(files, { cwd: '/p', environment: {}, home: '/home/me' }).file, '/etc/ansible/ansible.cfg');
    assert.is(readSettings(files, { cwd: '/p', environment: {} }).file, undefined);
    const { problems } = readSettings(files, { cwd: '/p', environment: { ANSIBLE_CONFIG: 'a.txt' } });
    assert.is(problems[0]?.fault.code, 'settings/file-name');
  });

  test('without the plugin that reads them, group_vars and host_vars do not count', () => {
    const seen = (plugins: string) => {
      const tree = { 'ansible.cfg': `[defaults]\nvars_plugins_enabled = ${plugins}\n`, hosts: 'h a=1\n' };
      const { stdout } = dump({ ...tree, 'host_vars/h': 'a: 2\n' }, { host: 'h', sources: ['hosts'] });
      return (JSON.parse(stdout) as { a: number }).a;
    };
    assert.equal(['host_group_vars', 'ansible.builtin.host_group_vars', 'other', '""'].map(seen), [2, 2, 1, 1]);
  });

  test('files that are read with the sources count as what the sources set', () => {
    const tree = {
      'inv/hosts': '[web]\nh\n[web:vars]\na=inline\n[empty]\n',
      'inv/group_vars/all': 'a: all\n',
      'group_vars/web': 'a: beside the playbook\n',
      'ansible.cfg': '[defaults]\nrun_vars_plugins = start\n',
    };
    const files = below('/p', tree);
    const settings = readSettings(files, { cwd: '/p', environment: {} });
    const options = { cwd: '/p', sources: ['inv/hosts'], playbookDirs: ['/p'], settings };
    const seen = (more: object) => effective(readInventory(files, { ...options, ...more }), 'h')['a'];
    // Ansible's own answers, of a play and of ansible-inventory, which reads the files once more.
    assert.equal([seen({}), seen({ isolated: true })], ['inline', 'beside the playbook']);
    assert.equal(seen({ settings: { ...settings, varsStages: defaultSettings.varsStages } }), 'beside the playbook');
    assert.is(dump({ ...tree, 'inv/group_vars/empty': '- x\n' }, { sources: ['inv/hosts'] }).exitCode, 4);
    assert.is(dump({ ...tree, 'inv/group_vars/nobody': '- x\n' }, { sources: ['inv/hosts'] }).exitCode, 0);
  });

  test('the plugin that reads variable files may have a stage of its own, and a listing is none of them', () => {
    const tree = { hosts: '[web]\nh\n[web:vars]\na=inline\n', 'group_vars/all': 'a: file\n' };
    const seen = (stage: string, isolated: boolean): unknown => {
      const environment = { ANSIBLE_VARS_PLUGIN_STAGE: stage, ANSIBLE_RUN_VARS_PLUGINS: 'demand' };
      const settings = readSettings(below('/p', tree), { cwd: '/p', environment });
      return effective(readInventory(below('/p', tree), { cwd: '/p', sources: ['hosts'], settings, isolated }), 'h')[
        'a'
      ];
    };
    const stages = ['all', 'task', 'inventory', 'wrong'];
    const other = { hosts: 'h\n', 'group_vars/all': 'a: file\n' };
    const listed = (stage: string): string =>
      dump(other, { host: 'h', environment: { ANSIBLE_VARS_PLUGIN_STAGE: stage } }).stdout;
    assert.equal(
      stages.map((stage) => seen(stage, false)),
      ['file', 'file', 'inline', 'file'],
    );
    assert.equal(
      stages.map((stage) => seen(stage, true)),
      ['file', 'inline', 'inline', 'file'],
    );
    assert.equal(
      stages.map((stage) => listed(stage).includes('file')),
      [true, false, true, true],
    );
  });

  test('YAML sources may have endings of their own, which the environment sets', () => {
    const environment = { ANSIBLE_INVENTORY_PLUGIN_EXTS: '.conf', ANSIBLE_YAML_FILENAME_EXT: '.yml' };
    const { stdout } = dump({ 'x.conf': 'all:\n  hosts:\n    h2:\n' }, { environment });
    assert.match(stdout, '"h2"');
  });

  test('[inventory] export answers as --export does', () => {
    const tree = { hosts: '[web]\nh\n[web:vars]\na=1\n' };
    const exported = dump(tree, { export: true }).stdout;
    assert.is(dump({ ...tree, 'ansible.cfg': '[inventory]\nexport = yes\n' }).stdout, exported);
    assert.is(dump(tree, { environment: { ANSIBLE_INVENTORY_EXPORT: '1' } }).stdout, exported);
    assert.is.not(dump(tree, { environment: { ANSIBLE_INVENTORY_EXPORT: 'maybe' } }).stdout, exported);
  });

  test('verbosity begins the output with the configuration file, on stdout or on stderr, once Ansible has started', () => {
    const shown = (configuration: string | undefined, request: Parameters<typeof dump>[1]): readonly string[] => {
      const tree = { hosts: 'h1\n', ...(configuration !== undefined && { 'ansible.cfg': configuration }) };
      const { stdout, stderr } = dump(tree, { graph: true, ...request });
      return [stdout, stderr].map((text) => text.split('\n')[0] ?? '');
    };
    const using = 'Using /p/ansible.cfg as config file';
    assert.equal(shown(undefined, { verbosity: 1 }), ['No config file found; using defaults', '']);
    assert.equal(shown('', { verbosity: 3 }), [using, '']);
    assert.equal(shown('', {}), ['@all:', '']);
    assert.equal(shown('[defaults]\nverbosity = 1e0\n', {}), [using, '']);
    assert.equal(shown('[defaults]\nverbosity = 1\n', { environment: { ANSIBLE_VERBOSITY: '0' } }), ['@all:', '']);
    assert.equal(shown('', { verbosity: 1, environment: { ANSIBLE_VERBOSITY: '-1' } }), ['@all:', '']);
    assert.equal(shown('[defaults]\nverbose_to_stderr = yes\n', { verbosity: 1 }), ['@all:', using]);
    assert.is(shown('', { verbosity: 1, group: 'nope' })[0], using);
    assert.is(shown('', { verbosity: 1, list: true })[0], '');
    assert.is(shown('[defaults]\nforks = x\n', { verbosity: 1 })[0], '');
  });

  test('a setting that says nothing of inventories stops Ansible all the same with a value that it cannot have', () => {
    const problemsOf = (text: string): readonly string[] =>
      settings(text).problems.map(({ fault }) => sentenceOf(fault));
    for (const fine of ['5', '5.0', '1e1', '1_0', '+5'])
      assert.equal(problemsOf(`[defaults]\nforks = ${fine}\ninternal_poll_interval = 1e-3\n`), []);
    for (const bad of ['abc', '"5"', '5.5', 'inf'])
      assert.equal(problemsOf(`[defaults]\nforks = ${bad}\n`), [
        `${bad} is not a value of forks; expected a whole number`,
      ]);
    assert.equal(problemsOf('[defaults]\nforks =\ngathering =\n'), [
      'an empty text is not a value of forks; expected a whole number',
      'an empty text is not a value of gathering; expected implicit, explicit, smart',
    ]);
    assert.equal(problemsOf('[defaults]\ngathering = "smart"\ninternal_poll_interval = nan\nnosuch = x\n'), []);
    assert.equal(problemsOf('[diff]\ncontext = x\n[DEFAULT]\ntimeout = y\n[defaults]\n'), [
      'y is not a value of timeout; expected a whole number',
      'x is not a value of context; expected a whole number',
    ]);
    const empty = readSettings(below('/p', {}), { cwd: '/p', environment: { ANSIBLE_FORKS: '' } });
    assert.equal(empty.problems, []);
  });

  test('a setting that a later release drops is a warning, while a release knows it', () => {
    const warned = (version: Version, text: string): readonly string[] =>
      readSettings(below('/p', { 'ansible.cfg': text }), { cwd: '/p', environment: {}, version }).warnings.map(
        ({ fault, start }) => `${String(start)} ${sentenceOf(fault)}`,
      );
    const native = '[defaults]\njinja2_native = yes\n';
    assert.equal(warned('2.19', native), [
      '27 Ansible drops the setting jinja2_native in 2.23; it has no effect any more',
    ]);
    assert.equal(warned('2.18', native), []);
    const paths = '[defaults]\ncollections_paths = c\n';
    assert.equal(warned('2.18', paths), [
      '31 Ansible drops the setting collections_paths in 2.19; expected collections_path',
    ]);
    assert.equal([...warned('2.14', paths), ...warned('2.19', paths)], []);
    assert.match(warned('2.20', '[defaults]\nansible_managed = x\n')[0] ?? '', 'expected a variable of that name');
  });

  test('without one of its plugins Ansible goes on, without any it stops, and at an empty name it fails', () => {
    const plugins = (value: string, version: Version = '2.19') => {
      const files = below('/p', { 'ansible.cfg': `[inventory]\nenable_plugins = ${value}\n`, hosts: 'h\n' });
      const found = readSettings(files, { cwd: '/p', environment: {}, version });
      return readInventory(files, { cwd: '/p', sources: ['hosts'], settings: found });
    };
    const first = (...given: Parameters<typeof plugins>): readonly [string | undefined, number | undefined] => {
      const inventory = plugins(...given);
      return [troubles(inventory)[0], inventory.troubles[0]?.fatal];
    };
    assert.equal(first('constructor'), [
      'ansible.cfg:2:18 error Ansible reads no inventory: there is no plugin constructor.',
      1,
    ]);
    assert.equal(first('nope, ini'), [
      'ansible.cfg:2:18 warning Ansible goes on without the inventory plugin nope: it has none of that name.',
      undefined,
    ]);
    assert.equal(first('acme.cloud.vms, ini'), [undefined, undefined]);
    for (const holed of ['""', 'ini,', 'nope, ""'])
      assert.equal(first(holed), [
        'ansible.cfg:2:18 error Ansible fails at an empty name in enable_plugins; expected names of plugins.',
        250,
      ]);
    assert.equal([first('')[1], first('', '2.18')[1]], [250, 1]);
    assert.equal(first('""', '2.18'), ['ansible.cfg:2:18 error Ansible reads no inventory: no plugin is enabled.', 1]);
    assert.is(first('ini,', '2.18')[1], undefined);
    assert.equal([...plugins('ini,', '2.18').hosts.keys()], ['h']);
    // It looks for them only when it comes to a file.
    assert.equal(plugins('aws_ec2, acme.cloud.hosts, ini').troubles, []);
    const empty = { 'inv/group_vars/all': '', 'ansible.cfg': '[inventory]\nenable_plugins = ini,\n' };
    assert.is(dump(empty, { sources: ['inv'] }).exitCode, 0);
    assert.is(dump(empty, { sources: ['inv', 'nowhere'] }).exitCode, 250);
  });

  test('an indented line continues the value above it', () => {
    assert.equal(settings('[defaults]\ninventory = a,\n  b\n').inventory, ['/p/a', '/p/b']);
  });

  test('every section has what [DEFAULT] says, and a byte-order mark is no section', () => {
    assert.equal(settings('[DEFAULT]\ninventory = a\n[defaults]\n').inventory, ['/p/a']);
    assert.is(settings('\ufeff[defaults]\n').problems[0]?.fault.code, 'settings/outside-of-sections');
  });

  test('ignore_patterns are those of Python; one that nobody can tell is a warning, and none takes for ever', () => {
    const ignored = (names: readonly string[], own: Settings) => names.map((name) => isIgnored(name, own));
    const some = settings('[inventory]\nignore_patterns = ^old, \\.x\\Z\n');
    assert.equal(ignored(['old.yml', 'cold', 'a.x', 'a.xy'], some), [true, false, true, false]);
    assert.equal(some.problems, []);
    const slow = settings('[inventory]\nignore_patterns = (a+)+$, b\n');
    assert.equal(slow.warnings[0]?.fault, fault('settings/unknown-pattern', { pattern: '(a+)+$' }));
    assert.equal(ignored([`${'a'.repeat(200)}!`, 'b'], slow), [false, true]);
    const wide = settings('[inventory]\nignore_patterns = .*.*.*.*.*x\n');
    assert.equal(ignored(['a'.repeat(255)], wide), [false]);
  });

  test('where an unread source is an error, Ansible stops, for what ansible.cfg says', () => {
    const stops = (text: string, sources: readonly string[]): readonly string[] => {
      const files = below('/p', { 'ansible.cfg': text, hosts: 'h\n', 'empty/x.txt': '' });
      const options = { cwd: '/p', sources, settings: readSettings(files, { cwd: '/p', environment: {} }) };
      return troubles(readInventory(files, options)).filter((line) => line.startsWith('ansible.cfg'));
    };
    const any = '[inventory]\nany_unparsed_is_failed = yes\n';
    const line = (source: string): string =>
      `ansible.cfg:2:26 error Ansible stops: it cannot read ${source}, and any_unparsed_is_failed is set.`;
    assert.equal(stops(any, ['hosts', 'nope']), [line('nope')]);
    assert.equal(stops(any, ['empty']), [line('empty')]);
    assert.equal(stops(any, ['/etc/ansible/hosts']), []);
    assert.equal(stops('[inventory]\nany_unparsed_is_failed = maybe\n', ['nope']), []);
    const all = '[inventory]\nunparsed_is_failed = True\n';
    assert.equal(stops(all, ['hosts', 'nope']), []);
    assert.equal(stops(all, ['nope']), [
      'ansible.cfg:2:22 error Ansible stops: it can read no inventory source, and unparsed_is_failed is set.',
    ]);
  });

  test('an inventory plugin of the project is none that Ansible lacks, and may read what no other does', () => {
    const told = (tree: Readonly<Record<string, string>>, options: object = {}) => {
      const config = '[defaults]\ninventory_plugins = plugins:elsewhere/x\n[inventory]\nenable_plugins = mine, yaml\n';
      const files = below('/p', { 'ansible.cfg': config.replace(':elsewhere/x', ''), 'x.mine': 'a', ...tree });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      return troubles(readInventory(files, { cwd: '/p', sources: ['x.mine'], settings, ...options }));
    };
    const read = ['x.mine:1:1 warning The plugin mine may read this: only a run knows its hosts.'];
    assert.equal(told({ 'plugins/cloud/mine.py': '' }), read);
    assert.equal(told({ 'play/inventory_plugins/mine.py': '' }, { playbookDirs: ['play'] })[0], read[0]);
    assert.equal(told({ 'plugins/other.py': '' }).length, 2);
    const far = { 'ansible.cfg': '[defaults]\ninventory_plugins = gone\n[inventory]\nenable_plugins = mine, yaml\n' };
    assert.equal(told(far), read);
  });

  test('what a vars plugin sets is unknown: one of a collection, one beside a playbook, one of a folder that is named', () => {
    const why = (config: string, tree: Readonly<Record<string, string>> = {}) => {
      const files = below('/p', { 'ansible.cfg': `[defaults]\n${config}\n`, hosts: 'h a=1\n', ...tree });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      const inventory = readInventory(files, { cwd: '/p', sources: ['hosts'], settings, playbookDirs: ['play'] });
      const host = inventory.hosts.get('h');
      if (host === undefined) throw new Error('there is no host');
      return inventory
        .variablesOf(host)
        .unreadAbove('a')
        .map(({ reason, clause }) => `${reason}: ${clause}`);
    };
    assert.equal(why(''), []);
    assert.equal(why('vars_plugins_enabled = host_group_vars, acme.x.y'), [
      'dynamic-inventory: may be set by the vars plugin acme.x.y (ansible.cfg), which is not run',
    ]);
    const own = { 'play/vars_plugins/mine.py': '' };
    assert.equal(why('', own), [
      'dynamic-inventory: may be set by the vars plugin mine (play/vars_plugins/mine.py), which is not run',
    ]);
    const named = { 'lib/vars/mine.py': 'class VarsModule:\n    REQUIRES_ENABLED = True\n' };
    assert.equal(why('vars_plugins = lib', named), []);
    const enabled = 'vars_plugins = lib\nvars_plugins_enabled = host_group_vars, mine';
    assert.equal(why(enabled, named), [
      'dynamic-inventory: may be set by the vars plugin mine (lib/vars/mine.py), which is not run',
    ]);
  });

  test('a key twice in one mapping breaks a YAML file where that is configured', () => {
    const of = (mode: string): readonly string[] => {
      const files = below('/p', {
        'ansible.cfg': `[defaults]\nduplicate_dict_key = ${mode}\n`,
        'h.yml': 'web: {hosts: {h: }}\nweb: {}\n',
        hosts: 'h\n',
        'host_vars/h.yml': 'a: {b: 1, b: 2}\n',
      });
      const settings = readSettings(files, { cwd: '/p', environment: {} });
      return troubles(readInventory(files, { cwd: '/p', sources: ['h.yml', 'hosts'], settings }));
    };
    assert.equal(of('warn'), []);
    assert.equal(of('error'), [
      'h.yml:2:1 error Ansible cannot read this inventory source: found a key twice in one mapping, and duplicate_dict_key is error.',
      'host_vars/h.yml:1:11 error Ansible stops at this file: found a key twice in one mapping, and duplicate_dict_key is error.',
    ]);
    assert.match(of('both')[0] ?? '', 'both is not a value of duplicate_dict_key; expected error, warn, ignore');
  });
});
