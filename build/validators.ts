/** Compiles the JSON Schema of a vocabulary ahead: one validator for each variable, without ajv at run time. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { validatingAjv } from '../src/stack/vocabulary/checked-schemas.ts';

const HERE = dirname(fileURLToPath(import.meta.url));

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
    const { body } = await selfContained(code);
    // A program without types; the generated module says so itself.
    return `// @ts-nocheck\nexport function validators() {\n${body}}\n`;
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/** A role has hundreds of variables and a dozen kinds of value: variables of one kind share a validator. */
function validatorsOf(schema: Schema, keywords: readonly string[]): string {
  const silent = new Set([...keywords, ...ANNOTATIONS]);
  const ajv = validatingAjv(Ajv, keywords);
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

/**
 * Writes the text of a module whose function `ajv` returns the class: unlike an import, it runs nothing before that.
 * `modules` are the files that it holds.
 */
export async function compileAjv(): Promise<{ readonly text: string; readonly modules: readonly string[] }> {
  const { body, modules } = await selfContained(`module.exports = require('ajv').Ajv;`);
  const head = `// @ts-nocheck\nimport type { Ajv } from 'ajv';\n\n`;
  return { text: `${head}export function ajv(): typeof Ajv {\n${body}}\n`, modules };
}

/** The body of a function with some code and all that it requires: of validators, a few lines of ajv's runtime. */
async function selfContained(code: string): Promise<{ readonly body: string; readonly modules: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: HERE, loader: 'js' },
    absWorkingDir: dirname(HERE),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'iife',
    globalName: 'all',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
  return { body: `${outputFiles[0]?.text ?? ''}\nreturn all;\n`, modules: Object.keys(metafile.inputs) };
}
