import { timeInWords } from '../../src/model/phrases.ts';
import { policiesInForce } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import { DAY } from '../../src/model/units.ts';
import { changeRemedy } from '../../src/model/snapshot-remedies.ts';

const DAILY = { SLM: '0 30 1 * * ?', SM: '30 1 * * *' };

export default defineRule({
  summary: 'Take a snapshot at least every day.',
  why: 'What was written since the last snapshot is lost with the cluster.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/create-snapshots',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  messages: {
    malformed: 'The schedule of snapshot policy {{policy}} is {{schedule}}; expected {{expected}}.',
    never: 'The schedule of snapshot policy {{policy}} is {{schedule}}, which is never; expected one that runs.',
    rare: 'The schedule of snapshot policy {{policy}} is {{schedule}}, with pauses of {{pause}}; expected a policy that runs every day.',
  },
  *cluster({ snapshotPolicies }) {
    const { policies, open } = policiesInForce(snapshotPolicies, ['schedule']);
    for (const { name: policy, schedule } of policies)
      if (schedule.state === 'malformed') {
        const { shown, expected, meant } = schedule;
        const data = { policy, schedule: shown, expected: meant ?? expected };
        yield { at: schedule, message: 'malformed', data, hosts: [] };
      }
    const known = policies.flatMap(({ schedule, ...policy }) =>
      schedule.state === 'known' ? [{ ...policy, schedule, pause: schedule.value.longestPause }] : [],
    );
    // Beside one that runs every day, others may keep snapshots for longer.
    const isDaily = known.some(({ pause }) => pause <= DAY);
    if (!isDaily) yield* open;
    const isWhole = open.length === 0 && policies.every(({ schedule }) => schedule.state !== 'malformed');
    for (const { schedule, pause, ...policy } of known) {
      const data = { policy: policy.name, schedule: schedule.value.text, pause: timeInWords(pause) };
      const remedies = changeRemedy(policy, schedule, DAILY[policy.manager]);
      const report = { at: schedule, data, hosts: [], remedies };
      if (pause === Infinity) yield { ...report, message: 'never' };
      else if (!isDaily && isWhole) yield { ...report, message: 'rare', severity: 'warning' };
    }
  },
});
