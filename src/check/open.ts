/** Opening: turns the target of a check into stacks, each with its inventory, vocabulary, values and model. */
import { dirname, resolve } from 'node:path';
import { discoverStacks, standInsBeside } from '../ansible/discovery/discover.ts';
import { LOOKED_FOR } from '../ansible/discovery/discover.ts';
import type { DiscoveredStack, NamedStack, NoInventory } from '../ansible/discovery/discover.ts';
import type { Host, Inventory, SourcedInventory } from '../ansible/entities.ts';
import { NeighbourInventories } from '../ansible/discovery/neighbour-inventories.ts';
import type { Environment } from '../ansible/settings/setting-values.ts';
import { deployedProductsOf } from '../stack/deployed-products.ts';
import type { DeployedProducts } from '../stack/deployed-products.ts';
import { deploymentsOf } from '../ansible/deployments/deployments.ts';
import type { Deployments } from '../ansible/deployments/deployments.ts';
import type { KnownRoles } from '../ansible/plays/play-views.ts';
import { Scopes } from '../ansible/scopes.ts';
import { UnknownValue } from '../ansible/template/markers.ts';
import type { Vault } from '../ansible/vault/vault.ts';
import { lockedVault } from '../ansible/vault/vault.ts';
import { strictVault } from '../ansible/vault/require-password.ts';
import { vaultPlaces } from '../ansible/vault/password-places.ts';
import type { VaultRequest } from '../ansible/vault/password-places.ts';
import type { Version } from '../ansible/versions.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { CheckCache } from './check-cache.ts';
import { leadsTo, remembered } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { madeOnce } from '../ground/made-once.ts';
import { hasMembers } from '../model/stack.ts';
import type { Stack } from '../model/stack.ts';
import { didYouMean } from '../model/nearest.ts';
import { listed } from '../model/phrases.ts';
import { pathsShownFrom } from '../ground/paths.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Document } from '../source/document.ts';
import { ParseCache } from '../source/parse-cache.ts';
import { chooseVocabulary } from '../stack/choose-vocabulary.ts';
import type { Choice } from '../stack/choose-vocabulary.ts';
import { declareStack } from '../stack/declare-stack.ts';
import { playDocuments, sourceDocuments, templateDocuments } from '../stack/documents.ts';
import { refuseEmptyLimit, reportedHosts } from '../stack/limit.ts';
import { shownHost } from '../stack/hosts.ts';
import { LazyInventory } from '../stack/lazy-inventory.ts';
import { MemberCounts } from '../stack/member-counts.ts';
import type { ExpectedCount } from '../model/expectation.ts';
import { LazyPlays } from '../stack/lazy-plays.ts';
import type { ProjectTexts } from '../stack/project-texts.ts';
import { ProjectPages } from '../stack/project-pages.ts';
import { readProject } from '../stack/read-project.ts';
import { Secrecy } from '../stack/secrecy/secrecy.ts';
import { developmentReason } from '../stack/for-development.ts';
import { isNamedInTemplates } from '../stack/names-in-templates.ts';
import { asideOfStack } from '../stack/stack-hosts.ts';
import { areForOtherPlays, isStoodInFor, standInsForHosts, withoutIdleStandIns } from './stand-ins.ts';
import type { Opened } from './stand-ins.ts';
import { Values } from '../stack/values.ts';
import { propertyOf } from '../stack/vocabulary.ts';
import type { Vocabulary } from '../stack/vocabulary.ts';
import { kindOf, sentenceOf } from '../troubles/catalogue.ts';

