/** The configuration of a project, `stacklint.yml`. The bundle loads this module late: most projects have none. */
import { nearestVersion, VERSIONS } from './ansible/versions.ts';
import type { Version } from './ansible/versions.ts';
import { CannotCheck } from './cannot-check.ts';
import { textOfFile } from './files.ts';
import type { Files } from './files.ts';
import { nearest, didYouMean } from './model/nearest.ts';
import { SEVERITIES } from './model/finding.ts';
import { PRESETS } from './model/rule.ts';
import type { NamedRule, OptionSchema, OptionSchemas, Preset, SeverityOrOff } from './model/rule.ts';
import { complaintAboutPattern } from './model/rule-pattern.ts';
import { Document } from './source/document.ts';
import type { Node, Pair, Range, Scalar } from './source/tree.ts';
import { explainedYamlProblem } from './source/yaml/exact-problem.ts';
import { readYaml } from './source/yaml/read.ts';
import { sentenceOf } from './troubles/catalogue.ts';

/** A configuration as it was read. The command line overrides all of it. */
export interface Configuration {
  /** The path as it is shown. */
  readonly file: string;
  readonly preset: Preset | undefined;
  readonly ansible: Version | undefined;
  readonly vocabularies: readonly string[];
  /** In order. */
  readonly rules: readonly ConfiguredRule[];
  /** Keys that a configuration may have and that change nothing yet. */
  readonly unused: readonly string[];
}

/** A rule's name or a glob, its severity and, of one rule, those of its options that are set. */
export interface ConfiguredRule {
  readonly pattern: string;
  readonly severity: SeverityOrOff;
  readonly options: Readonly<Record<string, OptionValue>>;
}

type OptionValue = OptionSchema['default'];

/** The names that the program knows, and the options of its rules, so that a mistake is reported with its place. */
interface Known {
  readonly vocabularies: readonly string[];
  readonly rules: readonly NamedRule[];
}

const USED = ['preset', 'ansible', 'vocabularies', 'rules'];
const UNUSED = ['stacks', 'overrides', 'records', 'attestations', 'hardware', 'baseline', 'ignore'];

/**
 * Reads a configuration; `shown` is its path as it is shown.
 *
 * Throws CannotCheck with file, line and column for the first mistake, and FileError where the file cannot be read.
 */
export function readConfiguration(files: Files, path: string, shown: string, known: Known): Configuration {
  const text = textOfFile(files, path);
  return new Reader(new Document(shown, text, 'yaml', readYaml(text)), known).read();
}

class Reader {
  readonly #document: Document;
  readonly #known: Known;

  constructor(document: Document, known: Known) {
    this.#document = document;
    this.#known = known;
  }

