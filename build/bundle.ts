/**
 * Bundles the sources into a few files, because a commit hook waits for the start: one file loads faster than many small
 * ones, and code that a run does not need is not even read.
 *
 * esbuild splits only ES modules, which start slower, and into many files. So every module is given to exactly one
 * part here (its state exists once), and a part that needs another part's module asks `partOfProgram` for it, which is
 * all that `cli.cjs` does (build/parts.cjs).
 * - `parts/core.cjs`: code that both a check and `inventory` need, to read inventories.
 * - `parts/commands-check.cjs`: the further code of a check.
 * - one part for each entry of `LATE`: code that few inventories need.
 * - one part for each dynamic `import()` whose target is in none of these.
 * - `index.cjs`: the public API, with all that no other part has.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { build } from 'esbuild';
import fastGlob from 'fast-glob';
import ts from 'typescript';
import { licencesOf } from './licences.ts';

const CLI = 'src/cli.ts';
const INDEX = 'src/index.ts';
const CHECK = 'src/commands/check.ts';
const INVENTORY = 'src/commands/inventory.ts';
/** The modules that the bundle is made of: these, and all that they import. */
export const ENTRIES: readonly string[] = [CLI, INDEX];

/**
 * The entry files of parts that are read when a function of theirs is first called: a static import of one gets
 * functions that load it, so it may export functions alone (`refuseLateValues`). A module that two parts share
 * belongs to the one that is named first.
 */
const LATE: Readonly<Record<string, readonly string[]>> = {
  template: ['src/ansible/template/evaluate.ts'],
  classic: ['src/ansible/template/classic.ts'],
  'template-plugins': ['src/ansible/template/filters-and-tests.ts', 'src/ansible/template/text-methods.ts'],
  'python-pattern': ['src/ansible/patterns/python-pattern.ts'],
  'python-text': ['src/source/python-text.ts'],
  constructed: ['src/ansible/constructed/constructed.ts'],
  'command-line': ['src/commands/command-line.ts'],
  'ansible-options': ['src/commands/ansible-options.ts'],
  configuration: ['src/configuration/configuration.ts'],
  globs: ['src/ground/globs.ts'],
  baseline: ['src/check/baseline-file.ts'],
  ini: ['src/ansible/sources/ini-source.ts', 'src/source/python-literal.ts'],
  yaml: ['src/source/yaml/composer.ts'],
  'saved-answer': ['src/ansible/sources/saved-answer.ts'],
  'exact-problems': ['src/source/yaml/exact-problem.ts'],
  troubles: ['src/troubles/catalogue.ts'],
  quoted: ['src/stack/quoted-secrets.ts'],
  'other-settings': ['src/ansible/settings/other-settings.ts'],
  plays: [
    'src/ansible/plays/dynamic-groups.ts',
    'src/ansible/plays/extra-vars.ts',
    'src/ansible/plays/made-up-hosts.ts',
    'src/ansible/plays/read-plays.ts',
  ],
  deployments: [
    'src/ansible/deployments/deployments.ts',
    'src/stack/deployed-products.ts',
    'src/stack/deployed-settings.ts',
  ],
  toml: ['src/ansible/sources/toml-source.ts', 'src/source/toml.ts'],
  vault: [
    'src/ansible/vault/require-password.ts',
    'src/ansible/vault/envelope.ts',
    'src/ansible/vault/opening.ts',
    'src/ansible/vault/passwords.ts',
  ],
  'judged-templates': [
    'src/stack/judged-templates.ts',
    'src/stack/mistyped-play-hosts.ts',
    'src/stack/secrecy/template-secrets.ts',
    'src/stack/secrecy/project-secrets.ts',
  ],
};

type Modules = Metafile['inputs'];

/** The part of each late entry file, by its path. The validators of each vocabulary are a part of their own. */
type LateParts = ReadonlyMap<string, string>;

/** A module that a part offers to other parts. */
export interface Offered {
  readonly path: string;
  readonly part: string;
  readonly names: readonly string[];
}

