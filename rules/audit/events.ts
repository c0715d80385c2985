import {
  ADVISED_EVENTS,
  isAuditUnlicensed,
  mayAudit,
  NEEDED_EVENTS,
  severityByLicense,
  WANTED_EVENTS,
  whyNoAudit,
} from '../../src/model/audit.ts';
import { unsafe } from '../../src/model/fix.ts';
import { nearest } from '../../src/model/nearest.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Report } from '../../src/model/rule.ts';
import type { Open, Place, Setting } from '../../src/model/setting.ts';

/** Written for all that works, and for every health check. */
const LOUD = ['access_granted', 'anonymous_access_denied'];
const ALL = '_all';
/**
 * The events of Elasticsearch: `AuditLevel` in
 * https://github.com/elastic/elasticsearch/tree/main/x-pack/plugin/security/src/main/java/org/elasticsearch/xpack/security/audit
 */
const EVENTS = [
  ...[...WANTED_EVENTS, ...LOUD, ALL],
  ...['connection_granted', 'realm_authentication_failed', 'security_config_change', 'system_access_granted'],
];
/** The events in the log where no setting chooses any. */
const BY_DEFAULT = [...NEEDED_EVENTS, ...LOUD, ...ADVISED_EVENTS.filter((event) => event !== 'authentication_success')];

/** The categories of OpenSearch: https://docs.opensearch.org/latest/security/audit-logs/index/ */
const NEEDED_CATEGORIES = ['FAILED_LOGIN', 'MISSING_PRIVILEGES'];
const ADVISED_CATEGORIES = [
  ...['SSL_EXCEPTION', 'BAD_HEADERS', 'OPENDISTRO_SECURITY_INDEX_ATTEMPT', 'OPENSEARCH_SECURITY_INDEX_ATTEMPT'],
];
const LOUD_CATEGORY = 'GRANTED_PRIVILEGES';
const CATEGORIES = [...NEEDED_CATEGORIES, ...ADVISED_CATEGORIES, LOUD_CATEGORY, 'AUTHENTICATED', 'INDEX_EVENT', 'NONE'];

type Said = Report<'unset' | 'missing' | 'excluded' | 'loud' | 'loudCategory' | 'unknown'> | Open;

export default defineRule({
  summary: 'Keep what goes wrong in the audit log, and leave out what goes well.',
  why: 'An attack shows in refused logins and refused access; what is allowed is most of what happens, and hides it.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/auding-settings',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'warning' },
  fixes: 'unsafe',
  considers: [
    ...(['auditIncluded', 'auditExcluded', 'auditDisabledRest', 'auditDisabledTransport'] as const),
    ...(['audit', 'auditSink', 'security', 'securityDisabled', 'otherSecurity'] as const),
  ],
  messages: {
    unset:
      'Nobody chose events for the audit log of {{host}}, which by default has access_granted for each call that succeeds; expected {{variable}} to list the others.',
    missing: 'The audit log of {{host}} leaves out {{events}}; expected {{them}} in {{variable}}.',
    excluded: 'The audit log of {{host}} leaves out {{events}}; expected {{variable}} without {{item}}.',
    loud: 'The audit log of {{host}} has {{events}}, so often that it hides what matters; expected {{variable}} without {{item}}.',
    loudCategory:
      'The audit log of {{host}} has {{events}}, so often that it hides what matters; expected {{variable}} to list it.',
    unknown: '{{variable}} of {{host}} has {{item}}, which is no event of an audit log; expected {{meant}}.',
  },
  *cluster(cluster) {
    const severity = severityByLicense(cluster);
    if (isAuditUnlicensed(cluster) && severity === undefined) return;
    for (const node of cluster.nodes) {
      const hosts = [node.host];
      if (!mayAudit(node)) continue;
      const why = whyNoAudit(node);
      // A running node of OpenSearch does not tell where its audit log is, but what is in it.
      if (why?.state === 'unknown' && !('call' in why.origin)) yield { undecided: why, hosts };
      if (why !== undefined && !(why.state === 'unknown' && 'call' in why.origin)) continue;
      const { auditIncluded, auditExcluded, auditDisabledRest, auditDisabledTransport } = node;
      const said = [
        ...judgedEvents(auditIncluded, auditExcluded),
        ...judgedCategories(auditDisabledRest, ['FAILED_LOGIN']),
        ...judgedCategories(auditDisabledTransport, NEEDED_CATEGORIES, LOUD_CATEGORY),
      ];
      for (const one of said)
        yield 'undecided' in one || severity === undefined ? { ...one, hosts } : { ...one, hosts, severity };
    }
  },
});

type Names = Setting<readonly string[]>;

/** A name in a list, as it was meant, and its place. */
interface Item {
  readonly name: string;
  readonly meant: string | undefined;
  readonly part: Place | undefined;
}

