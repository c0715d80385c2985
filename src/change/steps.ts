/** The way by which a change is made safely: steps in order, with the requests to send. */
import { configurations, product as schemaOf } from '../generated/vocabularies.ts';
import type { ChangedCluster, ChangedMember, ChangedSetting, Rollout, Step } from '../model/change.ts';
import { keptMembers, settingsOfNodes } from '../model/change.ts';
import { changedVoters } from '../model/changed-voters.ts';
import { dataTiers, holdsData } from '../model/data-nodes.ts';
import { MINIMUM } from '../model/elections-after-loss.ts';
import { isBefore } from '../model/release.ts';
import { settingsRemedy } from '../model/remedy.ts';
import type { JsonObject, JsonValue } from '../model/remedy.ts';
import { listed } from '../model/phrases.ts';
import type { Cluster, SearchNode } from '../model/stack.ts';
import { votingRights } from '../model/voters.ts';
import type { Side } from './paired-hosts.ts';
import type { ComparedStack } from './rollouts.ts';
import { hasMinimum, oldestRelease, withMinimum, withoutVote } from './voting-steps.ts';

/** The number of nodes that a title names. */
const NAMED = 4;

/** The steps of a change, cluster by cluster, and then those of dashboards. */
export function stepsOf(change: ComparedStack, rollouts: readonly Rollout[], after: Side | undefined): readonly Step[] {
  const runs = commandsOf(after);
  return [
    ...change.clusters.flatMap((cluster) => stepsOfCluster(cluster, change, rollouts, runs)),
    ...stepsOfDashboards(change, runs),
  ];
}

/** Makes the command that runs the plays on some hosts. */
type Runs = (hosts: readonly string[]) => string;

function commandsOf(after: Side | undefined): Runs {
  const sources = (after?.sources ?? []).map((source) => `-i ${source} `).join('');
  return (hosts) => `ansible-playbook ${sources}${playbooksOf(after, hosts)} --limit ${hosts.join(',')}`;
}

/** The playbooks that reach hosts, as they are shown. */
function playbooksOf(after: Side | undefined, hosts: readonly string[]): string {
  const own = after?.inventory.plays.appliedRoles ?? [];
  const reaching = own.filter((role) => role.hosts.some(({ name }) => hosts.includes(name)));
  const files = new Set(reaching.map(({ play }) => play.document.file));
  return files.size === 0 ? 'PLAYBOOK' : [...files].join(' ');
}

function stepsOfCluster(
  cluster: ChangedCluster,
  change: ComparedStack,
  rollouts: readonly Rollout[],
  runs: Runs,
): readonly Step[] {
  const { before, after, nodes } = cluster;
  // A new cluster endangers nothing, and one that leaves as a whole is not to be kept alive.
  if (before === undefined || after === undefined || before.nodes.length === 0) return [];
  const all = settingsOfNodes(change.settings, after.nodes).own;
  const settings = all.filter((one) => !isFatal(one));
  // Hosts that only stand in for others neither join nor leave.
  const joining = change.standsIn ? [] : nodes.filter((one) => one.before === undefined);
  const leaving = change.standsIn ? [] : nodes.filter((one) => one.after === undefined);
  const upgrade = settings.filter(({ name }) => name === 'release');
  const demoted = demotedNodes(cluster);
  // A node that gives up its vote restarts for that, and need not twice.
  const restarting = restartingNodes(cluster, settings, rollouts).filter(
    ({ host }) => !demoted.some((one) => one.host === host),
  );
  const restarts = new Restarts(upgrade, after.nodes, runs);
  const former = leaving.flatMap(({ before: node }) => node ?? []);
  const voters = former.filter((node) => votingRights(node).votes !== false);
  const drained = former.filter((node) => holdsData(node) !== false);
  const clearing = drained.length > 0 ? [clearStep(drained.map(nameOf))] : [];
  const areVotersDrained = voters.some((node) => drained.includes(node));
  const steps = [
    ...fatalSteps(cluster, all),
    ...(upgrade.length > 0 || leaving.some(({ before: node }) => node !== undefined && holdsData(node) === true)
      ? [snapshotStep(cluster)]
      : []),
    ...liveSteps(settings.filter(({ name }) => !(name === MINIMUM && hasMinimum(oldestRelease(before.nodes))))),
    ...joinSteps(joining, cluster, runs),
    ...drainSteps(after, drained.map(nameOf)),
    ...former.filter((node) => !voters.includes(node)).map((node) => stopStep(nameOf(node))),
    ...(areVotersDrained ? [] : clearing),
    ...restarting.flatMap((node) => restarts.of(node)),
    ...votingSteps(cluster, voters, demoted, restarts),
    ...(areVotersDrained ? clearing : []),
  ];
  if (steps.length === 0) return [];
  const closing = healthStep('Check that the cluster is green again');
  return [healthStep(), ...steps, closing].map((step) => ({
    ...step,
    cluster: after.label,
  }));
}

