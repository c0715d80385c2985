import { CannotCheck } from '../../../src/ground/cannot-check.ts';
import { discoverStacks } from '../../../src/ansible/discovery/discover.ts';
import type { DiscoveredStack } from '../../../src/ansible/discovery/discover.ts';
import { assert, describe } from '../../describe.ts';
import { memoryFiles } from '../../memory-files.ts';
import { below } from '../read.ts';
import { fault } from '../../../src/troubles/fault.ts';

type Tree = Readonly<Record<string, string>>;
const INI = '[web]\nh1\n';
const YAML = 'all:\n  hosts:\n    h1:\n';

/** Each stack as `name: sources`, paths below the project. */
function found(tree: Tree, paths: readonly string[] = [], inventory: readonly string[] = []): readonly string[] {
  return stacks(tree, paths, inventory).map(({ name, sources }) => `${name}: ${sources.map(short).join(' ')}`);
}

function stacks(
  tree: Tree,
  paths: readonly string[] = [],
  inventory: readonly string[] = [],
): readonly DiscoveredStack[] {
  return discoverStacks(below('/p/logs', tree), { cwd: '/p/logs', paths, inventory });
}

function short(path: string): string {
  return path.replace('/p/logs/', '');
}

describe('finding inventories', (test) => {
  test('what ansible.cfg names, whatever else is there', () => {
    const tree = { 'ansible.cfg': '[defaults]\ninventory = env/lab\n', 'env/lab': INI, hosts: INI };
    assert.equal(found(tree), ['lab: env/lab']);
  });

  test('an ansible.cfg with inventories of which none is there is warned of, where another is found', () => {
    const configuration = '[defaults]\ninventory = nope,env/none\n';
    const warnings = (tree: Tree, inventory?: readonly string[]) =>
      stacks(tree, [], inventory).flatMap(({ settings }) => settings.warnings);
    const [warning, ...others] = warnings({ 'ansible.cfg': configuration, 'env/hosts': INI });
    assert.equal(others, []);
    assert.equal(warning?.fault, fault('settings/missing-inventory', { paths: 'nope, env/none', by: 'this' }));
    assert.equal([warning?.file, warning?.start], ['/p/logs/ansible.cfg', configuration.indexOf('nope')]);
    assert.equal(warnings({ 'ansible.cfg': configuration, 'env/hosts': INI }, ['env/hosts']), []);
    assert.equal(warnings({ 'ansible.cfg': configuration, nope: INI, hosts: INI }), []);
  });

  test('an ansible.cfg without inventory, or with one that is not there, is passed over', () => {
    assert.equal(found({ 'ansible.cfg': '[defaults]\nforks = 5\n', hosts: INI }), ['logs: hosts']);
    assert.equal(found({ 'ansible.cfg': '[defaults]\ninventory = nope\n', hosts: INI }), ['logs: hosts']);
  });

  test('what the environment names counts for who names nothing, its other settings always', () => {
    const tree = { 'other/lab': INI, hosts: INI, 'cfg/ansible.cfg': '[defaults]\ninventory = prod\n', 'cfg/prod': INI };
    const sources = (environment: Readonly<Record<string, string>>, paths: readonly string[] = []) =>
      discoverStacks(below('/p/logs', tree), { cwd: '/p/logs', environment, paths, inventory: [] }).map(
        (stack) => `${stack.sources.map(short).join(' ')} ${stack.settings.plugins.join()}`,
      );
    const enabled = { ANSIBLE_INVENTORY_ENABLED: 'ini' };
    assert.equal(sources({ ANSIBLE_INVENTORY: 'other/lab,hosts', ...enabled }), ['other/lab hosts ini']);
    assert.equal(sources({ ANSIBLE_CONFIG: 'cfg', ...enabled }), ['cfg/prod ini']);
    for (const named of [{ ANSIBLE_INVENTORY: 'other/lab' }, { ANSIBLE_CONFIG: 'cfg' }]) {
      assert.equal(sources({ ...named, ...enabled }, ['hosts']), ['hosts ini']);
      assert.equal(sources({ ...named, ...enabled }, ['.']), ['hosts ini']);
    }
    const [absent] = discoverStacks(below('/p/logs', tree), {
      cwd: '/p/logs',
      environment: { ANSIBLE_INVENTORY: 'nope' },
      paths: [],
      inventory: [],
    });
    const expected = fault('settings/missing-inventory', { paths: 'nope', by: 'ANSIBLE_INVENTORY' });
    assert.equal(absent?.settings.warnings[0]?.fault, expected);
  });

  test('files with the usual names', () => {
    for (const name of ['hosts', 'hosts.ini', 'inventory', 'inventory.ini', 'hosts-lab', 'prod_inventory.ini'])
      assert.is(found({ [name]: INI })[0]?.endsWith(`: ${name}`), true, name);
    for (const name of ['hosts.yml', 'inventory.yaml', 'hosts', 'inventory_lab.yml'])
      assert.is(found({ [name]: YAML })[0]?.endsWith(`: ${name}`), true, name);
    assert.equal(found({ production: INI, staging: INI }), ['production: production', 'staging: staging']);
  });

  test('of TOML, told from the settings of programs', () => {
    const groups = [
      '[web]\nchildren = ["db"]\n\n[web.hosts]\nh1 = {}\n',
      '[all.vars]\na = 1\n[db.hosts."h[1:3]"]\nport = 5\n',
      "# all\nweb.hosts.h1 = {}\n'b'.vars.x = 1\n",
      'web = { hosts = { h1 = {} } }\n',
      '[web]\nhosts.h1.a = 1\nvars = { b = """\ntext\n""" }\n',
      '[web.hosts]\nh1 = {',
    ];
    for (const text of groups)
      for (const name of ['hosts.toml', 'inventories/lab.toml'])
        assert.is(found({ [name]: text })[0]?.endsWith(`: ${name}`), true, text);
    assert.equal(found({ 'main.toml': groups[0] ?? '', hosts: INI }, ['main.toml']), ['logs: main.toml']);
    const others = [
      '[package]\nname = "x"\n[dependencies]\nserde = "1"\n',
      '[tool.poetry]\nname = "x"\n',
      '[servers]\n[servers.alpha]\nip = "10.0.0.1"\n',
      'title = "x"\n[web.hosts]\nh1 = {}\n',
      '[[web.hosts]]\nname = "h1"\n',
      '[global]\n',
      '',
    ];
    for (const text of others)
      for (const name of ['hosts.toml', 'inventories/lab.toml'])
        assert.throws(() => found({ [name]: text }), 'no inventory found', text);
  });

  test('environments beside a folder production are stacks, too, wherever they are', () => {
    assert.equal(found({ 'deploy/production/hosts': INI, 'deploy/testing/hosts': INI, 'deploy/docs/hosts': INI }), [
      'production: deploy/production/hosts',
      'testing: deploy/testing/hosts',
    ]);
    assert.equal(found({ hosts: INI, 'vagrant/hosts': INI }), ['logs: hosts']);
  });

  test('names are those of environments, and tell apart the same environment of different places', () => {
    const tree = { 'inventories/eu/prod/hosts': INI, 'inventories/us/prod/hosts': INI, 'inventories/lab/01-all': INI };
    assert.equal(found(tree), [
      'eu/prod: inventories/eu/prod/hosts',
      'lab: inventories/lab/01-all',
      'us/prod: inventories/us/prod/hosts',
    ]);
  });

  test('each environment is a stack of its own', () => {
    const tree = {
      'inventories/production/hosts': INI,
      'inventories/production/group_vars/web.yml': 'a: 1\n',
      'inventories/lab/hosts.yml': YAML,
      'inventories/europe/prod/main/hosts': INI,
    };
    assert.equal(found(tree), [
      'prod: inventories/europe/prod/main/hosts',
      'lab: inventories/lab/hosts.yml',
      'production: inventories/production/hosts',
    ]);
    assert.equal(found({ 'environments/a/inventory.ini': INI, 'environments/b/inventory.ini': INI }), [
      'a: environments/a/inventory.ini',
      'b: environments/b/inventory.ini',
    ]);
    assert.equal(found({ 'inventory/prod.yml': YAML, 'inventory/lab.yml': YAML }), [
      'lab: inventory/lab.yml',
      'prod: inventory/prod.yml',
    ]);
  });

  test('several files without such names are read together, as Ansible reads the folder', () => {
    assert.equal(found({ 'inventory/01-search': INI, 'inventory/02-dashboards.yml': YAML }), ['logs: inventory']);
  });

  test('any inventory beside group_vars or host_vars', () => {
    assert.equal(found({ 'cluster.yml': YAML, 'group_vars/all.yml': 'a: 1\n', 'site.yml': '- hosts: all\n' }), [
      'cluster: cluster.yml',
    ]);
    assert.throws(() => found({ 'cluster.yml': YAML }), /no inventory found in \./);
  });

  test('inventories of folders further down, with the folder as the project', () => {
    const tree = { 'deploy/ansible/ansible.cfg': '[defaults]\n', 'deploy/ansible/inventory/hosts': INI };
    assert.equal(found(tree), ['deploy: deploy/ansible/inventory/hosts']);
    assert.is(stacks(tree)[0]?.root, '/p/logs/deploy/ansible');
    assert.equal(found({ 'examples/one/hosts.ini': INI, 'examples/two/hosts.ini': INI }), [
      'one: examples/one/hosts.ini',
      'two: examples/two/hosts.ini',
    ]);
  });

  test('playbooks, roles, scenarios, documents and settings of other programs are no inventories', () => {
    const none: Tree = {
      'site.yml': '- hosts: all\n  roles: [x]\n',
      'hosts.yml': '- hosts: all\n',
      'inventory.yml': 'services:\n  web:\n    image: x\n',
      'hosts.ini': '[tool]\nkey = value\n',
      'tox.ini': '[tox]\nenvlist = py3\n',
      'roles/x/hosts': INI,
      'molecule/default/hosts': INI,
      'docs/hosts': INI,
      'templates/hosts': INI,
      'node_modules/x/hosts': INI,
      '.vagrant/hosts': INI,
      'tests/hosts': INI,
      'group_vars/all/hosts.yml': YAML,
      'vars/hosts.yml': YAML,
      README: '[web]\nfoo = bar\n',
      hosts: '127.0.0.1 localhost\n10.0.0.1 h1\n',
    };
    assert.throws(() => found(none), /no inventory found/);
  });

  test('a broken inventory is found all the same', () => {
    assert.equal(found({ hosts: '[web]\nh1 a=1 ; note\n' }), ['logs: hosts']);
    assert.equal(found({ 'hosts.yml': 'all:\n  hosts:\n    h1: {\n' }), ['logs: hosts.yml']);
  });

  test('a misspelt section, one with a blank in its name, or one alone makes no inventory something else', () => {
    for (const text of [
      '[web]\nh1\n[web:var]\na=1\n',
      '[web]\nh1\n[my web]\nh2\n',
      '[web:vars]\na=1\n',
      '[web]\n# h1\n',
    ])
      assert.equal(found({ 'hosts.ini': text }), ['logs: hosts.ini'], text);
    assert.equal(found({ 'inventories/one.ini': '[web]\nh1\n[web:childern]\ndb\n' }), ['one: inventories/one.ini']);
    assert.throws(() => found({ 'production.ini': '[app:main]\nuse = egg:x\n[server:main]\nport = 1\n' }));
  });

  test('YAML that begins with the group of all hosts is an inventory, whatever stands below it', () => {
    for (const text of ['all\n  hosts:\n    h1:\n', 'all:\n  host:\n    h1:\n', '"all":\nchildren:\n  web:\n'])
      assert.equal(found({ 'hosts.yml': text }), ['logs: hosts.yml'], text);
    assert.throws(() => found({ 'cluster.yml': 'all:\n  host:\n', group_vars: '' }));
  });

  test('INI is an inventory under a name of YAML, too, as Ansible reads it', () => {
    assert.equal(found({ 'hosts.yml': '# all\n[web]\nh1 a=1\n' }), ['logs: hosts.yml']);
    assert.throws(() => found({ 'hosts.yml': 'hosts:\n  [web]\n' }));
  });

  test('where nothing is found it is said what was looked for', () => {
    const tree = { 'ansible.cfg': '[defaults]\ninventory = inventory.ini\n' };
    const advises = (words: string) => (error: Error) =>
      error instanceof CannotCheck && error.advice.join(' ').includes(words);
    assert.throws(
      () => found(tree),
      advises('ansible.cfg names inventory.ini, which is not there; looked for ansible.cfg'),
    );
    const other = { 'a/hosts.yml': 'web:\n  h1:\n', 'b/hosts.ini': 'web = 1\n', 'ci.yml': 'a: 1\n' };
    const unlike = 'a/hosts.yml does not look like one (nor does another); -i a/hosts.yml tells what';
    assert.throws(() => found(other), advises(unlike));
    const unusual = {
      'deploy/nodes.yml': 'web:\n  hosts:\n    h1:\n',
      'deploy/site.yml': '- hosts: web\n',
      'setup.ini': 'a = 1\n',
    };
    assert.throws(
      () => found(unusual),
      advises('deploy/nodes.yml looks like one, but has no usual name; -i deploy/nodes.yml uses it;'),
    );
    assert.throws(
      () => found({ ...unusual, 'lab.d/x': INI }),
      advises('deploy/nodes.yml, lab.d/x look like some, but have no usual names; -i deploy/nodes.yml uses it;'),
    );
    assert.throws(() => found({ hosts: INI }, ['nope']), 'there is no file or folder nope');
    assert.throws(() => found({ hosts: INI }, [], ['nope']), 'there is no inventory source nope');
    assert.throws(() => found({ hosts: INI }, [], ['a/../nope']), /source nope$/);
    assert.throws(() => found({ hosts: INI }, ['/p/nope']), 'there is no file or folder /p/nope');
    const link = memoryFiles({ '/p/logs/hosts': { link: '../old/hosts' } });
    assert.throws(
      () => discoverStacks(link, { cwd: '/p/logs', paths: [], inventory: ['hosts'] }),
      'there is no inventory source hosts, which is a broken link to ../old/hosts',
    );
  });
});

