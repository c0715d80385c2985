/** The bundle is made of the sources, in other files: it has to answer as they do. */
import { readFileSync } from 'node:fs';
import { refuseLateValues } from '../../build/bundle.ts';
import { programOf } from '../../build/program.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { vars } from '../../src/commands/vars.ts';
import { disk } from '../../src/ground/disk.ts';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

interface Recorded {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cases: Readonly<Record<string, readonly (readonly [template: string])[]>>;
}

/** All variables of a host that has the templates of which Ansible's answers are recorded. */
async function compare(file: string, options: readonly string[]): Promise<void> {
  const { variables, cases } = JSON.parse(
    readFileSync(new URL(`../template/${file}`, import.meta.url), 'utf8'),
  ) as Recorded;
  const templates = Object.values(cases).flatMap((rows) => rows.map(([template]) => template));
  const named = Object.fromEntries(templates.map((template, at) => [`t${String(at)}`, template]));
  const folder = { hosts: 'h1\n', 'host_vars/h1.json': JSON.stringify({ ...variables, ...named }) };
  const args = ['vars', 'h1', '--all', '--format', 'json', '-i', 'hosts', ...options];
  const runs: Promise<void>[] = [];
  inFolder(folder, (cwd) => {
    const built = stacklint(args, { cwd });
    const sources = vars(readArguments(args), { cwd, files: disk, environment: {}, columns: undefined });
    runs.push(
      sources.then((outcome) => {
        const { stdout, stderr } = outcome;
        assert.ok(stdout.length > 100 * templates.length, stdout.slice(0, 200));
        assert.is(built.stdout, stdout);
        assert.is(built.stderr, stderr);
      }),
    );
  });
  await Promise.all(runs);
}

/** Has the program tell the parts that it loads, on stderr. */
const TELLS_PARTS = `
  const vm = require('node:vm');
  vm.Script = class extends vm.Script {
    constructor(text, options) {
      super(text, options);
      console.error(/(?<=parts.)[^]*(?=[.]cjs$)/.exec(options.filename)[0]);
    }
  };
`;

/** The parts of the program that a run loads, in order. */
function partsOf(files: Readonly<Record<string, string>>, args: readonly string[]): readonly string[] {
  let told = '';
  inFolder({ ...files, 'tells-parts.cjs': TELLS_PARTS }, (cwd) => {
    told = stacklint(args, { cwd, node: ['--require', './tells-parts.cjs'] }).stderr;
  });
  return told.trim().split('\n');
}

describe('the bundle', (test) => {
  test('loads what a run needs, and no other part for what it has in common with that', () => {
    assert.equal(partsOf(LARGE_HEAP, ['check', '.']), ['core', 'commands-check', 'validators-search']);
    const ini = { 'hosts.ini': '[search]\nes-1 search_heap=4 note="it\\\'s"\n' };
    const own = ['core', 'ansible-options', 'command-line', 'commands-inventory', 'ini'];
    assert.equal(partsOf(ini, ['inventory', '--list', '-i', 'hosts.ini']), own);
  });
  test('refuses to load late what is no function', () => {
    inFolder(
      {
        'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "types": [] } }',
        'package.json': '{ "type": "module" }',
        'good.ts': 'export interface A {}\nexport function a() {}\nexport const b = () => 1;\n',
        'value.ts': 'export const table = { a: () => 1 };\n',
        'class.ts': 'export class C {}\n',
      },
      (root) => {
        const program = programOf(root, ['good.ts', 'value.ts', 'class.ts']);
        refuseLateValues(program, root, 'good.ts');
        assert.throws(() => refuseLateValues(program, root, 'value.ts'), /value\.ts .* functions alone; table is none/);
        assert.throws(() => refuseLateValues(program, root, 'class.ts'), /C is none/);
        assert.throws(() => refuseLateValues(program, root, 'gone.ts'), /gone\.ts .* no module/);
      },
    );
  });
  test('evaluates templates as the sources do', () => compare('recorded.json', []));
  test('evaluates those of older releases as the sources do', () =>
    compare('recorded-classic.json', ['--ansible-version', '2.14']));
});
