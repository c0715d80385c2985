import type { Related } from '../../src/model/finding.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { hasAccounts } from '../../src/model/security.ts';
import type { Certificate } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Renew certificates a month before they end.',
  why: 'Once a certificate has ended, nodes and clients refuse to connect, and a node that restarts cannot join again.',
  reference: 'https://www.elastic.co/docs/deploy-manage/security/updating-certificates',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  judges: 'observed',
  options: {
    days: { type: 'integer', description: 'Fewest days that have to be left.', minimum: 0, default: 30 },
  },
  considers: ['security', 'securityDisabled'],
  messages: {
    ended: 'Certificates of cluster {{cluster}} have ended: {{names}}; expected valid ones.',
    ending: 'Certificates of cluster {{cluster}} end in less than {{days}} days: {{names}}; expected new ones.',
  },
  *cluster({ label: cluster, nodes, certificates = [] }, { days }) {
    for (const shown of certificates) {
      // Without security, there is nothing to show: security/disabled reports that.
      if (shown.state === 'unknown' && hasAccounts({ nodes }) !== false) yield { undecided: shown, hosts: [] };
      if (shown.state !== 'known') continue;
      const soon = shown.value.filter(({ daysLeft }) => daysLeft < days);
      const report = (some: readonly Certificate[]) => {
        const [first, ...others] = [...some].sort((one, other) => one.daysLeft - other.daysLeft);
        if (first === undefined) return undefined;
        const names = listed([first, ...others].map(nameOf));
        const related = others.map((one): Related => ({ ...placeOfOrigin(one.origin), message: nameOf(one) }));
        const hosts = [...new Set(some.flatMap((one) => one.hosts))];
        return { at: first.origin, data: { cluster, names, days }, related, hosts, measure: some.length };
      };
      const ended = report(soon.filter(({ daysLeft }) => daysLeft <= 0));
      if (ended !== undefined) yield { ...ended, message: 'ended', severity: 'error' };
      const ending = report(soon.filter(({ daysLeft }) => daysLeft > 0));
      if (ending !== undefined) yield { ...ending, message: 'ending' };
    }
  },
});

function nameOf({ subject, ends }: Certificate): string {
  return `${subject} (${ends})`;
}
