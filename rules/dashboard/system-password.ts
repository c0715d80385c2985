import { secretsApart } from '../../src/model/common-secret.ts';
import { grouped } from '../../src/model/multimap.ts';
import { defineRule } from '../../src/model/rule.ts';
import { hasAccounts } from '../../src/model/security.ts';
import { isOfRole, placeOfOrigin } from '../../src/model/setting.ts';
import { clusterOf } from '../../src/model/stack.ts';
import type { Dashboard } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Give all dashboards of a cluster the password of their account, or a service token.',
  why: 'A dashboard that cannot log in to its cluster shows nothing; with another password than the others, it does so until the next change.',
  reference: 'https://www.elastic.co/docs/deploy-manage/users-roles/cluster-or-deployment-auth/built-in-users',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: [
    'searchPassword',
    'searchToken',
    'searchCertificate',
    'searchUser',
    'clusterName',
    'security',
    'securityDisabled',
  ],
  messages: {
    unset:
      'The password by which {{host}} logs in to its cluster is not set; expected {{variable}}, or a service token.',
    differs: 'The password {{variable}} of {{host}} differs from that of {{other}}; expected the same on all.',
  },
  *stack({ clusters, dashboards }) {
    for (const group of dashboards) {
      const clustersOfAll = { clusters: [group.clusterLabel] };
      const cluster = clusterOf(clusters, group);
      // A cluster without accounts takes no password.
      const withAccounts = cluster && hasAccounts(cluster);
      if (withAccounts === false) continue;
      for (const instance of group.instances) {
        const { host, searchPassword: at } = instance;
        const hosts = [host];
        if (at.state === 'unset' && !hasOtherMeans(instance)) {
          // It is asked for one if it names a user, or if its cluster has accounts; a role that has a variable for it needs it.
          if (withAccounts || isOfRole(at) || instance.searchUser.state === 'known')
            yield { at, message: 'unset', hosts, ...clustersOfAll };
        } else if (at.state === 'unknown' && at.reason !== 'not-collected') yield { undecided: at, hosts };
      }
      for (const instances of grouped(group.instances, userOf).values()) {
        // Who logs in as somebody else has another password.
        const possible = group.possible.filter((other) => userOf(other) === userOf(instances[0]));
        const { apart, open } = secretsApart({ ...group, instances, possible }, (one) => one.searchPassword);
        yield* open;
        for (const { host, secret: at, usual } of apart) {
          const related = [{ ...placeOfOrigin(usual.secret.origin), message: `the password of ${usual.host}` }];
          yield { at, message: 'differs', data: { other: usual.host }, related, hosts: [host], ...clustersOfAll };
        }
      }
    }
  },
});

type Login = Pick<Dashboard, 'searchUser' | 'searchToken' | 'searchCertificate'>;

function userOf({ searchUser: user }: Login): string {
  return user.state === 'known' ? user.value : user.state;
}

/** Tells whether a dashboard logs in, or may log in, by a token or a certificate. */
function hasOtherMeans({ searchToken, searchCertificate }: Login): boolean {
  return [searchToken, searchCertificate].some(
    ({ state, ...setting }) => state !== 'unset' && !('reason' in setting && setting.reason === 'not-applicable'),
  );
}
