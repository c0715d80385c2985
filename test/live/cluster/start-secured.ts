/**
 * Clusters with TLS and accounts: an administrator, an auditor with no more than what a check needs, and one without
 * rights.
 */
import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Account } from './ask.ts';
import { makeCertificates } from './certificates.ts';
import type { Certificates } from './certificates.ts';
import { startCluster } from './start-cluster.ts';
import type { Cluster, ClusterPlan, SettingValues } from './start-cluster.ts';

/** No password may be like the name of its user, which OpenSearch refuses. */
export const PASSWORDS = { keeper: 'Tq7-kestrel-Marble', auditor: 'Vw4-harbour-Lantern', nobody: 'Zx9-meadow-Copper' };

/** The plugin by which OpenSearch has TLS and accounts. */
export const SECURITY = 'opensearch-security';

export interface SecuredCluster extends Cluster {
  readonly certificates: Certificates;
  readonly admin: Account;
  readonly auditor: Account;
  readonly nobody: Account;
}

/** What the auditor may do, by the names of each product. */
export interface AuditorRole {
  readonly cluster: readonly string[];
  readonly indices: readonly string[];
}

/** Starts a cluster with TLS, whose auditor has a role. */
export async function startSecured(
  plan: ClusterPlan,
  role: AuditorRole,
  { nodeDays }: { nodeDays?: number } = {},
): Promise<SecuredCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'stacklint-certificates-'));
  const certificates = makeCertificates(folder, nodeDays);
  const start = plan.release.product === 'opensearch' ? startOpenSearch : startElasticsearch;
  const cluster = await start(plan, role, certificates);
  const account = (user: keyof typeof PASSWORDS): Account => ({
    user,
    password: PASSWORDS[user],
    ca: certificates.ca,
  });
  return {
    ...cluster,
    certificates,
    admin: account('keeper'),
    auditor: account('auditor'),
    nobody: account('nobody'),
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Elasticsearch has its accounts in files, as the index of native ones needs modules that this distribution lacks. */
function startElasticsearch(plan: ClusterPlan, role: AuditorRole, certificates: Certificates): Promise<Cluster> {
  const tls = { enabled: true, key: 'node.key', certificate: 'node.pem', certificate_authorities: ['ca.pem'] };
  return startCluster({
    ...plan,
    account: { ca: certificates.ca, user: 'keeper', password: PASSWORDS.keeper },
    settings: {
      'xpack.security.enabled': true,
      'xpack.security.authc.password_hashing.algorithm': 'pbkdf2',
      'xpack.security.transport.ssl.verification_mode': 'certificate',
      ...prefixed(['xpack.security.http.ssl', 'xpack.security.transport.ssl'], tls),
      ...plan.settings,
    },
    prepare: (configuration) => {
      copyCertificates(certificates, configuration);
      const users = Object.entries(PASSWORDS).map(([user, password]) => `${user}:${hashed(password)}\n`);
      writeFileSync(join(configuration, 'users'), users.join(''));
      writeFileSync(join(configuration, 'users_roles'), 'superuser:keeper\nauditor:auditor\n');
      const indices = [{ names: ['*'], privileges: role.indices }];
      // Values of JSON are values of YAML.
      writeFileSync(join(configuration, 'roles.yml'), JSON.stringify({ auditor: { cluster: role.cluster, indices } }));
    },
  });
}

async function startOpenSearch(plan: ClusterPlan, role: AuditorRole, certificates: Certificates): Promise<Cluster> {
  const tls = { pemcert_filepath: 'node.pem', pemkey_filepath: 'node.key', pemtrustedcas_filepath: 'ca.pem' };
  const account = { ca: certificates.ca, ...certificates.admin };
  const cluster = await startCluster({
    ...plan,
    plugins: [SECURITY],
    account,
    settings: {
      ...prefixed(['plugins.security.ssl.http', 'plugins.security.ssl.transport'], tls),
      'plugins.security.ssl.http.enabled': true,
      'plugins.security.ssl.http.clientauth_mode': 'OPTIONAL',
      'plugins.security.ssl.transport.enforce_hostname_verification': false,
      'plugins.security.nodes_dn': ['CN=node,O=stacklint'],
      'plugins.security.authcz.admin_dn': ['CN=admin,O=stacklint'],
      'plugins.security.allow_default_init_securityindex': true,
      'plugins.security.ssl_cert_reload_enabled': true,
      'plugins.security.unsupported.restapi.allow_securityconfig_modification': true,
      'plugins.security.restapi.roles_enabled': ['all_access', 'security_rest_api_access'],
      ...plan.settings,
    },
    prepare: (configuration, home) => {
      copyCertificates(certificates, configuration);
      cpSync(join(home, 'plugins', SECURITY, 'config'), join(configuration, SECURITY), { recursive: true });
    },
  });
  try {
    const put = async (path: string, body: object): Promise<void> => {
      const url = `${cluster.url}/_plugins/_security/api/${path}`;
      // The index of accounts is there a moment after the node.
      for (const limit = Date.now() + 60_000; ; await pause(200)) {
        const { status, body: answer } = await ask(url, { account, method: 'PUT', body });
        if (status < 300) return;
        if (status === 400 || Date.now() > limit) throw new Error(`${url}: ${status} ${JSON.stringify(answer)}`);
      }
    };
    const indices = [{ index_patterns: ['*'], allowed_actions: role.indices }];
    await put('roles/auditor', { cluster_permissions: role.cluster, index_permissions: indices });
    await put('internalusers/keeper', { password: PASSWORDS.keeper, backend_roles: ['admin'] });
    await put('internalusers/auditor', { password: PASSWORDS.auditor });
    await put('internalusers/nobody', { password: PASSWORDS.nobody });
    await put('rolesmapping/auditor', { users: ['auditor'] });
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Gives all nodes a certificate that is valid for some days; those of OpenSearch have to be told to read it. */
export async function renewCertificates({ nodes, certificates, url }: SecuredCluster, days: number): Promise<void> {
  certificates.renewNode(days);
  for (const { configuration } of nodes) copyCertificates(certificates, configuration);
  const account = { ca: certificates.ca, ...certificates.admin };
  await ask(`${url}/_plugins/_security/api/ssl/http/reloadcerts`, { account, method: 'PUT' });
}

function copyCertificates({ folder }: Certificates, configuration: string): void {
  for (const name of ['ca.pem', 'node.pem', 'node.key']) copyFileSync(join(folder, name), join(configuration, name));
}

function prefixed(prefixes: readonly string[], values: SettingValues): SettingValues {
  return Object.fromEntries(
    prefixes.flatMap((prefix) => Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value])),
  );
}

/** A password as a line of Elasticsearch's file of users has it. */
function hashed(password: string): string {
  const salt = randomBytes(32);
  const hash = pbkdf2Sync(password, salt, 10_000, 32, 'sha512');
  return `{PBKDF2}10000$${salt.toString('base64')}$${hash.toString('base64')}`;
}
