import { policiesInForce } from '../../src/model/records.ts';
import type { SnapshotPolicy } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { DAY } from '../../src/model/units.ts';
import { changeRemedy } from '../../src/model/snapshot-remedies.ts';

export default defineRule({
  summary: 'Keep snapshots for a month.',
  why: 'Data that was deleted or damaged is often missed weeks later.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/create-snapshots',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  options: {
    minDays: { type: 'number', description: 'Least number of days to keep snapshots.', minimum: 0, default: 30 },
  },
  messages: {
    age: 'Snapshot policy {{policy}} deletes snapshots after {{value}}; expected a policy that keeps them for at least {{min}} days.',
    count:
      'Snapshot policy {{policy}} keeps at most {{value}} snapshots, those of {{days}} days; expected a policy that keeps them for at least {{min}} days.',
  },
  *cluster({ snapshotPolicies }, { minDays: min }) {
    const { policies, open } = policiesInForce(snapshotPolicies, ['schedule', 'maxAge', 'maxCount', 'minCount']);
    const all = policies.filter(({ schedule }) => schedule.state !== 'unset');
    const kept = all.map((policy) => ({ policy, ...keptBy(policy) }));
    // One that keeps them for long enough may have others beside it.
    if (kept.some(({ days }) => days >= min)) return;
    yield* open;
    if (open.length > 0) return;
    for (const { policy, days, limit } of kept) {
      const setting = policy[limit];
      const { schedule } = policy;
      // What is refused is judged by snapshot/policy-schedule.
      if (setting.state !== 'known' || schedule.state !== 'known') continue;
      const isAge = limit === 'maxAge';
      const needed = isAge ? `${String(min)}d` : Math.ceil((min * DAY) / schedule.value.period);
      const value = typeof setting.value === 'number' ? setting.value : setting.value.text;
      yield {
        at: setting,
        message: isAge ? 'age' : 'count',
        data: { policy: policy.name, value, days: Number(days.toFixed(1)), min },
        measure: min - days,
        hosts: [],
        remedies: changeRemedy(policy, setting, needed),
      };
    }
  },
});

/**
 * The days for which a policy keeps snapshots, as far as they are known, and what limits them: their number, whatever
 * their age, or their age, beyond the number that is kept in any case.
 */
function keptBy({ schedule, maxAge, maxCount, minCount }: SnapshotPolicy) {
  const daysOf = (count: Setting<number>): readonly number[] =>
    count.state === 'known' && schedule.state === 'known' ? [(count.value * schedule.value.period) / DAY] : [];
  const ages = maxAge.state === 'known' ? [maxAge.value.milliseconds / DAY] : [];
  // Of nothing, Math.max makes less than any number of days.
  const byCount = maxCount.state === 'unset' ? Infinity : Math.max(...daysOf(maxCount));
  const byAge = maxAge.state === 'unset' ? Infinity : Math.max(...ages, ...daysOf(minCount));
  return byCount < byAge ? { days: byCount, limit: 'maxCount' as const } : { days: byAge, limit: 'maxAge' as const };
}
