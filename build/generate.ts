/**
 * Writes `src/generated/`: plain imports of all that is found by path (rules, vocabularies), so that the bundle holds it.
 *
 * Nothing is registered by hand: a new file under `rules/`, or in a folder of `schemas/`, is found by the next run. An unknown name in a schema, of a setting, a part or a product, stops it. It also writes
 * `schemas/config.json`, which is committed, from the keys of `stacklint.yml` and the rules.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import { configurationSchema } from '../src/configuration/keys.ts';
import { PARTS } from '../src/stack/products/products.ts';
import { ownKeywords } from '../src/stack/vocabulary/checked-schemas.ts';
import { checkSchemas, readSchemas } from './schemas.ts';
import type { Schemas } from './schemas.ts';
import { compileAjv, compileValidators } from './validators.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'src/generated');

/** Finds the rules and vocabularies and writes the modules that name them. */
export async function generate(): Promise<void> {
  write('rules.ts', rulesModule(find('rules/*/*.ts')));
  write('examples.ts', examplesModule(find('rules/*/*.example.yml')));
  const schemas = readSchemas();
  checkSchemas(schemas);
  const validators = new Map<string, string>();
  for (const [path, content] of schemas.vocabularies) {
    const code = await compileValidators(path, content, ownKeywords(schemas.vocabulary));
    validators.set(`validators/${basename(path, '.json')}.ts`, `${HEAD}${code}`);
  }
  const records = schemasByName(schemas.records);
  const ofRecords = await compileValidators('schemas/records', recordSchemas(records), ownKeywords(schemas.vocabulary));
  validators.set('validators/records.ts', `${HEAD}${ofRecords}`);
  for (const [file, content] of validators) write(file, content);
  write('ajv.ts', `${HEAD}${(await compileAjv()).text}`);
  write('records.ts', recordsModule(records));
  write('report-page.ts', await reportPageModule());
  write('vocabularies.ts', vocabulariesModule(schemas));
  for (const file of fastGlob.sync('validators/*', { cwd: TARGET }))
    if (!validators.has(file)) rmSync(join(TARGET, file));
  const names = (paths: Iterable<string>): readonly string[] => Array.from(paths, (path) => basename(path, '.json'));
  const [vocabularies, products] = [names(schemas.vocabularies.keys()), names(schemas.products.keys())];
  write('../../schemas/config.json', await configurationSchemaText(vocabularies, [...products, ...PARTS]));
}

/** The text of `schemas/config.json`, which editors check and complete a `stacklint.yml` by. */
export async function configurationSchemaText(
  vocabularies: readonly string[],
  counted: readonly string[],
): Promise<string> {
  const { rules } = await import('../src/generated/rules.ts');
  const known = { vocabularies, rules, counted, meaningOfSetting: () => undefined, readVocabulary: notRead };
  return `${JSON.stringify(configurationSchema(known), null, 2)}\n`;
}

/** Stands in for what reads a vocabulary: a schema of the configuration reads none. */
function notRead(file: string): never {
  throw new Error(`${file} is not read`);
}

function find(pattern: string): string[] {
  return fastGlob.sync(pattern, { cwd: ROOT }).sort();
}

