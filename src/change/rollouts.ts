/** What a run of the plays restarts to apply a change, and how many hosts at once. */
import type { AppliedPlay, Host, PlacedCause, Restart, Trigger } from '../ansible/index.ts';
import { configurations, product as schemaOf } from '../generated/vocabularies.ts';
import { keptMembers, placeBefore, settingsOfNodes } from '../model/change.ts';
import type { Change, ChangedCluster, ChangedFile, ChangedPace, Rollout } from '../model/change.ts';
import { append } from '../model/multimap.ts';
import type { Origin, Unknown } from '../model/setting.ts';
import type { Member, SearchNode } from '../model/stack.ts';
import { placeIn } from '../stack/place.ts';
import { unknownInFile } from '../stack/products/unknown-in-file.ts';
import type { PairedHosts, Side } from './paired-hosts.ts';

/** What is compared without a run. */
export type ComparedStack = Omit<Change, 'files' | 'rollouts' | 'lostRestarts' | 'paces' | 'steps'>;

/** Follows what the changed files and releases of search nodes restart. */
export function rolloutsOf(
  change: ComparedStack,
  after: Side,
  hosts: PairedHosts,
  files: readonly ChangedFile[],
): readonly Rollout[] {
  if (after.deployments === undefined) return [];
  const paths = new Map<string, string[]>();
  for (const { path, hosts: on, change: how, isCertain } of files)
    if (how !== 'gone' && isCertain) for (const host of on) append(paths, host, path);
  const effects = { change, hosts, paths, deployments: after.deployments };
  return change.clusters.flatMap((cluster) => rolloutOf(cluster, effects) ?? []);
}

/** What a change does to hosts, and what plays do then. */
interface Effects {
  readonly change: ComparedStack;
  readonly hosts: PairedHosts;
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly deployments: NonNullable<Side['deployments']>;
}

function rolloutOf({ after, nodes }: ChangedCluster, effects: Effects): Rollout | undefined {
  if (after === undefined) return undefined;
  const paces = keptMembers(nodes).flatMap(({ after: node }) => paceOf(node, effects) ?? []);
  const [first] = paces;
  if (first === undefined) return undefined;
  const open = paces.find((one) => one.open !== undefined)?.open;
  return {
    part: 'search',
    cluster: after.label,
    hosts: [...new Set(paces.map(({ host }) => host))],
    atOnce: open === undefined ? Math.max(...paces.map(({ most }) => most)) : undefined,
    open,
    at: first.at,
  };
}

/** The restart of one host, with the most hosts that it may be one of at once. */
interface Pace {
  readonly host: string;
  readonly most: number;
  readonly open: Unknown | undefined;
  readonly at: Origin;
}

function paceOf(node: SearchNode, effects: Effects): Pace | undefined {
  const { hosts, deployments } = effects;
  const host = hosts.after.get(node.host);
  // To follow what plays restart takes a while.
  if (host === undefined || !(effects.paths.has(node.host) || takesRestart(node, effects))) return undefined;
  const restarts = deployments
    .restartsOf(host)
    .filter(
      (restart) => isOfMember(restart, node) && restart.triggers.some((one) => isPulled(one, host, node, effects)),
    );
  const worst = restarts.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
  if (worst !== undefined) {
    const { most } = worst.atOnce;
    const at = placeIn(worst.place.document, worst.place);
    return {
      host: node.host,
      at,
      ...(typeof most === 'number' ? { most, open: undefined } : { most: 0, open: openPace(most, at) }),
    };
  }
  return takesRestart(node, effects) ? paceOfMissingRole(node.host, host, effects) : undefined;
}

function sizeOf({ atOnce: { most } }: Restart): number {
  return typeof most === 'number' ? most : Infinity;
}

/** Tells whether a restart may be that of a member: of its service, or of a container or machine that has it. */
export function isOfMember({ kind, how, name }: Restart, member: Member): boolean {
  if (how === 'reload') return false;
  if (kind !== 'service') return true;
  const [part, ...others] = name;
  const text = others.length === 0 && part?.kind === 'text' ? part.text : '';
  return servicesOf(member).includes(text.replace(/\.service$/, ''));
}

