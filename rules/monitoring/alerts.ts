import { ALERT_CONDITIONS } from '../../src/model/alerts.ts';
import type { AlertCondition } from '../../src/model/alerts.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';

const CONDITIONS = Object.entries(ALERT_CONDITIONS) as readonly (readonly [AlertCondition, string])[];

export default defineRule({
  summary: 'Alert on health, full disks, full heaps, slow searches, failed logins and a silent audit log.',
  why: 'What nobody is told of stays as it is until searches fail, or until somebody looks.',
  reference: 'https://www.elastic.co/docs/deploy-manage/monitor/monitoring-data/configure-stack-monitoring-alerts',
  since: '0.1.0',
  severity: { development: 'off', production: 'info', strict: 'warning' },
  judges: 'observed',
  messages: {
    none: 'No alert of cluster {{cluster}} is known for {{conditions}}; expected one for each.',
  },
  *stack({ alerts, clusters }) {
    if (alerts === undefined) return;
    const settings = CONDITIONS.map(([name, words]) => ({ words, alert: alerts[name] }));
    const open = new Set(settings.flatMap(({ alert }) => (alert.state === 'unknown' ? [alert] : [])));
    for (const undecided of open) yield { undecided, hosts: [] };
    const missing = settings.filter(({ alert }) => alert.state === 'unset');
    const [first] = missing;
    if (first === undefined) return;
    const labels = clusters.map(({ label }) => label);
    const data = {
      cluster: labels.join(', '),
      conditions: listed(
        missing.map(({ words }) => words),
        missing.length,
      ),
    };
    const late = missing.filter(({ alert: { origin } }) => keyOfPlace(origin) !== keyOfPlace(first.alert.origin));
    const related = late.map(({ alert }) => ({ ...placeOfOrigin(alert.origin), message: 'alerts too late' }));
    const { length: measure } = missing;
    yield { at: first.alert, message: 'none', data, related, hosts: [], clusters: labels, measure };
  },
});