/** The inventories to read, and how. Paths are relative to `cwd` or absolute. */
export interface CheckTarget {
  readonly files: Files;
  readonly cwd: string;
  /** The environment variables that Ansible reads, as in a run; none where it is left out. */
  readonly environment?: Environment | undefined;
  /** Project folders, inventories, or files that belong to one; empty means `cwd`. */
  readonly paths: readonly string[];
  /** `-i`: inventory sources, instead of looking for them. */
  readonly inventory: readonly string[];
  readonly playbookDir: string | undefined;
  /** `--playbook`: the playbooks that deploy the stacks; empty means all that reach their hosts. */
  readonly playbooks?: readonly string[];
  /** The stacks of the configuration, among which the paths choose; where empty, inventories are looked for. */
  readonly stacks?: readonly TargetStack[];
  /** The folder of the configuration. */
  readonly configurationFolder?: string | undefined;
  /** Absolute globs: no inventories and playbooks are looked for there, and no findings reported. */
  readonly ignore?: readonly string[];
  /** `-e`: variables above all others, in order: `key=value …`, `{…}` as JSON or YAML, `@FILE`. */
  readonly extraVars?: readonly string[];
  /** The release of ansible-core to follow; undefined means the reference release. */
  readonly version?: Version | undefined;
  /** True where something stands in for an inventory that is not found: scenarios of a role, or hosts that are made up. */
  readonly standIns?: boolean | undefined;
  /** True where the inventories in the usual places count, too, of which an `ansible.cfg` names one. */
  readonly besideConfigured?: boolean | undefined;
  /** `--limit`: a pattern for the hosts to report; all are read. */
  readonly limit?: string | undefined;
  /** Sources of vault passwords, in addition to those that `ansible.cfg` names. */
  readonly vault?: VaultRequest | undefined;
  /** The cache of earlier checks of the project. */
  readonly cache?: CheckCache | undefined;
  /**
   * Vocabularies to choose from, or the names of built-in ones. A single one is taken as it is; empty means all
   * built-in ones.
   */
  readonly vocabularies: readonly (string | Vocabulary)[];
  /** The vocabularies that a person names have to fit, or a search stack has to be understood as well; neither if left out. */
  readonly requires?: 'vocabularies' | 'stack';
  /** Called with each step of the work before it begins: `reading production`. */
  readonly progress?: ((step: string) => void) | undefined;
  /** The path of the configuration that was read, as it is shown, for the report to name it. */
  readonly configuration?: string | undefined;
  /** The files of the configuration, for the places of what they expect. */
  readonly configurationFiles?: readonly Document[];
}

/** A stack of the configuration. */
interface TargetStack extends NamedStack {
  /** The vocabularies to choose from; empty means those of the target. */
  readonly vocabularies: readonly string[];
  /** The numbers of hosts that it is meant to have. */
  readonly expect: readonly ExpectedCount[];
}

/** A stack as it was opened: the inventory as Ansible resolves it and, where a vocabulary fits, the model. */
export interface OpenedStack extends Choice {
  readonly name: string;
  /** The project's folder. */
  readonly root: string;
  /** The paths of its inventory sources as they are shown, relative to the current folder. */
  readonly sources: readonly string[];
  readonly inventory: Inventory;
  /** The hosts to report: those that the limit selects, or all. */
  readonly hosts: readonly Host[];
  /** The values of its hosts' variables, with templates evaluated. */
  readonly values: Values;
  /** The templates of its project, which are searched for names of variables, and other files that tasks put on hosts. */
  readonly templates: readonly Document[];
  /** The secrets in its documents, which must not be shown. */
  readonly secrecy: Secrecy;
  readonly stack: Stack;
  /** The files that plays put on its hosts; undefined where there are no plays. */
  readonly deployments: Deployments | undefined;
  /** The products that they configure there. */
  readonly deployed: Pick<DeployedProducts, 'products' | 'missingRoles' | 'all'> | undefined;
  /** The error that no inventory was found, where something stands in for it. */
  readonly noneFound: NoInventory | undefined;
  /** An `ansible.cfg` that is read here although Ansible, started in its folder, would ignore it. */
  readonly ignoredConfig: string | undefined;
  /** The part of the project that is too large to be read whole, as in `more than 2,000 files of plays and roles`. */
  passesOver(): string | undefined;
  /** The number of hosts of each product, by its name, as far as it is known without a run. */
  readonly hostsOfProducts: () => ReadonlyMap<string, number>;
}

/**
 * Finds and reads the stacks. Throws CannotCheck where there is none, or where something that was named cannot be
 * read.
 */
