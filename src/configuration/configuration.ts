/** The configuration of a project, `stacklint.yml`. The bundle loads this module late: most projects have none. */
import { dirname } from 'node:path';
import type { Version } from '../ansible/versions.ts';
import type { Known } from './keys.ts';
import { readConfigurationFiles, writtenEntries } from './read-files.ts';
import type { ConfigurationFiles } from './read-files.ts';
import type { ConfiguredRule } from './rule-severities.ts';
import { placeAsText, refuse } from './shapes.ts';
import type { Source } from './shapes.ts';
import type { Files } from '../ground/files.ts';
import { nameMatcher } from '../ground/globs.ts';
import type { ExpectedCount } from '../model/expectation.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Preset } from '../model/rule.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Node } from '../source/tree.ts';

export type { ConfiguredRule } from './rule-severities.ts';

/** A configuration as it was read, with those that it extends. The command line overrides all of it. Paths are absolute. */
export interface Configuration {
  /** The path of the project's own file, as it is shown. */
  readonly file: string;
  /** The folder of that file. */
  readonly folder: string;
  /** All of its files, with the place of each value. */
  readonly files: ConfigurationFiles;
  readonly preset: Preset | undefined;
  readonly ansible: Version | undefined;
  readonly vocabularies: readonly string[];
  /** Empty where the inventories of the project are looked for. */
  readonly stacks: readonly ConfiguredStack[];
  /** In order; later ones win. */
  readonly rules: readonly ConfiguredRule[];
  /** In order; later ones win, and all of them over `rules`. */
  readonly overrides: readonly ConfiguredOverride[];
  /** The stacks, groups and hosts that overrides of the project's own file are for, each with its place. */
  readonly overridden: readonly OverriddenPart[];
  /** Names of rules and globs, whose findings no comment suppresses. */
  readonly forbidSuppressions: readonly string[];
  /** Globs for files and folders. */
  readonly ignore: readonly string[];
  readonly baseline: string | undefined;
  /** Keys that the configuration has and that change nothing yet. */
  readonly unused: readonly string[];
}

/** A stack that the configuration names, instead of those that are found. */
export interface ConfiguredStack {
  readonly name: string;
  /** Sources that are read together: paths, or hosts with commas between them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** The playbooks that deploy it; empty where all of the project count that reach its hosts. */
  readonly playbooks: readonly string[];
  readonly preset: Preset | undefined;
  /** Empty where those of the configuration count. */
  readonly vocabularies: readonly string[];
  /** The products and parts whose number of hosts is expected. */
  readonly expect: readonly ExpectedCount[];
}

/** Severities and options for findings that meet all of the conditions that are given; at least one is. */
export interface ConfiguredOverride {
  /** Names or globs. */
  readonly stacks?: readonly string[];
  readonly groups?: readonly string[];
  readonly hosts?: readonly string[];
  /** Absolute globs. */
  readonly files?: readonly string[];
  readonly rules: readonly ConfiguredRule[];
  readonly because?: string;
}

/** A part of the project that an override is for. */
export interface OverriddenPart {
  readonly kind: 'stack' | 'group' | 'host';
  /** A name or a glob. */
  readonly glob: string;
  /** File, line and column. */
  readonly at: string;
}

const UNUSED = ['records', 'attestations', 'hardware'] as const;

/**
 * Reads a configuration and those that it extends.
 *
 * Throws CannotCheck with file, line and column for the first mistake, and FileError where the file cannot be read.
 */
export function readConfiguration(files: Files, path: string, shown: ShowsPath, known: Known): Configuration {
  const read = readConfigurationFiles(files, path, shown, known);
  const overridden = overriddenParts(read);
  refuseUnknownStacks(read, overridden);
  const joined = <K extends Parameters<typeof read.joined>[0]>(key: K) => read.joined(key).map(({ value }) => value);
  return {
    file: shown(path),
    folder: dirname(path),
    files: read,
    preset: read.last('preset')?.value,
    ansible: read.last('ansible')?.value,
    vocabularies: read.last('vocabularies')?.value ?? [],
    stacks: (read.last('stacks')?.value ?? []).map((stack) => ({
      name: stack.name,
      inventory: stack.inventory,
      playbookDir: stack['playbook-dir'],
      playbooks: stack.playbooks ?? [],
      preset: stack.preset,
      vocabularies: stack.vocabularies ?? [],
      expect: Object.entries(stack.expect ?? {}).flatMap(([name, count]) => {
        if (count === undefined) return [];
        const { least, most, ...at } = count;
        return [{ name, least, most, at }];
      }),
    })),
    rules: joined('rules'),
    overrides: joined('overrides'),
    // A file that several projects extend speaks of hosts that not all of them have.
    overridden: overridden.flatMap(({ kind, glob, node, source }) =>
      source.document.file === shown(path) ? [{ kind, glob, at: placeAsText(source, node) }] : [],
    ),
    forbidSuppressions: joined('forbid-suppressions'),
    ignore: joined('ignore'),
    baseline: read.last('baseline')?.value,
    unused: UNUSED.filter((key) => read.all.has(key)),
  };
}

/** Refuses stacks that share a name, and overrides for stacks that do not exist, where the configuration names all. */
function refuseUnknownStacks(read: ConfigurationFiles, overridden: readonly WrittenPart[]): void {
  const stacks = read.last('stacks');
  if (stacks === undefined) return;
  const names = stacks.value.map(({ name }) => name);
  const nodes = writtenEntries(stacks.node).map(({ value }) => value);
  const again = names.findIndex((name, at) => names.indexOf(name) < at);
  const second = nodes[again];
  if (second !== undefined) refuse(stacks.source, second, `there are two stacks ${names[again] ?? ''}`);
  for (const { kind, glob, node, source } of overridden)
    if (kind === 'stack' && !names.some(nameMatcher([glob])))
      refuse(source, node, `unknown stack ${glob}${didYouMean(glob, names, `there are ${names.join(', ')}`)}`);
}

/** A part of the project that an override is for, as it is written. */
interface WrittenPart extends Omit<OverriddenPart, 'at'> {
  readonly node: Node;
  readonly source: Source;
}

function overriddenParts(read: ConfigurationFiles): readonly WrittenPart[] {
  return read.joined('overrides').flatMap(({ value, node, source }) =>
    (['stack', 'group', 'host'] as const).flatMap((kind) => {
      const written = node.kind === 'mapping' ? writtenEntries(node.get(`${kind}s`)?.value) : [];
      return (value[`${kind}s`] ?? []).map((glob, at) => ({ kind, glob, node: written[at]?.value ?? node, source }));
    }),
  );
}