/** The names in a list; one that is not known was meant as the nearest. */
function itemsOf(names: Names, known: readonly string[], inCase: (name: string) => string): readonly Item[] {
  if (names.state !== 'known') return [];
  return names.value.map((name, index) => {
    const own = inCase(name.trim());
    return { name, meant: known.includes(own) ? own : nearest(own, known), part: names.items?.[index] };
  });
}

/** Judges the events of Elasticsearch. Those that are left out count first. */
function* judgedEvents(included: Names, excluded: Names): Iterable<Said> {
  const lower = (name: string): string => name.toLowerCase();
  const [wanted, unwanted] = [included, excluded].map((names) => itemsOf(names, EVENTS, lower)) as [Items, Items];
  yield* unknownNames(included, wanted, EVENTS);
  yield* unknownNames(excluded, unwanted, EVENTS);
  const holds = (items: Items, event: string): boolean => items.some(({ meant }) => meant === event || meant === ALL);
  const isOut = (event: string): boolean => holds(unwanted, event);
  for (const { name, meant, part } of unwanted) {
    const events = WANTED_EVENTS.filter((event) => meant === event || meant === ALL);
    const report = {
      at: excluded,
      part,
      message: 'excluded',
      data: { events: events.join(', '), item: name },
      fix: part && unsafe.remove(part, name),
    } as const;
    if (NEEDED_EVENTS.some((event) => events.includes(event))) yield { ...report, severity: 'error' };
    else if (events.length > 0) yield report;
  }
  if (included.state === 'unknown') yield { undecided: included };
  if (included.state !== 'known' && included.state !== 'unset') return;
  if (included.state === 'unset' && !isOut('access_granted')) {
    if (excluded.state === 'unknown') yield { undecided: excluded };
    else yield { at: included, message: 'unset', fix: unsafe.set(included, WANTED_EVENTS) };
    return;
  }
  const isIn = (event: string): boolean =>
    included.state === 'unset' ? BY_DEFAULT.includes(event) : holds(wanted, event);
  const isMissing = (event: string): boolean => !isIn(event) && !isOut(event);
  for (const events of NEEDED_EVENTS.filter(isMissing))
    yield {
      at: included,
      message: 'missing',
      data: { events, them: 'it' },
      severity: 'error',
      fix: unsafe.add(included, [events]),
    };
  const others = ADVISED_EVENTS.filter(isMissing);
  const data = { events: others.join(', '), them: others.length === 1 ? 'it' : 'them' };
  if (others.length > 0) {
    // What the product has of its own is not added to a list that a file has.
    const fix = included.state === 'unset' ? unsafe.set(included, WANTED_EVENTS) : unsafe.add(included, others);
    yield { at: included, message: 'missing', data, fix };
  }
  for (const { name, meant, part } of wanted) {
    const events = LOUD.filter((event) => (meant === event || meant === ALL) && !isOut(event)).join(' and ');
    if (events === '') continue;
    if (excluded.state === 'unknown') yield { undecided: excluded };
    else
      yield {
        at: included,
        part,
        message: 'loud',
        data: { events, item: name },
        fix: part && unsafe.remove(part, name),
      };
  }
}

/** Judges the categories that OpenSearch leaves out of one layer: some are needed there, and one is loud. */
function* judgedCategories(disabled: Names, needed: readonly string[], loud?: string): Iterable<Said> {
  const items = itemsOf(disabled, CATEGORIES, (name) => name.toUpperCase());
  // Newer releases have others.
  yield* unknownNames(
    disabled,
    items.filter(({ meant }) => meant !== undefined),
    CATEGORIES,
  );
  for (const { name, meant: events = '', part } of items) {
    const report = { at: disabled, part, message: 'excluded', data: { events, item: name } } as const;
    if (name.trim().toUpperCase() !== events) continue;
    if (needed.includes(events)) yield { ...report, severity: 'error' };
    else if (ADVISED_CATEGORIES.includes(events)) yield report;
  }
  if (disabled.state === 'unknown') yield { undecided: disabled };
  if (disabled.state === 'known' && loud !== undefined && items.every(({ meant }) => meant !== loud))
    yield { at: disabled, message: 'loudCategory', data: { events: loud } };
}

type Items = readonly Item[];

/** Reports the names in a list that the product does not know. */
function* unknownNames(names: Names, items: Items, known: readonly string[]): Iterable<Said> {
  for (const { name, meant, part } of items)
    if (!known.some((one) => one.toLowerCase() === name.trim().toLowerCase()))
      yield {
        at: names,
        part,
        message: 'unknown',
        data: { item: name, meant: meant ?? 'one that the product knows' },
        severity: 'error',
        fix: part && meant !== undefined ? unsafe.write(part, meant) : undefined,
      };
}
