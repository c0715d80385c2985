/**
 * The language server in real editors, without a screen: what they show of a project, and what is left once a value is
 * mended in the buffer, by hand or by a quick fix, or something renamed.
 *
 * `STACKLINT_NVIM` and `STACKLINT_EMACS` name their programs, and `CHROMIUM` the browser; those on the path are taken
 * where they do not. `STACKLINT_VSCODE` is a folder that `test/editors/setup-vscode.sh` has filled, and
 * `STACKLINT_PICTURES` one where pictures of VS Code are left to look at.
 */
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../commands/program.ts';
import { commit, git } from '../commands/repository.ts';
import { ROOT } from '../folders.ts';
import { assert, describe } from '../describe.ts';
import { hasNoRegistry, run } from '../programs.ts';

/** The line of a heap that is too large, and a name further down that no role reads. */
const FILE = 'group_vars/search_data.yml';
const STEPS = {
  STACKLINT_SERVER: JSON.stringify([process.execPath, PROGRAM, 'lsp', '--stdio']),
  PLACE: JSON.stringify([6, 3]),
  MENDED: 'search_heap: "26"',
  FIX: 'Set search_heap to 30 (changes what a run deploys)',
  LENS: 'hosts.yml',
  HINTS: 'group_vars/all.yml',
  RENAME: JSON.stringify(['search-d3', 'search-d9']),
  MISSPELT: 'search_heep',
  NAME: 'old_heap',
  FILE,
  HOST: 'search-d1',
};

/** A diagnostic as an editor shows it. */
interface Shown {
  readonly place: string;
  readonly severity: string;
  readonly message: string;
}

