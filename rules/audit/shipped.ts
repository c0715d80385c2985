import { isAuditUnlicensed, mayAudit, whyNoAudit } from '../../src/model/audit.ts';
import { grouped } from '../../src/model/multimap.ts';
import { listed } from '../../src/model/phrases.ts';
import type { LogInput } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Unknown } from '../../src/model/setting.ts';
import type { SearchNode, Shipper } from '../../src/model/stack.ts';

/** The number of nodes that a report names. */
const NAMED = 5;

/** The fields by which the practice finds audit logs again, of which the second has the name of the cluster. */
const FIELDS = ['type', 'source_cluster'] as const;

export default defineRule({
  summary: 'Ship the audit log of each search node, marked with the cluster that it is from.',
  why: 'Whoever takes over a node can change what its audit log says, and what lies on it is lost with it.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/logging-configuration/enabling-audit-logs',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  judges: 'declared',
  considers: [
    ...(['audit', 'auditSink', 'security', 'securityDisabled', 'otherSecurity', 'clusterName', 'moduleLogs'] as const),
  ],
  messages: {
    missing: 'Nothing ships the audit log of {{nodes}}; expected an input of their log shipper that reads {{file}}.',
    field: 'An input of {{host}} that reads the audit log has no field {{field}}; expected {{expected}}.',
    value: 'The field {{field}} of the audit log of {{host}} is {{value}}; expected {{expected}}.',
  },
  *stack({ clusters, shippers = [], shipping = [] }) {
    const byHost = grouped(
      shippers.filter(({ program }) => program === 'filebeat'),
      ({ host }) => host,
    );
    const logsOf = new Map(shipping.map(({ host, logs }) => [host, logs]));
    for (const cluster of clusters) {
      if (isAuditUnlicensed(cluster)) continue;
      const lacking: SearchNode[] = [];
      for (const node of cluster.nodes.filter(keepsAuditFile)) {
        const { host } = node;
        const hosts = [host];
        const own = byHost.get(host) ?? [];
        if (own.some(hasAuditModule)) continue;
        const reading = own.flatMap(({ inputs }) => inputs.known.filter((input) => reads(input, node) === true));
        for (const input of reading) if (input.isOfRole) yield* judgedFields(input, node);
        if (reading.length > 0) continue;
        const open = own.map((shipper) => whyOpen(shipper, node)).find((why) => why !== undefined);
        const logs = own.length > 0 ? undefined : logsOf.get(host)?.();
        if (open !== undefined) yield { undecided: open, hosts };
        else if (logs?.state === 'unknown') yield { undecided: logs, hosts };
        else lacking.push(node);
      }
      const [first] = lacking;
      if (first === undefined) continue;
      const hosts = lacking.map(({ host }) => host);
      const data = { nodes: listed(hosts, NAMED), file: auditFileOf(first) };
      yield { at: first.audit, message: 'missing', data, hosts, clusters: [cluster.label] };
    }
  },
});

/** Tells whether a node surely writes its audit log to a file, as Elasticsearch does; OpenSearch writes to an index. */
function keepsAuditFile(node: SearchNode): boolean {
  const { auditSink } = node;
  const hasNoSink = auditSink.state === 'unknown' && auditSink.reason === 'not-applicable';
  return hasNoSink && mayAudit(node) && whyNoAudit(node) === undefined;
}

function hasAuditModule({ moduleLogs }: Shipper): boolean {
  return moduleLogs.state === 'known' && moduleLogs.value.includes('elasticsearch.audit');
}

/** The name of the file that a node writes its audit log to. */
function auditFileOf({ clusterName }: SearchNode): string {
  return `${clusterName.state === 'known' ? clusterName.value : 'elasticsearch'}_audit.json`;
}

/** Tells whether an input reads the audit log of a node; undefined if that is not known. */
function reads({ paths, enabled }: LogInput, node: SearchNode): boolean | undefined {
  if (enabled.state === 'known' && !enabled.value) return false;
  if (paths.state !== 'known') return paths.state === 'unknown' ? undefined : false;
  if (node.clusterName.state === 'unknown')
    return paths.value.some((path) => path.includes('audit')) ? true : undefined;
  return paths.value.some((path) => matches(path.slice(path.lastIndexOf('/') + 1), auditFileOf(node)));
}

/** Tells whether a glob for names of files matches one. */
function matches(glob: string, name: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`).test(name);
}

/** The reason why a shipper may read the audit log of a node all the same. */
function whyOpen({ inputs, moduleLogs }: Shipper, node: SearchNode): Unknown | undefined {
  if (inputs.incomplete !== undefined) return inputs.incomplete;
  for (const input of inputs.known) {
    if (reads(input, node) !== undefined) continue;
    return input.paths.state === 'unknown'
      ? input.paths
      : node.clusterName.state === 'unknown'
        ? node.clusterName
        : undefined;
  }
  return moduleLogs.state === 'unknown' ? moduleLogs : undefined;
}

function* judgedFields(input: LogInput, node: SearchNode) {
  const { host, clusterName } = node;
  const expectedOf = { type: 'audit', source_cluster: clusterName.state === 'known' ? clusterName.value : undefined };
  for (const field of FIELDS) {
    const expected = expectedOf[field];
    const value = input.fieldOf(field);
    const hosts = [host];
    if (value.state === 'unknown') yield { undecided: value, hosts };
    if (expected === undefined) continue;
    const data = { host, field, expected };
    if (value.state === 'unset') yield { at: input.origin, message: 'field' as const, data, hosts };
    if (value.state === 'known' && typeof value.value === 'string' && value.value !== expected)
      yield { at: value, message: 'value' as const, data: { ...data, value: value.value }, hosts };
  }
}