  read(): Configuration {
    const { root, problem, duplicates, file, text } = this.#document;
    const exact = problem && explainedYamlProblem(problem, text);
    if (exact !== undefined) this.#refuse(exact, `this is not YAML: ${sentenceOf(exact)}`);
    const [twice] = duplicates;
    if (twice !== undefined) this.#refuse(twice.key, `${String(twice.key.value)} is given twice`);
    const isEmpty = root === undefined || (root.kind === 'scalar' && root.type === 'null');
    const pairs = isEmpty ? [] : this.#pairs(root, 'the configuration', 'keys with values, as in preset: strict');
    for (const { key } of pairs) this.#refuseUnknown(key, [...USED, ...UNUSED]);
    const of = (name: string): Pair | undefined => pairs.find(({ key }) => key.value === name);
    const preset = of('preset');
    const ansible = of('ansible');
    const vocabularies = of('vocabularies');
    const rules = of('rules');
    return {
      file,
      preset: preset && this.#oneOf(preset.value, 'preset', PRESETS),
      ansible: ansible && this.#version(ansible.value),
      vocabularies: vocabularies === undefined ? [] : this.#names(vocabularies.value),
      rules:
        rules === undefined
          ? []
          : this.#pairs(rules.value, 'rules', 'rules with their severities, as in memory/heap-limit: warning').map(
              (pair) => this.#rule(pair),
            ),
      unused: pairs.map(({ key }) => String(key.value)).filter((name) => UNUSED.includes(name)),
    };
  }

  #version(node: Node): Version {
    const [first, last] = [VERSIONS[0], VERSIONS.at(-1) ?? ''];
    const text = this.#text(node, 'ansible', `'${first}' to '${last}'`);
    const version = VERSIONS.find((each) => each === text);
    if (version !== undefined) return version;
    // Without quotes YAML takes 2.20 for the number 2.2.
    const quotes = node.kind === 'scalar' && node.type === 'float' ? ' in quotes' : '';
    const near = VERSIONS.find((each) => each === `${text}0`) ?? nearestVersion(text);
    return this.#refuse(
      node,
      `ansible is ${text}; expected '${first}' to '${last}'${quotes}; the nearest is '${near}'`,
    );
  }

  #names(node: Node): readonly string[] {
    if (node.kind !== 'sequence')
      return this.#refuse(node, 'vocabularies is not a list; expected a list of names, as in [search]');
    return node.items.map((item) => this.#oneOf(item, 'vocabulary', this.#known.vocabularies));
  }

  #rule({ key, value }: Pair): ConfiguredRule {
    const pattern = String(key.value);
    const names = this.#known.rules.map(({ name }) => name);
    const wrong = complaintAboutPattern(pattern, names);
    if (wrong !== undefined) this.#refuse(key, wrong);
    const [severity, options, third] = value.kind === 'sequence' ? value.items : [value];
    if (severity === undefined || third !== undefined)
      return this.#refuse(value, `${pattern} is a list; expected a severity and options, as in [error, { … }]`);
    // YAML takes `off` for false.
    const off = severity.kind === 'scalar' && severity.type === 'bool' && severity.value === false;
    return {
      pattern,
      severity: off ? 'off' : this.#oneOf(severity, `severity of ${pattern}`, [...SEVERITIES, 'off']),
      options: options === undefined ? {} : this.#options(pattern, options),
    };
  }

  #options(pattern: string, node: Node): ConfiguredRule['options'] {
    const found = this.#known.rules.find(({ name }) => name === pattern);
    if (found === undefined) return this.#refuse(node, `${pattern} may be several rules; expected the name of one`);
    const schemas: OptionSchemas = found.rule.options ?? {};
    const names = Object.keys(schemas);
    if (names.length === 0) return this.#refuse(node, `${pattern} has no options; expected a severity alone`);
    const pairs = this.#pairs(node, `the second item of ${pattern}`, `options, as in { ${names[0] ?? ''}: … }`);
    return Object.fromEntries(
      pairs.map(({ key, value }) => {
        this.#refuseUnknown(key, names, `option of ${pattern}`);
        const name = String(key.value);
        return [name, this.#option(`${name} of ${pattern}`, value, schemas[name])];
      }),
    );
  }

  #option(what: string, node: Node, schema: OptionSchema | undefined): OptionValue {
    const raw = node.kind === 'scalar' ? node.value : undefined;
    const value = typeof raw === 'bigint' ? Number(raw) : raw;
    if (schema !== undefined && fits(value, schema)) return value;
    const shown = node.kind === 'scalar' ? String(node.value) : `a ${node.kind}`;
    return this.#refuse(node, `${what} is ${shown}; expected ${schema === undefined ? 'nothing' : expectedOf(schema)}`);
  }

  #oneOf<T extends string>(node: Node, what: string, all: readonly T[]): T {
    const text = this.#text(node, what, all.join(', '));
    const found = all.find((one) => one === text);
    if (found !== undefined) return found;
    const near = nearest(text, all);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    return this.#refuse(node, `${what} is ${text}; expected ${all.join(', ')}${hint}`);
  }

  #refuseUnknown(key: Scalar, all: readonly string[], what = 'key'): void {
    const name = String(key.value);
    if (all.includes(name)) return;
    this.#refuse(key, `unknown ${what} ${name}${didYouMean(name, all, `there are ${all.join(', ')}`)}`);
  }

  #pairs(node: Node, what: string, expected: string): readonly Pair[] {
    if (node.kind !== 'mapping') return this.#refuse(node, `${what} is not a mapping; expected ${expected}`);
    return node.pairs;
  }

  #text(node: Node, what: string, expected: string): string {
    if (node.kind !== 'scalar')
      return this.#refuse(node, `${what} is a ${node.kind === 'sequence' ? 'list' : 'mapping'}; expected ${expected}`);
    return String(node.value);
  }

  #refuse({ start }: Range, message: string): never {
    const { line, column } = this.#document.position(start);
    throw new CannotCheck(`${this.#document.file}:${String(line)}:${String(column)}: ${message}`);
  }
}

function fits(value: unknown, { type, minimum, maximum, enum: values }: OptionSchema): value is OptionValue {
  if (type === 'string') return typeof value === 'string' && values?.includes(value) !== false;
  if (type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

/** The values that an option may have, to fit after "expected ". */
function expectedOf({ type, minimum, maximum, enum: values }: OptionSchema): string {
  if (values !== undefined) return values.join(', ');
  if (type === 'boolean') return 'true or false';
  if (type === 'string') return 'a string';
  const number = type === 'integer' ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `${number} from ${String(minimum)} to ${String(maximum)}`;
  return minimum === undefined ? number : `${number}, at least ${String(minimum)}`;
}
