/**
 * Preloaded, has the tests take every module of the program from the bundle, so that they test the code that ships:
 * `node --import tsx --import ./test/against-bundle.ts test/run.ts`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { bundle, ENTRIES, moduleName } from '../build/bundle.ts';
import type { Offered } from '../build/bundle.ts';
import { programOf } from '../build/program.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** Beside `dist`, because what the program reads of the package must be as far away. */
const BUNDLE = join(ROOT, 'dist.tests');

/** Text of modules by their URLs, each of which hands on what a part of the bundle offers. */
let handedOn: ReadonlyMap<string, string> = new Map();

if (isMainThread) {
  rmSync(BUNDLE, { recursive: true, force: true });
  mkdirSync(BUNDLE);
  const offered = await bundle(ROOT, programOf(ROOT, ENTRIES), BUNDLE, { offerAll: true });
  register(import.meta.url, { data: new Map(offered.map((module) => [urlOf(module), textOf(module)])) });
}

function urlOf({ path }: Offered): string {
  return pathToFileURL(join(ROOT, path)).href;
}

function textOf({ path, part, names }: Offered): string {
  const lines = names.map((name) =>
    name === 'default' ? 'export default module_.default;' : `export const ${name} = module_.${name};`,
  );
  return `import { createRequire } from 'node:module';
const { partOfProgram } = createRequire(import.meta.url)(${JSON.stringify(join(BUNDLE, 'cli.cjs'))});
const module_ = partOfProgram(${JSON.stringify(part)}).module('${moduleName(path)}');
${lines.join('\n')}
`;
}

/** Node's hook that receives what `register` was given, in the thread that loads modules. */
export function initialize(texts: ReadonlyMap<string, string>): void {
  handedOn = texts;
}

interface Loaded {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: true;
}

/** Node's hook that gives the text of a module. */
export function load(url: string, context: unknown, next: (url: string, context: unknown) => unknown): unknown {
  const source = handedOn.get(url.split('?')[0] ?? url);
  if (source === undefined) return next(url, context);
  return { format: 'module', source, shortCircuit: true } satisfies Loaded;
}