/** Writes a file whole or not at all, and only where its text changes: others may be reading it. */
function write(file: string, text: string): void {
  const path = join(TARGET, file);
  if (readIfThere(path) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${String(process.pid)}.new`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const HEAD = '// Written by build/generate.ts; a change here is lost.\n';

function rulesModule(paths: readonly string[]): string {
  const imports = paths.map((path, index) => `import rule${String(index)} from '../../${path}';\n`);
  const entries = paths.map((path, index) => {
    const name = path.slice('rules/'.length, -'.ts'.length);
    return `  { name: '${name}', rule: rule${String(index)} },\n`;
  });
  return `${HEAD}import type { Rule } from '../model/rule.ts';
${imports.join('')}
/** Every rule by its name, \`category/rule\`, in the order of names. */
export const rules: readonly { readonly name: string; readonly rule: Rule }[] = [
${entries.join('')}];
`;
}

function examplesModule(paths: readonly string[]): string {
  const entries = paths.map((path): [string, unknown] => {
    const name = path.slice('rules/'.length, -'.example.yml'.length);
    const example = parse(readFileSync(join(ROOT, path), 'utf8')) as Partial<Readonly<Record<string, unknown>>> | null;
    if (typeof example?.['bad'] !== 'object' || typeof example['good'] !== 'object')
      throw new Error(`${path} needs the texts of files below bad: and good:`);
    return [name, example];
  });
  return `${HEAD}import type { Example } from '../model/rule.ts';

/** An example for every rule, by its name. */
export const examples: Readonly<Record<string, Example>> = ${JSON.stringify(Object.fromEntries(entries))};
`;
}

/** The script and the style of the report page, and the digest by which the page lets that script alone run. */
async function reportPageModule(): Promise<string> {
  const bundled = async (file: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, 'page', file)],
      bundle: true,
      minify: true,
      write: false,
      charset: 'ascii',
      format: 'iife',
      target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
      logLevel: 'error',
    });
    return (outputFiles[0]?.text ?? '').trim();
  };
  const [script, style] = [await bundled('report.ts'), await bundled('report.css')];
  const digest = createHash('sha256').update(script).digest('base64');
  return `${HEAD}
export const SCRIPT = ${JSON.stringify(script)};
export const SCRIPT_DIGEST = 'sha256-${digest}';
export const STYLE = ${JSON.stringify(style)};
`;
}

/** One schema for all kinds, each a property. */
function recordSchemas(properties: Readonly<Record<string, object>>) {
  return { type: 'object', properties };
}

function schemasByName(schemas: Schemas['records']): Readonly<Record<string, object>> {
  return Object.fromEntries(Array.from(schemas, ([path, schema]) => [basename(path, '.json'), schema]));
}

function recordsModule(records: Readonly<Record<string, object>>): string {
  return `${HEAD}import type { Subschema, Violation } from '../stack/vocabulary/vocabulary.ts';
import { validators } from './validators/records.ts';

interface Validator {
  (value: unknown): boolean;
  readonly errors: readonly Violation[] | null;
}

/** Checks of the bodies of requests, by their kinds; loaded with the first body that is judged. */
export function bodies(): {
  readonly validators: Readonly<Record<string, Validator>>;
  readonly schemas: Readonly<Record<string, Subschema>>;
} {
  return { validators: validators(), schemas: ${parsing(records)} };
}
`;
}

function vocabulariesModule({ vocabularies, products }: Schemas): string {
  const names = Array.from(vocabularies.keys(), (path) => basename(path, '.json'));
  const imports = names.map(
    (name, index) => `import { validators as validators${String(index)} } from './validators/${name}.ts';\n`,
  );
  const entries = Array.from(vocabularies.values(), (schema, index) => {
    const { stacklint, title, description, type, properties, definitions } = schema;
    const [head, rest] = [JSON.stringify(stacklint), parsing({ title, description, type, properties, definitions })];
    return `  vocabulary('${names[index] ?? ''}', ${head}, () => ${rest}, validators${String(index)}),\n`;
  });
  const schemas = Array.from(products, ([path, schema]) => {
    return `  ['${basename(path, '.json')}', () => ${parsing(schema)}],\n`;
  });
  const configurations = Array.from(products, ([path, { configuration }]) => {
    return `  ['${basename(path, '.json')}', ${JSON.stringify(configuration)}],\n`;
  });
  return `${HEAD}import { madeOnce } from '../ground/made-once.ts';
${imports.join('')}import type { ProductConfiguration, ProductSchema } from '../stack/products/products.ts';
import type { Violation, Vocabulary, VocabularySchema } from '../stack/vocabulary/vocabulary.ts';

interface Validator {
  (value: unknown): boolean;
  readonly errors: readonly Violation[] | null;
}

type Validators = Readonly<Record<string, Validator>>;

const read = new Map<string, ProductSchema>();

/** A product by the name of its file; read with the first question. */
export function product(name: string): ProductSchema {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error(\`there is no product \${name}\`);
  return madeOnce(read, name, schema);
}

const schemas: ReadonlyMap<string, () => ProductSchema> = new Map([
${schemas.join('')}]);

/** The files that configure each product, by the name of its file. */
export const configurations: ReadonlyMap<string, ProductConfiguration> = new Map<string, ProductConfiguration>([
${configurations.join('')}]);

/** The schema is read with the first question, validators with the first value that is judged: they are large. */
function vocabulary(
  name: string,
  head: VocabularySchema['stacklint'],
  readSchema: () => Omit<VocabularySchema, 'stacklint'>,
  validators: () => Validators,
): Vocabulary {
  let schema: VocabularySchema | undefined;
  let all: Validators | undefined;
  return {
    name,
    head,
    get schema() {
      return (schema ??= { ...readSchema(), stacklint: head });
    },
    product,
    validate(variable, value) {
      all ??= validators();
      const accepts = Object.hasOwn(all, variable) ? all[variable] : undefined;
      return accepts === undefined || accepts(value) ? [] : (accepts.errors ?? []);
    },
  };
}

/** Every vocabulary that comes with the program, in the order of names. */
export const vocabularies: readonly Vocabulary[] = [
${entries.join('')}];
`;
}

/** Code that makes a value from its JSON, which is faster than code that builds it. */
function parsing(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