function servicesOf(member: Member): readonly string[] {
  if ('program' in member) return [String(member.program)];
  const { services = [] } =
    member.own !== undefined && configurations.has(member.own.product)
      ? schemaOf(member.own.product).configuration
      : {};
  return 'product' in member ? [...services, (member as SearchNode).product.name] : services;
}

/** Tells whether a change surely sets off a restart. */
function isPulled(trigger: Trigger, host: Host, node: SearchNode, { paths, change }: Effects): boolean {
  if (trigger.possible !== undefined) return false;
  if (trigger.kind === 'file')
    return trigger.host === host.name && paths.get(node.host)?.includes(trigger.path) === true;
  if (trigger.kind !== 'task' || trigger.installs.length === 0) return false;
  return settingsOfNodes(change.settings, [node]).own.some(({ name }) => name === 'release');
}

/** Tells whether a node has to restart for what changes. */
function takesRestart(node: SearchNode, { change }: Effects): boolean {
  return settingsOfNodes(change.settings, [node]).own.some(({ applies }) => applies === 'restart');
}

/** A role that is not at hand restarts its hosts as it likes, but never more than the batch of its play. */
function paceOfMissingRole(name: string, host: Host, { deployments }: Effects): Pace | undefined {
  const play = deployments.playsOf(host).find(({ roles }) => roles.some(({ isMissing }) => isMissing));
  const role = play?.roles.find(({ isMissing }) => isMissing);
  if (play === undefined || role === undefined) return undefined;
  const at = placeIn(play.place.document, play.place);
  if (play.batches.largest === 1) return { host: name, most: 1, open: undefined, at };
  const message = `the role ${role.name}, which is not there, decides how many hosts it restarts at once`;
  return {
    host: name,
    most: 0,
    at,
    open: { state: 'unknown', variable: 'serial', origin: at, reason: 'not-collected', message },
  };
}

function openPace(why: PlacedCause, origin: Origin): Unknown {
  return { state: 'unknown', variable: 'serial', origin, ...unknownInFile('serial', why) };
}

/** Finds plays that had a search node alone, and now have it with others. */
export function pacesOf(
  change: ComparedStack,
  before: Side,
  after: Side,
  hosts: PairedHosts,
  pathAfter: (path: string) => string,
): readonly ChangedPace[] {
  const found = new Map<string, ChangedPace & { readonly hosts: string[] }>();
  for (const { before: was, after: is } of change.clusters.flatMap(({ nodes }) => keptMembers(nodes))) {
    const [former, latter] = [hosts.before.get(was.host), hosts.after.get(is.host)];
    const [old, now] = [former && before.deployments?.playsOf(former), latter && after.deployments?.playsOf(latter)];
    for (const play of now ?? []) {
      const same = old?.find((one) => isSamePlay(one, play, pathAfter));
      if (same?.batches.largest !== 1 || play.batches.largest === 1) continue;
      const serial = same.batches.serial ?? same.place;
      const { largest } = play.batches;
      const [place, wasAt] = [play.batches.serial ?? play.place, placeBefore(change, placeIn(serial.document, serial))];
      const key = `${place.document.file} ${String(place.start)}`;
      const known = found.get(key);
      if (known !== undefined) known.hosts.push(is.host);
      else {
        const atOnce = typeof largest === 'number' ? largest : undefined;
        found.set(key, { hosts: [is.host], atOnce, at: placeIn(place.document, place), was: wasAt });
      }
    }
  }
  return [...found.values()].filter((pace) => pace.hosts.length > 1);
}

/** Tells whether two plays are one before and after: they apply the same roles or, without any, have the same hosts. */
function isSamePlay(one: AppliedPlay, other: AppliedPlay, pathAfter: (path: string) => string): boolean {
  if (pathAfter(one.playbook) !== other.playbook) return false;
  const [former, latter] = [one, other].map(({ roles, hosts }) =>
    (roles.length > 0 ? roles : (hosts ?? [])).map(({ name }) => name).join(' '),
  );
  return former === latter;
}
