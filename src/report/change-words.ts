/** What a change does, in a line for each cluster. */
import { membersOf, namesOfRenamed, settingsOfNodes } from '../model/change.ts';
import type {
  Change,
  ChangedCluster,
  ChangedFile,
  ChangedKey,
  ChangedRequest,
  ChangedSetting,
  LostRestart,
  Rollout,
} from '../model/change.ts';
import { changedVoters } from '../model/changed-voters.ts';
import type { ChangedVoters } from '../model/changed-voters.ts';
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import { Elections } from '../model/elections-after-loss.ts';
import type { Cluster } from '../model/stack.ts';

/**
 * The head line of a change: `logs: masters 3 → 2, survives 1 → 0 losses; heap of 2 hosts 30g → 40g; 7 of 7 nodes
 * restart, one at a time`. One sentence for each cluster, and one for what is beside them.
 */
export function headLinesOf(change: Change): readonly string[] {
  if (isNothing(change)) return ['nothing changes'];
  const ofClusters = change.clusters.flatMap((cluster) => lineOfCluster(cluster, change) ?? []);
  const nodes = change.clusters.flatMap(({ after }) => after?.nodes ?? []);
  const parts = [
    ...change.renamed.map(({ before, after }) => `${before} is called ${after}`),
    ...membersBeside('dashboard', change.dashboards),
    ...membersBeside('pipeline node', change.pipelines),
    ...membersBeside('shipper', change.shippers),
    ...settingsInWords(settingsOfNodes(change.settings, nodes).others, true),
    ...requestsInWords(requestsBesideSettings(change).filter(({ clusters }) => clusters.length > 1)),
    ...lostInWords(change.lostRestarts().filter(({ part }) => part !== 'search')),
  ];
  const open = new Set(change.open.map(({ name }) => name));
  const lines = [
    ...ofClusters,
    ...(parts.length > 0 ? [parts.join('; ')] : []),
    ...(open.size > 0 ? [`not known whether ${listed([...open])} ${open.size === 1 ? 'changes' : 'change'}`] : []),
  ];
  return lines.length > 0 ? lines : [filesInWords(change.files())];
}

/** Files whose text changes, and no setting with it: another order, or what no setting is known for. */
function filesInWords(files: ReturnType<Change['files']>): string {
  const certain = files.filter(({ isCertain }) => isCertain);
  if (certain.length > 0) return `no known setting changes, but ${filesOfHosts(certain)}`;
  const isOne = new Set(files.map(({ path }) => path)).size === 1;
  return `not known whether ${filesOfHosts(files)} ${isOne ? 'changes' : 'change'}`;
}

/** What happens to a file: `+2 -1`, or `perhaps gone`. */
export function changeOfFile({ change, isCertain, added, removed }: ChangedFile): string {
  const words = change === 'changed' ? `+${String(added)} -${String(removed)}` : change;
  return isCertain ? words : `perhaps ${words}`;
}

function filesOfHosts(files: readonly ChangedFile[]): string {
  const shown = Array.from(
    grouped(files, ({ path }) => path),
    ([path, same]) => {
      const hosts = new Set(same.flatMap((one) => one.hosts));
      return `${path} of ${counted(hosts.size, 'host')}`;
    },
  );
  return listed(shown, NAMED);
}

/** Tells whether a change does nothing, as far as it is known. */
export function isNothing(change: Change): boolean {
  const { only, clusters, renamed, settings, requests, open, files } = change;
  const members = membersOf(change);
  const isSame = members.every(({ before, after }) => before !== undefined && after !== undefined);
  const isNamedAlike = !clusters.some(namesOfRenamed);
  const isStill = only === undefined && isSame && isNamedAlike;
  const count = renamed.length + settings.length + requests.length + open.length;
  return isStill && count === 0 && files().length === 0 && change.lostRestarts().length === 0;
}

