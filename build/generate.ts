/**
 * Writes `src/generated/`: what is found by path (rules, vocabularies), as plain imports, so that one bundle holds it.
 *
 * Nothing is registered by hand: a new file under `rules/` or `schemas/roles/` is taken up by the next run.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { compileValidators } from './validators.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, 'src/generated');

/** Finds the rules and vocabularies and writes the modules that name them. */
export async function generate(): Promise<void> {
  write('rules.ts', rulesModule(find('rules/*/*.ts')));
  const schemas = find('schemas/roles/*.json');
  const validators = new Map<string, string>();
  for (const path of schemas) {
    const code = await compileValidators(path, readFileSync(join(ROOT, path), 'utf8'));
    validators.set(`validators/${basename(path, '.json')}.cjs`, code);
  }
  for (const [file, code] of validators) write(file, code);
  write('vocabularies.ts', vocabulariesModule(schemas));
  for (const file of fastGlob.sync('validators/*.cjs', { cwd: TARGET }))
    if (!validators.has(file)) rmSync(join(TARGET, file));
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

function vocabulariesModule(paths: readonly string[]): string {
  const imports = paths.map(
    (path, index) => `import schema${String(index)} from '../../${path}' with { type: 'json' };\n`,
  );
  const entries = paths.map((path, index) => `  '${basename(path, '.json')}': schema${String(index)},\n`);
  return `${HEAD}import { createRequire } from 'node:module';
import type { Violation, Vocabulary, VocabularySchema } from '../stack/vocabulary.ts';
${imports.join('')}
interface Validator {
  (value: unknown): boolean;
  readonly errors: readonly Violation[] | null;
}

const load = createRequire(import.meta.url);

/** Validators are loaded with the first value that is judged: many runs judge none, and they are large. */
function vocabulary(name: string, schema: VocabularySchema): Vocabulary {
  let validators: Readonly<Record<string, Validator>> | undefined;
  return {
    name,
    schema,
    validate(variable, value) {
      validators ??= load(\`./validators/\${name}.cjs\`) as Readonly<Record<string, Validator>>;
      const accepts = Object.hasOwn(validators, variable) ? validators[variable] : undefined;
      return accepts === undefined || accepts(value) ? [] : (accepts.errors ?? []);
    },
  };
}

const schemas: Readonly<Record<string, unknown>> = {
${entries.join('')}};

/** Every vocabulary that comes with the program, in the order of names. */
export const vocabularies: readonly Vocabulary[] = Object.entries(schemas).map(([name, schema]) =>
  vocabulary(name, schema as VocabularySchema),
);
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate();
