import { listed } from '../../src/model/phrases.ts';
import { templatesThatCount } from '../../src/model/records.ts';
import type { IndexTemplate } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting, Unknown } from '../../src/model/setting.ts';
import { millisecondCount } from '../../src/model/units.ts';

/** The thresholds of Production practice, by their settings. */
const THRESHOLDS = {
  'index.search.slowlog.threshold.query.warn': '10s',
  'index.search.slowlog.threshold.query.info': '5s',
  'index.search.slowlog.threshold.fetch.warn': '1s',
  'index.indexing.slowlog.threshold.index.warn': '10s',
} as const;

export default defineRule({
  summary: 'Log slow queries, fetches and writes of all indices, by an index template.',
  why: 'Without slow logs, nothing tells which requests make a cluster slow.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/index-settings/slow-log',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  messages: {
    none: 'No index template of cluster {{cluster}} for all indices sets slow logs; expected one for *, of priority 0.',
    unset: 'Index template {{template}} of cluster {{cluster}} does not set {{setting}}; expected at most {{most}}.',
    slow: 'Index template {{template}} of cluster {{cluster}} sets {{setting}} to {{value}}; expected at most {{most}}.',
    shadowed:
      'Index templates of cluster {{cluster}} take the place of {{template}}, and log less of what is slow: {{names}}; expected the same thresholds there.',
  },
  *cluster({ label: cluster, indexTemplates: templates }) {
    if (templates?.state === 'unknown') yield { undecided: templates, hosts: [] };
    if (templates?.state !== 'known') return;
    const all = templatesThatCount(templates.value).map(slowLogsOf);
    const forAll = all.filter(({ template: { patterns }, setsAny }) => {
      return patterns.state === 'known' && patterns.value.includes('*') && setsAny;
    });
    const [best] = forAll.sort((one, other) => doubts(one) - doubts(other));
    if (best === undefined) {
      const open = all.flatMap(({ template: { patterns } }) => (patterns.state === 'unknown' ? [patterns] : []));
      for (const undecided of open) yield { undecided, hosts: [] };
      if (open.length > 0) return;
      const body = { index_patterns: ['*'], priority: 0, template: { settings: THRESHOLDS } };
      const remedy = { title: 'Make the template', request: 'PUT /_index_template/slow-log', body };
      yield { at: templates, message: 'none', data: { cluster }, hosts: [], remedies: [remedy] };
      return;
    }
    const { name: template, origin } = best.template;
    for (const { setting, most, given } of best.wrong) {
      const data = { cluster, template, setting, most };
      if (given.state !== 'known') yield { at: origin, message: 'unset', data, hosts: [] };
      else yield { at: given.origin, message: 'slow', data: { ...data, value: given.value }, hosts: [] };
    }
    const others = all.map((other) => ({ ...other.template, takes: takesFrom(best, other) }));
    const taking = others.filter(({ takes }) => takes === true);
    const open = [...best.open, ...others.flatMap(({ takes }) => (typeof takes === 'boolean' ? [] : takes))];
    for (const undecided of new Set(open)) yield { undecided, hosts: [] };
    const [first] = taking;
    if (first === undefined) return;
    const data = { cluster, template, names: listed([...new Set(taking.map(({ name }) => name))]) };
    yield { at: first.origin, message: 'shadowed', data, severity: 'info', hosts: [], measure: taking.length };
  },
});

/** A threshold of a template. */
interface Threshold {
  readonly setting: string;
  readonly most: string;
  readonly given: Setting<string>;
}

/** The thresholds of slow logs in a template. */
interface SlowLogs {
  readonly template: IndexTemplate;
  readonly setsAny: boolean;
  /** The thresholds that it sets too high, or not at all. */
  readonly wrong: readonly Threshold[];
  readonly open: readonly Unknown[];
}

function slowLogsOf(template: IndexTemplate): SlowLogs {
  const all = Object.entries(THRESHOLDS).map(([setting, most]) => ({
    setting,
    most,
    given: template.settingOf(setting),
  }));
  return {
    template,
    setsAny: all.some(({ given }) => given.state !== 'unset'),
    wrong: all.filter(
      ({ given, most }) => given.state === 'unset' || (given.state === 'known' && isLaxer(given, most)),
    ),
    open: all.flatMap(({ given }) => (given.state === 'unknown' ? [given] : [])),
  };
}

function doubts({ wrong, open }: SlowLogs): number {
  return wrong.length + open.length;
}

function isLaxer({ value }: { readonly value: string }, most: string): boolean {
  return (millisecondCount(value) ?? Infinity) > (millisecondCount(most) ?? Infinity);
}

/**
 * Tells whether a template takes indices from the one for all, and logs less there; the reason if that is not known.
 * Of templates that match an index, one alone counts; those of the older kind are merged where there is no other.
 */
function takesFrom(
  { template: forAll, wrong: common }: SlowLogs,
  { template, wrong, open }: SlowLogs,
): boolean | Unknown {
  if (template === forAll || template.isOfProduct) return false;
  const isLess = wrong.some(({ setting, given }) => {
    const isMerged = template.isLegacy && given.state === 'unset';
    return !isMerged && !common.some((one) => one.setting === setting);
  });
  const [unknown] = isLess ? [] : open;
  if (!isLess && unknown === undefined) return false;
  const [before, own] = [forAll.priority, template.priority];
  if (forAll.isLegacy === template.isLegacy) {
    for (const setting of [before, own]) if (setting.state === 'unknown') return setting;
    if (numberOf(own) <= numberOf(before)) return false;
  }
  const { patterns, elsewhere } = template;
  if (patterns.state === 'unknown') return patterns;
  return unknown ?? elsewhere ?? patterns.state === 'known';
}

function numberOf(priority: Setting<number>): number {
  return priority.state === 'known' ? priority.value : 0;
}
