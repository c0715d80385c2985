/** A real cluster with TLS and accounts: who sees what, and what is said of accounts and certificates. */
import { join } from 'node:path';
import { leastRole } from '../../../src/live/printed-calls.ts';
import { assert, describe } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Account } from '../cluster/ask.ts';
import { lacksRoot } from '../cluster/distributions.ts';
import type { Release } from '../cluster/distributions.ts';
import { PASSWORDS, renewCertificates, startSecured } from '../cluster/start-secured.ts';
import type { AuditorRole, SecuredCluster } from '../cluster/start-secured.ts';
import { live, reportOf } from '../command.ts';
import { between } from './between.ts';
import type { Changes } from './between.ts';
import { judged, linesOf } from './judged.ts';
import { assertRecorded } from './recorded.ts';

type Environment = Readonly<Record<string, string>>;

/** The role that the program prints for a release. */
function printedRole({ product, version }: Release) {
  return JSON.parse(leastRole(`${product}@${version}`)) as {
    readonly request: string;
    readonly body: {
      readonly cluster?: readonly string[];
      readonly indices?: readonly { readonly privileges: readonly string[] }[];
      readonly cluster_permissions?: readonly string[];
      readonly index_permissions?: readonly { readonly allowed_actions: readonly string[] }[];
    };
  };
}

/** The same, as the accounts of a test cluster take it. */
function roleOfAuditor(release: Release): AuditorRole {
  const { body } = printedRole(release);
  return {
    cluster: body.cluster ?? body.cluster_permissions ?? [],
    indices: body.indices?.[0]?.privileges ?? body.index_permissions?.[0]?.allowed_actions ?? [],
  };
}

function asAccount(
  { certificates }: SecuredCluster,
  { user = '', password = '' }: Account,
): [words: string[], environment: Environment] {
  return [['--user', user, '--ca-file', join(certificates.folder, 'ca.pem')], { STACKLINT_PASSWORD: password }];
}

/** Users and keys that may do everything, which are no files of the nodes. */
const NATIVE: Changes = {
  '/_security/user': () => ({ ann: { username: 'ann', roles: ['superuser'], enabled: true, metadata: {} } }),
  '/_security/role_mapping': () => ({ staff: { enabled: true, roles: ['superuser'], rules: {}, metadata: {} } }),
  '/_security/api_key': () => ({
    api_keys: [
      { id: 'k', name: 'shipper', username: 'ann', realm: 'default_native', invalidated: false, role_descriptors: {} },
    ],
  }),
};

/** Who comes without a login has a role, and the audit log leaves out what matters. */
const BAD_SETTINGS = {
  'xpack.security.authc.anonymous.roles': ['stranger'],
  'xpack.security.audit.enabled': true,
  'xpack.security.audit.logfile.events.include': ['authentication_success'],
};
const GOOD_SETTINGS = {
  'xpack.security.authc.anonymous.roles': undefined,
  'xpack.security.audit.logfile.events.include': [
    ...['authentication_success', 'authentication_failed', 'access_denied', 'connection_denied'],
    ...['tampered_request', 'run_as_denied', 'run_as_granted'],
  ],
};
/** What rules say of these, and of a certificate. */
const PLANTED = ['audit/*', 'security/anonymous', 'security/certificate-expiry'];
const OPENSEARCH_API = '/_plugins/_security/api';

