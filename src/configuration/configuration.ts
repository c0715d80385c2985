/** The configuration of a project, `stacklint.yml`. */
import { dirname, resolve } from 'node:path';
import type { Version } from '../ground/releases.ts';
import type { ConfiguredRecord, Known } from './keys.ts';
import { readConfigurationFiles, writtenEntries } from './read-files.ts';
import type { ConfigurationFiles, JoinedValue } from './read-files.ts';
import { placeAsText, placeOf, refuse } from './shapes.ts';
import type { Condition, Override } from '../engine/override.ts';
import type { RuleChoice } from '../engine/rule-choice.ts';
import type { Files } from '../ground/files.ts';
import { nameMatcher, pathMatcher } from '../ground/globs.ts';
import type { Attestations } from '../model/attestations.ts';
import type { ExpectedCount } from '../model/expectation.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Stated } from '../model/setting.ts';
import { ruleOfPolicy } from '../model/policy.ts';
import type { NamedRule, Preset } from '../model/rule.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Vocabulary } from '../stack/vocabulary/vocabulary.ts';

/**
 * A configuration as it was read, with those that it extends. The command line overrides all of it. Paths are
 * absolute.
 */
export interface Configuration {
  /** The path of the project's own file, as it is shown. */
  readonly file: string;
  /** The folder of that file. */
  readonly folder: string;
  /** All of its files, with the place of each value. */
  readonly files: ConfigurationFiles;
  readonly preset: Preset | undefined;
  readonly ansible: Version | undefined;
  /** Names of built-in ones, and vocabularies of the project's own. */
  readonly vocabularies: readonly (string | Vocabulary)[];
  readonly licence: Stated<string> | undefined;
  /** Empty if the inventories of the project are looked for. */
  readonly stacks: readonly ConfiguredStack[];
  /** In order; later ones win. */
  readonly rules: readonly RuleChoice[];
  /** The rules of one's own. */
  readonly policies: readonly NamedRule[];
  /** In order; later ones win, and all of them over `rules`. */
  readonly overrides: readonly Override[];
  /** Names of rules and globs, whose findings no comment suppresses. */
  readonly forbidSuppressions: readonly string[];
  /** Globs for files and folders. */
  readonly ignore: readonly string[];
  readonly baseline: string | undefined;
  /** The files that hold requests for people to send, or the bodies of such. */
  readonly records: readonly ConfiguredRecord[];
  /** The memory of hosts in GB, by patterns; the last that matches counts. */
  readonly ram: readonly RamOfHosts[];
  /** Undefined if it has no such key. */
  readonly attestations: Omit<Attestations, 'today'> | undefined;
}

/** The memory that the hosts of a pattern are said to have. */
export interface RamOfHosts {
  readonly pattern: Stated<string>;
  readonly gigabytes: Stated<number>;
}

/** A stack that the configuration names, instead of those that are found. */
export interface ConfiguredStack {
  readonly name: string;
  /** Sources that are read together: paths, or hosts with commas between them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** The playbooks that deploy it; empty if all of the project count that reach its hosts. */
  readonly playbooks: readonly string[];
  readonly preset: Preset | undefined;
  /** Empty if those of the configuration count. */
  readonly vocabularies: readonly (string | Vocabulary)[];
  /** Undefined if that of the configuration counts. */
  readonly licence: Stated<string> | undefined;
  /** The products and parts whose number of hosts is expected. */
  readonly expect: readonly ExpectedCount[];
}

/** The current folder, and how paths are shown from there. */
interface ShownFrom {
  readonly cwd: string;
  readonly shown: ShowsPath;
}

/**
 * Reads a configuration and those that it extends.
 *
 * Throws CannotCheck with file, line and column for the first mistake, and FileError if the file cannot be read.
 */