describe('what a path means', (test) => {
  const tree = {
    'ansible.cfg': '[defaults]\n',
    'inventories/lab/hosts': INI,
    'inventories/lab/group_vars/all.yml': 'a: 1\n',
    'inventories/prod/hosts': INI,
    'inventories/prod/host_vars/h1.yml': 'a: 1\n',
    'group_vars/all.yml': 'a: 1\n',
    'site.yml': '- hosts: all\n',
    'odd/place': INI,
  };
  const lab = 'lab: inventories/lab/hosts';
  const prod = 'prod: inventories/prod/hosts';

  test('a folder or file of one inventory means that one', () => {
    for (const path of [
      'inventories/lab',
      'inventories/lab/hosts',
      'inventories/lab/group_vars',
      'inventories/lab/group_vars/all.yml',
    ])
      assert.equal(found(tree, [path]), [lab], path);
    assert.equal(found(tree, ['inventories/prod/host_vars/h1.yml']), [prod]);
  });

  test('a file of the project means all of its inventories', () => {
    for (const path of ['group_vars/all.yml', 'site.yml', 'inventories', '.', '/p/logs'])
      assert.equal(found(tree, [path]), [lab, prod], path);
  });

  test('a folder of sources is one inventory where ansible.cfg names it, or variables lie in it', () => {
    const sources = { 'inv/01-search.yml': YAML, 'inv/02-dashboard': INI };
    const within = { ...sources, 'inv/group_vars/all.yml': 'a: 1\n' };
    for (const paths of [['inv'], []]) assert.equal(found(within, paths), ['inv: inv']);
    assert.equal(found({ ...sources, 'ansible.cfg': '[defaults]\ninventory = inv/\n' }, ['inv']), ['inv: inv']);
    // Environments stay apart, and so do inventories that lie beside playbooks.
    const environments = { 'inv/prod': INI, 'inv/lab': INI, 'inv/host_vars/h1.yml': 'a: 1\n' };
    assert.equal(found(environments, ['inv']), ['lab: inv/lab', 'prod: inv/prod']);
    assert.equal(found({ ...within, 'inv/deploy.yml': '- hosts: web\n' }, ['inv']), [
      '01-search.yml: inv/01-search.yml',
      '02-dashboard: inv/02-dashboard',
    ]);
  });

  test('an inventory in an unusual place is one where it is named', () => {
    assert.equal(found(tree, ['odd/place']), ['place: odd/place']);
  });

  test('several paths lead to one stack once', () => {
    assert.equal(found(tree, ['inventories/lab', 'inventories/lab/hosts', 'inventories/prod']), [lab, prod]);
  });

  test('-i takes its sources together', () => {
    assert.equal(found(tree, [], ['inventories/lab', 'odd/place', 'h1,h2']), [
      'hosts: inventories/lab odd/place h1,h2',
    ]);
  });

  test('-i from above belongs to the project that holds the source', () => {
    const tree = { 'ansible.cfg': '', 'a/site.yml': '[]\n', 'a/env/hosts': INI, 'b/hosts': INI };
    const roots = (source: string): readonly string[] => stacks(tree, [], [source]).map(({ root }) => short(root));
    assert.equal(roots('a/env/hosts'), ['a']);
    assert.equal(roots('b/hosts'), ['/p/logs']);
  });

  test('the folder of playbooks that has variables beside it counts', () => {
    assert.is(stacks(tree, ['inventories/lab'])[0]?.playbookDir, '/p/logs');
    const other = { 'playbooks/group_vars/all.yml': 'a: 1\n', hosts: INI };
    assert.is(stacks(other)[0]?.playbookDir, '/p/logs/playbooks');
  });

  test('without any sign of a project, the folder above the inventories is its root', () => {
    const bare = { 'inventories/lab/hosts': INI };
    assert.is(stacks(bare, ['inventories/lab'])[0]?.root, '/p/logs');
  });

  test('without any sign of a project, variables beside the folder of the inventory make that folder one', () => {
    const beside = { 'inv/hosts': INI, 'inv/group_vars/all.yml': 'a: 1\n', 'group_vars/web.yml': 'a: 2\n' };
    for (const paths of [[], ['group_vars/web.yml'], ['inv'], ['inv/hosts']])
      assert.equal(
        stacks(beside, paths).map(({ sources, playbookDir }) => [sources.map(short), playbookDir]),
        [[['inv/hosts'], '/p/logs']],
      );
    const files = below('/p/logs', beside);
    const fromInside = discoverStacks(files, { cwd: '/p/logs/inv', paths: [], inventory: [] });
    assert.is(fromInside[0]?.root, '/p/logs/inv');
  });

  test('variables that no inventory reads are refused, unless a playbook may stand beside them', () => {
    const other = { 'site.yml': '[]\n', 'inv/hosts': INI, 'old/group_vars/web.yml': 'a: 1\n' };
    const refused = 'old/group_vars/web.yml belongs to no inventory that was found (inv/hosts); name its own with -i';
    assert.throws(() => stacks(other, ['old/group_vars/web.yml']), refused);
    assert.equal(found({ ...other, 'old/deploy.yml': '[]\n' }, ['old/group_vars/web.yml']), ['inv: inv/hosts']);
  });

  test('a folder of playbooks that is not there is refused', () => {
    for (const playbookDir of ['nowhere', 'hosts'])
      assert.throws(
        () =>
          discoverStacks(below('/p/logs', { hosts: INI }), {
            cwd: '/p/logs',
            paths: [],
            inventory: ['hosts'],
            playbookDir,
          }),
        `--playbook-dir ${playbookDir}: there is no such folder`,
      );
  });
});