/** Describes what checks find in such a cluster of a release. */
export function describeVault(release: Release): void {
  const { product, version } = release;
  const isOpenSearch = product === 'opensearch';
  describe(`a real cluster of ${product} ${version} with TLS and accounts`, (test) => {
    let cluster: SecuredCluster | undefined;
    const running = (): SecuredCluster => {
      if (cluster === undefined) throw new Error('the cluster did not start');
      return cluster;
    };
    test.before(async () => {
      const settings = { 'cluster.name': 'vault', ...(isOpenSearch ? {} : BAD_SETTINGS) };
      const plan = { release, settings, nodes: [{ name: 'vault-1' }] };
      cluster = await startSecured(plan, roleOfAuditor(release), { nodeDays: 7 });
    });
    test.after(() => cluster?.stop());

    /** The calls that an account may not make. */
    const refused = async (account: Account): Promise<readonly string[]> => {
      const [words, environment] = asAccount(running(), account);
      const { unseen = [] } = await reportOf([running().url, ...words], { environment });
      return unseen.filter(({ reason }) => reason === 'forbidden').map(({ request }) => request);
    };
    // OpenSearch shows its accounts to those alone whom the files of its nodes name.
    const beyondRoles = (requests: readonly string[]): readonly string[] =>
      requests.filter((request) => !request.startsWith('GET /_plugins/_security/'));

    test('shows an account with the privileges of the printed role everything, but for what no role can grant', async () => {
      assert.equal(beyondRoles(await refused(running().auditor)), []);
    });

    // Others lack what the index needs in which accounts are kept.
    if (isOpenSearch || lacksRoot(release))
      test('takes the role as it is printed, which shows its account everything', async () => {
        const { url, certificates, admin } = running();
        const password = 'Kf5-orchard-Window';
        const put = async (path: string, body: object): Promise<void> => {
          // The interface of OpenSearch is for those whom its nodes know.
          const account = isOpenSearch ? { ca: certificates.ca, ...certificates.admin } : admin;
          const answer = await ask(`${url}${path}`, { account, method: 'PUT', body });
          assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        };
        const { request, body } = printedRole(release);
        const [method, path = ''] = request.split(' ');
        assert.is(method, 'PUT');
        await put(path, body);
        const role = path.split('/').at(-1) ?? '';
        const users = isOpenSearch ? '/_plugins/_security/api/internalusers' : '/_security/user';
        await put(`${users}/inspector`, isOpenSearch ? { password } : { password, roles: [role] });
        if (isOpenSearch) await put(`/_plugins/_security/api/rolesmapping/${role}`, { users: ['inspector'] });
        assert.equal(beyondRoles(await refused({ user: 'inspector', password })), []);
      });

    test('tells that its certificate ends, and that the account of the check may do everything', async () => {
      const { url, admin } = running();
      const [words, environment] = asAccount(running(), admin);
      const rules = ['security/*', 'health/license'].flatMap((rule) => ['--rule', rule]);
      const report = await reportOf([url, ...words, ...rules], { environment });
      const lines = (await linesOf(url, report, admin)).map((line) => line.replace(url, 'URL'));
      const account = isOpenSearch ? '/_plugins/_security/authinfo' : '/_security/_authenticate';
      for (const expected of [
        'warning security/certificate-expiry TLS URL#/valid_to',
        `warning security/superuser ${account}#/roles`,
        ...(isOpenSearch
          ? ['warning security/superuser /_plugins/_security/api/internalusers#/keeper/backend_roles']
          : []),
      ])
        assert.ok(lines.includes(expected), `${expected} is not among\n${lines.join('\n')}`);
      for (const rule of ['security/disabled', 'security/network-exposure', 'health/license'])
        assert.not.match(lines.join('\n'), rule);
    });

    test('does not find the account with the printed role to be one that may do everything', async () => {
      const { url, auditor } = running();
      const [words, environment] = asAccount(running(), auditor);
      const { findings } = await reportOf([url, ...words, '--rule', 'security/superuser'], { environment });
      assert.equal(findings, []);
    });

    // Before 8.5 they are not asked for: who may see them may change them.
    if (!isOpenSearch && !version.startsWith('7.'))
      test('has users, mappings and keys that may do everything, if its answers say so', async () => {
        const { url, admin } = running();
        await between(url, { account: admin, changes: NATIVE }, async (proxy) => {
          assert.equal(await judged(proxy, ['security/superuser']), [
            'info security/superuser /_security/role_mapping#/staff/roles',
            'warning security/superuser /_security/_authenticate#/roles',
            'warning security/superuser /_security/api_key#/api_keys/0/role_descriptors',
            'warning security/superuser /_security/user#/ann/roles',
          ]);
        });
      });

    test('has one node, which nothing replaces', async () => {
      const { url, admin } = running();
      await between(url, { account: admin }, async (proxy) => {
        assert.equal(await judged(proxy, ['topology/*-quorum', 'topology/data-nodes', 'topology/odd-masters']), [
          'error topology/master-quorum /_nodes#/nodes [vault-1]',
        ]);
      });
    });

    test('is judged by a recording as by itself, which has no name or secret of it', async () => {
      const { url, admin } = running();
      const [words, environment] = asAccount(running(), admin);
      const secrets = [...Object.values(PASSWORDS), 'keeper', 'auditor', 'inspector', 'vault', 'O=stacklint'];
      await assertRecorded([url, ...words], secrets, { environment });
    });

    const planted = async (): Promise<readonly string[]> => {
      const { url, admin } = running();
      const [words, environment] = asAccount(running(), admin);
      const found = await judged(url, PLANTED, { words, environment, account: admin });
      return found.map((line) => line.replace(url, 'URL'));
    };
    const change = async (method: string, path: string, body?: unknown): Promise<void> => {
      const { url, certificates, admin } = running();
      const account = isOpenSearch ? { ca: certificates.ca, ...certificates.admin } : admin;
      const answer = await ask(`${url}${path}`, { account, method, body });
      assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    };

    test('tells whom it refuses what is missing, in one line', async () => {
      const { url, nobody, auditor } = running();
      const cases: readonly (readonly [readonly string[], Environment, string])[] = [
        [...asAccount(running(), nobody), 'this account may not ask GET / (403); it needs '],
        [...asAccount(running(), { ...auditor, password: 'Wq2-other-Word' }), 'does not accept this login (401)'],
        [[], {}, 'the certificate comes from an authority that is not trusted here'],
      ];
      for (const [words, environment, expected] of cases) {
        const { stdout, stderr, exitCode } = await live([url, ...words], { environment });
        assert.equal([stdout, exitCode], ['', 2], stderr);
        assert.match(stderr, expected);
        assert.is(stderr.trimEnd().split('\n').length, 1);
      }
      const plain = await live([url.replace('https', 'http')]);
      assert.match(plain.stderr, 'if it speaks TLS, the URL begins with https://');
    });

    if (isOpenSearch)
      test('has no audit log, lets anonymous users in, and has a certificate that ends, until that is mended', async () => {
        const [audit, configuration] = [`${OPENSEARCH_API}/audit`, `${OPENSEARCH_API}/securityconfig`];
        const set = (path: string, pointer: string, value: boolean): Promise<void> =>
          change('PATCH', path, [{ op: 'add', path: pointer, value }]);
        const anonymous = '/config/dynamic/http/anonymous_auth_enabled';
        await set(audit, '/config/enabled', false);
        await set(configuration, anonymous, true);
        assert.equal(await planted(), [
          `error security/anonymous ${configuration}#${anonymous} [vault-1]`,
          `warning audit/enabled ${audit}#/config/enabled [vault-1]`,
          'warning security/certificate-expiry TLS URL#/valid_to',
        ]);
        await set(audit, '/config/enabled', true);
        await set(configuration, anonymous, false);
        await renewCertificates(running(), 300);
        assert.equal(await planted(), []);
      });
    else
      test('has a bad audit log, roles of anonymous users, and a certificate that ends, until that is mended', async () => {
        const settings = '/_nodes#/nodes/vault-1/settings/xpack.security';
        const common = [
          `error security/anonymous ${settings}.authc.anonymous.roles [vault-1]`,
          'warning security/certificate-expiry TLS URL#/valid_to',
        ];
        assert.equal(await planted(), [...common, `warning audit/enabled ${settings}.audit.enabled [vault-1]`].sort());
        await change('POST', '/_license/start_trial?acknowledge=true');
        const include = `${settings}.audit.logfile.events.include`;
        // Two of those that it leaves out are always to be there; the others are advised.
        const events = ['error', 'error', 'warning'].map((severity) => `${severity} audit/events ${include} [vault-1]`);
        assert.equal(await planted(), [...common, ...events].sort());
        await renewCertificates(running(), 300);
        await running().nodes[0]?.restart(GOOD_SETTINGS);
        assert.equal(await planted(), []);
      });
  });
}
