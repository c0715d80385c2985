/** What a run of the plays no longer restarts when a file changes: a task that notifies nobody, a handler that is gone. */
import type { Host, Restart } from '../ansible/index.ts';
import { keptMembers, placeBefore } from '../model/change.ts';
import type { ChangedMember, KeptMember, LostRestart, MemberPart } from '../model/change.ts';
import type { Member } from '../model/stack.ts';
import { placeIn } from '../stack/place.ts';
import type { PairedHosts, Side } from './paired-hosts.ts';
import { isOfMember } from './rollouts.ts';
import type { ComparedStack } from './rollouts.ts';

/** Finds the members that a run restarted, and that it now only gives their files. */
export function lostRestartsOf(
  change: ComparedStack,
  before: Side,
  after: Side,
  hosts: PairedHosts,
): readonly LostRestart[] {
  // To follow what plays restart takes a while.
  if (haveSameTexts(before, after)) return [];
  const found = new Map<string, LostRestart & { readonly hosts: string[] }>();
  for (const [part, cluster, members] of partsOf(change))
    for (const member of keptMembers(members)) {
      const [former, latter] = [hosts.before.get(member.before.host), hosts.after.get(member.after.host)];
      if (former === undefined || latter === undefined) continue;
      const lost = lostOf(member, [before, former], [after, latter]);
      if (lost === undefined) continue;
      const { restart, files, isAll } = lost;
      const was = placeBefore(change, placeIn(restart.place.document, restart.place));
      const key = JSON.stringify([part, cluster, files, isAll, was]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { part, cluster, hosts: [member.after.host], files, isAll, was });
      else known.hosts.push(member.after.host);
    }
  return [...found.values()];
}

type MembersOfPart = readonly [part: MemberPart, cluster: string | undefined, members: readonly ChangedMember[]];

function partsOf({ clusters, dashboards, pipelines, shippers }: ComparedStack): readonly MembersOfPart[] {
  return [
    ...clusters.map(({ after, nodes }): MembersOfPart => ['search', after?.label, nodes]),
    ['dashboard', undefined, dashboards],
    ['pipeline', undefined, pipelines],
    ['shipper', undefined, shippers],
  ];
}

/** Tells whether plays, roles and variables are the same on both sides. */
function haveSameTexts(before: Side, after: Side): boolean {
  const textsOf = ({ deployments, inventory }: Side): ReadonlyMap<string, string> =>
    new Map(
      [...(deployments?.read.documents ?? []), ...inventory.documents.values()].map(({ file, text }) => [file, text]),
    );
  const [former, latter] = [textsOf(before), textsOf(after)];
  return former.size === latter.size && [...former].every(([file, text]) => latter.get(file) === text);
}

interface Lost {
  readonly restart: Restart;
  readonly files: readonly string[];
  readonly isAll: boolean;
}

type HostOfSide = readonly [side: Side, host: Host];

/** What restarted a member for files that it is still given, and for which nothing may restart it now. */
function lostOf({ before, after }: KeptMember<Member>, was: HostOfSide, is: HostOfSide): Lost | undefined {
  const former = restartsOf(before, was);
  const surely = former.flatMap((restart) => filesOf(restart, was[1], true).map((path) => [path, restart] as const));
  const [deployments, host] = [is[0].deployments, is[1]];
  if (surely.length === 0 || deployments === undefined || hasNewGap(was, is)) return undefined;
  const latter = restartsOf(after, is);
  if (latter.some(({ triggers }) => triggers.some(({ kind }) => kind === 'always' || kind === 'unknown')))
    return undefined;
  const kept = new Set(latter.flatMap((restart) => filesOf(restart, host, false)));
  const given = new Set(deployments.filesOf(host).map(({ path }) => path));
  const lost = surely.filter(([path]) => given.has(path) && !kept.has(path));
  const [first] = lost;
  if (first === undefined) return undefined;
  const files = [...new Set(lost.map(([path]) => path))].sort();
  return { restart: first[1], files, isAll: kept.size === 0 };
}

function restartsOf(member: Member, [{ deployments }, host]: HostOfSide): readonly Restart[] {
  return (deployments?.restartsOf(host) ?? []).filter((restart) => isOfMember(restart, member));
}

/** The files of a host whose change sets off a restart: surely, or perhaps as well. */
function filesOf({ triggers }: Restart, host: Host, surely: boolean): readonly string[] {
  return triggers.flatMap((trigger) =>
    trigger.kind === 'file' && trigger.host === host.name && (!surely || trigger.possible === undefined)
      ? [trigger.path]
      : [],
  );
}

/** Tells whether a role, tasks or a handler are not known that were: they may restart anything. */
function hasNewGap(was: HostOfSide, is: HostOfSide): boolean {
  const [former, latter] = [was, is].map(([{ deployments }, host]) => deployments?.unknownRestartsOf(host) ?? []);
  const known = new Set(former?.map(({ what, why }) => `${what} ${why.message}`));
  return latter?.some(({ what, why }) => !known.has(`${what} ${why.message}`)) ?? false;
}
