import { daysBetween } from '../../src/model/attestations.ts';
import type { RestoreTest } from '../../src/model/attestations.ts';
import { grouped } from '../../src/model/multimap.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace } from '../../src/model/setting.ts';
import type { Cluster } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Restore a snapshot to another cluster once a quarter.',
  why: 'Whether snapshots can be restored, and how long that takes, shows only when somebody does it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/restore-snapshot',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  options: {
    maxDays: { type: 'integer', description: 'Largest number of days since the last test.', minimum: 1, default: 92 },
  },
  judges: 'declared',
  messages: {
    missing:
      'No test attests that a snapshot of cluster {{cluster}} can be restored; expected restore-test in the attestations of stacklint.yml.',
    old: 'The last restore test of cluster {{cluster}} was on {{date}}; expected one within the last {{max}} days.',
    slow: 'The restore test of {{date}} took {{duration}}; expected at most {{objective}}, its objective.',
    itself: 'The restore test of {{date}} restored cluster {{cluster}} to itself; expected another cluster.',
  },
  *stack({ clusters, attestations }, { maxDays: max }) {
    const tested: { readonly label: string; readonly test: RestoreTest }[] = [];
    for (const cluster of clusters) {
      const { label } = cluster;
      const test = lastTest(attestations?.restoreTests ?? [], label);
      const at = attestations?.at ?? placeOfSnapshots(cluster);
      if (test !== undefined) tested.push({ label, test });
      else if (at !== undefined) yield { at, message: 'missing', data: { cluster: label }, clusters: [label] };
    }
    for (const about of grouped(tested, ({ test }) => keyOfPlace(test.date.at)).values()) {
      const [{ test }] = about;
      const { date, duration, objective, cluster: target } = test;
      const names = about.map(({ label }) => label);
      const data = { date: date.value, cluster: names.join(', '), max };
      const age = daysBetween(date.value, attestations?.today ?? date.value);
      if (age > max) yield { at: date.at, message: 'old', data, clusters: names, measure: age };
      if (duration !== undefined && objective !== undefined && duration.value.milliseconds > objective.milliseconds) {
        const times = { date: date.value, duration: duration.value.text, objective: objective.text };
        yield { at: duration.at, message: 'slow', data: times, clusters: names };
      }
      // One that is about several clusters may have restored the others to it.
      if (target !== undefined && names.every((name) => name === target.value))
        yield { at: target.at, message: 'itself', data, clusters: names };
    }
  },
});

/** The last test of a cluster. */
function lastTest(tests: readonly RestoreTest[], label: string): RestoreTest | undefined {
  const own = tests.filter(({ of = label }) => of === label);
  return own.sort((a, b) => a.date.value.localeCompare(b.date.value)).at(-1);
}

/** The place that shows that a project looks after the snapshots of a cluster; undefined if nothing does. */
function placeOfSnapshots({ repositories, snapshotPolicies }: Pick<Cluster, 'repositories' | 'snapshotPolicies'>) {
  const [policy] = snapshotPolicies?.state === 'known' ? snapshotPolicies.value : [];
  const [repository] = repositories?.state === 'known' ? repositories.value : [];
  return (policy ?? repository)?.origin;
}