describe('the language server in an editor', (test) => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'stacklint-editors-'));
  cpSync(join(ROOT, 'fixtures/inventories/bookshop'), folder, { recursive: true });
  writeFileSync(join(folder, STEPS.HINTS), 'masters: \'{{ groups.search_masters | join(", ") }}\'\n');
  git(folder, 'init', '-q');
  commit(folder);
  test.after(() => {
    rmSync(folder, { recursive: true });
  });

  test('Neovim shows findings, a hover, a code lens, hints, and what is left once a value is mended or a host renamed', async () => {
    const program = process.env['STACKLINT_NVIM'] ?? 'nvim';
    if (!(await isThere(program))) return skipped('Neovim', program);
    const withConfiguration = ['--cmd', `set rtp^=${join(ROOT, 'editors/nvim')}`];
    const drive = ['-c', `luafile ${join(ROOT, 'test/editors/neovim.lua')}`];
    const steps = await driven(program, [
      ...['--headless', '-u', 'NONE', '-i', 'NONE', '-n', ...withConfiguration, ...drive],
      FILE,
    ]);
    assert.is(steps.get('root'), folder);
    holds(steps, 'ERROR');
    assert.equal(steps.get('completed'), {
      menus: [['search_memory_lock'], ['true', 'false']],
      line: 'search_memory_lock: true',
    });
    assert.match(String(steps.get('lens')), /heap of 2 hosts 48.* → 30/);
    assert.equal(steps.get('hints'), ['→ search-m1, search-m2']);
    assert.equal(steps.get('renamed'), { lines: ['            search-d9:'], file: 1 });
    assert.equal(steps.get('renamed back'), ['            search-d3:']);
    assert.ok(existsSync(join(folder, 'host_vars/search-d3.yml')));
  });

  test('Emacs shows findings, a hover, and what is left once a value is mended or a variable renamed', async () => {
    const program = process.env['STACKLINT_EMACS'] ?? 'emacs';
    const eglot = ['--batch', '--eval', "(progn (package-initialize) (require 'eglot))"];
    if (!(await isThere(program, eglot))) return skipped('Emacs', `${program} with eglot`);
    const steps = await driven(program, ['--batch', '-l', join(ROOT, 'test/editors/eglot.el'), FILE]);
    holds(steps, 'eglot-error');
    assert.is(steps.get('renamed'), 'old_heap: "30"   # misspelled: the role never reads it');
    assert.equal(steps.get('completed'), {
      menus: [['search_memory_lock'], ['true']],
      line: 'search_memory_lock: true',
    });
  });

  test('the extension of VS Code is packed with its licence, and is small', async () => {
    const { status, stdout, stderr } = await run('npm', ['run', 'vsix'], ROOT);
    if (hasNoRegistry(stderr)) return console.log('skipped: the package of the extension (npm reaches no registry)');
    assert.is(status, 0, stdout + stderr);
    const size = statSync(join(ROOT, 'dist.vscode/stacklint.vsix')).size;
    assert.ok(size < 950_000, `${String(size)} bytes`);
    for (const file of ['LICENSE', 'readme.md', 'server.cjs']) assert.match(stdout, file);
    assert.not.match(stdout, /─ .*\.(ts|map)\b/);
  });

  test('VS Code shows findings, problems, a hover, a code lens, a hint, and what is left once a value is mended or a host renamed', async () => {
    const code = process.env['STACKLINT_VSCODE'];
    if (code === undefined) return console.log('skipped: the extension in VS Code (STACKLINT_VSCODE names no folder)');
    const browser = process.env['CHROMIUM'] ?? 'chromium';
    if (!(await isThere(browser))) return skipped('VS Code', browser);
    const packed = await run(process.execPath, ['--import', 'tsx', 'build/vsix.ts', '--folder'], ROOT);
    assert.is(packed.status, 0, packed.stderr);
    const pictures = process.env['STACKLINT_PICTURES'] ?? mkdtempSync(join(tmpdir(), 'stacklint-pictures-'));
    const drive = join(ROOT, 'test/editors/vscode.mjs');
    const steps = await driven(process.execPath, [drive, code, join(ROOT, 'dist.vscode/extension'), folder, pictures]);
    const problems = steps.get('problems') as readonly string[];
    assert.match(
      problems.join('\n'),
      /^The heap of search-d1 is 48 GB; expected at most 30 GB\. stacklint memory\/heap-limit \[Ln 6, Col 14\]/m,
    );
    assert.match(String(steps.get('status')), /\(production\) {2}error {2}\d+ {2}warning {2}\d+/);
    assert.match(String(steps.get('hover')), /^search_heap\n[^]*wins for search-d1, search-d2/);
    assert.ok((steps.get('actions') as readonly string[]).includes(STEPS.FIX), String(steps.get('actions')));
    assert.is((steps.get('fixed') as { line: string }).line, 'search_heap: "30"');
    const { menus, line } = steps.get('completed') as { menus: readonly string[][]; line: string };
    assert.equal([menus[0]?.[0], menus[1]], ['search_memory_lock', ['true']]);
    assert.is(line, 'search_memory_lock: true');
    assert.match(String(steps.get('lens')), /heap of 2 hosts 48.* → 30/);
    assert.equal(steps.get('renamed'), { name: 'search-d3', line: '            search-d9:' });
    assert.equal(steps.get('renamed back'), { name: 'search-d9', line: '            search-d3:' });
    assert.equal(steps.get('hint'), { text: '→ search-m1, search-m2', more: 'search-m1, search-m2 for all 9 hosts' });
    const mended = steps.get('mended') as readonly string[];
    assert.not.match(mended.join('\n'), 'memory/heap-limit');
    assert.match(mended.join('\n'), 'inventory/unknown-variable [Ln 7, Col 1]');
    for (const step of ['left to another', 'taken back']) assert.ok(steps.has(step), step);
    assert.match(
      (steps.get('variables') as readonly string[]).join('\n'),
      'search_heap: "26"\ngroup_vars/search_data.yml:6:14',
    );
  });

  /** The values that a script prints for its steps. */
  async function driven(program: string, args: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const { status, stdout, stderr } = await run(program, args, folder, STEPS);
    assert.is(status, 0, stdout + stderr);
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return new Map(
      lines.map((line) => JSON.parse(line) as { step: string; value: unknown }).map((each) => [each.step, each.value]),
    );
  }
});

function holds(steps: ReadonlyMap<string, unknown>, error: string): void {
  const [heap, name, ...others] = steps.get('diagnostics') as readonly Shown[];
  assert.equal([heap?.place, heap?.severity], ['6:14-6:18', error]);
  assert.match(heap?.message ?? '', /The heap of search-d1 is 48 GB; expected at most 30 GB\.\nAbove that, the JVM/);
  assert.equal([name?.place, name?.severity], ['7:1-7:12', error]);
  assert.equal(others, []);
  assert.match(String(steps.get('hover')), /\*\*search_heap\*\*[^]*wins for search-d1, search-d2/);
  assert.equal(steps.get('mended'), [name]);
  assert.ok((steps.get('actions') as readonly string[]).includes(STEPS.FIX), String(steps.get('actions')));
  assert.equal(steps.get('fixed'), { line: 'search_heap: "30"', diagnostics: [name] });
}

async function isThere(program: string, args: readonly string[] = ['--version']): Promise<boolean> {
  return run(program, args, ROOT).then(
    ({ status }) => status === 0,
    () => false,
  );
}

function skipped(editor: string, program: string): void {
  console.log(`skipped: the language server in ${editor} (there is no ${program})`);
}