/** Tells whether no running node takes a setting without losing its cluster or its data. */
function isFatal({ name, before }: ChangedSetting): boolean {
  return name === 'cluster.name' || (name === 'path.data' && before !== undefined);
}

/** What is not to be applied in place. */
function fatalSteps({ before, after }: ChangedCluster, settings: readonly ChangedSetting[]): readonly Step[] {
  const names = [...new Set(settings.filter(isFatal).map(({ name }) => name))];
  if (names.length === 0) return [];
  const other =
    before?.label === after?.label ? 'other nodes, one after the other' : 'a new cluster, and restore a snapshot there';
  return [
    {
      title: `Leave ${listed(names)} as before on these nodes; for another value, set up ${other}`,
    },
  ];
}

function healthStep(title = 'Check that the cluster is green before anything changes'): Step {
  return {
    title,
    request: 'GET /_cluster/health',
    until: 'its status is green',
  };
}

/**
 * The name of a snapshot that none before it has. Snapshots take date math from 6.4 on, encoded in a path:
 * https://github.com/elastic/elasticsearch/pull/30479 and
 * https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#api-date-math-index-names
 */
const SNAPSHOT = encodeURIComponent('<before-change-{now{yyyy.MM.dd-HH.mm.ss}}>');

function snapshotStep({ before, after }: ChangedCluster): Step {
  const release = oldestRelease(before?.nodes ?? []);
  const name = release !== undefined && isBefore(release, '6.4') ? 'before-change-DATE' : SNAPSHOT;
  const known = [after?.repositories, before?.repositories].find(
    (one) => one?.state === 'known' && one.value.length > 0,
  );
  const repository = known?.state === 'known' ? (known.value[0]?.name ?? '<repository>') : '<repository>';
  return {
    title: 'Take a snapshot',
    request: `PUT /_snapshot/${repository}/${name}?wait_for_completion=true`,
    until: 'its state is SUCCESS',
  };
}

/** Settings that the cluster takes while it runs, in one request. */
function liveSteps(settings: readonly ChangedSetting[]): readonly Step[] {
  const live = settings.filter((one) => one.applies === 'live' && !one.isSecret && isOfCluster(one));
  if (live.length === 0) return [];
  const persistent: JsonObject = Object.fromEntries(live.map(({ name, after }) => [name, valueToSend(after)]));
  const names = live.map(({ name }) => name);
  return [settingsRemedy(`Set ${listed(names, NAMED)} without a restart`, { persistent })];
}

/** Tells whether a setting is one of the product's own file, which a request can set as well: not one of the system. */
function isOfCluster({ product, name }: ChangedSetting): boolean {
  return configurations.has(product) && schemaOf(product).settings[name]?.file === undefined;
}

/** A value as a request has it; null takes it away. */
function valueToSend(shown: string | undefined): JsonValue {
  if (shown === undefined) return null;
  const [, items] = /^\[(.*)\]$/.exec(shown) ?? [];
  return items === undefined ? shown : items.split(', ').filter((item) => item !== '');
}

