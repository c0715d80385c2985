/** Compiles the JSON Schema of a vocabulary ahead: one validator for each variable, without ajv at run time. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

/** What a vocabulary says of a variable beside its JSON Schema (`src/stack/vocabulary.ts`). */
const KEYWORDS = 'stacklint product part setting settings computed unit expected secret secrets'.split(' ');

// The package is CommonJS: Node gives its `module.exports`, whose types speak of a default export.
const standaloneCode = standalone as unknown as typeof standalone.default;

/**
 * The text of a CommonJS module that exports a validator by the name of each variable.
 *
 * `file` is the vocabulary's path, `text` its JSON. A schema that ajv's strict mode refuses throws with the path.
 */
export async function compileValidators(file: string, text: string): Promise<string> {
  try {
    const code = validatorsOf(JSON.parse(text) as { properties?: Readonly<Record<string, unknown>> });
    return await selfContained(code);
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function validatorsOf(schema: { properties?: Readonly<Record<string, unknown>> }): string {
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
  const variables = Object.keys(schema.properties ?? {});
  for (const variable of variables)
    ajv.addSchema({ $id: `/variable/${variable}`, $ref: `/role#/properties/${encodeURIComponent(variable)}` });
  return standaloneCode(ajv, Object.fromEntries(variables.map((variable) => [variable, `/variable/${variable}`])));
}

/** The compiled code with the few lines of ajv's runtime that it needs (string length, deep equality). */
async function selfContained(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: dirname(fileURLToPath(import.meta.url)), loader: 'js' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
