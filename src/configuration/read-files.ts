/** The files that make up a configuration: the project's own and those that it extends, merged key by key. */
import { dirname } from 'node:path';
import { FileError, textOfFile } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import type { ShowsPath } from '../ground/paths.ts';
import { Document } from '../source/document.ts';
import { Mapping } from '../source/tree.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { explainedYamlProblem } from '../source/yaml/exact-problem.ts';
import { readYaml } from '../source/yaml/read.ts';
import { sentenceOf } from '../troubles/catalogue.ts';
import { extendedFile } from './extended-files.ts';
import { ruleOfPolicy } from '../model/policy.ts';
import { bases, configurationShape } from './keys.ts';
import type { FileValues, Known } from './keys.ts';
import { policiesShape } from './policies.ts';
import { refuse } from './shapes.ts';
import type { Source } from './shapes.ts';

export type KeyName = Exclude<keyof FileValues, 'extends'>;

/**
 * Keys whose lists, rules or policies are joined, those of the extended files first. For all other keys, the last file's
 * value counts.
 */
const JOINED = ['rules', 'policies', 'overrides', 'ignore', 'records', 'forbid-suppressions'] as const;
type JoinedKey = (typeof JOINED)[number];
type ItemOf<K extends JoinedKey> = NonNullable<FileValues[K]>[number];

/** A value, or an item or entry of one that is joined, with its place. */
export interface PlacedValue<Value = unknown> {
  readonly value: Value;
  readonly node: Node;
  /** The key of a value, and of an entry of a mapping. */
  readonly key?: Scalar | undefined;
  readonly source: Source;
}

/** One value of a key that is joined. */
export type JoinedValue<K extends JoinedKey> = PlacedValue<ItemOf<K>>;

/** One file as it was read. */
interface ReadFile {
  readonly path: string;
  readonly source: Source;
  readonly root: Mapping;
  readonly values: FileValues;
}

/** The files of a configuration; later ones override earlier ones. */
export class ConfigurationFiles {
  readonly #files: readonly ReadFile[];

  constructor(files: readonly ReadFile[]) {
    this.#files = files;
  }

  /** Full paths; the project's own is the last. */
  get paths(): readonly string[] {
    return [...new Set(this.#files.map(({ path }) => path))];
  }

  get documents(): readonly Document[] {
    return this.#files.map(({ source }) => source.document);
  }

  /** The parts of each key that is set, in the order of the last file that sets it. */
  get all(): ReadonlyMap<KeyName, readonly PlacedValue[]> {
    const names = this.#files.flatMap(({ values }) => Object.keys(values) as (keyof FileValues)[]);
    const keys = [...new Set(names)].filter((name) => name !== 'extends');
    return new Map(keys.map((key) => [key, isJoined(key) ? this.joined(key) : [this.last(key) ?? []].flat()]));
  }

  /** The value of a key whose last occurrence in the files counts. */
  last<K extends Exclude<KeyName, JoinedKey>>(key: K): PlacedValue<NonNullable<FileValues[K]>> | undefined {
    const file = this.#files.findLast(({ values }) => values[key] !== undefined);
    const value = file?.values[key];
    const pair = file?.root.get(key);
    if (file === undefined || pair === undefined || value === undefined) return undefined;
    return { value, node: pair.value, key: pair.key, source: file.source };
  }

  /** The items of a key from all files. If rules have the same name, the last one counts. */
  joined<K extends JoinedKey>(key: K): readonly JoinedValue<K>[] {
    const parts = this.#files.flatMap(({ values, root, source }) => {
      const items: readonly ItemOf<K>[] = values[key] ?? [];
      const written = writtenEntries(root.get(key)?.value);
      return items.flatMap((value, at): JoinedValue<K>[] => {
        const { key: name, value: node } = written[at] ?? {};
        return node === undefined ? [] : [{ value, node, key: name, source }];
      });
    });
    return parts.filter(({ key: name }, at) => {
      return name === undefined || !parts.slice(at + 1).some((later) => later.key?.value === name.value);
    });
  }
}

export function isJoined(key: KeyName): key is JoinedKey {
  return (JOINED as readonly string[]).includes(key);
}

/** The values of a mapping with their keys, the items of a list, or a single value. */
export function writtenEntries(node: Node | undefined): readonly { readonly key?: Scalar; readonly value: Node }[] {
  if (node === undefined) return [];
  if (node.kind === 'mapping') return node.pairs;
  return (node.kind === 'sequence' ? node.items : [node]).map((value) => ({ value }));
}

/**
 * Reads a file and those that it extends. Throws CannotCheck for the first mistake, and FileError for the file
 * itself.
 */
export function readConfigurationFiles(files: Files, path: string, shown: ShowsPath, known: Known): ConfigurationFiles {
  const read = (at: string, globFolder: string, above: readonly string[]): readonly ReadFile[] => {
    const text = textOfFile(files, at);
    const document = new Document(shown(at), text, 'yaml', readYaml(text));
    const source: Source = { document, files, shown, folder: dirname(at), globFolder };
    const root = rootOf(source);
    const real = files.real(at);
    const extended = root.get('extends')?.value;
    const written = writtenEntries(extended);
    const below = (extended === undefined ? [] : bases.read(extended, 'extends', source)).flatMap((entry, index) => {
      const node = written[index]?.value;
      if (node?.kind !== 'scalar') return [];
      const { path: base, isOfPackage } = extendedFile(entry, node, source);
      const chain = [...above, real];
      const circle = chain.indexOf(files.real(base));
      if (circle >= 0) {
        const way = [...chain.slice(circle), files.real(base)].map(shown).join(' → ');
        return refuse(source, node, `extends ${entry}: these extend each other in a circle: ${way}`);
      }
      try {
        return read(base, isOfPackage ? globFolder : dirname(base), chain);
      } catch (error) {
        if (!(error instanceof FileError) || error.path !== base) throw error;
        return refuse(source, node, `extends ${entry}: cannot read ${shown(base)}: ${error.message}`);
      }
    });
    // Rules are named that these files have as policies.
    const named = below.flatMap(({ values }) => values.policies ?? []);
    const own = root.get('policies')?.value;
    const policies = own === undefined ? [] : policiesShape(known).read(own, 'policies', source);
    const rules = [...named, ...policies].map(ruleOfPolicy);
    const values = configurationShape(known, rules).read(root, 'the configuration', source);
    return [...below, { path: at, source, root, values }];
  };
  return new ConfigurationFiles(read(path, dirname(path), []));
}

/** The mapping of a file; empty if the file is. Throws CannotCheck if it is not YAML, or has a key twice. */
function rootOf(source: Source): Mapping {
  const { root, problem, duplicates, text } = source.document;
  const exact = problem && explainedYamlProblem(problem, text);
  if (exact !== undefined) return refuse(source, exact, `this is not YAML: ${sentenceOf(exact)}`);
  const twice = duplicates.find(({ merged }) => !merged);
  if (twice !== undefined) return refuse(source, twice.key, `${String(twice.key.value)} is given twice`);
  const isEmpty = root === undefined || (root.kind === 'scalar' && root.type === 'null');
  if (isEmpty) return new Mapping(0, 0, []);
  if (root.kind === 'mapping') return root;
  return refuse(source, root, 'the configuration is not a mapping; expected keys with values, as in preset: strict');
}
