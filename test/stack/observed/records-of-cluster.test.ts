/** Repositories and policies of snapshots, as a running cluster answers them. */
import { isMap } from '../../../src/ground/json-map.ts';
import type { ClusterAnswers } from '../../../src/stack/observed/answers.ts';
import { answersOf, judged, undecidedOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const WHY = 'it was refused';
const POLICY_RULES = [
  'snapshot/policy',
  'snapshot/policy-name',
  'snapshot/policy-repository',
  'snapshot/policy-retention',
  'snapshot/policy-schedule',
  'snapshot/policy-scope',
  'snapshot/recent-success',
];

/** A policy of OpenSearch that is as it should be. */
const DAILY = {
  _seq_no: 7,
  _primary_term: 2,
  sm_policy: {
    name: 'daily',
    enabled: true,
    creation: { schedule: { cron: { expression: '30 1 * * *', timezone: 'UTC' } } },
    snapshot_config: { repository: 'backup', ignore_unavailable: true },
    schedule: { interval: { period: 1, unit: 'Minutes' } },
    enabled_time: 5,
  },
};
const BACKUP = { backup: { type: 's3', settings: { bucket: 'b' } } };

function aboutSnapshots(answers: ClusterAnswers) {
  const { findings } = judged(answers);
  return findings.filter(({ rule }) => rule.startsWith('snapshot/'));
}

describe('the records of a running cluster', (test) => {
  test('are undecided for every rule where they were not seen', () => {
    const harbour = answersOf('harbour', { unseen: ['snapshot-lifecycle'], why: { 'snapshot-lifecycle': WHY } });
    const expected = POLICY_RULES.map((rule) => `${rule}: ${WHY} []`);
    assert.equal([...undecidedOf(harbour)].sort(), expected.sort());
    assert.equal(aboutSnapshots(harbour), []);
  });

  test('are not asked about where the calls were not made', () => {
    const harbour = answersOf('harbour', { values: { 'snapshot-lifecycle': null, 'health-report': null } });
    assert.equal([undecidedOf(harbour), aboutSnapshots(harbour)], [[], []]);
  });

  test('leave open whether policies work where their repositories, runs or mode were not seen', () => {
    const undecided = (values: object, unseen: 'repositories' | 'health-report' | 'snapshot-management-explain') => {
      const name = unseen === 'snapshot-management-explain' ? 'attic' : 'harbour';
      return undecidedOf(answersOf(name, { values, unseen: [unseen], why: { [unseen]: WHY } })).filter((line) =>
        line.startsWith('snapshot/'),
      );
    };
    assert.equal(undecided({}, 'repositories'), [
      `snapshot/policy-repository: ${WHY} []`,
      `snapshot/repository: ${WHY} []`,
    ]);
    // A policy that told of no run may have taken snapshots all the same.
    const untold = { nightly: { last_success: null, last_failure: null } };
    assert.equal(undecided({ 'snapshot-lifecycle': untold }, 'repositories'), [
      `snapshot/policy-repository: ${WHY} []`,
      `snapshot/recent-success: ${WHY} []`,
      `snapshot/repository: ${WHY} []`,
    ]);
    assert.equal(undecided({ 'health-report': {} }, 'health-report'), [`snapshot/recent-success: ${WHY} []`]);
    const values = { repositories: BACKUP, 'snapshot-management': { policies: [DAILY] } };
    const explained = { ...values, 'snapshot-management-explain': { daily: {} } };
    assert.equal(undecided(explained, 'snapshot-management-explain'), [`snapshot/recent-success: ${WHY} []`]);
    assert.equal(
      undecidedOf(answersOf('attic', { values })).at(-1),
      'snapshot/recent-success: the runs of the policy daily were not asked for []',
    );
  });

  test('are changed by a request with all that a policy of Elasticsearch has', () => {
    const values = {
      'snapshot-lifecycle': { nightly: { policy: { config: { ignore_unavailable: null, partial: true } } } },
    };
    const [finding] = aboutSnapshots(answersOf('harbour', { values }));
    assert.equal(finding?.remedies, [
      {
        title: 'Set config.ignore_unavailable',
        request: 'PUT /_slm/policy/nightly',
        body: {
          name: '<nightly-{now/d}>',
          schedule: '0 30 1 * * ?',
          repository: 'nightly',
          config: { indices: ['*'], include_global_state: true, partial: true, ignore_unavailable: true },
          retention: { expire_after: '30d', min_count: 30 },
        },
      },
    ]);
  });

  test('are replaced by no request if parts of the answers were left out', () => {
    const values = {
      'snapshot-lifecycle': { nightly: { policy: { config: { ignore_unavailable: null } } } },
      'snapshot-management': { policies: [{ ...DAILY, sm_policy: { ...DAILY.sm_policy, snapshot_config: {} } }] },
    };
    for (const cluster of ['harbour', 'attic'] as const) {
      const whole = answersOf(cluster, { values: { ...values, repositories: BACKUP } });
      const remedies = (answers: ClusterAnswers) =>
        aboutSnapshots(answers).flatMap((finding) => (finding.rule === 'snapshot/policy-scope' ? finding : []));
      assert.is(remedies(whole)[0]?.remedies?.length, 1);
      assert.is(remedies({ ...whole, isReduced: true })[0]?.remedies?.length ?? 0, 0);
    }
  });

  test('are changed by a request without what may be a secret', () => {
    const metadata = { owner: 'ann', token: 'hunter22hunter', hook: 'https://joe:hunter22@example.org' };
    const values = {
      'snapshot-lifecycle': { nightly: { policy: { config: { ignore_unavailable: false, metadata } } } },
    };
    const [finding] = aboutSnapshots(answersOf('harbour', { values }));
    const config = finding?.remedies?.[0]?.body?.['config'];
    assert.equal(isMap(config) && config['metadata'], { owner: 'ann', token: '<password>', hook: '<password>' });
    assert.not.match(JSON.stringify(finding), 'hunter22');
  });

  test('are changed by a request that names the state of a policy of OpenSearch, without what the product adds', () => {
    const { sm_policy: policy, ...state } = DAILY;
    const weekly = { ...policy, creation: { schedule: { cron: { expression: '0 3 * * 0', timezone: 'UTC' } } } };
    const values = {
      repositories: BACKUP,
      'snapshot-management': { policies: [{ ...state, sm_policy: weekly }] },
    };
    const finding = aboutSnapshots(answersOf('attic', { values })).find(
      ({ rule }) => rule === 'snapshot/policy-schedule',
    );
    assert.equal(finding?.remedies, [
      {
        title: 'Set creation.schedule.cron.expression',
        request: 'PUT /_plugins/_sm/policies/daily?if_seq_no=7&if_primary_term=2',
        body: {
          enabled: true,
          creation: { schedule: { cron: { expression: '30 1 * * *', timezone: 'UTC' } } },
          snapshot_config: { repository: 'backup', ignore_unavailable: true },
        },
      },
    ]);
  });

  test('are made by requests in the form of the product', () => {
    const requests = (name: 'harbour' | 'attic', values: object) =>
      aboutSnapshots(answersOf(name, { values })).flatMap(({ rule, remedies = [] }) =>
        rule === 'snapshot/policy' ? remedies.map(({ request, body }) => [request, Object.keys(body ?? {})]) : [],
      );
    assert.equal(requests('harbour', { 'snapshot-lifecycle': { nightly: null } }), [
      ['PUT /_slm/policy/nightly', ['schedule', 'name', 'repository', 'config', 'retention']],
    ]);
    assert.equal(requests('attic', {}), [
      ['POST /_plugins/_sm/policies/nightly', ['creation', 'deletion', 'snapshot_config']],
    ]);
  });
});
