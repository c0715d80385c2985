import { keptMembers, placeBefore, unknownBefore } from '../../src/model/change.ts';
import type { Change } from '../../src/model/change.ts';
import { dataTiers, holdsData } from '../../src/model/data-nodes.ts';
import { normalPath } from '../../src/model/host-paths.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Open, Origin, Unknown } from '../../src/model/setting.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { votingRights } from '../../src/model/voters.ts';

export default defineRule({
  summary: 'Leave the data of a node where it is, and its data roles as long as it holds any.',
  why: 'A node whose path of data changes starts empty, and one that holds data without a data role refuses to start.',
  reference: 'docs/rules/change/data-moved.md',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  considers: ['dataPaths', 'roles'],
  messages: {
    path: 'The data of {{host}} moves from {{before}} to {{after}}; expected the same path, as the node starts empty.',
    taken:
      'The data of {{host}} is no longer kept at {{before}}; expected that path as well, as what lies there is lost to the node.',
    roles:
      '{{host}} loses its data roles ({{before}}); expected that it is drained first, as it refuses to start with data and without them.',
  },
  *change(change) {
    for (const { nodes, after: cluster } of change.clusters)
      for (const { before, after } of keptMembers(nodes)) {
        const hosts = [after.host];
        const clusters = cluster === undefined ? [] : [cluster.label];
        const holds = holdsData(before);
        // A voter keeps the state of the cluster there.
        if (holds === false && votingRights(before).votes === false) continue;
        yield* pathsOpen(change, before, after);
        const [former, latter] = [before.dataPaths, after.dataPaths];
        if (former.state === 'known' && latter.state === 'known') {
          const left = new Set(latter.value.map(normalPath));
          const gone = former.value.map(normalPath).filter((path) => !left.has(path));
          if (gone.length > 0 && before.roles.state === 'unknown')
            yield { undecided: unknownBefore(change, before.roles), hosts };
          else if (gone.length > 0)
            yield {
              at: latter,
              message: gone.length === former.value.length ? 'path' : 'taken',
              data: { before: gone.join(', '), after: [...left].join(', ') },
              related: [{ ...placeBefore(change, former.origin), message: 'before' }],
              ...{ hosts, clusters },
            };
        }
        if (holds === true && after.roles.state === 'unknown') yield { undecided: after.roles, hosts };
        if (holds === true && dataTiers(after)?.length === 0)
          yield {
            at: after.roles,
            message: 'roles',
            data: { before: dataTiers(before)?.join(', ') ?? '' },
            related: [{ ...placeBefore(change, before.roles.origin), message: 'before' }],
            ...{ hosts, clusters },
          };
      }
  },
});

/** Where the data was, or is, is not known if one side alone says so. */
function* pathsOpen(change: Change, before: Paths, after: Paths): Iterable<Open> {
  const [former, latter] = [before.dataPaths, after.dataPaths];
  if (former.state === latter.state) return;
  const openSide = (setting: typeof former, origin: Origin, side: string): Unknown => {
    const { variable } = setting;
    const message = `nothing says where the node keeps its data ${side} the change`;
    return { state: 'unknown', variable, setting: 'dataPaths', reason: 'not-collected', origin, message };
  };
  const hosts = [after.host];
  if (former.state === 'unset' && latter.state === 'known')
    yield { undecided: openSide(former, latter.origin, 'before'), hosts };
  if (latter.state === 'unset' && former.state === 'known')
    yield { undecided: openSide(latter, latter.origin, 'after'), hosts };
  if (former.state === 'unknown') yield { undecided: unknownBefore(change, former), hosts };
  if (latter.state === 'unknown') yield { undecided: latter, hosts };
}

type Paths = Pick<SearchNode, 'host' | 'dataPaths'>;
