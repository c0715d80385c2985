/** The program as it is built and run: it answers as the sources do, in which the other tests of commands run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, describe } from '../describe.ts';
import { ROOT } from '../folders.ts';
import { built, inFolder, LARGE_HEAP, stacklint } from './program.ts';

const RUNS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['a check', ['-i', 'hosts.yml']],
  ['a check with a report', ['check', '-i', 'hosts.yml', '-f', 'sarif', '--preset', 'strict']],
  ['vars', ['vars', 'es-1', '-i', 'hosts.yml', '--all']],
  ['render', ['render', 'es-1', '-i', 'hosts.yml']],
  ['explain of a rule', ['explain', 'memory/heap-limit']],
  ['explain of a variable', ['explain', 'search_heap', '-i', 'hosts.yml']],
  ['config', ['config', '.']],
  ['rules', ['rules']],
  ['inventory', ['inventory', '--list', '-i', 'hosts.yml']],
  ['init', ['init', '.']],
  ['completion', ['completion', 'bash']],
  ['a page of help', ['vars', '--help']],
  ['what a live check would send', ['live', '--list-requests']],
  ['the version', ['--version']],
  ['a path that is there', ['group_vars']],
  ['an error', ['serch']],
];

/** The same project, in a folder of the same name. */
const PROJECT = Object.fromEntries(Object.entries(LARGE_HEAP).map(([path, text]) => [`logs/${path}`, text]));

/** What a run says in a fresh project, without the place of its folder. */
function said(run: typeof built, args: readonly string[]): readonly string[] {
  let lines: readonly string[] = [];
  inFolder(PROJECT, (folder) => {
    const { code, stdout, stderr } = run(args, { cwd: join(folder, 'logs') });
    lines = [`code ${code ?? 'none'}`, ...`${stdout}${stderr}`.replaceAll(folder, '').split('\n')];
  });
  return lines;
}

describe('the built program', (test) => {
  for (const [name, args] of RUNS)
    test(`answers as the sources do: ${name}`, () => {
      assert.equal(said(built, args), said(stacklint, args));
    });

  test('is plain ASCII, as it is read byte by byte', () => {
    assert.not.match(readFileSync(join(ROOT, 'dist/program.cjs'), 'utf8'), /[^\x00-\x7f]/);
  });

  test('loads what it needs later in a way that compiled code has', () => {
    assert.not.match(readFileSync(join(ROOT, 'dist/program.cjs'), 'utf8'), /\bimport\(/);
  });
});
