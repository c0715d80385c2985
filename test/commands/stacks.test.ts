/** The stacks that a check is made of: found, configured, and chosen by the paths. */
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';

const HOSTS = 'search:\n  hosts:\n    es-1:\n    es-2:\n    es-3:\n';
const VARIABLES = 'search_heap: "64"\nsearch_cluster_name: logs\nsearch_node_types: [master, data]\n';

/** Two teams with inventories, and one without. */
const TEAMS = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'README.md': '# Ours\n',
  'docs/setup.md': '# Setup\n',
  'logs/ansible.cfg': '',
  'logs/inventories/production/hosts.yml': HOSTS,
  'logs/inventories/production/group_vars/search.yml': VARIABLES,
  'logs/inventories/staging/hosts.yml': HOSTS,
  'logs/inventories/staging/group_vars/search.yml': VARIABLES,
  'logs/site.yml': '- hosts: search\n  roles: [es]\n',
  'logs/other.yml': '- hosts: search\n  vars: { search_heap: "20" }\n  tasks: [{ debug: { msg: one } }]\n',
  'logs/roles/es/tasks/main.yml': '- debug: { msg: one }\n',
  'logs/roles/unused/files/motd': 'hello\n',
  'metrics/hosts.yml': HOSTS,
  'metrics/group_vars/search.yml': VARIABLES,
  'empty/molecule/default/molecule.yml': 'platforms: []\n',
  'empty/group_vars/all.yml': 'a: 1\n',
};

const CONFIGURATION = `
stacks:
  - name: live
    inventory: logs/inventories/production
  - name: laboratory
    inventory: [logs/inventories/staging]
    preset: development
`;

interface Checked {
  readonly code: number | null;
  readonly stderr: string;
  /** Each stack as `name preset`. */
  readonly stacks: readonly string[];
  readonly findings: readonly { readonly rule: string; readonly at: { readonly file: string } }[];
}

function checked(args: readonly string[], more: Readonly<Record<string, string>> = {}, folder = '.'): Checked {
  let result: Checked | undefined;
  inFolder({ ...TEAMS, ...more }, (top) => {
    const { code, stdout, stderr } = stacklint(['check', ...args, '-f', 'json'], { cwd: join(top, folder) });
    const { stacks = [], findings = [] } = JSON.parse(stdout || '{}') as {
      stacks?: { name: string; preset: string }[];
      findings?: Checked['findings'];
    };
    result = { code, stderr, stacks: stacks.map(({ name, preset }) => `${name} ${preset}`), findings };
  });
  assert.ok(result);
  return result;
}

describe('stacks that are found', (test) => {
  test('each environment and each team is one', () => {
    assert.equal(checked([]).stacks, ['production production', 'staging production', 'metrics production']);
    assert.equal(checked(['logs']).stacks, ['production production', 'staging production']);
    assert.equal(checked([], {}, 'logs/inventories/staging').stacks, ['staging production']);
  });

  test('a folder without an inventory is checked where a stack of its project reads files in it', () => {
    assert.equal(checked(['logs/roles/es']).stacks, ['production production', 'staging production']);
    assert.is(checked([], {}, 'logs/roles').code, 0);
    assert.is(checked(['metrics/group_vars']).code, 1);
  });

  test('any other folder is never checked by what the rest of the repository has', () => {
    for (const folder of ['empty', 'docs', 'logs/roles/unused', 'empty/group_vars']) {
      for (const run of [checked([folder]), checked([], {}, folder)]) {
        assert.equal([run.code, run.stacks], [2, []], folder);
        assert.match(run.stderr, /no inventory found in|belongs to no inventory/);
      }
    }
    assert.match(checked(['empty']).stderr, 'looked for ansible.cfg with an inventory');
    assert.match(checked(['logs/roles/unused']).stderr, 'logs/inventories/production/hosts.yml, ');
  });

  test('a file of the project that no inventory reads has no findings', () => {
    for (const file of ['README.md', 'docs/setup.md', 'empty/molecule/default/molecule.yml']) {
      const { code, findings, stderr } = checked([file]);
      assert.equal([code, findings, stderr], [0, [], ''], file);
    }
    inFolder({ 'README.md': '# Ours\n' }, (cwd) => {
      const { code, stderr } = stacklint(['README.md'], { cwd });
      assert.is(code, 2);
      assert.match(stderr, 'no inventory found in .');
    });
  });
});