interface Bundle {
  /** Has every part offer all of its modules, for the tests that run against the bundle; a user's build offers few. */
  readonly offerAll?: boolean;
}

/**
 * Writes `cli.cjs`, `index.cjs`, the parts that these load, their source maps and the licences of packages into a folder; the modules that the
 * parts offer each other.
 *
 * Throws where a late entry exports anything but functions, or is no module of the program.
 */
export async function bundle(
  root: string,
  program: ts.Program,
  target: string,
  { offerAll = false }: Bundle = {},
): Promise<readonly Offered[]> {
  const late = lateParts(root);
  for (const path of late.keys()) refuseLateValues(program, root, path);
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
    supported: { 'dynamic-import': false },
  };
  const modules = (await analyse(ENTRIES, common)).inputs;
  writeFileSync(join(target, 'licences.txt'), licencesOf(root, Object.keys(modules)));
  const owners = assign(modules, late);
  const wanted = offerAll ? [...owners.keys()].filter((path) => path !== INDEX) : crossings(modules, owners);
  const offered = await exportsOf(wanted, common);
  const loader = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'parts.cjs'), 'utf8');
  writeFileSync(join(target, 'cli.cjs'), `#!/usr/bin/env node\n${loader}`);
  for (const part of new Set(owners.values())) {
    const own = [...offered.keys()].filter((path) => owners.get(path) === part);
    await build({
      ...common,
      ...frame(part),
      format: 'cjs',
      stdin: { contents: entry(part, own, offered), resolveDir: root, sourcefile: `${part}.ts`, loader: 'ts' },
      outfile: resolve(target, part === 'index' ? 'index.cjs' : `parts/${part}.cjs`),
      sourcemap: 'external',
      sourcesContent: false,
      plugins: [elsewhere({ root, part, owners, offered, late })],
    });
  }
  return [...offered].map(([path, names]) => ({ path, part: owners.get(path) ?? '', names }));
}

function lateParts(root: string): LateParts {
  const validators = fastGlob
    .sync('src/generated/validators/*.ts', { cwd: root })
    .map((path) => [path, `validators-${basename(path, '.ts')}`] as const);
  const named = Object.entries(LATE).flatMap(([part, paths]) => paths.map((path) => [path, part] as const));
  return new Map([...named, ...validators]);
}

/** Throws where a module exports what would be a function in the bundle and is something else in the sources. */
export function refuseLateValues(program: ts.Program, root: string, path: string): void {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(root, path));
  if (source === undefined) throw new Error(`${path} is to be loaded late, and is no module of the program`);
  const module = checker.getSymbolAtLocation(source);
  for (const name of module === undefined ? [] : checker.getExportsOfModule(module)) {
    if (name.declarations?.some(ts.isTypeOnlyExportDeclaration) === true) continue;
    const value = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
    if (!(value.flags & ts.SymbolFlags.Value)) continue;
    const type = checker.getTypeOfSymbol(value);
    if (type.getCallSignatures().length === 0 || type.getConstructSignatures().length > 0)
      throw new Error(`${path} is to be loaded late, so it may export functions alone; ${name.name} is none`);
  }
}

async function analyse(entries: readonly string[], common: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    ...common,
    format: 'esm',
    entryPoints: [...entries],
    outdir: 'nowhere',
    write: false,
    metafile: true,
  });
  return metafile;
}

/** The code around a part's own. */
function frame(part: string): BuildOptions {
  if (part === 'index') return { banner: { js: `const { partOfProgram } = require('./cli.cjs');` } };
  return { banner: { js: '(function (offered, require, __dirname, partOfProgram) {' }, footer: { js: '})' } };
}

