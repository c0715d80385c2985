/**
 * Which conditions the rules of dashboards alert on. The type of a rule of Stack Monitoring says so by itself. Any other
 * may do so as well, as its query decides, so it leaves open what no rule is sure to alert on.
 *
 * https://www.elastic.co/docs/deploy-manage/monitor/monitoring-data/configure-stack-monitoring-alerts
 */
import { isMap } from '../../ground/json-map.ts';
import { ALERT_CONDITIONS } from '../../model/alerts.ts';
import type { AlertCondition, Alerts } from '../../model/alerts.ts';
import { listed } from '../../model/phrases.ts';
import type { Known, Origin, Setting, Unknown } from '../../model/setting.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer, InstanceAnswers } from './answers.ts';

/** The rules that alert on one condition and nothing else, with the highest threshold that is still it, in percent. */
const SURE: Readonly<Record<string, { readonly condition: AlertCondition; readonly most?: number }>> = {
  monitoring_alert_cluster_health: { condition: 'health' },
  monitoring_alert_disk_usage: { condition: 'disk', most: 80 },
  monitoring_alert_jvm_memory_usage: { condition: 'heap', most: 85 },
};
/** How the types of rules begin that alert on one condition each, of which none is ours but those above. */
const OF_MONITORING = 'monitoring_';
/** The parts of Kibana whose rules may alert on anything. An account is told the types of those that it may read. */
const PRODUCERS = ['stackAlerts', 'monitoring', 'infrastructure', 'logs', 'siem', 'ml'];

/** A rule that is switched on, and not muted. */
interface ActiveRule {
  readonly type: string;
  readonly name: Known<string>;
  readonly isFiltered: boolean;
  readonly threshold: { readonly value: unknown; readonly origin: Origin };
}

/** What is known of the rules of all dashboards. */
interface Rules {
  readonly active: readonly ActiveRule[];
  /** The reasons why there may be others. */
  readonly open: readonly Unknown[];
  /** The place where others would be. */
  readonly origin: Origin;
}

/** The alerts of the dashboards beside a cluster; undefined if none was asked. */
export function runningAlerts(instances: readonly InstanceAnswers[]): Alerts | undefined {
  const [first, ...others] = instances.filter(({ kind }) => kind === 'dashboard').map(rulesOf);
  if (first === undefined) return undefined;
  const all = others.reduce((one, { active, open }): Rules => {
    return { active: [...one.active, ...active], open: [...one.open, ...open], origin: one.origin };
  }, first);
  const conditions = Object.keys(ALERT_CONDITIONS) as readonly AlertCondition[];
  return Object.fromEntries(conditions.map((one) => [one, alertFor(one, all)])) as Alerts;
}

function alertFor(condition: AlertCondition, { active, open, origin }: Rules): Setting<string> {
  const verdicts = active.map((rule) => ({ rule, verdict: verdictOn(rule, condition) }));
  const of = (wanted: Verdict): ActiveRule | undefined => verdicts.find(({ verdict }) => verdict === wanted)?.rule;
  const [alerts, mayAlert, alertsLate] = [of('alerts'), of('may alert'), of('alerts late')];
  if (alerts !== undefined) return alerts.name;
  const [reason] = open;
  if (reason !== undefined) return reason;
  if (mayAlert === undefined)
    return { state: 'unset', variable: condition, origin: alertsLate?.threshold.origin ?? origin };
  const message = `the type of the rule ${mayAlert.name.value} does not tell all that it alerts on`;
  return { ...mayAlert.name, state: 'unknown', reason: 'not-collected', message };
}

type Verdict = 'alerts' | 'alerts late' | 'may alert' | 'alerts on others';

function verdictOn({ type, threshold: { value }, isFiltered }: ActiveRule, condition: AlertCondition): Verdict {
  const sure = SURE[type];
  if (sure === undefined) return type.startsWith(OF_MONITORING) ? 'alerts on others' : 'may alert';
  const { condition: own, most } = sure;
  if (own !== condition) return 'alerts on others';
  if (most !== undefined && typeof value === 'number' && value > most) return 'alerts late';
  return isFiltered || (most !== undefined && typeof value !== 'number') ? 'may alert' : 'alerts';
}

function rulesOf({ product, answerTo, answersTo }: InstanceAnswers): Rules {
  const status = answerTo('dashboard-status') ?? { request: 'GET /api/status' };
  const unknown = (answer: ClusterAnswer, message?: string): Unknown => {
    const asked = message === undefined ? answer : { ...answer, why: message };
    // An older release has other ways to alert.
    return untold({ ...asked, isOlder: false }, { variable: 'alerts', origin: placeInAnswer(answer, []) });
  };
  const none = (answer: ClusterAnswer, message?: string): Rules => {
    return { active: [], open: [unknown(answer, message)], origin: placeInAnswer(answer, []) };
  };
  if (product !== 'kibana') return none(status, 'OpenSearch Dashboards answers no GET request with what it alerts on');
  const spaces = answerTo('spaces');
  const [rules, types] = [answersTo('alerting-rules'), answersTo('alerting-rule-types')];
  const [first] = rules;
  if (first === undefined) return none(spaces ?? status);
  const open = [
    ...types.flatMap((answer): readonly Unknown[] => {
      if (!Array.isArray(answer.body)) return [unknown(answer)];
      const shown = new Set((answer.body as readonly unknown[]).map((type) => isMap(type) && type['producer']));
      const hidden = PRODUCERS.filter((producer) => !shown.has(producer));
      if (hidden.length === 0) return [];
      return [
        unknown(answer, `this account may not read all rules of Kibana: none of ${listed(hidden, hidden.length)}`),
      ];
    }),
    ...rules.flatMap((answer): readonly Unknown[] => {
      const [all, total] = [listIn(answer), partOfAnswer(answer, ['total'])?.value];
      if (all === undefined) return [unknown(answer)];
      if (typeof total !== 'number' || total <= all.length) return [];
      return [unknown(answer, `${answer.request} shows ${String(all.length)} of ${String(total)} rules`)];
    }),
  ];
  return { active: rules.flatMap(activeRulesIn), open, origin: placeInAnswer(first, ['data']) };
}

function listIn(answer: ClusterAnswer): readonly unknown[] | undefined {
  const all = partOfAnswer(answer, ['data'])?.value;
  return Array.isArray(all) ? (all as readonly unknown[]) : undefined;
}

function activeRulesIn(answer: ClusterAnswer): readonly ActiveRule[] {
  return (listIn(answer) ?? []).flatMap((rule, index): readonly ActiveRule[] => {
    const { rule_type_id: type, name, enabled, mute_all: isMuted, params } = isMap(rule) ? rule : {};
    if (enabled === false || isMuted === true) return [];
    const keys = ['data', String(index)];
    const { threshold, filterQuery, filterQueryText } = isMap(params) ? params : {};
    return [
      {
        type: String(type),
        name: {
          ...{ state: 'known', variable: 'alerts', value: String(name) },
          origin: placeInAnswer(answer, [...keys, 'name']),
        },
        isFiltered: [filterQuery, filterQueryText].some((filter) => typeof filter === 'string' && filter.trim() !== ''),
        threshold: { value: threshold, origin: placeInAnswer(answer, [...keys, 'params', 'threshold']) },
      },
    ];
  });
}
