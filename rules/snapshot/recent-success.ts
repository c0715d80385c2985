import { timeInWords } from '../../src/model/phrases.ts';
import { policiesInForce } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import { DAY } from '../../src/model/units.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { executionRemedy, RESUME, verificationRemedy } from '../../src/model/snapshot-remedies.ts';

/** Periods after which a snapshot is missed: one may take as long as the next one is away. */
const PERIODS = 2;

export default defineRule({
  summary: 'See to it that snapshots succeed.',
  why: 'Who finds out when restoring that snapshots have failed for weeks has lost the data of these weeks.',
  reference: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/repeated-snapshot-failures',
  since: '0.1.0',
  sources: [
    {
      name: 'Elasticsearch: health report, slm',
      url: 'https://www.elastic.co/docs/troubleshoot/elasticsearch/start-slm',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'observed',
  messages: {
    stopped: 'Snapshot lifecycle management of cluster {{cluster}} is {{mode}}; expected RUNNING.',
    failed: 'The last snapshot of policy {{policy}} failed, {{time}} ago; expected it to succeed.',
    stale: 'The last snapshot of policy {{policy}} succeeded {{time}} ago; expected one after {{pause}} at the latest.',
    never: 'Policy {{policy}} has not taken a snapshot for {{time}}; expected one after {{pause}} at the latest.',
  },
  *cluster({ label: cluster, lifecycleMode: mode, snapshotPolicies }) {
    const { policies, open } = policiesInForce(snapshotPolicies, ['schedule', 'runs']);
    yield* open;
    if (policies.length === 0) return;
    if (mode?.state === 'unknown') yield { undecided: mode, hosts: [] };
    const isStopped = mode?.state === 'known' && mode.value !== 'RUNNING';
    if (isStopped)
      yield { at: mode, message: 'stopped', data: { cluster, mode: mode.value }, hosts: [], remedies: [RESUME] };
    for (const policy of policies) {
      const { name, schedule, runs, repository } = policy;
      if (runs?.state !== 'known') continue;
      const { now, since, success, failure, isRunning } = runs.value;
      if (failure !== undefined && (success === undefined || failure.time > success.time)) {
        const verified = repository.state === 'known' ? [verificationRemedy({ name: repository.value })] : [];
        yield {
          at: failure.origin,
          message: 'failed',
          data: { policy: name, time: timeInWords(now - failure.time) },
          related:
            success === undefined
              ? []
              : [
                  {
                    ...placeOfOrigin(success.origin),
                    message: `the last success, ${timeInWords(now - success.time)} ago`,
                  },
                ],
          hosts: [],
          remedies: [...verified, ...executionRemedy(policy)],
        };
        continue;
      }
      // The first run may be under way.
      const last = success?.time ?? (isRunning ? now : since);
      if (isStopped || schedule.state !== 'known' || last === undefined) continue;
      const { longestPause: pause } = schedule.value;
      const due = PERIODS * pause;
      // One that is being taken may be the first of much data.
      if (now - last <= (isRunning ? Math.max(due, DAY) : due)) continue;
      yield {
        at: success?.origin ?? runs,
        message: success === undefined ? 'never' : 'stale',
        data: { policy: name, time: timeInWords(now - last), pause: timeInWords(pause) },
        measure: Math.floor((now - last) / pause),
        hosts: [],
        remedies: executionRemedy(policy),
      };
    }
  },
});
