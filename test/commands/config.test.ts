import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { inFolder, stacklint } from './program.ts';
import type { Run } from './program.ts';

const FILES = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'hosts.yml': 'all:\n  hosts:\n    h1:\n',
  'inner/README.md': '# Inner\n',
  'shared/base.yml': `ansible: '2.17'
rules:
  memory/heap-limit: [error, { maxGb: 26 }]   # the heap
  'disk/*': warning
overrides:
  - hosts: [es-1]
    rules: { memory/heap-limit: info }
    because: |
      Two lines
      of text
`,
  'stacklint.yml': `extends: ./shared/base.yml
# ours
stacks:
  - name: lab
    inventory: [hosts.yml]
rules:
  disk/*: error
overrides:
  - stacks: [lab]
    rules:
      'memory/*': "off"
`,
};

function ran(files: Readonly<Record<string, string>>, args: readonly string[], folder = '.'): Run {
  let run: Run | undefined;
  inFolder(files, (top) => (run = stacklint(['config', ...args], { cwd: join(top, folder) })));
  assert.ok(run);
  return run;
}

describe('stacklint config', (test) => {
  test('shows the merged configuration as YAML, each value with its file and line', () => {
    const { stdout, code } = ran(FILES, []);
    assert.is(
      stdout,
      `# stacklint.yml, which extends shared/base.yml
preset: production                         # default
# preset of lab: development               # by its name
ansible: '2.17'                            # shared/base.yml:1
rules:
  memory/heap-limit: [error, { maxGb: 26 }]   # shared/base.yml:3
  disk/*: error                            # stacklint.yml:7
overrides:
  - hosts: [es-1]                          # shared/base.yml:6
    rules: { memory/heap-limit: info }     # shared/base.yml:7
    because: "Two lines\\nof text\\n"        # shared/base.yml:8
  - stacks: [lab]                          # stacklint.yml:9
    rules:
      'memory/*': "off"                    # stacklint.yml:11
stacks:
  - name: lab                              # stacklint.yml:4
    inventory: [hosts.yml]                 # stacklint.yml:5
`,
    );
    assert.is(code, 0);
  });

  test('is itself a configuration', () => {
    const { stdout } = ran(FILES, []);
    const again = ran({ 'hosts.yml': FILES['hosts.yml'], 'stacklint.yml': stdout }, ['-f', 'json']);
    const first = ran(FILES, ['-f', 'json']);
    const configurationOf = (run: Run): object => (JSON.parse(run.stdout) as { configuration: object }).configuration;
    assert.equal(configurationOf(again), { preset: 'production', ...configurationOf(first) });
  });

  test('as JSON has the values, and their places by JSON pointer', () => {
    const { stdout } = ran(FILES, ['-f', 'json', 'inner/README.md']);
    const { files, configuration, places } = JSON.parse(stdout) as {
      files: string[];
      configuration: { rules: object; stacks: object };
      places: Record<string, object>;
    };
    assert.equal(files, ['shared/base.yml', 'stacklint.yml']);
    assert.equal(configuration.rules, { 'memory/heap-limit': ['error', { maxGb: 26 }], 'disk/*': 'error' });
    assert.equal(places['/rules/memory~1heap-limit/1/maxGb'], { file: 'shared/base.yml', line: 3, column: 39 });
    assert.equal(places['/stacks/0/name'], { file: 'stacklint.yml', line: 4, column: 11 });
  });

  test('says where it looked, and that the defaults apply', () => {
    const others = Object.fromEntries(Object.entries(FILES).filter(([name]) => name !== 'stacklint.yml'));
    assert.is(
      ran(others, ['inner']).stdout,
      '# No stacklint.yml or .stacklint.yml in inner and the folders above it, up to .:\n' +
        "# the defaults apply.\npreset: production   # default\nansible: '2.19'      # default\n",
    );
    const { lookedIn, files } = JSON.parse(ran(others, ['inner', '-f', 'json']).stdout) as Record<string, unknown>;
    assert.equal([lookedIn, files], [['inner', '.'], []]);
  });

  test('a file that is nearly named like a configuration is refused, with its name', () => {
    for (const name of ['stacklint.yaml', '.stacklint.yaml']) {
      const { code, stderr } = ran({ ...FILES, [`inner/${name}`]: '' }, [], 'inner');
      assert.equal(
        [code, stderr],
        [2, `stacklint: ${name} is not read; rename it to ${name.replace('yaml', 'yml')}\n`],
      );
    }
  });
});
