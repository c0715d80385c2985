/** The package as people get it: packed, installed from the tarball, installed from git. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert, describe } from './describe.ts';
import { done, hasNoRegistry, repositoryOfWorkTree, run } from './programs.ts';
import { ROOT } from './folders.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const INVENTORY = `search:
  hosts:
    one: {config_host: 10.0.0.1}
    two: {config_host: 10.0.0.2}
    three: {config_host: 10.0.0.3}
  vars: {search_cluster_name: logs, search_heap: '4', search_memory_lock: true}
`;

describe('package', (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-package-'));
  let tarball = '';
  let clone = '';
  test.after(() => {
    rmSync(folder, { recursive: true });
  });

  test('holds the program, the schemas and the papers, and is small', async () => {
    clone = join(folder, 'repository');
    await repositoryOfWorkTree(clone);
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    const { stdout } = await done('npm', ['pack', '--json', '--pack-destination', folder], clone);
    rmSync(join(clone, 'node_modules'));
    const [packed] = JSON.parse(stdout) as [Packed];
    tarball = join(folder, packed.filename);
    assert.ok(packed.size < 1_700_000, `${String(packed.size)} bytes packed`);
    assert.ok(packed.unpackedSize < 5_800_000, `${String(packed.unpackedSize)} bytes unpacked`);
    const allowed =
      /^(dist|schemas)\/.+\.(cjs|d\.cts|json)$|^dist\/(stacklint\.1|licences\.txt)$|^docs\/.+\.md$|^build\/(code-cache\.cjs|comment\.mjs)$|^(README\.md|CHANGELOG\.md|LICENSE|package\.json)$/;
    const paths = packed.files.map(({ path }) => path);
    assert.equal(
      paths.filter((path) => !allowed.test(path)),
      [],
    );
    for (const path of ['cli.cjs', 'index.cjs', 'types/index.d.cts', 'stacklint.1', 'licences.txt'])
      assert.ok(paths.includes(`dist/${path}`), path);
    assert.ok(paths.includes('LICENSE'));
    const licences = readFileSync(join(ROOT, 'dist/licences.txt'), 'utf8');
    for (const name of ['chalk', 'picomatch', 'vscode-languageserver'])
      assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
  });

  test('installs from the tarball without a network, and works', async () => {
    const target = empty('from-tarball');
    await done('npm', ['install', '--offline', tarball], target);
    await works(join(target, 'node_modules/.bin/stacklint'));
    assert.ok(hasCompiledCode(target));
    const names = `import('stacklint').then((door) => console.log(Object.keys(door).includes('check')))`;
    assert.is((await done(process.execPath, ['-e', names], target)).stdout, 'true\n');
    assert.is(
      (await done(process.execPath, ['-e', `console.log(typeof require('stacklint').check)`], target)).stdout,
      'function\n',
    );
  });

  test('installs from git', async () => {
    const url = `git+${pathToFileURL(clone).href}`;
    const local = empty('from-git');
    const { status, stderr } = await run('npm', ['install', '--allow-git=root', '--install-links', url], local);
    if (hasNoRegistry(stderr)) {
      console.log('skipped: the installation from git (npm reaches no registry)');
      return;
    }
    assert.is(status, 0, stderr);
    await works(join(local, 'node_modules/.bin/stacklint'));
    assert.ok(hasCompiledCode(local));
  });

  function empty(name: string): string {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'package.json'), '{ "private": true }\n');
    return path;
  }

  /** Tells whether the installation kept compiled code for the Node that it ran on. */
  function hasCompiledCode(target: string): boolean {
    const { v8 } = process.versions;
    return existsSync(join(target, `node_modules/stacklint/dist/program.${v8}-${process.arch}.cache`));
  }

  /** Asks an installed program for its version, and has it check a small inventory. */
  async function works(program: string): Promise<void> {
    assert.is((await done(program, ['--version'], folder)).stdout.trim(), version);
    writeFileSync(join(folder, 'hosts.yml'), INVENTORY);
    const { status, stdout, stderr } = await run(program, ['check', '--format', 'json', 'hosts.yml'], folder);
    assert.ok(status === 0 || status === 1, stderr);
    assert.is((JSON.parse(stdout) as { summary: { hosts: number } }).summary.hosts, 3);
  }
});

/** The output of `npm pack --json` for a package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