function joinSteps(
  joining: readonly ChangedMember<SearchNode>[],
  cluster: ChangedCluster,
  runs: Runs,
): readonly Step[] {
  const [voters, others] = [joining.filter(votesAfter), joining.filter((one) => !votesAfter(one))];
  const join = (members: readonly ChangedMember<SearchNode>[]): Step => {
    const hosts = members.flatMap(({ after }) => after?.host ?? []);
    const names = listed(hosts, NAMED);
    return {
      title: `Let ${names} join`,
      command: runs(hosts),
      until: `GET /_cat/nodes?h=name lists ${names}`,
    };
  };
  const isCounted = hasMinimum(oldestRelease(cluster.before?.nodes ?? []));
  const count = changedVoters(cluster)?.before;
  const joined = voters.flatMap((one, at) => {
    const from = count === undefined ? undefined : count + at;
    return isCounted ? withMinimum([join([one])], { from, to: from && from + 1 }) : [join([one])];
  });
  return [...(others.length > 0 ? [join(others)] : []), ...joined];
}

function votesAfter({ after }: ChangedMember<SearchNode>): boolean {
  return after !== undefined && votingRights(after).votes !== false;
}

/** The name by which the cluster knows a node. */
function nameOf(node: SearchNode): string {
  return node.nodeName.state === 'known' ? node.nodeName.value : node.host;
}

/** The nodes that stay and vote no longer, as they become. */
function demotedNodes(cluster: ChangedCluster): readonly SearchNode[] {
  return (changedVoters(cluster)?.left ?? []).flatMap(({ before, after }) =>
    before !== undefined && after !== undefined ? [after] : [],
  );
}

function drainSteps({ nodes }: Cluster, drained: readonly string[]): readonly Step[] {
  if (drained.length === 0) return [];
  const [last, ...others] = nodes.filter((node) => holdsData(node) !== false);
  return [...(last !== undefined && others.length === 0 ? [copiesStep(nameOf(last))] : []), drainStep(drained)];
}

/**
 * Nodes that leave with a vote, or stay without one, come last: until then all that are going to vote do, those as well
 * that get their vote by a restart, and no restart of another leaves the cluster without a majority.
 */
function votingSteps(
  cluster: ChangedCluster,
  leaving: readonly SearchNode[],
  demoted: readonly SearchNode[],
  restarts: Restarts,
): readonly Step[] {
  const release = oldestRelease(cluster.after?.nodes ?? []);
  const rest = changedVoters(cluster)?.after;
  const all = [...leaving, ...demoted];
  return all.flatMap((node, at) => {
    const stays = demoted.includes(node);
    const to = rest === undefined ? undefined : rest + all.length - 1 - at;
    const voters = { from: to === undefined ? undefined : to + 1, to };
    const steps = stays ? restarts.of(node, true) : [stopStep(nameOf(node))];
    return withoutVote(nameOf(node), steps, { release, voters, stays });
  });
}

/** The setting that keeps shards from nodes, by their names. */
export const EXCLUDED_NAMES = 'cluster.routing.allocation.exclude._name';

function drainStep(names: readonly string[]): Step {
  return {
    ...settingsRemedy(`Drain ${listed(names, NAMED)}`, {
      persistent: { [EXCLUDED_NAMES]: names.join(',') },
    }),
    until: `GET /_cat/shards lists no shard on ${listed(names, NAMED)}`,
  };
}

function clearStep(names: readonly string[]): Step {
  return {
    ...settingsRemedy('Clear the exclusion', {
      persistent: { [EXCLUDED_NAMES]: null },
    }),
    until: `GET /_cat/nodes?h=name no longer lists ${listed(names, NAMED)}`,
  };
}

function stopStep(name: string): Step {
  return {
    title: `Stop ${name}`,
    until: `GET /_cat/nodes?h=name no longer lists ${name}`,
  };
}

/** The only node with data takes no copy beside a shard, so that the others would hold the replicas for ever. */
function copiesStep(name: string): Step {
  return {
    title: `Give up the replicas of all indices, as ${name} alone holds data afterwards`,
    request: 'PUT /_all/_settings',
    body: { index: { number_of_replicas: 0 } },
  };
}