export function readConfiguration(files: Files, path: string, from: ShownFrom, known: Known): Configuration {
  const { cwd, shown } = from;
  const read = readConfigurationFiles(files, path, shown, known);
  const stacks = namesOfStacks(read);
  refuseSameVocabularies(read);
  const joined = <K extends Parameters<typeof read.joined>[0]>(key: K) => read.joined(key).map(({ value }) => value);
  return {
    file: shown(path),
    folder: dirname(path),
    files: read,
    preset: read.last('preset')?.value,
    ansible: read.last('ansible')?.value,
    vocabularies: read.last('vocabularies')?.value ?? [],
    licence: read.last('licence')?.value,
    stacks: (read.last('stacks')?.value ?? []).map((stack) => ({
      name: stack.name,
      inventory: stack.inventory,
      playbookDir: stack['playbook-dir'],
      playbooks: stack.playbooks ?? [],
      preset: stack.preset,
      vocabularies: stack.vocabularies ?? [],
      licence: stack.licence,
      expect: Object.entries(stack.expect ?? {}).flatMap(([name, count]) => {
        if (count === undefined) return [];
        const { least, most, ...at } = count;
        return [{ name, least, most, at }];
      }),
    })),
    rules: joined('rules'),
    policies: joined('policies').map(ruleOfPolicy),
    overrides: read.joined('overrides').map((part) => overrideOf(part, stacks, cwd)),
    forbidSuppressions: joined('forbid-suppressions'),
    ignore: joined('ignore'),
    baseline: read.last('baseline')?.value,
    records: joined('records'),
    ram: (read.last('hardware')?.value['ram-gb'] ?? []).map(({ key: pattern, value: gigabytes }) => ({
      pattern,
      gigabytes,
    })),
    attestations: attestationsOf(read),
  };
}

function attestationsOf(read: ConfigurationFiles): Configuration['attestations'] {
  const found = read.last('attestations');
  if (found === undefined) return undefined;
  const { value, key, node, source } = found;
  const { alerts = [] } = value;
  return {
    at: placeOf(key ?? node, source),
    restoreTests: value['restore-test'] ?? [],
    alerts: alerts.map(({ value: own, at }) => ({ ...own, at })),
    reverseProxies: value['reverse-proxy'] ?? [],
  };
}

/** The names of the stacks, if the configuration names all. Refuses stacks that share one. */
function namesOfStacks(read: ConfigurationFiles): readonly string[] | undefined {
  const stacks = read.last('stacks');
  if (stacks === undefined) return undefined;
  const names = stacks.value.map(({ name }) => name);
  const nodes = writtenEntries(stacks.node).map(({ value }) => value);
  const again = names.findIndex((name, at) => names.indexOf(name) < at);
  const second = nodes[again];
  if (second !== undefined) refuse(stacks.source, second, `there are two stacks ${names[again] ?? ''}`);
  return names;
}

/** Refuses two files whose vocabularies share a name. */
function refuseSameVocabularies(read: ConfigurationFiles): void {
  const stacks = read.last('stacks');
  const lists = [
    read.last('vocabularies') ?? [],
    writtenEntries(stacks?.node).map(({ value: node }, at) => ({
      value: stacks?.value[at]?.vocabularies ?? [],
      node: node.kind === 'mapping' ? node.get('vocabularies')?.value : undefined,
      source: stacks?.source,
    })),
  ].flat();
  const files = new Map<string, string>();
  for (const { value, node, source } of lists)
    for (const [at, one] of value.entries()) {
      if (typeof one === 'string' || one.file === undefined) continue;
      const other = files.get(one.name) ?? one.file;
      const place = writtenEntries(node)[at]?.value;
      if (other !== one.file && source !== undefined && place !== undefined)
        refuse(source, place, `${other} and ${one.file} are both of the name ${one.name}`);
      files.set(one.name, other);
    }
}

const CONDITIONS = ['stack', 'group', 'host', 'file'] as const;

/**
 * Makes an override, with its globs compiled. Refuses a stack that is not among `stacks`, unless these are undefined.
 */
function overrideOf(
  { value, node, source }: JoinedValue<'overrides'>,
  stacks: readonly string[] | undefined,
  cwd: string,
): Override {
  const conditions = CONDITIONS.flatMap((kind): readonly Condition[] => {
    const globs = value[`${kind}s`];
    if (globs === undefined) return [];
    const entries = node.kind === 'mapping' ? writtenEntries(node.get(`${kind}s`)?.value) : [];
    const placed = globs.map((glob, at) => ({ glob, node: entries[at]?.value ?? node }));
    for (const { glob, node: at } of placed)
      if (kind === 'stack' && stacks?.some(nameMatcher([glob])) === false)
        refuse(source, at, `unknown stack ${glob}${didYouMean(glob, stacks, `there are ${stacks.join(', ')}`)}`);
    const fits = kind === 'file' ? matcherOfShownPaths(globs, cwd) : nameMatcher(globs);
    return [{ kind, globs: placed.map(({ glob, node: at }) => ({ glob, at: placeAsText(source, at) })), fits }];
  });
  return { file: source.document.file, conditions, rules: value.rules };
}

function matcherOfShownPaths(globs: readonly string[], cwd: string): Condition['fits'] {
  const matches = pathMatcher(globs);
  return (file) => matches(resolve(cwd, file));
}
