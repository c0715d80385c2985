/**
 * `npm run executable [FILE]`: makes one file that runs where no Node is installed: the Node that runs this script, and the
 * program.
 *
 * That Node has to be 25.5 or later, the first with `--build-sea` (https://nodejs.org/api/single-executable-applications.html).
 * The program is one script here, since Node caches the code of the main script alone.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import fastGlob from 'fast-glob';
import { generate } from './generate.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const suffix = process.platform === 'win32' ? '.exe' : '';
const TARGET = resolve(process.argv[2] ?? join(ROOT, `stacklint-${process.platform}-${process.arch}${suffix}`));
const DRAFT = mkdtempSync(join(tmpdir(), 'stacklint-executable-'));

try {
  await generate();
  await build({
    absWorkingDir: ROOT,
    stdin: {
      contents: `import { main } from './src/cli.ts';\nvoid main(process.argv.slice(2));\n`,
      resolveDir: ROOT,
    },
    outfile: join(DRAFT, 'program.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Two folders below that of the schemas, as where the sources and the parts of the package are.
    define: { 'import.meta.dirname': JSON.stringify('/program/parts') },
    plugins: [assetsAsFiles()],
  });
  const schemas = fastGlob.sync('schemas/**/*.json', { cwd: ROOT });
  const configuration = {
    main: join(DRAFT, 'program.cjs'),
    output: TARGET,
    assets: Object.fromEntries(schemas.map((path) => [join('/', path), join(ROOT, path)])),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // Options for other programs of the machine do not reach this one.
    execArgvExtension: 'none',
  };
  writeFileSync(join(DRAFT, 'configuration.json'), JSON.stringify(configuration));
  run(process.execPath, '--build-sea', join(DRAFT, 'configuration.json'));
  // The Node that it is made of was signed, and is no longer what was signed.
  if (process.platform === 'darwin') run('codesign', '--sign', '-', TARGET);
} finally {
  rmSync(DRAFT, { recursive: true });
}

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed (Node ${process.versions.node})`);
}

/** A plugin that gives modules which read files of the package (`import.meta.dirname`) the executable's assets instead. */
function assetsAsFiles(): Plugin {
  return {
    name: 'assets-as-files',
    setup(esbuild) {
      esbuild.onResolve({ filter: /^node:fs$/ }, ({ importer }) =>
        importer.startsWith(ROOT) && readFileSync(importer, 'utf8').includes('import.meta.dirname')
          ? { path: 'assets', namespace: 'assets' }
          : undefined,
      );
      esbuild.onLoad({ filter: /./, namespace: 'assets' }, () => ({
        contents: `import { getAsset } from 'node:sea';\nexport const readFileSync = getAsset;\n`,
      }));
    },
  };
}
