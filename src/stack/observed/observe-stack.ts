/**
 * Makes the stack from the answers of a running cluster: one cluster, whose nodes have the names that they give
 * themselves.
 */
import { isMap } from '../../ground/json-map.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { naturally } from '../../model/natural-order.ts';
import { FORCED } from '../../model/node-attributes.ts';
import { counted } from '../../model/phrases.ts';
import { releasesStartingWith } from '../../model/release.ts';
import type { ClusterPlace, Setting, Unknown } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import { searchNode } from '../../model/stack.ts';
import type { Cluster, Product, SearchNode, Stack } from '../../model/stack.ts';
import { familyOf } from '../families.ts';
import { ownSettings } from '../own-settings.ts';
import { ProductSettings } from '../products/product-settings.ts';
import { productInReleases, schemaInReleases } from '../products/products.ts';
import type { ProductSchema } from '../products/products.ts';
import { namesDevelopment } from '../project/for-development.ts';
import { SHARED_FOLDER } from '../records/repository-record.ts';
import { factInAnswer, partOfAnswer, placeInAnswer } from './answers.ts';
import type { ClusterAnswer, ClusterAnswers } from './answers.ts';
import { certificatesOf } from './certificates.ts';
import { factsOfCluster } from './cluster-facts.ts';
import { disksOfNode } from './disks-of-node.ts';
import { factsOfMachine } from './machine-facts.ts';
import type { Facts } from './machine-facts.ts';
import { ProductDefaults } from './product-defaults.ts';
import { recordsOfCluster } from './records-of-cluster.ts';
import { runningInstances } from './running-instances.ts';
import { RunningSettings } from './running-settings.ts';
import { securityOfNode } from './security-of-node.ts';
import { shardsByNode } from './shards-of-nodes.ts';
import { superusersOf } from './superusers.ts';

/** A stack that a running cluster answers, with the product that runs there. */
export interface ObservedStack extends Stack {
  readonly product: {
    /** The name of its file in `schemas/products`. */
    readonly name: string;
    /** Its usual name: `Elasticsearch`. */
    readonly title: string;
    /** Undefined if its nodes have several. */
    readonly release: string | undefined;
    /** The request that names it. */
    readonly request: string;
  };
  /** Its nodes by the product's own names of settings. */
  readonly running: ReadonlyMap<SearchNode, RunningNode>;
}

/** A node as it runs. */
export interface RunningNode {
  /** The place of its name. */
  readonly origin: ClusterPlace;
  readonly settings: RunningSettings;
}

/** A node as the answer about nodes has it. */
interface AnsweringNode {
  /** Its key in the answers. */
  readonly id: string;
  readonly name: string;
  readonly release: string;
}

/**
 * Fills the model from the answers of a cluster. Throws if there is no answer about nodes: nothing can be judged
 * then.
 */
export function observeStack(answers: ClusterAnswers): ObservedStack {
  const nodes = answers.answerTo('nodes');
  const running = runningNodes(nodes);
  if (nodes === undefined || running === undefined) throw new Error('a cluster without an answer about its nodes');
  const root = answers.answerTo('root');
  const named = partOfAnswer(root, ['cluster_name']) ?? partOfAnswer(nodes, ['cluster_name']);
  const label = typeof named?.value === 'string' ? named.value : answers.product;
  const clusterName: Setting<string> = {
    state: 'known',
    setting: 'clusterName',
    variable: 'cluster.name',
    origin: named?.place ?? placeInAnswer(nodes, ['cluster_name']),
    value: label,
  };
  const schema = schemaOf(answers.product);
  const told = { nodes, settings: answers.answerTo('settings'), stats: answers.answerTo('node-stats') };
  const records = recordsOfCluster(answers);
  const remoteRepository = remoteRepositoryAmong(records.repositories, nodes);
  const releasesOfNodes = new Map<string, ProductInRelease>();
  const shardsOf = shardsByNode(answers);
  const defaults = new ProductDefaults(schema, {
    ...{ nodes, defaults: answers.answerTo('setting-defaults') },
    isReduced: answers.isReduced === true,
  });
  const forced = namesOfForced(nodes);
  const all = new Map<SearchNode, RunningNode>();
  const nodeOf = ({ id, name, release }: AnsweringNode): SearchNode => {
    const { product, ofRelease, settings } = madeOnce(releasesOfNodes, release, () => productIn(schema, release));
    const running = new RunningSettings(ofRelease, told, id, defaults);
    const ofProduct = settings.of(running);
    const facts: Facts = {
      ...{ clusterName, remoteRepository },
      ...securityOfNode(answers, id, ofProduct),
      ...factsOfMachine(told, id),
      awarenessForced: familyOf(
        { names: () => forced, given: (own) => running.given(own), placeToSet: (own) => running.placeToSet(own) },
        'awarenessForced',
        FORCED,
      ),
    };
    const source = <N extends SettingName>(setting: N): Setting<SettingTypes[N]> => {
      return facts[setting] ?? ofProduct(setting);
    };
    const disks = disksOfNode(told.stats, id, { schema, release, running, settings: ofProduct });
    const shards = shardsOf?.(id);
    // A recording keeps what the rules of stacklint read, and no more.
    const own = answers.isReduced === true ? undefined : ownSettings(running, answers.product, ofRelease);
    const node = searchNode({ host: name, groups: [], clusterLabel: label, own }, source, product, { disks, shards });
    all.set(node, { origin: placeInAnswer(nodes, ['nodes', id, 'name']), settings: running });
    return node;
  };
  const releases = new Set(running.map(({ release }) => release));
  return {
    name: label,
    isObserved: true,
    developmentBy: namesDevelopment(label) ? 'name' : undefined,
    clusters: [
      {
        label,
        nodes: running.map(nodeOf),
        possible: [],
        scattered: false,
        origin: placeInAnswer(nodes, ['nodes']),
        incomplete: whyIncomplete(nodes, running, answers),
        ...votingConfiguration(running, answers),
        ...factsOfCluster(answers),
        certificates: certificatesOf(answers),
        superusers: superusersOf(answers),
        ...records,
      },
    ],
    ...runningInstances(answers.instances ?? [], clusterName, label),
    documents: [],
    product: {
      name: answers.product,
      title: schema.name,
      release: releases.size === 1 ? running[0]?.release : undefined,
      request: (root ?? nodes).request,
    },
    running: all,
  };
}

