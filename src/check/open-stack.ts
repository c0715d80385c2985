/** Opens one stack, in four steps: its texts, what they mean, what comes of them on hosts, and the model of that. */
import { resolve } from 'node:path';
import { Deployments, MistakesInInventory, MistakesInPlays, readProject, Scopes } from '../ansible/index.ts';
import type {
  Assignment,
  DiscoveredStack,
  Inventory,
  ProjectTexts,
  SourcedInventory,
  VaultsOfCheck,
} from '../ansible/index.ts';
import { product as productSchema, vocabularies as builtIn } from '../generated/vocabularies.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Files } from '../ground/files.ts';
import type { ShowsPath } from '../ground/paths.ts';
import type { Attestations } from '../model/attestations.ts';
import type { ExpectedCount } from '../model/expectation.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Stated } from '../model/setting.ts';
import { MEGABYTES_OF_GB } from '../model/units.ts';
import type { Cluster } from '../model/stack.ts';
import type { Document } from '../source/document.ts';
import type { ParseCache } from '../source/parse-cache.ts';
import { chooseVocabulary } from '../stack/vocabulary/choose-vocabulary.ts';
import type { Choice } from '../stack/vocabulary/choose-vocabulary.ts';
import { declareStack } from '../stack/declare-stack.ts';
import { DeployedProducts } from '../stack/products/deployed-products.ts';
import { requestFiles } from '../stack/requests/request-files.ts';
import { playDocuments, sourceDocuments, templateDocuments } from '../stack/project/documents.ts';
import { developmentReason } from '../stack/project/for-development.ts';
import { shownHost } from '../stack/hosts.ts';
import { LazyInventory } from '../stack/project/lazy-inventory.ts';
import { LazyPlays } from '../stack/project/lazy-plays.ts';
import { reportedHosts } from '../stack/limit.ts';
import { MemberCounts } from '../stack/member-counts.ts';
import { Secrecy } from '../stack/secrecy/secrecy.ts';
import { asideOfStack } from '../stack/stack-hosts.ts';
import { Values } from '../stack/values.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';
import type { Vocabulary } from '../stack/vocabulary/vocabulary.ts';
import { kindOf, sentenceOf } from '../troubles/catalogue.ts';
import type { StackAlone } from './opened-stack.ts';
import type { CheckTarget, TargetStack } from './target.ts';

/** The surroundings in which stacks are opened. */
export interface Opening {
  readonly files: Files;
  readonly texts: ParseCache;
  readonly shown: ShowsPath;
  readonly options: StackOptions;
  readonly vaults: VaultsOfCheck;
  /** Vocabularies that are not built in. */
  readonly vocabularies: readonly Vocabulary[];
  readonly configurationFiles: readonly Document[];
}

/**
 * Everything that the stacks of a target depend on, besides themselves and files: plain data, used as the key under
 * which they are kept.
 */
export interface StackOptions extends Required<
  Pick<CheckTarget, 'cwd' | 'paths' | 'inventory' | 'extraVars' | 'ignore' | 'records' | 'ram'>
> {
  readonly limit: string | undefined;
  readonly licence: CheckTarget['licence'];
  readonly attestations: Attestations | undefined;
  /** Names; empty means all built-in ones. */
  readonly vocabularies: readonly string[];
  /** The stacks of the configuration. */
  readonly stacks: readonly StackChoices[];
}

/** The choices of the configuration for one stack, with vocabularies by name. */
interface StackChoices extends Pick<TargetStack, 'name' | 'licence' | 'expect'> {
  readonly vocabularies: readonly string[];
}

/**
 * Opens a stack that was found: its inventory at once, as the neighbours ask for it, and the rest when it is its turn.
 *
 * Throws CannotCheck for a wrong password, for an unknown vocabulary, and for a file that a person named and that
 * cannot be read.
 */
export function openStack(opening: Opening, found: DiscoveredStack): StackAlone {
  const stack = readStack(opening, found);
  let modelled: StackAlone['among'] | undefined;
  const model = (): StackAlone['among'] => {
    const understood = understoodStack(opening, stack);
    const resolved = resolvedStack(opening, understood);
    return modelledStack(opening, resolved);
  };
  return { read: stack.read, among: (neighbours, one) => (modelled ??= model())(neighbours, one) };
}

/** A stack whose texts have been read. */
interface ReadStack extends Omit<ReturnType<typeof readProject>, 'inventory'> {
  readonly found: DiscoveredStack;
  /** The inventory that its sources and variable files declare. */
  readonly read: SourcedInventory;
}

function readStack(opening: Opening, found: DiscoveredStack): ReadStack {
  const { files, texts, shown, options, vaults } = opening;
  const [vault, memory] = [vaults.of(found), memoryOfHosts(opening)];
  const { inventory: read, ...rest } = readProject(files, found, { ...options, shown, vault, cache: texts, memory });
  refuseUnreadable(options, read);
  return { found, read, ...rest };
}