describe('stacks of stacklint.yml', (test) => {
  const configured = (args: readonly string[], folder = '.', more = ''): Checked =>
    checked(args, { 'stacklint.yml': `${CONFIGURATION}${more}` }, folder);

  test('are checked instead of what is found, each by its own preset', () => {
    assert.equal(configured([]).stacks, ['live production', 'laboratory development']);
    assert.equal(configured([], 'logs').stacks, ['live production', 'laboratory development']);
    assert.equal(configured(['--preset', 'strict']).stacks, ['live strict', 'laboratory strict']);
  });

  test('are chosen by the paths that belong to them', () => {
    assert.equal(configured(['logs/inventories/staging']).stacks, ['laboratory development']);
    assert.equal(configured(['logs/inventories/production/group_vars/search.yml']).stacks, ['live production']);
    assert.equal(configured(['README.md']).findings, []);
    for (const path of ['metrics', 'metrics/hosts.yml', 'docs']) {
      const { code, stderr } = configured([path]);
      const message = `${path} belongs to no stack of the configuration (live, laboratory); name its own with -i, or list it under ignore`;
      assert.equal([code, stderr], [2, `stacklint: ${message}\n`]);
    }
  });

  test('-i with the inventory of one means that one; any other is checked as usual', () => {
    assert.equal(configured(['-i', 'logs/inventories/staging']).stacks, ['laboratory development']);
    assert.equal(configured(['-i', 'metrics/hosts.yml']).stacks, ['metrics production']);
  });

  test('may have vocabularies, a folder of playbooks and playbooks of their own', () => {
    const stack = (more: string) => `stacks: [{ name: one, inventory: logs/inventories/staging, ${more} }]\n`;
    const heaps = (more: string): number => {
      const run = checked([], { 'stacklint.yml': stack(more) });
      return run.findings.filter(({ rule }) => rule === 'memory/heap-limit').length;
    };
    assert.is(heaps('playbooks: logs/site.yml'), 1);
    assert.is(heaps('playbooks: [logs/other.yml]'), 0);
    assert.is(heaps('vocabularies: [oddly.elasticstack]'), 0);
    assert.is(heaps('playbook-dir: logs'), heaps('preset: production'));
  });

  test('files that are ignored hold no inventory, no playbook and no finding', () => {
    const ignoring = (glob: string) => checked([], { 'stacklint.yml': `ignore: ['${glob}']\n` });
    assert.equal(ignoring('logs/**').stacks, ['metrics production']);
    assert.equal(ignoring('**/staging').stacks, ['production production', 'metrics production']);
    const { stacks, findings } = ignoring('metrics/group_vars/*');
    assert.is(stacks.length, 3);
    assert.ok(findings.some(({ rule }) => rule === 'memory/heap-limit'));
    assert.equal(
      findings.filter(({ at }) => at.file.startsWith('metrics/group_vars')),
      [],
    );
    const named = checked(['metrics/hosts.yml'], { 'stacklint.yml': `${CONFIGURATION}ignore: [metrics]\n` });
    assert.equal([named.code, named.findings], [0, []]);
  });
});

describe('--playbook', (test) => {
  const heaps = (...args: readonly string[]) =>
    checked(['logs/inventories/staging', ...args]).findings.filter(({ rule }) => rule === 'memory/heap-limit').length;

  test('reads these playbooks alone, and what they import', () => {
    assert.is(heaps('--playbook', 'logs/site.yml'), 1);
    assert.is(heaps('--playbook', 'logs/other.yml'), 0);
  });

  test('refuses what is no playbook', () => {
    const refusal = (file: string, folder = '.') => checked(['--playbook', file], {}, folder).stderr;
    assert.is(refusal('nope.yml'), 'stacklint: --playbook nope.yml: there is no such file\n');
    const tasks = 'roles/es/tasks/main.yml';
    assert.is(
      refusal(tasks, 'logs'),
      `stacklint: ${tasks} is not a playbook; expected a list of plays, each with hosts\n`,
    );
    assert.is(
      refusal('../metrics/hosts.yml', 'logs'),
      'stacklint: the playbook ../metrics/hosts.yml is outside of the project in .\n',
    );
  });
});
