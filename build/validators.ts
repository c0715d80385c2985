/** Compiles the JSON Schema of a vocabulary ahead: one validator for each variable, without ajv at run time. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

/** What a vocabulary says of a variable beside its JSON Schema (`src/stack/vocabulary.ts`). */
const KEYWORDS = 'stacklint product part setting settings computed needs unit expected secret'.split(' ');

/** Keywords that decide nothing about a value. */
const SILENT = new Set([...KEYWORDS, 'title', 'description', 'default', 'examples']);

// The package is CommonJS: Node gives its `module.exports`, whose types speak of a default export.
const standaloneCode = standalone as unknown as typeof standalone.default;

/**
 * The text of a module whose function `validators` gives a validator by the name of each variable.
 *
 * `file` is the vocabulary's path, `text` its JSON. A schema that ajv's strict mode refuses throws with the path.
 */
export async function compileValidators(file: string, text: string): Promise<string> {
  try {
    const code = validatorsOf(JSON.parse(text) as Schema);
    return await selfContained(code);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A role has hundreds of variables and a dozen kinds of value: variables of one kind share a validator. */
function validatorsOf(schema: Schema): string {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: false,
    messages: true,
    code: { source: true, lines: true },
  });
  ajv.addVocabulary(KEYWORDS);
  ajv.addSchema({ ...schema, $id: '/role' });
  // Compiled whole once, so that strict mode has seen every property.
  ajv.getSchema('/role');
  const exported: Record<string, string> = {};
  const kinds = new Map<string, string>();
  const table = Object.entries(schema.properties ?? {}).map(([variable, property]) => {
    const kind = JSON.stringify(Object.entries(property).filter(([keyword]) => !SILENT.has(keyword)));
    let name = kinds.get(kind);
    if (name === undefined) {
      name = `kind${String(kinds.size)}`;
      kinds.set(kind, name);
      exported[name] = `/${name}`;
      ajv.addSchema({ $id: `/${name}`, $ref: `/role#/properties/${encodeURIComponent(variable)}` });
    }
    return `${JSON.stringify(variable)}: exports.${name}`;
  });
  return `${standaloneCode(ajv, exported)}\nmodule.exports = { ${table.join(', ')} };\n`;
}

/** The compiled code with the few lines of ajv's runtime that it needs (string length, deep equality). */
async function selfContained(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: dirname(fileURLToPath(import.meta.url)), loader: 'js' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'iife',
    globalName: 'all',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
  // A program without types; the generated module says so itself.
  return `// @ts-nocheck\n${outputFiles[0]?.text ?? ''}\nexport function validators() {\n  return all;\n}\n`;
}