/** The part that each module belongs to: the first one, in the order above, that reaches it without `import()`. */
function assign(modules: Modules, late: LateParts): Map<string, string> {
  const owners = new Map<string, string>();
  const claim = (part: string, path: string): void => {
    if (owners.has(path) || (late.get(path) ?? part) !== part) return;
    owners.set(path, part);
    for (const next of imported(modules, path, false)) claim(part, next);
  };
  const ofCheck = reached(modules, CHECK, late);
  const both = [...reached(modules, INVENTORY, late)].filter((path) => ofCheck.has(path));
  for (const path of [CLI, ...both]) claim('core', path);
  claim(partName(CHECK), CHECK);
  for (const [path, part] of late) claim(part, path);
  // The map grows while it is walked: lazy files have lazy imports of their own.
  for (const path of owners.keys()) for (const lazy of imported(modules, path, true)) claim(partName(lazy), lazy);
  claim('index', INDEX);
  return owners;
}

/** The modules that a module imports, directly or indirectly, without those of late parts. */
function reached(modules: Modules, start: string, late: LateParts): ReadonlySet<string> {
  const found = new Set([start]);
  for (const path of found) for (const next of imported(modules, path, false)) if (!late.has(next)) found.add(next);
  return found;
}

function imported(modules: Modules, path: string, lazily: boolean): string[] {
  const imports = modules[path]?.imports ?? [];
  return imports
    .filter(({ kind, external }) => external !== true && (kind === 'dynamic-import') === lazily)
    .map((found) => found.path);
}

function partName(path: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return (inPackage ?? path.replace(/^src\//, '').replace(/\.\w+$/, '')).replace(/[^\w.]+/g, '-');
}

/** The modules that a part takes from another. */
function crossings(modules: Modules, owners: ReadonlyMap<string, string>): string[] {
  const found = new Set([CLI]);
  for (const [path, part] of owners) {
    for (const next of imported(modules, path, false)) if (owners.get(next) !== part) found.add(next);
    for (const next of imported(modules, path, true)) found.add(next);
  }
  for (const path of found)
    if (modules[path]?.format === 'cjs')
      throw new Error(`${path} is CommonJS and used by two files of the bundle: import it in one module of src alone`);
  return [...found].sort();
}

/** The names that these modules export. */
async function exportsOf(paths: readonly string[], common: BuildOptions): Promise<Map<string, readonly string[]>> {
  const outputs = Object.values((await analyse(paths, common)).outputs);
  return new Map(paths.map((path) => [path, outputs.find(({ entryPoint }) => entryPoint === path)?.exports ?? []]));
}

/**
 * The entry of a part: it offers a plain object for each module, made when it is asked for, which few runs do of
 * most.
 */
function entry(part: string, own: readonly string[], offered: ReadonlyMap<string, readonly string[]>): string {
  if (part === 'index') return `export * from './${INDEX}';`;
  const imports: string[] = [];
  const cases = own.map((path) => {
    const module = moduleName(path);
    const names = (offered.get(path) ?? []).map((name) => ({ name, local: `${module}_${name}` }));
    imports.push(`import { ${names.map(({ name, local }) => `${name} as ${local}`).join(', ')} } from './${path}';\n`);
    return `case '${module}': return { ${names.map(({ name, local }) => `${name}: ${local}`).join(', ')} };\n`;
  });
  return `${imports.join('')}offered.module = (name) => { switch (name) {\n${cases.join('')}} };\n`;
}

/** The name by which a part offers a module. */
export function moduleName(path: string): string {
  return path.replace(/\W/g, '_');
}

interface Elsewhere {
  readonly root: string;
  readonly part: string;
  readonly owners: ReadonlyMap<string, string>;
  readonly offered: ReadonlyMap<string, readonly string[]>;
  readonly late: LateParts;
}

/** A plugin that takes every module of another part from `partOfProgram`. */
function elsewhere({ root, part, owners, offered, late }: Elsewhere): Plugin {
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
        // What is imported lazily is found by name even in its own part: esbuild would hold back all of it.
        if (owner === undefined || (owner === part && kind !== 'dynamic-import')) return found;
        return { path: module, namespace: 'elsewhere', sideEffects: false };
      });
      esbuild.onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => {
        const names = offered.get(path) ?? [];
        const module = `partOfProgram('${owners.get(path) ?? ''}').module('${moduleName(path)}')`;
        return { contents: late.has(path) ? lateFunctions(names, module) : constants(names, module) };
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