/** The memory of hosts that the configuration tells, in place of the fact that a run gathers. */
function memoryOfHosts({ options, configurationFiles }: Opening) {
  return options.ram.flatMap(({ pattern, gigabytes }) => {
    const document = configurationFiles.find(({ file }) => file === pattern.at.file);
    const megabytes = Math.floor(gigabytes.value * MEGABYTES_OF_GB);
    const places = { patternAt: pattern.at, at: gigabytes.at };
    return document === undefined ? [] : [{ pattern: pattern.value, megabytes, document, ...places }];
  });
}

/** A stack with known meanings of its variables, whose plays know the roles through which they act on hosts. */
interface UnderstoodStack extends Omit<ReadStack, 'plays'>, Choice {
  readonly plays: ReturnType<ReadStack['plays']>;
  /** The inventory with what plays set. */
  readonly inventory: Inventory;
  readonly expect: readonly ExpectedCount[];
  readonly licence: CheckTarget['licence'];
}

function understoodStack(opening: Opening, stack: ReadStack): UnderstoodStack {
  const { options, vocabularies } = opening;
  const { read, project } = stack;
  const plays = stack.plays();
  const { isConfigured, name: own } = stack.found;
  const configured = isConfigured ? options.stacks.find(({ name }) => name === own) : undefined;
  const { vocabularies: chosen = [], licence = options.licence, expect = [] } = configured ?? {};
  const names = chosen.length === 0 ? options.vocabularies : chosen;
  const candidates = vocabulariesNamed(names, vocabularies);
  const choice =
    names.length === 1
      ? { vocabulary: candidates[0] }
      : chooseVocabulary(read, plays?.appliedRoles ?? [], candidates, project);
  const found = plays?.around(choice.vocabulary && knownRoles(choice.vocabulary)) ?? read;
  const inventory = options.ram.length === 0 ? found : withDocuments(found, opening.configurationFiles);
  return { ...stack, ...choice, plays, inventory, expect, licence };
}

/** An inventory with further documents, in which values of it are. */
function withDocuments(inventory: Inventory, others: readonly Document[]): Inventory {
  const documents = new Map([...inventory.documents, ...others.map((one) => [one.file, one] as const)]);
  return { ...inventory, documents };
}

/** A stack with known values of its variables, and known files and products on its hosts. */
interface ResolvedStack extends UnderstoodStack {
  readonly values: Values;
  /** Undefined if there are no plays, as `deployed` is. */
  readonly deployments: Deployments | undefined;
  readonly deployed: DeployedProducts | undefined;
}

function resolvedStack({ shown, options: { cwd } }: Opening, stack: UnderstoodStack): ResolvedStack {
  const { found, inventory, plays, project, vocabulary } = stack;
  const elsewhere = (variable: string) => setElsewhere(variable, vocabulary, project);
  const scopes = new Scopes(inventory, elsewhere, namedFolder(found));
  const values = new Values(scopes, new Secrecy(inventory, vocabulary, plays?.files));
  const deployments = plays && new Deployments(plays, scopes);
  const deployed =
    deployments && new DeployedProducts(inventory, deployments, (file) => roleOrFile(resolve(cwd, file), shown));
  return { ...stack, values, deployments, deployed };
}

