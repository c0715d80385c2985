import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../../src/commands/arguments.ts';
import { init } from '../../src/commands/init.ts';
import { disk } from '../../src/ground/disk.ts';
import { assert, describe } from '../describe.ts';
import { folderOf, inFolder, LARGE_HEAP, stacklint } from './program.ts';

/** Two environments; the heap of one of them is too large. */
const ENVIRONMENTS = {
  'environments/production/hosts.yml': LARGE_HEAP['hosts.yml'],
  'environments/production/group_vars/search.yml': LARGE_HEAP['group_vars/search.yml'],
  'environments/staging 2/hosts.yml': LARGE_HEAP['hosts.yml'],
  'environments/staging 2/group_vars/search.yml':
    'search_heap: "8"\nsearch_cluster_name: trial\nsearch_node_types: [master, data]\n',
};

/** The files that init may write. */
const WRITTEN = [
  'stacklint.yml',
  '.stacklint-baseline.json',
  '.pre-commit-config.yaml',
  '.github/workflows/stacklint.yml',
];

function written(cwd: string): readonly string[] {
  return WRITTEN.filter((name) => existsSync(join(cwd, name)));
}

function readIn(cwd: string, name: string): string {
  return readFileSync(join(cwd, name), 'utf8');
}

describe('stacklint init', (test) => {
  test('says of which nodes the cluster is not known', () => {
    inFolder({ ...ENVIRONMENTS, 'environments/staging 2/host_vars/es-1.yml': 'a: [\n' }, (cwd) => {
      const { stdout } = stacklint(['init'], { cwd });
      assert.match(stdout, 'cluster trial: 2 nodes\n    cluster not known: 1 node\n');
    });
  });

  test('says what it recognizes, and writes the configuration alone where nobody can be asked', () => {
    inFolder({ ...ENVIRONMENTS, '.github/CODEOWNERS': '' }, (cwd) => {
      const { code, stdout, stderr } = stacklint(['init'], { cwd });
      assert.equal([code, stderr], [0, '']);
      assert.match(stdout, 'production: environments/production/hosts.yml, 3 hosts');
      assert.match(stdout, 'cluster trial: 3 nodes');
      assert.equal(written(cwd), ['stacklint.yml']);
    });
  });

  test('writes a configuration that is accepted, with the stacks that were found', () => {
    inFolder(ENVIRONMENTS, (cwd) => {
      const before = stacklint(['-f', 'compact'], { cwd });
      stacklint(['init'], { cwd });
      const { stacks } = JSON.parse(stacklint(['-f', 'json'], { cwd }).stdout) as { stacks: Record<string, unknown>[] };
      assert.equal(
        stacks.map(({ name, inventory, vocabularies }) => [name, inventory, vocabularies]),
        [
          ['production', ['environments/production/hosts.yml'], ['search']],
          ['staging 2', ['environments/staging 2/hosts.yml'], ['search']],
        ],
      );
      assert.equal(stacklint(['-f', 'compact'], { cwd }), before);
      assert.is(stacklint(['config'], { cwd }).code, 0);
    });
  });

  test('writes how many hosts of each product there are, and the check then misses one that is gone', () => {
    inFolder(ENVIRONMENTS, (cwd) => {
      stacklint(['init'], { cwd });
      assert.match(readIn(cwd, 'stacklint.yml'), /^ {4}expect: \{ elasticsearch: 3 \}$/m);
      const group = join(cwd, 'environments/production/hosts.yml');
      writeFileSync(group, readFileSync(group, 'utf8').replace('    es-3:\n', ''));
      const { stdout, code } = stacklint(['-f', 'compact', '--rule', 'plays/*'], { cwd });
      const [line] = readIn(cwd, 'stacklint.yml').split('    expect:').slice(0, 1);
      assert.is(code, 1);
      assert.match(stdout, `stacklint.yml:${String(line?.split('\n').length)}:`);
      assert.match(stdout, 'Elasticsearch is on 2 hosts (es-1, es-2) of production; expected 3.');
      // Whatever is checked of the stack.
      const { stdout: ofFile } = stacklint(
        ['-f', 'compact', '--rule', 'plays/*', 'environments/production/hosts.yml'],
        {
          cwd,
        },
      );
      assert.is(ofFile, stdout);
      assert.is(stacklint(['environments/production/group_vars/search.yml', '--rule', 'plays/*'], { cwd }).code, 1);
    });
  });

  test('finds the inventories that ansible.cfg does not name, too', () => {
    const names = '[defaults]\ninventory = environments/production\n';
    inFolder({ ...ENVIRONMENTS, 'ansible.cfg': names }, (cwd) => {
      const { stdout } = stacklint(['init'], { cwd });
      assert.match(stdout, 'Found 2 inventories:');
      assert.match(stdout, 'production: environments/production, 3 hosts');
      assert.match(stdout, 'staging 2: environments/staging 2/hosts.yml, 3 hosts');
      assert.match(readIn(cwd, 'stacklint.yml'), '    inventory: ["environments/staging 2/hosts.yml"]\n');
    });
  });

  test('writes examples that are right once they are no comments', () => {
    inFolder(ENVIRONMENTS, (cwd) => {
      stacklint(['init'], { cwd });
      const text = readIn(cwd, 'stacklint.yml').replace(/^( *)# (?=[ -]|[a-z]+:)/gm, '$1');
      assert.match(text, /^overrides:\n {2}- stacks: \["staging 2"\]\n/m);
      writeFileSync(join(cwd, 'stacklint.yml'), text);
      assert.equal(stacklint(['config'], { cwd }).stderr, '');
    });
  });

  test('leaves a gate that passes until something new is found', () => {
    inFolder({ ...ENVIRONMENTS, '.github/CODEOWNERS': '' }, (cwd) => {
      assert.is(stacklint([], { cwd }).code, 1);
      const { code, stdout } = stacklint(['init', '--yes'], { cwd });
      assert.is(code, 0);
      for (const name of WRITTEN) assert.match(stdout, `Wrote ${name}`);
      assert.equal(written(cwd), WRITTEN);
      assert.is(stacklint([], { cwd }).code, 0);
      assert.match(readIn(cwd, '.pre-commit-config.yaml'), 'entry: stacklint check');
    });
  });

  test('changes nothing that is there, and prints what belongs into it', () => {
    const others = { '.pre-commit-config.yaml': 'repos: []\n', '.gitlab-ci.yml': 'a: {script: b}\n' };
    inFolder({ ...ENVIRONMENTS, ...others }, (cwd) => {
      const { code, stdout } = stacklint(['init', '--hook', '--workflow'], { cwd });
      assert.is(code, 0);
      assert.match(stdout, /\.pre-commit-config\.yaml exists, and stays as it is\. Add to it:\n\n {2}repos:/);
      assert.match(stdout, /\.gitlab-ci\.yml exists/);
      for (const [name, text] of Object.entries(others)) assert.is(readIn(cwd, name), text);
    });
  });

  test('adds the rest where there is a configuration, and obeys it', () => {
    const own = 'rules: {"topology/*": off}\n';
    inFolder({ ...ENVIRONMENTS, '.stacklint.yml': own }, (cwd) => {
      const { code, stdout } = stacklint(['init', '--update-baseline', '--hook', '--workflow'], { cwd });
      assert.is(code, 0);
      assert.match(stdout, '.stacklint.yml exists, and stays as it is.\n');
      assert.is(readIn(cwd, '.stacklint.yml'), own);
      assert.match(stdout, 'no workflow was written');
      assert.match(stdout, '\n  pre-commit install  ');
      assert.equal(written(cwd), ['.stacklint-baseline.json', '.pre-commit-config.yaml']);
      const { findings } = JSON.parse(readIn(cwd, '.stacklint-baseline.json')) as { findings: { rule: string }[] };
      assert.ok(findings.every(({ rule }) => !rule.startsWith('topology/')));
      assert.match(stdout, `accepts today's ${String(findings.length)} findings`);
      // What is set up already is neither written nor printed again.
      assert.not.match(stacklint(['init', '--yes'], { cwd }).stdout, /Add to it|Wrote/);
    });
    inFolder({ ...ENVIRONMENTS, 'stacklint.yml': 'preset: lax\n' }, (cwd) => {
      const { code, stderr } = stacklint(['init', '--yes'], { cwd });
      assert.is(code, 2);
      assert.match(stderr, /^stacklint: stacklint\.yml:1:9: /);
    });
  });

  test('writes what works at the root of a repository alone there, and checks the folder from there', () => {
    const below = Object.fromEntries(Object.entries(ENVIRONMENTS).map(([path, text]) => [`ansible/${path}`, text]));
    inFolder({ ...below, '.git/HEAD': '', '.github/CODEOWNERS': '', '.gitlab-ci.yml': 'a: {script: b}\n' }, (cwd) => {
      const { stdout } = stacklint(['init', '--hook', '--workflow'], { cwd: join(cwd, 'ansible') });
      assert.match(stdout, /Wrote \.\.\/\.pre-commit-config\.yaml\./);
      assert.equal(written(cwd), ['.pre-commit-config.yaml', '.github/workflows/stacklint.yml']);
      assert.equal(written(join(cwd, 'ansible')), ['stacklint.yml']);
      assert.match(readIn(cwd, '.github/workflows/stacklint.yml'), /\n {8}with:\n {10}working-directory: ansible\n/);
      assert.match(stdout, '      directory: ansible\n');
      assert.match(readIn(cwd, '.pre-commit-config.yaml'), '\n        files: "^ansible/"\n');
      stacklint(['init', 'ansible', '--update-baseline'], { cwd });
      assert.is(stacklint(['ansible'], { cwd }).code, 0);
      assert.is(stacklint(['ansible/environments/production/group_vars/search.yml'], { cwd }).code, 0);
      // A hook names the workflow, too: it is not a configuration.
      const { code, stderr } = stacklint(['.github/workflows/stacklint.yml'], { cwd });
      assert.equal([code, stderr], [0, '']);
    });
  });

  test('names the schema of an installed package for editors', () => {
    const schema = 'node_modules/stacklint/schemas/config.json';
    inFolder({ ...ENVIRONMENTS, [schema]: '{}' }, (cwd) => {
      stacklint(['init', '--hook'], { cwd });
      assert.match(readIn(cwd, 'stacklint.yml'), `# yaml-language-server: $schema=./${schema}\n`);
      assert.match(readIn(cwd, '.pre-commit-config.yaml'), 'entry: npx stacklint check');
    });
  });

  test('asks a person at a terminal, and does what the answers say', async () => {
    const cwd = folderOf({ ...ENVIRONMENTS, '.github/CODEOWNERS': '' });
    const asked: string[] = [];
    const person = {
      tell: () => {},
      ask: (question: string) => {
        asked.push(question);
        return Promise.resolve(question.includes('hook'));
      },
    };
    await init(readArguments(['init']), { cwd, files: disk, environment: {}, columns: undefined }, person);
    assert.is(asked.length, 3);
    assert.match(asked[0] ?? '', /^Accept today's \d+ findings?, so that only new ones fail\?$/);
    assert.equal(written(cwd), ['stacklint.yml', '.pre-commit-config.yaml']);
    rmSync(cwd, { recursive: true });
  });

  test('writes nothing where there is nothing to check', () => {
    inFolder({ 'readme.txt': '' }, (cwd) => {
      const { code, stderr } = stacklint(['init', '--yes'], { cwd });
      assert.is(code, 2);
      assert.match(stderr, 'no inventory found');
      assert.equal(written(cwd), []);
      assert.is(stacklint(['init', 'no/folder'], { cwd }).stderr, 'stacklint: there is no folder no/folder\n');
    });
  });
});
