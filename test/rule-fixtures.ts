/** The fixtures and the examples of rules: which folders a rule has, and what is in them to be judged. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openInventoryOfCluster } from '../src/check/inventory-of-cluster.ts';
import { documentsOf } from '../src/check/opened-stack.ts';
import type { ChangeOfFiles } from '../src/check/report-scope.ts';
import type { CheckTarget } from '../src/check/target.ts';
import { readArguments } from '../src/commands/arguments.ts';
import { checkTarget } from '../src/commands/check-target.ts';
import { configurationFor } from '../src/commands/find-configuration.ts';
import { disk } from '../src/ground/disk.ts';
import type { Files } from '../src/ground/files.ts';
import { sidesOf } from '../src/model/rule.ts';
import type { Example, NamedRule } from '../src/model/rule.ts';
import type { Stack } from '../src/model/stack.ts';
import type { Document } from '../src/source/document.ts';
import { comparedWithInventory } from '../src/stack/drift/declared-places.ts';
import { observeStack } from '../src/stack/observed/observe-stack.ts';
import type { ObservedStack } from '../src/stack/observed/observe-stack.ts';
import { clusterOfExample, clustersIn } from './clusters.ts';
import { FIXTURES } from './folders.ts';
import { memoryFiles } from './memory-files.ts';

/** The fixtures that are projects, and those that are what clusters answer: each rule has a folder of its name. */
export const OF_PROJECTS = join(FIXTURES, 'rules');
export const OF_CLUSTERS = join(FIXTURES, 'live/rules');

/** The conditions under which comments in fixtures suppress findings. */
export const SUPPRESSIONS = {
  today: '2026-06-30',
  isForbidden: (rule: string): boolean => rule === 'security/plaintext-secret',
};

/** The inventory of examples that have none. */
const HOSTS =
  'all: {children: {search: {hosts: {"es-[1:3]": }}, dashboard: {hosts: {"dash-[1:2]": }}, pipeline: {hosts: {pipe-1: }}}}\n';

/** The fixtures of a rule: a project unless it judges clusters alone, and clusters, which one that judges both may have. */
export function foldersOf({ name, rule }: NamedRule): readonly string[] {
  const [ofProjects, ofClusters] = [join(OF_PROJECTS, name), join(OF_CLUSTERS, name)];
  if (sidesOf(rule) === 'observed') return [ofClusters];
  return existsSync(ofClusters) ? [ofProjects, ofClusters] : [ofProjects];
}

/**
 * The inventories in a folder, or those that its `stacklint.yml` names, for the vocabulary of the document unless that
 * names another.
 */
export function targetIn(files: Files, cwd: string): CheckTarget {
  const caller = { cwd, files, environment: {}, columns: undefined };
  const given = readArguments(['check']);
  const target = checkTarget(given, caller, [], configurationFor(given, caller));
  const vocabularies = target.vocabularies.length > 0 ? target.vocabularies : ['search'];
  return { ...target, vocabularies, today: '2026-06-30' };
}

/** A project after a change, and the change. */
export interface ChangedProject {
  readonly target: CheckTarget;
  readonly change: ChangeOfFiles;
}

/**
 * The change from the folder `before` to the folder `after` in a folder; undefined if it has none. Its folder `running`
 * has the cluster that runs, if it has one.
 */
export function changeIn(files: Files, cwd: string): ChangedProject | undefined {
  const [before, after] = [join(cwd, 'before'), join(cwd, 'after')];
  if (files.kind(before) !== 'folder') return undefined;
  const pathAfter = (path: string): string => path.replace(before, after);
  const side = (folder: string): CheckTarget => ({ ...targetIn(files, folder), cwd, paths: [basename(folder)] });
  const [running] = files.kind(join(cwd, 'running')) === undefined ? [] : clustersIn(join(cwd, 'running'));
  const observed = running && observeStack(running);
  const sides = { base: 'before', head: 'after', revision: undefined, observed };
  const change = { ...sides, before: files, lines: new Map(), pathAfter, targetBefore: side(before) };
  return { target: side(after), change };
}

/** The change of an example, whose texts are in the folders `before` and `after`. */
export function changeOfExample(example: Example['bad']): ChangedProject | undefined {
  const tree = Object.entries(example).map(([path, text]) => [`/p/${path}`, text] as const);
  return changeIn(memoryFiles(Object.fromEntries(tree)), '/p');
}

/** The project of an example, which has the texts of its files by their paths. */
export function targetOfExample(example: Example['bad']): CheckTarget {
  const tree = Object.entries({ 'hosts.yml': HOSTS, ...example }).map(([path, text]) => [`/p/${path}`, text] as const);
  const target = targetIn(memoryFiles(Object.fromEntries(tree)), '/p');
  const isConfigured = target.stacks !== undefined && target.stacks.length > 0;
  return { ...target, inventory: isConfigured ? [] : ['hosts.yml'] };
}

/** A cluster of fixtures, with the documents of the inventory that it is compared with. */
interface ClusterOfFixture {
  readonly stack: Stack;
  readonly documents: readonly Document[];
}

/** The clusters in a folder, as they answer; each is compared with its folder `project`, if it has one. */
export function observedIn(folder: string): readonly ClusterOfFixture[] {
  return clustersIn(folder).map((answers) => {
    const observed = observeStack(answers);
    const inventory = join(observed.name, 'project/hosts.yml');
    const isCompared = existsSync(join(folder, inventory));
    return isCompared ? compared(observed, disk, folder, inventory) : { stack: observed, documents: [] };
  });
}

/** The cluster of an example, which has the texts of its answers by their requests, and may have an inventory. */
export function observedOfExample(example: Example['bad']): Stack {
  const observed = observeStack(clusterOfExample(example));
  const files = Object.entries(example).filter(([path]) => !/^[A-Z]+ /.test(path));
  const tree = Object.fromEntries(files.map(([path, text]) => [`/p/${path}`, text] as const));
  return files.length === 0 ? observed : compared(observed, memoryFiles(tree), '/p', 'hosts.yml').stack;
}

function compared(observed: ObservedStack, files: Files, cwd: string, inventory: string): ClusterOfFixture {
  const opened = openInventoryOfCluster({ ...targetIn(files, cwd), inventory: [inventory] });
  const stack = { ...comparedWithInventory(observed, opened), attestations: opened.stack.attestations };
  return { stack, documents: documentsOf(opened) };
}
