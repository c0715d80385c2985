import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace } from '../../src/model/setting.ts';

/** The name of what ships metrics where no variable of a role switches it on. */
const PROGRAM = 'metricbeat';

export default defineRule({
  summary: 'Ship the metrics of each host of a stack.',
  why: 'Without them, nobody sees a heap or a disk fill up until the node is gone, nor afterwards what went before.',
  reference:
    'https://www.elastic.co/docs/deploy-manage/monitor/stack-monitoring/collecting-monitoring-data-with-metricbeat',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'declared',
  messages: { missing: 'Nothing ships the metrics of {{hosts}}; expected {{expected}}.' },
  *stack({ shipping = [], clusters }) {
    const found = shipping.map(({ host, metrics }) => ({ host, metrics: metrics() }));
    for (const { host, metrics } of found) if (metrics.state === 'unknown') yield { undecided: metrics, hosts: [host] };
    const without = found.filter(
      ({ metrics }) => metrics.state === 'unset' || (metrics.state === 'known' && !metrics.value),
    );
    const [first] = without;
    if (first === undefined) return;
    const isOnSomewhere = found.some(({ metrics }) => metrics.state === 'known' && metrics.value);
    // One place is enough for what is nowhere.
    const groups = isOnSomewhere
      ? [...grouped(without, ({ metrics }) => keyOfPlace(metrics.origin)).values()]
      : [[first, ...without.slice(1)] as const];
    for (const same of groups) {
      const [{ metrics }] = same;
      const isOfRole = metrics.variable !== PROGRAM;
      const hosts = same.map(({ host }) => host);
      const expected = isOfRole ? `${metrics.variable} to be true` : 'Metricbeat, or another program that does';
      const at = isOfRole || isOnSomewhere ? metrics : (clusters[0]?.origin ?? metrics);
      yield { at, message: 'missing', data: { hosts: listed(hosts), expected }, hosts };
    }
  },
});
