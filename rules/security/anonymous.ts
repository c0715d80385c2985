import { defineRule } from '../../src/model/rule.ts';
import { isWithoutSecurity } from '../../src/model/security.ts';

export default defineRule({
  summary: 'Refuse users who do not log in.',
  why: 'Whoever reaches the node may do what anonymous users may, and no log tells who it was.',
  reference: 'https://www.elastic.co/docs/deploy-manage/users-roles/cluster-or-deployment-auth/anonymous-access',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['anonymousRoles', 'anonymousLogin', 'security', 'securityDisabled'],
  messages: {
    roles: 'Anonymous users of {{host}} have the roles {{roles}}; expected {{variable}} to be unset.',
    login: '{{host}} lets anonymous users in; expected {{variable}} to be false.',
  },
  *node(node) {
    const { anonymousRoles, anonymousLogin } = node;
    // Without security, everybody may do everything: security/disabled reports that.
    if (isWithoutSecurity(node)) return;
    for (const setting of [anonymousRoles, anonymousLogin])
      if (setting.state === 'unknown') yield { undecided: setting };
    if (anonymousRoles.state === 'known') {
      const roles = anonymousRoles.value.filter((role) => role !== '').join(', ');
      if (roles !== '') yield { at: anonymousRoles, message: 'roles', data: { roles } };
    }
    if (anonymousLogin.state === 'known' && anonymousLogin.value) yield { at: anonymousLogin, message: 'login' };
  },
});
