import { isAuditUnlicensed, mayAudit, severityByLicense, WANTED_EVENTS, whyNoAudit } from '../../src/model/audit.ts';
import { unsafe } from '../../src/model/fix.ts';
import type { Fix } from '../../src/model/fix.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { firstPlaceOf } from '../../src/model/several-places.ts';

export default defineRule({
  summary: 'Keep an audit log on search nodes.',
  why: 'Without it, there is no telling afterwards who tried passwords, or who read and deleted what.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/logging-configuration/enabling-audit-logs',
  since: '0.1.0',
  sources: [
    {
      name: 'OpenSearch: Best practices for security, audit logging',
      url: 'https://docs.opensearch.org/latest/security/configuration/best-practices/',
    },
  ],
  severity: { development: 'off', production: 'warning', strict: 'error' },
  fixes: 'unsafe',
  considers: ['audit', 'auditSink', 'auditIncluded', 'security', 'securityDisabled', 'otherSecurity'],
  messages: {
    off: 'The audit log is switched off on {{host}}; expected {{variable}} to be {{on}}.',
    unset: 'The audit log is not switched on for {{nodes}}; expected {{variable}} to be {{on}}.',
    unlicensed:
      '{{variable}} is true on {{host}}, but the license of cluster {{cluster}} has no audit log; expected one that has.',
  },
  *cluster(cluster) {
    const isUnlicensed = isAuditUnlicensed(cluster);
    const severity = severityByLicense(cluster);
    const { license, label } = cluster;
    const unset: {
      readonly host: string;
      readonly at: Setting<unknown>;
      readonly on: string;
      readonly fix: Fix;
    }[] = [];
    for (const node of cluster.nodes) {
      const hosts = [node.host];
      const { audit, auditSink, security, securityDisabled } = node;
      if (!mayAudit(node)) continue;
      const at = whyNoAudit(node);
      if (at === undefined) {
        if (isUnlicensed) yield { at: audit, message: 'unlicensed', data: { cluster: label }, hosts, severity };
      } else if (at.state === 'unknown') yield { undecided: at, hosts };
      // What the license does not allow is no advice.
      else if ((isUnlicensed && severity === undefined) || at.state === 'malformed') continue;
      else if (license?.state === 'unknown') yield { undecided: license, hosts };
      else if (security.state === 'unknown' && security.reason !== 'not-applicable')
        yield { undecided: security, hosts };
      else if (securityDisabled.state === 'unknown' && securityDisabled.reason !== 'not-applicable')
        yield { undecided: securityDisabled, hosts };
      else {
        const isSink = at === auditSink;
        const on = isSink ? 'a place for it, such as internal_opensearch' : 'true';
        // The log of Elasticsearch has of its own an event for each call that succeeds.
        const fix = isSink
          ? unsafe.set(at, 'internal_opensearch')
          : unsafe.withUnset(unsafe.set(at, true), node.auditIncluded, WANTED_EVENTS);
        if (at.state === 'unset') unset.push({ host: node.host, at, on, fix });
        else yield { at, message: 'off', data: { on }, hosts, severity, fix };
      }
    }
    // A cluster has one audit log, whose files may be as many as its nodes.
    const place = firstPlaceOf(unset);
    if (place === undefined) return;
    const { first, hosts, names: nodes, related } = place;
    const fix = unsafe.all(
      'Switch the audit log on',
      unset.map(({ fix: one }) => one),
      unset.map(({ host }) => host),
    );
    yield { at: first.at, message: 'unset', data: { nodes, on: first.on }, hosts, related, severity, fix };
  },
});
