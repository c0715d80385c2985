/** Dashboards and pipeline nodes beside a cluster, by answers in the forms that Kibana and Logstash have. */
import { observeStack } from '../../../src/stack/observed/observe-stack.ts';
import type { ClusterAnswers, InstanceAnswers } from '../../../src/stack/observed/answers.ts';
import { answersOf, findingsOf, judged, undecidedOf } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

const BESIDE = /^(?:\w+ )?(?:dashboard|pipeline)\//;

const attic = answersOf('attic', { beside: true });

/** A cluster beside which these answer, by their kinds and the paths of their calls. */
function beside(...instances: readonly InstanceAnswers[]): ClusterAnswers {
  return { ...answersOf('harbour'), instances };
}

function dashboard(product: string, bodies: Readonly<Record<string, unknown>>): InstanceAnswers {
  return { ...pipeline(bodies), kind: 'dashboard', product };
}

function pipeline(bodies: Readonly<Record<string, unknown>>, host = 'race-1'): InstanceAnswers {
  const answersTo: InstanceAnswers['answersTo'] = (call) =>
    call in bodies ? [{ request: `GET http://${host}:9600 ${call}`, body: bodies[call] }] : [];
  return {
    ...{ kind: 'pipeline', product: 'logstash', url: `http://${host}:9600` },
    ...{ answersTo, answerTo: (call) => answersTo(call)[0] },
  };
}

describe('dashboards and pipeline nodes beside a cluster', (test) => {
  test('are members of the stack, named as they name themselves', () => {
    const { dashboards, pipelines } = observeStack(attic);
    assert.equal(
      dashboards.map(({ name, clusterLabel, instances }) => [name, clusterLabel, instances.map(({ host }) => host)]),
      [['Kibana', 'attic', ['loft-1', 'loft-2']]],
    );
    assert.equal(
      pipelines.map(({ host, each }) => [host, each.length]),
      [['gutter-1', 3]],
    );
  });

  test('have what is wrong with them at the call, with its URL', () => {
    assert.equal(
      findingsOf(attic).filter((line) => BESIDE.test(line)),
      [
        'warning pipeline/dead-letter-queue /pipelines/beats/dead_letter_queue_enabled: The dead letter queue of gutter-1 is off; expected dead_letter_queue.enable to be true. [gutter-1]',
        'warning pipeline/persistent-queue /pipelines/beats/queue/type: The queue type of gutter-1 is memory; expected queue.type to be persisted. [gutter-1]',
        'warning pipeline/dead-letters /pipelines/netflow/dead_letter_queue: The dead letter queue of gutter-1 holds 3 MB of events; expected it to be looked at and emptied. [gutter-1]',
        'warning pipeline/queue-size /pipelines/netflow/queue: The queue of gutter-1 is 89 % full; expected less than 80 %. [gutter-1]',
        'warning pipeline/queue-size /pipelines/netflow/queue/capacity/max_queue_size_in_bytes: The queue of gutter-1 holds at most 1 GB; expected queue.max_bytes to be at least 4gb. [gutter-1]',
        'warning pipeline/dead-letters /pipelines/syslog/dead_letter_queue: The dead letter queue of gutter-1 had no room for 41 events; expected it to be looked at and emptied. [gutter-1]',
        'warning pipeline/queue-size /pipelines/syslog/queue: The queue of gutter-1 grows by 618 MB an hour and will be full within a day; expected it to be emptied. [gutter-1]',
        'error dashboard/encryption-keys /has_permanent_encryption_key: Encryption keys of loft-1 are not set: xpack.encryptedSavedObjects.encryptionKey; expected the same on all 2 Kibana instances. [loft-1]',
      ],
    );
    const { findings } = judged(attic);
    assert.ok(findings.some(({ at }) => 'call' in at && at.call === 'GET https://loft-1:5601/api/alerting/_health'));
  });

  test('leave open the keys that no request tells, and nothing else', () => {
    assert.equal(
      undecidedOf(attic).filter((line) => BESIDE.test(line)),
      ['loft-1', 'loft-2'].flatMap((host) =>
        ['reporting', 'security'].map(
          (key) =>
            `dashboard/encryption-keys: no request to Kibana tells whether xpack.${key}.encryptionKey is set [${host}]`,
        ),
      ),
    );
  });

  test('are fine where all is as it should be', () => {
    const harbour = answersOf('harbour', { beside: true });
    const alerts = 'the type of the rule Slow searches does not tell all that it alerts on';
    assert.equal([findingsOf(harbour), undecidedOf(harbour)], [[], [`monitoring/alerts: ${alerts} []`]]);
  });

  test('alert on what any of them has a rule for, whatever the others have', () => {
    const types = ['stackAlerts', 'monitoring', 'infrastructure', 'logs', 'siem', 'ml'].map((producer) => ({
      producer,
    }));
    const withRule = (type: string): InstanceAnswers =>
      dashboard('kibana', {
        'alerting-rule-types': types,
        'alerting-rules': { total: 1, data: [{ name: type, rule_type_id: `monitoring_${type}`, params: {} }] },
      });
    const both = beside(withRule('alert_cluster_health'), withRule('alert_cpu_usage'));
    assert.equal(
      findingsOf(both).map((line) => line.replace(/.* is known for (.*?),.*/, '$1')),
      ['disk use above 80 %'],
    );
  });

  test('leave open what they alert on if it takes more than GET to ask', () => {
    const status = { 'dashboard-status': { name: 'loft-1', status: { overall: { state: 'green' } } } };
    assert.match(
      undecidedOf(beside(dashboard('opensearch-dashboards', status))).join('\n'),
      'monitoring/alerts: OpenSearch Dashboards answers no GET request with what it alerts on []',
    );
    assert.is(observeStack(answersOf('harbour')).alerts, undefined);
  });

  test('are named by their addresses where two have one name', () => {
    const one = { 'pipeline-node': { name: 'logstash', version: '8.19.4' } };
    const { pipelines } = observeStack(beside(pipeline(one, 'race-1'), pipeline(one, 'race-2')));
    assert.equal(
      pipelines.map(({ host }) => host),
      ['race-1:9600', 'race-2:9600'],
    );
  });

  test('a node that told nothing leaves all rules about pipelines open', () => {
    const undecided = undecidedOf(beside(pipeline({})));
    const rules = ['dead-letter-queue', 'dead-letters', 'persistent-queue', 'queue-size'];
    assert.equal(
      [...new Set(undecided.map((line) => line.replace(/:.*/, '')))],
      rules.map((rule) => `pipeline/${rule}`),
    );
  });

  test('a pipeline in memory has no size, and one without an output to a cluster needs no dead letters', () => {
    const stats = { main: { queue: { type: 'memory' }, plugins: { outputs: [{ name: 'stdout' }] } } };
    const answers = beside(
      pipeline({
        'pipeline-stats': { pipelines: { ...stats, '.monitoring': { queue: { type: 'memory' } } } },
        pipelines: { pipelines: { main: { dead_letter_queue_enabled: false } } },
      }),
    );
    assert.equal(
      judged(answers).findings.map(({ rule }) => rule),
      ['pipeline/persistent-queue'],
    );
    assert.equal(undecidedOf(answers), []);
  });
});
