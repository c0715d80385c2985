import { isPartLost } from '../../src/model/change.ts';
import type { ChangedMember, Gone } from '../../src/model/change.ts';
import { counted, listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { Open } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Lose no host of the stack by a change that does not take it out.',
  why: 'What plays no longer reach is neither configured nor upgraded, and runs on until nobody knows it: a group, a role or a file has another name.',
  reference: 'docs/rules/change/member-lost.md',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  messages: {
    stack:
      'Nothing is left of this stack, which had {{hosts}}; expected its hosts, or a change that takes each of them out.',
    part: 'No host is {{part}} any more, of {{count}} before; expected them, as their hosts were not taken out of the inventory.',
    member:
      '{{host}} is no longer {{part}}, though it is in the inventory and its groups as before; expected that it still is.',
    file: '{{host}} is gone with the file that named it; expected that it is still there.',
  },
  *change({ only, leavesNothing, clusters, dashboards, pipelines, shippers }) {
    const parts: readonly (readonly [string, readonly ChangedMember[]])[] = [
      ['a search node', clusters.flatMap(({ nodes }) => nodes)],
      ['a dashboard', dashboards],
      ['a pipeline node', pipelines],
      ['a shipper', shippers],
    ];
    if (only === 'before') {
      const all = parts.flatMap(([, members]) => members).filter(({ gone }) => gone !== 'stand-in');
      if (all.some(({ gone }) => gone !== undefined && gone in OPEN)) return yield* openOf(all);
      const [first] = all;
      const hosts = new Set(all.map(({ before }) => before?.host));
      if (first !== undefined)
        yield {
          at: first.was ?? first.at,
          message: 'stack',
          severity: leavesNothing ? undefined : OF_SEVERAL,
          data: { hosts: counted(hosts.size, 'host') },
        };
      return;
    }
    for (const [part, members] of parts) {
      yield* openOf(members);
      const [first] = members;
      if (first !== undefined && isPartLost(members)) {
        // A host may have several shippers.
        const count = new Set(members.map(({ before }) => before?.host)).size;
        yield { at: first.at, message: 'part', data: { part, count }, related: placesBefore(members) };
        continue;
      }
      for (const member of members) {
        const { before, at, gone } = member;
        if (before === undefined || (gone !== 'member' && gone !== 'file')) continue;
        yield { at, message: gone, data: { part }, hosts: [before.host], related: placesBefore([member]) };
      }
    }
  },
});

/** Why it is not known whether a member is gone. */
const OPEN: Partial<Record<Gone, string>> = {
  unread: 'depends on a role or a play that is not at hand',
  installed: 'is not known: the package is installed, and nothing known writes its settings',
};

/** The members of which it is not known whether they still are what they were. */
function openOf(members: readonly ChangedMember[]): readonly Open[] {
  return Object.entries(OPEN).flatMap(([reason, why]) => {
    const open = members.filter(({ gone }) => gone === reason);
    const [first] = open;
    if (first === undefined) return [];
    const hosts = open.flatMap(({ before }) => before?.host ?? []);
    const message = `whether ${listed(hosts, NAMED)} ${hosts.length === 1 ? 'is' : 'are'} still in the stack ${why}`;
    const { at: origin } = first;
    return [{ undecided: { state: 'unknown', variable: 'roles', origin, reason: 'not-collected', message }, hosts }];
  });
}

/** The number of hosts that are named. */
const NAMED = 3;

/** Where others are left, a stack may have been given up. */
const OF_SEVERAL = { development: 'info', production: 'warning', strict: 'error' } as const;

function placesBefore(members: readonly ChangedMember[]) {
  return members.flatMap(({ before, was }) =>
    before === undefined || was === undefined ? [] : [{ ...placeOfOrigin(was), message: `where ${before.host} was` }],
  );
}
