import { keptMembers, placeBefore, unknownBefore } from '../../src/model/change.ts';
import type { Change, KeptMember } from '../../src/model/change.ts';
import { upgradeFrom } from '../../src/model/upgrade.ts';
import type { Upgradable, UpgradeStop } from '../../src/model/upgrade.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Known, Setting, Unknown } from '../../src/model/setting.ts';
import type { Member } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Upgrade by the releases that the product asks for, and never go back.',
  why: 'A node does not start with data of a newer release, nor with that of one which is too old: the cluster is then restored from a snapshot.',
  reference: 'https://www.elastic.co/docs/deploy-manage/upgrade/prepare-to-upgrade',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['release'],
  messages: {
    lower:
      'The release of {{host}} goes down from {{before}} to {{after}}; expected a later one, as no node starts with data of a newer release.',
    skips: 'The release of {{host}} goes from {{before}} to {{after}}; expected {{through}} first.',
    stopped:
      'The release of {{host}} goes from {{before}} to {{after}}, for which all nodes have to be stopped; expected {{through}} first.',
    never:
      'The release of {{host}} goes from {{before}} to {{after}}, to which there is no upgrade; expected another release, or another cluster.',
  },
  *change(change) {
    const nodes = change.clusters.flatMap((cluster) => keptMembers(cluster.nodes));
    for (const member of [...nodes, ...keptMembers(change.dashboards)]) {
      const { before, after } = member;
      const [from, to] = [before.release, after.release];
      if (from.state !== 'known' || to.state !== 'known' || before.own === undefined || after.own === undefined) {
        const open = openRelease(change, from, to);
        if (open !== undefined) yield { undecided: open, hosts: [after.host] };
        continue;
      }
      yield* judged(change, member, [from, before.own], [to, after.own]);
    }
  },
});

/** The release that one side alone does not tell; undefined if both do, or neither. */
function openRelease(change: Change, from: Setting<string>, to: Setting<string>): Unknown | undefined {
  if (from.state === to.state) return undefined;
  if (to.state === 'unknown') return to;
  return from.state === 'unknown' ? unknownBefore(change, from) : undefined;
}

type Side = readonly [release: Known<string>, product: Upgradable];

function* judged(change: Change, { after }: KeptMember<Member>, [from, was]: Side, [to, is]: Side) {
  const upgrade = upgradeFrom(is, from.value, to.value, was);
  const hosts = [after.host];
  if (upgrade === undefined) {
    if (from.value === to.value) return;
    const message = `whether ${after.host} may go from ${from.value} to ${to.value} is not known`;
    const { variable, origin, setting } = to;
    yield {
      undecided: { state: 'unknown' as const, variable, origin, setting, reason: 'not-collected' as const, message },
      hosts,
    };
    return;
  }
  if (upgrade.kind === 'none' || upgrade.kind === 'direct') return;
  yield {
    at: to,
    message: upgrade.kind,
    data: {
      before: shown(was, from.value),
      after: shown(is, to.value),
      through: 'through' in upgrade ? upgrade.through.map(shownStop).join(', then ') : '',
    },
    hosts,
    related: [{ ...placeBefore(change, from.origin), message: 'before' }],
  };
}

function shownStop({ product, release }: UpgradeStop): string {
  return `${product} ${release}`;
}

function shown({ product }: Upgradable, release: string): string {
  return `${product} ${release}`;
}
