import { ALERT_CONDITIONS } from '../../src/model/alerts.ts';
import type { AlertCondition, Alerts } from '../../src/model/alerts.ts';
import { isAbout } from '../../src/model/attestations.ts';
import type { Attestations } from '../../src/model/attestations.ts';
import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Report } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { Open } from '../../src/model/setting.ts';

const CONDITIONS = Object.entries(ALERT_CONDITIONS) as readonly (readonly [AlertCondition, string])[];

export default defineRule({
  summary: 'Alert on health, full disks, full heaps, slow searches, failed logins and a silent audit log.',
  why: 'What nobody is told of stays as it is until searches fail, or until somebody looks.',
  reference: 'https://www.elastic.co/docs/deploy-manage/monitor/monitoring-data/configure-stack-monitoring-alerts',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  messages: {
    none: 'No alert of cluster {{cluster}} is known for {{conditions}}; expected one for each.',
  },
  *stack({ alerts, attestations, clusters, isObserved }) {
    const labels = clusters.map(({ label }) => label);
    if (alerts !== undefined) for (const label of labels) yield* unanswered(alerts, attestations, label);
    // Who attests nothing has not said that there is none.
    else if (attestations !== undefined && isObserved !== true) yield* unattested(attestations, labels);
  },
});

type Reported = Report<'none'> | Open;

/** Reports the conditions that a running dashboard has no alert for, and that nobody attests. */
function* unanswered(alerts: Alerts, attestations: Attestations | undefined, cluster: string): Iterable<Reported> {
  const settings = CONDITIONS.filter(
    ([name]) => attestations === undefined || !isAttested(attestations, cluster, name),
  ).map(([name, words]) => ({ words, alert: alerts[name] }));
  const open = new Set(settings.flatMap(({ alert }) => (alert.state === 'unknown' ? [alert] : [])));
  for (const undecided of open) yield { undecided, hosts: [] };
  const missing = settings.filter(({ alert }) => alert.state === 'unset');
  const [first] = missing;
  if (first === undefined) return;
  const data = { cluster, conditions: inWords(missing) };
  const late = missing.filter(({ alert: { origin } }) => keyOfPlace(origin) !== keyOfPlace(first.alert.origin));
  const related = late.map(({ alert }) => ({ ...placeOfOrigin(alert.origin), message: 'alerts too late' }));
  const { length: measure } = missing;
  yield { at: first.alert, message: 'none', data, related, hosts: [], clusters: [cluster], measure };
}

/** Reports the conditions that nobody attests, of those who attest anything: once for clusters that lack the same. */
function* unattested(attestations: Attestations, labels: readonly string[]): Iterable<Reported> {
  const lacking = labels.map((label) => {
    const missing = CONDITIONS.filter(([name]) => !isAttested(attestations, label, name));
    const own = attestations.alerts.findLast((one) => isAbout(one, label));
    return { label, at: own?.at ?? attestations.at, missing: missing.map(([, words]) => ({ words })) };
  });
  for (const alike of grouped(lacking, ({ at, missing }) => `${keyOfPlace(at)} ${inWords(missing)}`).values()) {
    const [{ at, missing }] = alike;
    if (missing.length === 0) continue;
    const clusters = alike.map(({ label }) => label);
    const data = { cluster: clusters.join(', '), conditions: inWords(missing) };
    yield { at, message: 'none', data, hosts: [], clusters, measure: missing.length };
  }
}

function isAttested({ alerts }: Attestations, label: string, condition: AlertCondition): boolean {
  return alerts.some((one) => isAbout(one, label) && one[condition] !== undefined);
}

function inWords(conditions: readonly { readonly words: string }[]): string {
  return listed(
    conditions.map(({ words }) => words),
    conditions.length,
  );
}