function lineOfCluster(cluster: ChangedCluster, change: Change): string | undefined {
  const { before, after, nodes } = cluster;
  if (before === undefined || after === undefined)
    return [after, before]
      .flatMap((one) => one ?? [])
      .map(({ label, nodes: all }) => {
        if (nodes.some(({ gone }) => gone === 'unread' || gone === 'installed'))
          return `${label}: not known what is left`;
        return `${label}: ${after === undefined ? 'gone' : 'new'}, with ${counted(all.length, 'node')}`;
      })[0];
  const voters = changedVoters(cluster);
  const parts = [
    ...(voters === undefined ? [] : votersInWords(voters, before, after)),
    ...(before.nodes.length === after.nodes.length ? [] : [`nodes ${before.nodes.length} → ${after.nodes.length}`]),
    ...settingsInWords(settingsOfNodes(change.settings, after.nodes).own),
    ...requestsInWords(
      requestsBesideSettings(change).filter(
        ({ clusters: [only, ...more] }) => only === after.label && more.length === 0,
      ),
    ),
    ...change
      .rollouts()
      .flatMap((rollout) => (rollout.cluster === after.label ? rolloutInWords(rollout, hostsOfNodes(after)) : [])),
    ...lostInWords(change.lostRestarts().filter(({ part, cluster: of }) => part === 'search' && of === after.label)),
  ];
  const names = namesOfRenamed(cluster);
  const name = names === undefined ? after.label : `${names.before} → ${names.after}`;
  const isTouched =
    parts.length > 0 || names !== undefined || nodes.some((one) => one.before === undefined || one.after === undefined);
  return isTouched ? `${name}: ${parts.length === 0 ? 'other nodes, as many as before' : parts.join('; ')}` : undefined;
}

function hostsOfNodes({ nodes }: Cluster): number {
  return new Set(nodes.map(({ host }) => host)).size;
}

/** `masters 3 → 2, survives 1 → 0 losses`. */
function votersInWords({ before, after }: ChangedVoters, was: Cluster, is: Cluster): readonly string[] {
  if (before === after || before === undefined || after === undefined) return [];
  const [former, latter] = [was, is].map(toleratedLosses);
  const masters = `masters ${String(before)} → ${String(after)}`;
  if (former === undefined || latter === undefined) return [masters];
  const losses = former === latter ? String(latter) : `${String(former)} → ${String(latter)}`;
  return [`${masters}, survives ${losses} ${former === 1 && latter === 1 ? 'loss' : 'losses'}`];
}

/** The number of voters that a cluster may lose at once; undefined if it is not known. */
export function toleratedLosses(cluster: Cluster): number | undefined {
  const { least, most } = new Elections(cluster).tolerates.atOnce;
  return least === most ? least : undefined;
}

/** The number of settings that a head line names. */
const NAMED = 3;

/**
 * The settings of some hosts, the heap and the release first; those beyond a few are counted. `ofSeveral`: products, which
 * are then named.
 */
function settingsInWords(settings: readonly ChangedSetting[], ofSeveral = false): readonly string[] {
  const hostsOf = new Map<string, Set<string>>();
  const all: (readonly [setting: ChangedSetting, hosts: ReadonlySet<string>])[] = [];
  for (const setting of settings.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { product, name, fills, before, after } = setting;
    // The heap is set twice, from one value; and one value may stand at several places, each for hosts of its own.
    const key = [product, fills === 'heapStartGb' ? 'heapGb' : (fills ?? name), before, after].join('\0');
    const known = hostsOf.get(key);
    for (const host of setting.hosts) known?.add(host);
    if (known !== undefined) continue;
    const hosts = new Set(setting.hosts);
    hostsOf.set(key, hosts);
    all.push([setting, hosts]);
  }
  const named = all.slice(0, all.length > NAMED + 1 ? NAMED : all.length);
  const rest = all.length - named.length;
  return [
    ...named.map(([{ product, name, fills, before, after, isSecret }, hosts]) => {
      const own = fills === 'heapGb' ? 'heap' : name;
      const of = `${ofSeveral ? `${product} ${own}` : own} of ${counted(hosts.size, 'host')}`;
      return isSecret ? `${of} another` : `${of} ${valuesInWords(before, after)}`;
    }),
    ...(rest > 0 ? [counted(rest, 'more setting')] : []),
  ];
}

function rankOf({ fills, name }: ChangedSetting): number {
  return fills === 'heapGb' ? 0 : name === 'release' ? 1 : 2;
}

/** The length from which a value is shortened in a line. */
const LONGEST = 30;

/** The length of what two values have in common that is shown before they differ. */
const IN_COMMON = 8;

