import { join } from 'node:path';
import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { KNOWN } from '../../src/commands/find-configuration.ts';
import { readConfiguration } from '../../src/configuration/configuration.ts';
import type { Configuration } from '../../src/configuration/configuration.ts';
import { memoryFiles } from '../memory-files.ts';
import { assert, describe } from '../describe.ts';
import { INVALID, INVALID_FOR_READER, PROJECT, VALID } from './examples.ts';

function read(text: string, others: Readonly<Record<string, string>> = {}): Configuration {
  const files = memoryFiles({ ...inProject(PROJECT), ...inProject(others), '/p/stacklint.yml': text });
  return readConfiguration(files, '/p/stacklint.yml', { cwd: '/p', shown: (path) => path }, KNOWN);
}

function inProject(tree: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [join('/p', path), text]));
}

function refusal(text: string, others: Readonly<Record<string, string>> = {}): string {
  try {
    read(text, others);
    return '';
  } catch (error) {
    if (error instanceof CannotCheck) return error.message;
    throw error;
  }
}

describe('reading stacklint.yml', (test) => {
  for (const text of VALID) test(`takes ${text.trim()}`, () => assert.is(refusal(text), ''));

  for (const [text, message] of Object.entries({ ...INVALID, ...INVALID_FOR_READER }))
    test(`refuses ${message}`, () => assert.is(refusal(text), `/p/stacklint.yml:${message}`));

  test('paths and globs are relative to the file', () => {
    const { stacks, baseline, ignore, files, overrides } = read(`
stacks: [{ name: lab, inventory: [inventories/lab, 'h1,h2'], playbook-dir: ., playbooks: site.yml }]
baseline: accepted.json
ignore: ['molecule/**', /srv/*]
records: [a.json, { files: b.json, request: PUT /_cluster/settings }]
overrides: [{ files: 'group_vars/*', rules: { 'memory/*': info } }]
`);
    assert.equal(stacks, [
      {
        name: 'lab',
        inventory: ['/p/inventories/lab', 'h1,h2'],
        playbookDir: '/p',
        playbooks: ['/p/site.yml'],
        preset: undefined,
        vocabularies: [],
        licence: undefined,
        expect: [],
      },
    ]);
    assert.equal([baseline, ignore], ['/p/accepted.json', ['/p/molecule/**', '/srv/*']]);
    assert.equal(
      files.joined('records').map(({ value }) => value),
      [{ files: '/p/a.json' }, { files: '/p/b.json', request: 'PUT /_cluster/settings' }],
    );
    const [{ conditions: [inFiles], rules } = { conditions: [] }] = overrides;
    assert.equal(
      ['group_vars/all.yml', '/p/group_vars/all.yml', 'host_vars/h1.yml'].map((file) => inFiles?.fits(file)),
      [true, true, false],
    );
    assert.equal(rules, [{ pattern: 'memory/*', severity: 'info', options: {} }]);
  });

  test('the memory of hosts is told by patterns, in order, with places', () => {
    const { ram } = read("hardware:\n  ram-gb: { es-1: 16, 'es-*': 64 }\n");
    const at = (start: number, end: number) => ({ file: '/p/stacklint.yml', start, end });
    assert.equal(ram, [
      { pattern: { value: 'es-1', at: at(22, 26) }, gigabytes: { value: 16, at: at(28, 30) } },
      { pattern: { value: 'es-*', at: at(32, 38) }, gigabytes: { value: 64, at: at(40, 42) } },
    ]);
  });

  test('attestations are values with places, of all clusters or of one', () => {
    const { attestations } = read(
      'attestations:\n  restore-test: {date: 2026-09-30, duration: 2h}\n  alerts: [{cluster: logs, heap: h}]\n',
    );
    const at = (start: number, end: number) => ({ file: '/p/stacklint.yml', start, end });
    assert.equal(attestations, {
      at: at(0, 12),
      restoreTests: [
        {
          date: { value: '2026-09-30', at: at(37, 47) },
          duration: { value: { milliseconds: 7_200_000, text: '2h' }, at: at(59, 61) },
        },
      ],
      alerts: [{ cluster: 'logs', heap: 'h', at: at(74, 98) }],
      reverseProxies: [],
    });
    assert.is(read('preset: strict\n').attestations, undefined);
  });
});

