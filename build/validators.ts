/** Compiles the JSON Schema of a vocabulary ahead: one validator for each variable, without ajv at run time. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

/** Keywords of JSON Schema that decide nothing about a value. */
const ANNOTATIONS = ['title', 'description', 'default', 'examples'];

// The package is CommonJS: Node gives its `module.exports`, whose types declare a default export.
const standaloneCode = standalone as unknown as typeof standalone.default;

/**
 * Writes the text of a module whose function `validators` returns a validator for each variable, by name.
 *
 * `file` is the vocabulary's path, `keywords` are its own in addition to those of JSON Schema. Throws, with the path, for a
 * schema that ajv's strict mode refuses.
 */
export async function compileValidators(file: string, schema: Schema, keywords: readonly string[]): Promise<string> {
  try {
    const code = validatorsOf(schema, keywords);
    return await selfContained(code);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** An ajv that takes the keywords of vocabularies, and keeps the code of what it compiles. */
export function validatingAjv(keywords: readonly string[]): Ajv {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    verbose: false,
    messages: true,
    code: { source: true, lines: true },
  });
  ajv.addVocabulary([...keywords]);
  return ajv;
}

/** A role has hundreds of variables and a dozen kinds of value: variables of one kind share a validator. */
function validatorsOf(schema: Schema, keywords: readonly string[]): string {
  const silent = new Set([...keywords, ...ANNOTATIONS]);
  const ajv = validatingAjv(keywords);
  ajv.addSchema({ ...schema, $id: '/role' });
  // Compiled whole once, so that strict mode has seen every property.
  ajv.getSchema('/role');
  const exported: Record<string, string> = {};
  const kinds = new Map<string, string>();
  const table = Object.entries(schema.properties ?? {}).map(([variable, property]) => {
    const kind = JSON.stringify(Object.entries(property).filter(([keyword]) => !silent.has(keyword)));
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
  return `// @ts-nocheck\nexport function validators() {\n${outputFiles[0]?.text ?? ''}\nreturn all;\n}\n`;
}
