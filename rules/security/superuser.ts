import type { Related } from '../../src/model/finding.ts';
import { listed } from '../../src/model/phrases.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import type { Superuser } from '../../src/model/stack.ts';
import { sendersOf } from '../../src/model/search-clients.ts';
import { hasAccounts } from '../../src/model/security.ts';

const KINDS = ['check', 'user', 'mapping', 'key'] as const satisfies readonly Superuser['kind'][];

export default defineRule({
  summary: 'Give people and programs accounts that may do what they need, and no more.',
  why: 'Whoever gets hold of an account that may do everything can read, change and delete everything.',
  reference: 'https://www.elastic.co/docs/deploy-manage/users-roles/cluster-or-deployment-auth/built-in-users',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  considers: ['security', 'securityDisabled', 'searchUser', 'output'],
  messages: {
    dashboard:
      '{{host}} logs in as {{user}}, who may do everything; expected {{variable}} to be an account of its own, or a service token.',
    refused:
      '{{host}} logs in as {{user}}, as whom its release does not start; expected {{variable}} to be an account of its own, or a service token.',
    sender:
      '{{host}} sends to its cluster as {{user}}, who may do everything; expected {{variable}} to be an account of its own.',
    check:
      'The account of this check, {{names}}, has the role {{role}} on cluster {{cluster}}; expected one with the role that stacklint live --print-role prints.',
    user: 'Users of cluster {{cluster}} have the role {{role}}: {{names}}; expected roles for what each does.',
    mapping: 'The role {{role}} of cluster {{cluster}} is also given by {{names}}; expected a role for what each does.',
    key: 'API keys of cluster {{cluster}} may do all that {{role}} may: {{names}}; expected keys for what each program does.',
  },
  *cluster({ label: cluster, nodes, superusers = [] }) {
    // Without security, everybody may do everything: security/disabled reports that.
    if (hasAccounts({ nodes }) === false) return;
    for (const told of superusers) {
      if (told.state === 'unknown') yield { undecided: told, hosts: [] };
      if (told.state !== 'known') continue;
      for (const message of KINDS) {
        const some = told.value.filter(({ kind }) => kind === message);
        const [first, ...others] = some;
        if (first === undefined) continue;
        const names = listed(some.map(({ name }) => name));
        const related = others.map(({ origin, name }): Related => ({ ...placeOfOrigin(origin), message: name }));
        const data = { cluster, role: first.role, names };
        const report = { at: first.origin, message, data, related, hosts: [], measure: some.length };
        // Whom a directory counts among its administrators, is decided there.
        yield message === 'mapping' ? { ...report, severity: 'info' } : report;
      }
    }
  },
  *dashboards({ instances }) {
    for (const { host, searchUser, superusers } of instances) {
      // What no file says is no question until somebody sets it.
      if (searchUser.state === 'unknown' && searchUser.reason !== 'not-collected')
        yield { undecided: searchUser, hosts: [host] };
      if (searchUser.state !== 'known') continue;
      const { value: user } = searchUser;
      const report = { at: searchUser, data: { user }, hosts: [host] };
      if (superusers[user] === true) yield { ...report, message: 'refused', severity: 'error' };
      else if (superusers[user] === false) yield { ...report, message: 'dashboard' };
    }
  },
  *stack(stack) {
    for (const { host, searchUser, superusers } of sendersOf(stack)) {
      const hosts = [host];
      if (searchUser.state === 'unknown' && searchUser.reason !== 'not-collected')
        yield { undecided: searchUser, hosts };
      if (searchUser.state === 'known' && Object.hasOwn(superusers, searchUser.value))
        yield { at: searchUser, message: 'sender', data: { user: searchUser.value }, hosts };
    }
  },
});