export function openStacks(given: CheckTarget): readonly OpenedStack[] {
  const shown = pathsShownFrom(given.cwd, [...given.paths, ...given.inventory]);
  const texts = given.cache?.texts ?? new ParseCache();
  texts.begin();
  const where = { ...given, shown, texts, files: remembered(given.files) };
  const neighbours = new NeighbourInventories(where.files, where);
  const vaults = new Map<string, Vault>();
  const found = discoverStacks(where.files, where);
  const kept = given.cache?.stacksOf(dataOf(given));
  const asked = new Set<string>();
  const opened = new Map<DiscoveredStack, OpenedStack>();
  const openAll = (stacks: readonly DiscoveredStack[]): void => {
    for (const one of stacks) {
      if (one.standIn === 'made-up' && isStoodInFor(one, opened)) continue;
      const vault = vaultFor(where, one, vaults);
      const open = (files: Files): StackAlone => openOne({ ...where, files }, one, vault);
      // What passwords open is not kept.
      const isKept = kept !== undefined && vault === lockedVault;
      const alone = isKept ? kept.of(keyOf(one), where.files, open) : open(where.files);
      asked.add(keyOf(one));
      neighbours.add(one, alone.read);
      opened.set(one, alone.among(neighbours, one));
    }
  };
  openAll(found);
  if (given.standIns === true) {
    for (const [hostless, standIn] of standInsForHosts(opened, given.inventory.length > 0)) {
      openAll([standIn]);
      opened.delete(hasMembersOf(opened, standIn) ? hostless : standIn);
    }
    if (areForOtherPlays(opened))
      for (const standIn of standInsBeside(where.files, where, found)) {
        openAll([standIn]);
        if (!hasMembersOf(opened, standIn)) opened.delete(standIn);
      }
  }
  kept?.keepOnly(asked);
  const held = heldStacks(where, withoutIdleStandIns(opened));
  refuseEmptyLimit(where, held);
  return held;
}

/** All of a target but its files, as a text: the stacks of targets with the same one depend on nothing but files. */
function dataOf({ vocabularies, ...given }: CheckTarget): string {
  const names = vocabularies.map((one) => (typeof one === 'string' ? one : one.name));
  return JSON.stringify({ ...given, files: undefined, cache: undefined, configurationFiles: undefined, names });
}

function hasMembersOf(opened: Opened, found: DiscoveredStack): boolean {
  const { stack } = opened.get(found) ?? {};
  return stack !== undefined && hasMembers(stack);
}

/** A stack that was found, as a text. */
function keyOf(found: DiscoveredStack): string {
  return JSON.stringify({ ...found, noneFound: undefined });
}

/** The stacks without those that were presumed for folders in which they read nothing. Throws CannotCheck for such a folder. */
function heldStacks(
  { files, cwd, shown }: CheckTarget & { readonly shown: ShowsPath },
  opened: ReadonlyMap<DiscoveredStack, OpenedStack>,
): readonly OpenedStack[] {
  const reads = ({ inventory, templates, deployments }: OpenedStack, folder: string): boolean => {
    const isThere = (file: string): boolean => leadsTo(files, resolve(cwd, file), folder);
    const isWrittenFromThere = (host: Host): boolean =>
      deployments
        ?.filesOf(host)
        .some(({ writers }) => writers.some(({ source }) => source !== undefined && isThere(source.file))) === true;
    return (
      [...inventory.documents.keys()].some(isThere) ||
      templates.some(({ file }) => isThere(file)) ||
      [...inventory.hosts.values()].some(isWrittenFromThere)
    );
  };
  const all = [...opened];
  for (const folder of new Set(all.flatMap(([{ presumedFor = [] }]) => presumedFor))) {
    const presumed = all.filter(([found]) => found.presumedFor?.includes(folder));
    if (presumed.some(([, stack]) => reads(stack, folder))) continue;
    const sources = listed([...new Set(presumed.flatMap(([, stack]) => stack.sources))], NAMED);
    throw new CannotCheck(
      `no inventory found in ${shown(folder)}, and those of the project (${sources}) read no file there`,
      presumed.some(([found]) => found.isConfigured) ? [] : [LOOKED_FOR],
    );
  }
  return all.flatMap(([{ presumedFor }, stack]) =>
    presumedFor === undefined || presumedFor.some((folder) => reads(stack, folder)) ? [stack] : [],
  );
}

