/** The audit log of a search node: whether it keeps one. */
import type { Report } from './rule.ts';
import { isTruth, isWithoutSecurity } from './security.ts';
import type { Setting } from './setting.ts';
import type { Cluster, SearchNode } from './stack.ts';

/** The events of Elasticsearch that an audit log is to have always, and those that it had better have: production practice §6. */
export const NEEDED_EVENTS: readonly string[] = ['authentication_failed', 'access_denied'];
export const ADVISED_EVENTS: readonly string[] = [
  ...['authentication_success', 'connection_denied', 'tampered_request', 'run_as_denied', 'run_as_granted'],
];
export const WANTED_EVENTS: readonly string[] = [...NEEDED_EVENTS, ...ADVISED_EVENTS];

type Auditing = Pick<SearchNode, 'audit' | 'auditSink'>;

/**
 * The setting that keeps a node from keeping an audit log, or may do so if it is unknown; undefined if the node keeps
 * one.
 */
export function whyNoAudit({ audit, auditSink }: Auditing): Setting<unknown> | undefined {
  if (auditSink.state === 'unknown' && auditSink.reason === 'not-applicable')
    return isTruth(audit, true) ? undefined : audit;
  // OpenSearch has it on, but nowhere to write to.
  if (audit.state !== 'unset' && !isTruth(audit, true)) return audit;
  return auditSink.state === 'known' && auditSink.value !== 'noop' ? undefined : auditSink;
}

/** Tells whether a node has an audit log to judge: without accounts there is none, and plugins of others have their own. */
export function mayAudit(node: Pick<SearchNode, 'security' | 'securityDisabled' | 'otherSecurity'>): boolean {
  return !isWithoutSecurity(node) && node.otherSecurity.state !== 'known';
}

/** Tells whether a node surely writes its audit log to a file, as Elasticsearch does; OpenSearch writes to an index. */
export function keepsAuditFile(node: SearchNode): boolean {
  const { auditSink } = node;
  const hasNoSink = auditSink.state === 'unknown' && auditSink.reason === 'not-applicable';
  return hasNoSink && mayAudit(node) && whyNoAudit(node) === undefined;
}

/** The licenses of Elasticsearch without an audit log: https://www.elastic.co/subscriptions */
const WITHOUT_AUDIT: ReadonlySet<string> = new Set(['basic', 'standard']);

/** Tells whether it is known that the license of a cluster allows no audit log, whatever its nodes say. */
export function isAuditUnlicensed({ license }: Pick<Cluster, 'license'>): boolean {
  return license?.state === 'known' && WITHOUT_AUDIT.has(license.value.type);
}

/**
 * The severity of advice about the audit log of a cluster that, as the configuration says, has a license without one;
 * undefined for others. A running cluster without such a license gets no advice at all.
 */
export function severityByLicense(cluster: Pick<Cluster, 'license'>): Report['severity'] {
  const isSaid = cluster.license !== undefined && !('call' in cluster.license.origin);
  return isSaid && isAuditUnlicensed(cluster) ? INFO : undefined;
}

const INFO = { development: 'info', production: 'info', strict: 'info' } as const;