/** Two values as `30g → 40g`; long ones that begin alike are shown from where they differ. */
function valuesInWords(before: string | undefined, after: string | undefined): string {
  const [former, latter] = [short(before), short(after)];
  if (former !== latter || before === undefined || after === undefined || before === after)
    return `${former} → ${latter}`;
  let at = 0;
  while (before[at] === after[at]) at++;
  const from = Math.max(0, at - IN_COMMON);
  return `…${short(before.slice(from))} → …${short(after.slice(from))}`;
}

function short(value: string | undefined): string {
  if (value === undefined) return 'not set';
  return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
}

/** The requests of a change, but for those of settings that it tells as such. */
export function requestsBesideSettings({ requests, settings }: Change): readonly ChangedRequest[] {
  const told = new Set(settings.map(({ name }) => name));
  const isTold = ({ name }: ChangedKey): boolean => told.has(name.replace(/^(?:persistent|transient)\./, ''));
  return requests.filter(({ path, keys }) => !(path === SETTINGS && keys.length > 0 && keys.every(isTold)));
}

const SETTINGS = '/_cluster/settings';

/** `policy nightly changes`, `new repository backups`, `role reader gone`. */
function requestsInWords(requests: readonly ChangedRequest[]): readonly string[] {
  const all = new Set(
    requests.map(({ thing, change }) => {
      if (change === 'new') return `new ${thing}`;
      return change === 'gone' ? `${thing} gone` : `${thing} ${/^[\w ]*settings$/.test(thing) ? 'change' : 'changes'}`;
    }),
  );
  const named = [...all].slice(0, all.size > NAMED + 1 ? NAMED : all.size);
  return [...named, ...(all.size > named.length ? [counted(all.size - named.length, 'more request')] : [])];
}

/** The number of keys that are told of a request. */
const NAMED_KEYS = 6;

/** What becomes of a request: `new`, `gone`, or its keys with both values. */
export function requestInWords({ change, keys }: ChangedRequest): string {
  if (change !== 'changed') return change;
  const shown = keys.slice(0, keys.length > NAMED_KEYS + 1 ? NAMED_KEYS : keys.length);
  const words = shown.map(({ name, before, after, isSecret }) =>
    isSecret ? `${name} changes` : `${name} ${valuesInWords(before, after)}`,
  );
  return [...words, ...(keys.length > shown.length ? [counted(keys.length - shown.length, 'more key')] : [])].join(
    ', ',
  );
}

function rolloutInWords({ hosts, atOnce }: Rollout, all: number): readonly string[] {
  const restart = `${String(hosts.length)} of ${counted(all, 'node')} ${hosts.length === 1 ? 'restarts' : 'restart'}`;
  return [hosts.length === 1 ? restart : `${restart}, ${paceOf(hosts.length, atOnce)}`];
}

const NOUNS = { search: 'node', dashboard: 'dashboard', pipeline: 'pipeline node', shipper: 'shipper' } as const;

/** `a run no longer restarts 3 nodes when jvm.options changes`. */
function lostInWords(lost: readonly LostRestart[]): readonly string[] {
  return lost.map(({ part, hosts, files, isAll }) => {
    const members = counted(hosts.length, NOUNS[part]);
    const names = files.map((path) => path.replace(/^.*\//, ''));
    const what = isAll
      ? `${hosts.length === 1 ? 'its' : 'their'} files change`
      : `${listed(names, NAMED)} ${names.length === 1 ? 'changes' : 'change'}`;
    return `a run no longer restarts ${members} when ${what}`;
  });
}

function paceOf(hosts: number, atOnce: number | undefined): string {
  if (atOnce === undefined) return 'how many at once is not known';
  if (atOnce === 1) return 'one at a time';
  const together = atOnce >= hosts ? 'all' : String(atOnce);
  return `${together} at once`;
}

function membersBeside(
  noun: string,
  members: Change['dashboards'] | Change['pipelines'] | Change['shippers'],
): readonly string[] {
  const [before, after] = [members.filter((one) => one.before).length, members.filter((one) => one.after).length];
  if (before !== after) return [`${noun}s ${String(before)} → ${String(after)}`];
  const isOther = members.some((one) => one.before === undefined);
  return isOther ? [`other ${noun}s, as many as before`] : [];
}