describe('extends', (test) => {
  const base = `
preset: strict
ansible: '2.16'
rules: { memory/heap-limit: [error, { maxGb: 26 }], 'memory/*': warning }
ignore: [old]
forbid-suppressions: ['security/*']
overrides: [{ hosts: es-1, rules: { 'memory/*': info } }]
stacks: [{ name: base, inventory: '../inventories/lab' }]
`;

  test('single values and stacks are replaced, rules by name, and other lists are joined', () => {
    const merged = read(
      `
extends: ./shared/base.yml
preset: development
rules: { memory/heap-limit: info, disk/watermarks-set: warning }
ignore: [molecule]
stacks: [{ name: own, inventory: inventories/production }]
overrides: [{ hosts: es-2, rules: { 'memory/*': error } }]
`,
      { 'shared/base.yml': base },
    );
    assert.equal([merged.preset, merged.ansible], ['development', '2.16']);
    assert.equal(
      merged.rules.map(({ pattern, severity, options }) => [pattern, severity, options]),
      [
        ['memory/*', 'warning', {}],
        ['memory/heap-limit', 'info', {}],
        ['disk/watermarks-set', 'warning', {}],
      ],
    );
    assert.equal(merged.ignore, ['/p/shared/old', '/p/molecule']);
    assert.equal(merged.forbidSuppressions, ['security/*']);
    assert.equal(
      merged.overrides.map(({ file, conditions }) => [file, conditions.flatMap(({ globs }) => globs)]),
      [
        ['/p/shared/base.yml', [{ glob: 'es-1', at: '/p/shared/base.yml:7:22' }]],
        ['/p/stacklint.yml', [{ glob: 'es-2', at: '/p/stacklint.yml:7:22' }]],
      ],
    );
    assert.equal(
      merged.stacks.map(({ name }) => name),
      ['own'],
    );
    assert.equal([merged.file, merged.folder], ['/p/stacklint.yml', '/p']);
  });

  test('later files override earlier ones, and each the files that it extends itself', () => {
    const presets = { 'a.yml': 'preset: strict\n', 'b.yml': 'extends: ./a.yml\npreset: development\n' };
    assert.is(read('extends: [./b.yml, ./a.yml]\n', presets).preset, 'strict');
    assert.is(read('extends: [./a.yml, ./b.yml]\n', presets).preset, 'development');
    assert.is(read('extends: [./a.yml, ./b.yml]\npreset: production\n', presets).preset, 'production');
  });

  test('packages are found in node_modules upwards, with globs relative to the project', () => {
    const packages = {
      'node_modules/plain/stacklint.yml': "preset: strict\nignore: ['molecule/**']\nbaseline: b.json\n",
      'node_modules/plain/lab.yml': 'preset: development\n',
      '../node_modules/@org/named/package.json': '{"stacklint": "./config/base.yml"}',
      '../node_modules/@org/named/config/base.yml': "extends: ./more.yml\nansible: '2.17'\n",
      '../node_modules/@org/named/config/more.yml': 'preset: strict\n',
    };
    const plain = read('extends: plain\n', packages);
    assert.equal([plain.preset, plain.ignore], ['strict', ['/p/molecule/**']]);
    assert.is(plain.baseline, '/p/node_modules/plain/b.json');
    assert.is(read('extends: plain/lab.yml\n', packages).preset, 'development');
    const named = read("extends: ['@org/named']\n", packages);
    assert.equal([named.preset, named.ansible], ['strict', '2.17']);
    const lacking = refusal('extends: [plain/nope.yml]\n', packages);
    assert.is(lacking, '/p/stacklint.yml:1:11: extends plain/nope.yml: the package has no file nope.yml');
  });

  test('a mistake in an extended file has its own place, and a circle that of the entry that closes it', () => {
    const wrong = refusal('extends: ./a.yml\n', { 'a.yml': '\npreset: strickt\n' });
    assert.match(wrong, /^\/p\/a\.yml:2:9: preset is strickt/);
    const circle = refusal('extends: ./a.yml\n', { 'a.yml': 'extends: ./stacklint.yml\n' });
    assert.is(
      circle,
      '/p/a.yml:1:10: extends ./stacklint.yml: these extend each other in a circle: ' +
        '/p/stacklint.yml → /p/a.yml → /p/stacklint.yml',
    );
  });
});
