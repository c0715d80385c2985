import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';
import { ENCRYPTION_KEYS, encryptionKeys } from '../../src/model/stack.ts';

/**
 * The settings whose malformed values this rule reports: the schema of a variable does not judge the keys in its map.
 * Heap, watermarks and ages have rules of their own.
 */
const OF_NODES = [
  'clusterName',
  'roles',
  'discoveryType',
  'nodeName',
  'initialMasters',
  'seedHosts',
  'memoryLock',
  'memoryMapping',
  'diskThreshold',
  'maxShardsPerNode',
  'repositoryPaths',
  'dataPaths',
  'logsPath',
  'security',
  'securityDisabled',
  'otherSecurity',
  'httpTls',
  'transportTls',
  'transportVerification',
  'transportCertificate',
  'audit',
  'auditSink',
  'auditIncluded',
  'auditExcluded',
  'auditDisabledRest',
  'auditDisabledTransport',
  'anonymousRoles',
  'anonymousLogin',
  'demoCertificates',
  'adminNames',
  'httpCertificate',
  'destructiveNames',
  'networkHost',
  'httpHost',
  'httpPort',
  'transportHost',
  'publishHost',
  'transportPort',
  'awarenessAttributes',
] as const;
const OF_DASHBOARDS = [
  'decryptionOnlyKeys',
  'searchUser',
  'searchPassword',
  'searchToken',
  'searchCertificate',
  'searchAddresses',
  'searchVerification',
  'loggers',
  'dashboardAudit',
  'publicUrl',
  'listenHost',
] as const;
const OF_SHIPPERS = [
  'searchUser',
  'searchAddresses',
  'searchProtocol',
  'searchVerification',
  'pipelineAddresses',
  'modules',
] as const;
const OF_PIPELINES = [
  'queueType',
  'deadLetterQueue',
  'deadLetterSize',
  'deadLetterPolicy',
  'pipelineWorkers',
  'batchSize',
] as const;

export default defineRule({
  summary: 'Give each variable a value of its type, shape and unit.',
  why: 'The role fails on such a value, or the product refuses it: its configuration, or the request.',
  reference: 'docs/rules/inventory/schema.md',
  since: '0.1.0',
  sources: [
    {
      name: 'Ansible: role argument validation',
      url: 'https://docs.ansible.com/ansible/latest/collections/ansible/builtin/validate_argument_spec_module.html',
    },
  ],
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: [...OF_NODES, ...OF_DASHBOARDS, ...OF_SHIPPERS, ...OF_PIPELINES, ...ENCRYPTION_KEYS],
  messages: {},
  variable: (variable) => [
    ...variable.unknownParts,
    ...variable.violations.map(({ place, fault, related, hosts = variable.hosts }) => ({
      at: place,
      fault,
      hosts,
      related,
      variable: variable.name,
    })),
  ],
  *inventory({ requestFaults }) {
    for (const { at, fault, isSyntax } of requestFaults) if (!isSyntax) yield { at, fault };
  },
  *node(node) {
    for (const name of OF_NODES) yield* reportedIfMalformed(node[name]);
  },
  *pipeline(pipeline) {
    for (const name of OF_PIPELINES) yield* reportedIfMalformed(pipeline[name]);
  },
  *shipper(shipper) {
    for (const name of OF_SHIPPERS) yield* reportedIfMalformed(shipper[name]);
  },
  *dashboards({ instances }) {
    for (const instance of instances) {
      const settings = [...encryptionKeys(instance), ...OF_DASHBOARDS.map((name) => instance[name])];
      for (const setting of settings) yield* reportedIfMalformed(setting, instance);
    }
  },
});

/** `member`: the one that has it, of several that are judged together. */
function* reportedIfMalformed(setting: Setting<unknown>, member?: { readonly host: string }) {
  if (setting.state !== 'malformed' || setting.inMap !== true) return;
  const data = { path: setting.variable, value: setting.shown, expected: setting.expected };
  yield { at: setting, fault: { code: 'schema/type' as const, data }, ...(member && { hosts: [member.host] }) };
}