/** Fills the model. What needs the other inventories of the project waits for them. */
function modelledStack({ files, shown, options }: Opening, resolved: ResolvedStack): StackAlone['among'] {
  const { found, read, inventory, plays, project, pages, vocabulary, doubt, values, deployments, deployed } = resolved;
  const { name, root, settings } = found;
  const filesOfRequests = requestFiles(project.ofRequests, { files, shown, records: options.records });
  const ofRequests = filesOfRequests.map(({ document }) => document);
  const kept = filesOfRequests.flatMap(({ requests: own }) => own);
  const { comparable, declaredNodes, requests, ...declared } = declareStack(
    name,
    inventory,
    values,
    vocabulary,
    deployed,
    kept,
  );
  const isAside = asideOfStack({ ...declared, inventory, values, vocabulary, deployed });
  const used = (variable: string) => project.mayRead(variable, read);
  const requested = (roles: readonly string[]) => project.requestedRelease(roles);
  const reader = { vocabulary, used, requested, values, inventory, version: settings.version, isAside };
  const playbookDir = namedFolder(found);
  const around = { files, cwd: options.cwd, shown, settings, read, project };
  const mistakes = new MistakesInInventory({ ...around, inventory, playbookDir });
  const documents = sourceDocuments(read, reader, mistakes.troublesOfLostHosts);
  values.secrecy.usedByTemplates.findBy(() =>
    documents.map(({ variables }) => variables.map(({ plainSecrets }) => plainSecrets)),
  );
  const counts = new MemberCounts({ ...resolved, name });
  const templates = eachOnce([...project.templates, ...(deployments?.sources ?? []), ...ofRequests]);
  const stack = {
    ...declared,
    attestations: options.attestations,
    clusters: licensed(declared.clusters, resolved.licence),
    documents: [
      ...documents,
      ...playDocuments(inventory, read, deployments?.read.documents ?? []),
      ...templateDocuments(templates),
    ],
    groupsOf: groupsByHost(inventory),
    developmentBy: developmentReason(found),
    expectations: counts.compared(resolved.expect),
  };
  const context = {
    ...reader,
    ...around,
    reader,
    deployed,
    comparable: () => comparable,
    requests,
    mistakes,
  };
  const { scopes, secrecy } = values;
  const hides = ({ document, name: variable }: Assignment): boolean => secrecy.nameIn(document, variable) === undefined;
  const alone = {
    name,
    root,
    sources: found.sources.map(shown),
    read,
    inventory,
    hosts: reportedHosts({ files, ...options }, inventory),
    values,
    templates,
    roleNames: () => project.roleNames,
    secrecy,
    vocabulary,
    doubt,
    deployments,
    deployed,
    requests,
    declaredNodes,
    ignoredConfig: settings.ignored && shown(settings.ignored),
    passesOver: resolved.passesOver,
    hostsOfProducts: () => counts.ofProducts(),
  };
  return (neighbours, { noneFound }) => ({
    ...alone,
    stack: {
      ...stack,
      inventory: new LazyInventory({ ...context, neighbours }),
      plays:
        plays &&
        deployments &&
        deployed &&
        new LazyPlays(new MistakesInPlays({ ...around, plays, deployments, scopes, pages, hides }), deployed),
    },
    noneFound,
  });
}

/** Clusters, those of Elasticsearch with the license that a person says they have. */
function licensed(clusters: readonly Cluster[], said: Stated<string> | undefined): readonly Cluster[] {
  if (said === undefined) return clusters;
  const license = { state: 'known', variable: 'licence', origin: said.at, value: { type: said.value } } as const;
  const { name } = productSchema('elasticsearch');
  return clusters.map((cluster) =>
    cluster.nodes.some(({ product }) => product.name === name) ? { ...cluster, license } : cluster,
  );
}

/**
 * Throws CannotCheck for a wrong password, and for a file that a person named and that cannot be read. Another file
 * that cannot be read is a finding.
 */
function refuseUnreadable({ cwd, paths, inventory }: StackOptions, { troubles }: Inventory): void {
  const named = new Set([...paths, ...inventory].map((path) => resolve(cwd, path)));
  for (const trouble of troubles) {
    const { file } = trouble.document;
    const kind = kindOf(trouble);
    if (kind === 'wrong-password') throw new CannotCheck(`${file}: ${sentenceOf(trouble)}`);
    if (kind === 'unreadable' && named.has(resolve(cwd, file)))
      throw new CannotCheck(`cannot read ${file}: ${sentenceOf(trouble)}`);
  }
}

/** The vocabularies of these names, or all built-in ones. Throws CannotCheck for an unknown name. */
function vocabulariesNamed(names: readonly string[], others: readonly Vocabulary[]): readonly Vocabulary[] {
  if (names.length === 0) return builtIn;
  return names.map((name) => {
    const vocabulary = [...others, ...builtIn].find((one) => one.name === name);
    if (vocabulary !== undefined) return vocabulary;
    const known = builtIn.map((one) => one.name);
    throw new CannotCheck(`unknown vocabulary ${name}${didYouMean(name, known, `there are ${known.join(', ')}`)}`);
  });
}

/** The names by which the roles of a vocabulary are recognized. */
function knownRoles(vocabulary: Vocabulary) {
  const { roles, prefixes } = vocabulary.head;
  return { roles, prefixes, knows: (variable: string) => propertyOf(vocabulary, variable) !== undefined };
}

/**
 * Says why a variable that no inventory sets may still have a value, in a clause after its name; it is not taken for
 * undefined.
 */
function setElsewhere(name: string, vocabulary: Vocabulary | undefined, project: ProjectTexts): string | undefined {
  if (propertyOf(vocabulary, name) !== undefined) return 'is left to the role';
  return project.containsWord(name) || project.isCut ? 'may be set by a play, a role or a task' : undefined;
}

/** `--playbook-dir`, where a person gives it. */
function namedFolder({ playbookDir, playbookDirIsNamed }: DiscoveredStack): string | undefined {
  return playbookDirIsNamed ? playbookDir : undefined;
}

/** The folder of the role that a file of tasks is in, or else the file, as it is shown. */
function roleOrFile(path: string, shown: ShowsPath): string {
  return shown(/^(.*)[/\\](?:tasks|handlers)[/\\]/.exec(path)?.[1] ?? path);
}

/** Documents without those of a file that comes again. */
function eachOnce(documents: readonly Document[]): readonly Document[] {
  return [...new Map(documents.map((one) => [one.file, one])).values()];
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
