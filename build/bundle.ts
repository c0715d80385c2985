/**
 * Bundles the sources into a few files, because starting is what a commit hook feels: one file loads faster than many
 * small ones, and what a run does not need is not even read.
 *
 * esbuild splits only ES modules, which start slower, and into many files. So every module is given to exactly one
 * file here (its state exists once), and a file that needs another file's module asks
 * `partOfProgram` for it: that is all there is to `cli.cjs` (build/parts.cjs).
 * - `parts/core.cjs`: what both a check and `inventory` need, which is how inventories are read.
 * - `parts/commands-check.cjs`: what else a check needs. `index.cjs` gives the public part of it.
 * - one part for each door that `LATE` names: what few inventories need.
 * - one part for each dynamic `import()` whose target is in none of these.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { build } from 'esbuild';
import type ts from 'typescript';
import { plainCode } from './plain-code.ts';

const CLI = 'src/cli.ts';
const INDEX = 'src/index.ts';
const CHECK = 'src/commands/check.ts';
const INVENTORY = 'src/commands/inventory.ts';
/** What the bundle is made of: these, and all that they import. */
export const ENTRIES: readonly string[] = [CLI, INDEX];

/**
 * The doors of parts that are read when a function of theirs is first called: whoever imports a door statically gets
 * functions that load it. So functions are all that other parts may take of a door. What two parts share belongs to the
 * one that stands first.
 */
const LATE: readonly { readonly door: RegExp; readonly part: string }[] = [
  { door: /^src\/ansible\/template\/evaluate\.ts$/, part: 'template' },
  { door: /^src\/ansible\/template\/classic\.ts$/, part: 'classic' },
  { door: /^src\/ansible\/template\/(plugins|methods-text)\.ts$/, part: 'template-plugins' },
  { door: /^src\/ansible\/(settings\/ignored-names|patterns\/python-pattern)\.ts$/, part: 'python-pattern' },
  { door: /^src\/ansible\/dump\/python-text\.ts$/, part: 'python-text' },
  { door: /^src\/ansible\/constructed\/constructed\.ts$/, part: 'constructed' },
  { door: /^src\/commands\/ansible-options\.ts$/, part: 'ansible-options' },
  { door: /^src\/configuration\/read\.ts$/, part: 'configuration' },
  { door: /^src\/(ansible\/sources\/ini|source\/python-literal)\.ts$/, part: 'ini' },
  { door: /^src\/source\/yaml\/compose\.ts$/, part: 'yaml' },
  { door: /^src\/ansible\/sources\/saved-answer\.ts$/, part: 'saved-answer' },
  { door: /^src\/ansible\/plain-words\/(ini|yaml)\.ts$/, part: 'plain-words' },
  { door: /^src\/stack\/quoted\.ts$/, part: 'quoted' },
  { door: /^src\/ansible\/settings\/others\.ts$/, part: 'other-settings' },
  { door: /^src\/ansible\/plays\/read\.ts$/, part: 'plays' },
  { door: /^src\/(ansible\/sources\/toml|source\/toml)\.ts$/, part: 'toml' },
  { door: /^src\/ansible\/vault\/(demands|envelope|opening|passwords)\.ts$/, part: 'vault' },
  {
    door: /^src\/stack\/(judged-templates|broken-templates|mistyped-hosts|secrecy\/(given-secrets|secrets-beside))\.ts$/,
    part: 'judged-templates',
  },
  { door: /^src\/generated\/validators\/(.*)\.ts$/, part: 'validators-$1' },
];

/** What several parts share that do not build on each other: of core, so that no part is loaded for it. */
const SHARED: readonly string[] = ['src/source/python-escapes.ts'];

type Modules = Metafile['inputs'];

/** Writes `cli.cjs`, `index.cjs` and the parts that these load into a folder; the program knows the types of their sources. */
export async function bundle(root: string, program: ts.Program, target: string): Promise<void> {
  const common: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    // Names stay, so that a stack trace tells who called whom; line breaks would be a quarter of the package.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'import.meta.dirname': '__dirname' },
    plugins: [plainCode(program)],
    // Fields that the constructor sets need not be set before.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
    supported: { 'dynamic-import': false },
  };
  const graph = await build({
    ...common,
    format: 'esm',
    entryPoints: [...ENTRIES],
    outdir: target,
    write: false,
    metafile: true,
  });
  const modules = graph.metafile.inputs;
  const owners = assign(modules);
  const crossing = await exportsOf(crossings(modules, owners), common);
  const loader = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'parts.cjs'), 'utf8');
  writeFileSync(join(target, 'cli.cjs'), `#!/usr/bin/env node\n${loader}`);
  for (const file of [...new Set(owners.values()), 'index']) {
    const shared = [...crossing.keys()].filter((path) => owners.get(path) === file);
    await build({
      ...common,
      ...frame(file),
      format: 'cjs',
      stdin: { contents: entry(file, shared, crossing), resolveDir: root, sourcefile: `${file}.ts`, loader: 'ts' },
      outfile: resolve(target, file === 'index' ? 'index.cjs' : `parts/${file}.cjs`),
      plugins: [elsewhere(root, file, owners, crossing), ...(common.plugins ?? [])],
    });
  }
}

/** What stands around the code of a file. */
function frame(file: string): BuildOptions {
  if (file === 'index') return { banner: { js: `const { partOfProgram } = require('./cli.cjs');` } };
  return { banner: { js: '(function (offered, require, __dirname, partOfProgram) {' }, footer: { js: '})' } };
}