/** The nodes that have to restart: for a setting that is read at the start, or because a run restarts them. */
function restartingNodes(
  { nodes }: ChangedCluster,
  settings: readonly ChangedSetting[],
  rollouts: readonly Rollout[],
): readonly SearchNode[] {
  const hosts = new Set([
    ...settings.filter(({ applies }) => applies !== 'live').flatMap((one) => one.hosts),
    ...rollouts.filter(({ part }) => part === 'search').flatMap((one) => one.hosts),
  ]);
  return keptMembers(nodes)
    .map(({ after }) => after)
    .filter(({ host }) => hosts.has(host))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
}

/** Tiers of data from the coldest to the hottest, then other nodes, and last those that may lead. */
function orderOf(node: SearchNode): number {
  if (votingRights(node).votes !== false) return TIERS.length + 1;
  const tiers = dataTiers(node) ?? [];
  const first = TIERS.findIndex((tier) => tiers.includes(tier));
  return first < 0 ? TIERS.length : first;
}

const TIERS = ['data_frozen', 'data_cold', 'data_warm', 'data_hot', 'data_content', 'data'];

const ALLOCATION = 'cluster.routing.allocation.enable';

/** The restarts of nodes, each with an upgrade if there is one. */
class Restarts {
  readonly #upgrade: readonly ChangedSetting[];
  readonly #all: readonly SearchNode[];
  readonly #runs: Runs;

  constructor(upgrade: readonly ChangedSetting[], all: readonly SearchNode[], runs: Runs) {
    this.#upgrade = upgrade;
    this.#all = all;
    this.#runs = runs;
  }

  /** The steps of a node; `hasNewRoles`: whether it gives up its vote by the restart. */
  of(node: SearchNode, hasNewRoles = false): readonly Step[] {
    const name = nameOf(node);
    const release = this.#upgrade.find(({ hosts }) => hosts.includes(node.host))?.after;
    const [columns, as] = [
      ['name', ...(release === undefined ? [] : ['version']), ...(hasNewRoles ? ['node.role'] : [])],
      [...(release === undefined ? [] : [release]), ...(hasNewRoles ? ['its new roles'] : [])],
    ];
    const restart: Step = {
      title: `${this.#upgrade.length > 0 ? 'Upgrade' : 'Restart'} ${name}${hasNewRoles ? ' with its new roles' : ''}`,
      command: this.#runs([node.host]),
      until: `GET /_cat/nodes?h=${columns.join(',')} lists ${name}${as.length > 0 ? ` with ${as.join(' and ')}` : ''}`,
    };
    // A node that is alone has no other to take its shards.
    const holds = holdsData(node) !== false && this.#all.length > 1;
    const steps = holds ? whileAllocationPauses(name, restart) : [restart];
    return steps.map((step) => ({ ...step, turn: name }));
  }
}

/** A restart of a node with data during which its shards are not copied to others. */
function whileAllocationPauses(name: string, restart: Step): readonly Step[] {
  const pause = settingsRemedy(`Keep shards where they are while ${name} restarts`, {
    persistent: { [ALLOCATION]: 'primaries' },
  });
  const goOn = settingsRemedy('Let shards be allocated again', {
    persistent: { [ALLOCATION]: null },
  });
  return [
    pause,
    { title: 'Flush', request: 'POST /_flush' },
    restart,
    { ...goOn, until: 'GET /_cluster/health has the status green' },
  ];
}

/** A saved-objects key that changes: the old one has to decrypt what there is until all is encrypted anew. */
function stepsOfDashboards(change: ComparedStack, runs: Runs): readonly Step[] {
  const changed = change.settings.filter(({ fills }) => fills === 'encryptionKeySavedObjects');
  const hosts = changed.flatMap((one) => one.hosts);
  if (hosts.length === 0) return [];
  return [
    {
      title: `Keep the old key of ${listed(hosts, NAMED)} in xpack.encryptedSavedObjects.keyRotation.decryptionOnlyKeys, beside the new one`,
      command: runs(hosts),
    },
    {
      title: 'Encrypt the saved objects anew',
      request: 'POST /api/encrypted_saved_objects/_rotate_key',
      until: 'failed is 0',
    },
    {
      title: 'Take the old key out of the decryption-only keys',
      command: runs(hosts),
    },
  ];
}