/** The number of sources that a message names. */
const NAMED = 5;

const NO_VAULT: VaultRequest = { ids: [], passwordFiles: [] };

/** Gives stacks with the same passwords the same vault: to derive a key is slow. */
function vaultFor(
  { files, cwd, environment = {}, vault: request = NO_VAULT }: CheckTarget,
  { settings, root }: DiscoveredStack,
  vaults: Map<string, Vault>,
) {
  const configured = settings.file === undefined ? root : dirname(settings.file);
  const places = vaultPlaces(settings, request, { cwd, configured, environment });
  if (places.places.length === 0) return lockedVault;
  const key = JSON.stringify(places);
  return madeOnce(vaults, key, () => strictVault(files, places));
}

/** A stack that was opened, but for its neighbours. */
export interface StackAlone {
  /** The inventory that its sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The stack among the inventories of its project. */
  among(neighbours: NeighbourInventories, found: DiscoveredStack): OpenedStack;
}

function openOne(
  where: CheckTarget & { readonly shown: ShowsPath; readonly texts: ParseCache },
  found: DiscoveredStack,
  vault: Vault,
): StackAlone {
  const { cwd, shown, texts } = where;
  const { name, settings, root } = found;
  const files = announcing(where.files, () => where.progress?.(`reading ${name}`));
  const sources = found.sources.map(shown);
  const { extraVars = [], ignore = [], stacks = [] } = where;
  const namedDir = found.playbookDirIsNamed ? found.playbookDir : undefined;
  const options = { cwd, shown, vault, cache: texts, extraVars, ignore };
  const { project, inventory: read, plays, passesOver } = readProject(files, found, options);
  refuseUnreadable(where, read);
  const configured = found.isConfigured ? stacks.find((stack) => stack.name === name) : undefined;
  const { vocabularies: own = [], expect = [] } = configured ?? {};
  const named = own.length === 0 ? where.vocabularies : own;
  const candidates = candidateVocabularies(named);
  const choice: Choice =
    named.length === 1
      ? { vocabulary: candidates[0] }
      : chooseVocabulary(read, plays?.appliedRoles ?? [], candidates, project);
  const { vocabulary } = choice;
  const inventory = plays?.around(vocabulary && knownRoles(vocabulary)) ?? read;
  const used = (variable: string) => isNamedInTemplates(read, variable) || project.mayRead(variable);
  const secrecy = new Secrecy(inventory, vocabulary, plays?.files);
  const elsewhere = (variable: string) => setElsewhere(variable, vocabulary, project);
  const scopes = new Scopes(inventory, elsewhere, namedDir);
  const values = new Values(scopes, secrecy);
  const deployments = plays && deploymentsOf(plays, scopes);
  // The stack is filled only where a rule asks for its hosts.
  const isAside = (hosts: readonly string[]): boolean => isAsideOf(hosts);
  const reader = { vocabulary, used, values, inventory, version: settings.version, isAside };
  const documents = sourceDocuments(read, reader);
  secrecy.usedByTemplates.findBy(() =>
    documents.map(({ variables }) => variables.map(({ plainSecrets }) => plainSecrets)),
  );
  const deployed =
    deployments && deployedProductsOf(inventory, deployments, (file) => roleOrFile(resolve(cwd, file), shown));
  const { comparable, ...declaredStack } = declareStack(name, inventory, values, vocabulary, deployed);
  const counts = new MemberCounts({ name, inventory, values, vocabulary, deployed, project });
  const isAsideOf = asideOfStack({ ...declaredStack, inventory, values, vocabulary, deployed });
  const templates = [
    ...new Map([...project.templates, ...(deployments?.sources ?? [])].map((one) => [one.file, one])).values(),
  ];
  const context = {
    ...reader,
    deployed,
    comparable: () => comparable,
    files,
    cwd,
    shown,
    settings,
    playbookDir: namedDir,
    read,
    reader,
    project,
  };
  const pages = new ProjectPages(files, root, shown);
  const stack = {
    ...declaredStack,
    documents: [
      ...documents,
      ...playDocuments(inventory, read, deployments?.read.documents ?? []),
      ...templateDocuments(templates),
    ],
    groupsOf: groupsByHost(inventory),
    developmentBy: developmentReason(found),
    expectations: counts.compared(expect),
  };
  const hosts = reportedHosts(where, inventory);
  const ignoredConfig = settings.ignored && shown(settings.ignored);
  const alone = {
    name,
    root,
    sources,
    inventory,
    hosts,
    values,
    templates,
    secrecy,
    ...choice,
    deployments,
    deployed,
    ignoredConfig,
    passesOver,
    hostsOfProducts: () => counts.ofProducts(),
  };
  return {
    read,
    among: (neighbours, { noneFound }) => ({
      ...alone,
      stack: {
        ...stack,
        inventory: new LazyInventory({ ...context, neighbours }),
        plays:
          plays &&
          deployments &&
          deployed &&
          new LazyPlays({ ...context, plays, deployments, deployed, documents, pages }),
      },
      noneFound,
    }),
  };
}