/** The file that each module belongs to: the first one, in the order above, that reaches it without `import()`. */
function assign(modules: Modules): Map<string, string> {
  const owners = new Map<string, string>();
  const claim = (file: string, path: string): void => {
    if (owners.has(path) || (latePart(path) ?? file) !== file) return;
    owners.set(path, file);
    for (const next of imported(modules, path, false)) claim(file, next);
  };
  const ofCheck = reached(modules, CHECK);
  const both = [...reached(modules, INVENTORY)].filter((path) => ofCheck.has(path));
  for (const path of [CLI, ...SHARED, ...both]) claim('core', path);
  for (const path of [CHECK, INDEX]) claim(fileName(CHECK), path);
  for (const { door } of LATE)
    for (const path of Object.keys(modules)) if (door.test(path)) claim(latePart(path) ?? '', path);
  // The map grows while it is walked: lazy files have lazy imports of their own.
  for (const path of owners.keys()) for (const lazy of imported(modules, path, true)) claim(fileName(lazy), lazy);
  return owners;
}

/** The modules that one imports, and they, without those of late parts. */
function reached(modules: Modules, start: string): ReadonlySet<string> {
  const found = new Set([start]);
  for (const path of found)
    for (const next of imported(modules, path, false)) if (latePart(next) === undefined) found.add(next);
  return found;
}

function latePart(path: string): string | undefined {
  const late = LATE.find(({ door }) => door.test(path));
  return late === undefined ? undefined : path.replace(late.door, late.part);
}

function imported(modules: Modules, path: string, lazily: boolean): string[] {
  const imports = modules[path]?.imports ?? [];
  return imports
    .filter(({ kind, external }) => external !== true && (kind === 'dynamic-import') === lazily)
    .map((found) => found.path);
}

function fileName(path: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return (inPackage ?? path.replace(/^src\//, '').replace(/\.\w+$/, '')).replace(/[^\w.]+/g, '-');
}

/** The modules that a file takes from another. */
function crossings(modules: Modules, owners: ReadonlyMap<string, string>): string[] {
  const found = new Set(ENTRIES);
  for (const [path, file] of owners) {
    for (const next of imported(modules, path, false)) if (owners.get(next) !== file) found.add(next);
    for (const next of imported(modules, path, true)) found.add(next);
  }
  for (const path of found)
    if (modules[path]?.format === 'cjs')
      throw new Error(`${path} is CommonJS and used by two files of the bundle: import it in one module of src alone`);
  return [...found].sort();
}

/** The names that these modules export. */
async function exportsOf(paths: readonly string[], common: BuildOptions): Promise<Map<string, readonly string[]>> {
  const { metafile } = await build({
    ...common,
    format: 'esm',
    entryPoints: [...paths],
    outdir: 'nowhere',
    write: false,
    metafile: true,
  });
  const outputs = Object.values(metafile.outputs);
  return new Map(paths.map((path) => [path, outputs.find(({ entryPoint }) => entryPoint === path)?.exports ?? []]));
}

/** What a file offers others: a plain object for each module, made when it is asked for, which few runs do of most. */
function entry(file: string, shared: readonly string[], exported: ReadonlyMap<string, readonly string[]>): string {
  if (file === 'index') return `export * from './${INDEX}';`;
  const imports: string[] = [];
  const cases = shared.map((path) => {
    const module = identifier(path);
    const names = (exported.get(path) ?? []).map((name) => ({ name, local: `${module}_${name}` }));
    imports.push(`import { ${names.map(({ name, local }) => `${name} as ${local}`).join(', ')} } from './${path}';\n`);
    return `case '${module}': return { ${names.map(({ name, local }) => `${name}: ${local}`).join(', ')} };\n`;
  });
  return `${imports.join('')}offered.module = (name) => { switch (name) {\n${cases.join('')}} };\n`;
}

function identifier(path: string): string {
  return path.replace(/\W/g, '_');
}

/** Puts what `partOfProgram` gives in the place of every module that another file owns. */
function elsewhere(
  root: string,
  file: string,
  owners: ReadonlyMap<string, string>,
  exported: ReadonlyMap<string, readonly string[]>,
): Plugin {
  const resolved = {};
  return {
    name: 'elsewhere',
    setup(esbuild) {
      esbuild.onResolve({ filter: /./ }, async ({ path, pluginData, namespace, kind, ...rest }) => {
        if (pluginData === resolved || namespace === 'elsewhere') return undefined;
        const found = await esbuild.resolve(path, { ...rest, namespace, kind, pluginData: resolved });
        if (found.errors.length > 0 || found.external) return found;
        const module = relative(root, found.path);
        const owner = owners.get(module);
        // What is imported lazily is found by name even where it stands in the same file: esbuild would hold back all of it.
        if (owner === undefined || (owner === file && kind !== 'dynamic-import')) return found;
        return { path: module, namespace: 'elsewhere', sideEffects: false };
      });
      esbuild.onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => {
        const names = exported.get(path) ?? [];
        const module = `partOfProgram('${owners.get(path) ?? ''}').module('${identifier(path)}')`;
        return { contents: latePart(path) === undefined ? constants(names, module) : lateFunctions(names, module) };
      });
    },
  };
}

/** Constants instead of live bindings: the sources export nothing that is assigned again (eslint holds that). */
function constants(names: readonly string[], module: string): string {
  const lines = names.map((name) =>
    name === 'default' ? 'export default module_.default;' : `export const ${name} = module_.${name};`,
  );
  return `const module_ = ${module};\n${lines.join('\n')}\n`;
}

/** Functions that load the module when one of them is first called. */
function lateFunctions(names: readonly string[], module: string): string {
  const lines = names.map((name) => `export const ${name} = (...args) => (module_ ??= ${module}).${name}(...args);\n`);
  return `let module_;\n${lines.join('')}`;
}
