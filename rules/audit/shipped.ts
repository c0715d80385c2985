import { isAuditUnlicensed, keepsAuditFile } from '../../src/model/audit.ts';
import { listed } from '../../src/model/phrases.ts';
import type { LogInput } from '../../src/model/records.ts';
import { defineRule } from '../../src/model/rule.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';
import { logFileOf, ShippedLogs } from '../../src/model/shipped-logs.ts';
import type { SearchNode } from '../../src/model/stack.ts';

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
  *stack(stack) {
    const logs = new ShippedLogs(stack);
    for (const cluster of stack.clusters) {
      if (isAuditUnlicensed(cluster)) continue;
      const lacking: SearchNode[] = [];
      for (const node of cluster.nodes.filter(keepsAuditFile)) {
        const { byModule, inputs, open } = logs.of(node, 'audit');
        if (byModule) continue;
        for (const input of inputs) if (input.isOfRole) yield* judgedFields(input, node);
        if (inputs.length > 0) continue;
        if (open === undefined) lacking.push(node);
        else yield { undecided: open, hosts: [node.host] };
      }
      const place = firstPlaceOf(lacking.map((node) => ({ host: node.host, at: node.audit, node })));
      if (place === undefined) continue;
      const { first, hosts, related } = place;
      const names = lacking.map(({ host }) => host);
      const data = { nodes: listed(names), file: logFileOf(first.node, 'audit') };
      yield {
        at: first.at,
        message: 'missing',
        data,
        hosts,
        related,
        measure: names.length,
        clusters: [cluster.label],
      };
    }
  },
});

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