/** The folder of the role that a file of tasks is in, or else the file, as it is shown. */
function roleOrFile(path: string, shown: ShowsPath): string {
  return shown(/^(.*)[/\\](?:tasks|handlers)[/\\]/.exec(path)?.[1] ?? path);
}

/** Files that call `announce` before each file that is read: nothing else happens as often while a large stack is read. */
function announcing(files: Files, announce: () => void): Files {
  return {
    ...files,
    read(path) {
      announce();
      return files.read(path);
    },
    text(path) {
      announce();
      return files.text(path);
    },
  };
}

/** The names of all groups of hosts, by the names that reports give them. */
function groupsByHost(inventory: Inventory): (host: string) => readonly string[] {
  let byHost: ReadonlyMap<string, readonly string[]> | undefined;
  return (name) => {
    byHost ??= new Map(
      Array.from(inventory.hosts.values(), (host) => [
        shownHost(host),
        inventory.groupsOf(host).map((group) => group.name),
      ]),
    );
    return byHost.get(name) ?? [];
  };
}

/** The names by which the roles of a vocabulary are recognized. */
function knownRoles(vocabulary: Vocabulary): KnownRoles {
  const { roles, prefixes } = vocabulary.head;
  return { roles, prefixes, knows: (variable) => propertyOf(vocabulary, variable) !== undefined };
}

/** The reason why a variable that no inventory sets may still have a value, so that it is not taken for undefined. */
function setElsewhere(
  name: string,
  vocabulary: Vocabulary | undefined,
  project: ProjectTexts,
): UnknownValue | undefined {
  if (propertyOf(vocabulary, name) !== undefined) return UnknownValue.named('task', name, 'is left to the role');
  if (project.containsWord(name) || project.isCut)
    return UnknownValue.named('task', name, 'may be set by a play, a role or a task');
  return undefined;
}

/**
 * Throws CannotCheck for a wrong password, and for a file that a person named and that cannot be read. Another file that
 * cannot be read is a finding.
 */
function refuseUnreadable({ cwd, paths, inventory }: CheckTarget, { troubles }: Inventory): void {
  const named = new Set([...paths, ...inventory].map((path) => resolve(cwd, path)));
  for (const trouble of troubles) {
    const { file } = trouble.document;
    const kind = kindOf(trouble);
    if (kind === 'wrong-password') throw new CannotCheck(`${file}: ${sentenceOf(trouble)}`);
    if (kind === 'unreadable' && named.has(resolve(cwd, file)))
      throw new CannotCheck(`cannot read ${file}: ${sentenceOf(trouble)}`);
  }
}

function candidateVocabularies(given: CheckTarget['vocabularies']): readonly Vocabulary[] {
  if (given.length === 0) return vocabularies;
  return given.map((name) => {
    if (typeof name !== 'string') return name;
    const vocabulary = vocabularies.find((one) => one.name === name);
    if (vocabulary !== undefined) return vocabulary;
    const known = vocabularies.map((one) => one.name);
    throw new CannotCheck(`unknown vocabulary ${name}${didYouMean(name, known, `there are ${known.join(', ')}`)}`);
  });
}