/** The nodes in the order of their names, as each answer has them in a different order. */
function runningNodes(answer: ClusterAnswer | undefined): readonly AnsweringNode[] | undefined {
  const all = partOfAnswer(answer, ['nodes'])?.value;
  if (!isMap(all)) return undefined;
  const nodes = Object.entries(all).map(([id, node]): AnsweringNode => {
    const { name = id, version = '' } = isMap(node) ? node : {};
    return { id, name: String(name), release: String(version) };
  });
  return nodes.sort((one, other) => naturally(one.name, other.name) || (one.id < other.id ? -1 : 1));
}

/** The kind of a registered repository that needs no path on the nodes. */
function remoteRepositoryAmong(repositories: Cluster['repositories'], nodes: ClusterAnswer): Setting<string> {
  const common = { setting: 'remoteRepository', variable: 'repositories' };
  if (repositories === undefined) {
    const message = 'the repositories of the cluster were not asked for';
    return { state: 'unknown', ...common, origin: placeInAnswer(nodes, []), reason: 'not-collected', message };
  }
  if (repositories.state === 'unknown') return { ...repositories, ...common };
  const kinds = repositories.state === 'known' ? repositories.value.map(({ kind }) => kind) : [];
  const remote = kinds.find((kind) => kind.state === 'known' && kind.value !== SHARED_FOLDER);
  return remote === undefined
    ? { state: 'unset', ...common, origin: repositories.origin }
    : { ...remote, setting: common.setting };
}

interface ProductInRelease {
  readonly product: Product;
  readonly ofRelease: ProductSchema;
  readonly settings: ProductSettings;
}

/** The product in the release of a node; of builds such as `8.0.0-SNAPSHOT`, the number counts. */
function productIn(schema: ProductSchema, release: string): ProductInRelease {
  const [number] = /^\d+(?:\.\d+)*/.exec(release) ?? [];
  const releases = number === undefined ? schema.versions : releasesStartingWith(number);
  const ofRelease = schemaInReleases(schema, releases);
  return { product: productInReleases(schema, releases), ofRelease, settings: new ProductSettings(ofRelease) };
}

/** The reason why there may be more nodes than answered. */
function whyIncomplete(
  nodes: ClusterAnswer,
  running: readonly AnsweringNode[],
  answers: ClusterAnswers,
): Unknown | undefined {
  const unknown = (origin: ClusterPlace, message: string): Unknown => {
    return { state: 'unknown', variable: 'nodes', reason: 'not-collected', origin, message };
  };
  if (nodes.why !== undefined) return unknown(placeInAnswer(nodes, ['_nodes']), nodes.why);
  const count = partOfAnswer(answers.answerTo('health'), ['number_of_nodes']);
  if (typeof count?.value === 'number' && count.value > running.length)
    return unknown(
      count.place,
      `the cluster has ${String(count.value)} nodes, of which ${String(running.length)} answered`,
    );
  const voters = partOfAnswer(answers.answerTo('voting'), VOTERS);
  if (voters === undefined || !Array.isArray(voters.value)) return undefined;
  const absent = voters.value.filter((id) => !isPlaceholder(id) && !running.some((node) => node.id === id));
  if (absent.length === 0) return undefined;
  return unknown(voters.place, `${counted(absent.length, 'node')} may vote that gave no answer`);
}

/** The names of the nodes whose votes count; ids of those that gave no answer. */
function votingConfiguration(
  running: readonly AnsweringNode[],
  answers: ClusterAnswers,
): Pick<Cluster, 'votingConfiguration'> {
  const answer = answers.answerTo('voting');
  if (answer === undefined) return {};
  const said = factInAnswer(answer, VOTERS, (all): readonly string[] | undefined => {
    if (!Array.isArray(all)) return undefined;
    return all.map((id) => running.find((node) => node.id === id)?.name ?? String(id));
  });
  return { votingConfiguration: said };
}

/** The place where the cluster says whose votes it counts, by their ids: a node that restarts keeps its vote. */
const VOTERS = ['metadata', 'cluster_coordination', 'last_committed_config'];

/** Tells whether the id is that of a node that was named for the first election but never joined. */
function isPlaceholder(id: unknown): boolean {
  return String(id).startsWith('{');
}

/** The settings that force awareness by attributes that some node has. */
function namesOfForced(nodes: ClusterAnswer): readonly string[] {
  const all = partOfAnswer(nodes, ['nodes'])?.value;
  const names = Object.values(isMap(all) ? all : {}).flatMap((node) => {
    const attributes = isMap(node) ? node['attributes'] : undefined;
    return isMap(attributes) ? Object.keys(attributes) : [];
  });
  return [...new Set(names)].map((name) => `${FORCED}${name}.values`);
}
