/** The licence that `stacklint.yml` says the clusters of a project have. */
import { assert, describe } from '../describe.ts';
import { configuredCheck } from '../project.ts';

const NODES = `search:
  hosts:
    es-1: { search_extra_config: { xpack.security.audit.enabled: false } }
    es-2: { search_extra_config: { xpack.security.audit.enabled: true } }
`;
/** A role of the project that sets up OpenSearch. */
const OPENSEARCH = {
  'hosts.yml': 'search: { hosts: { os-1: } }\n',
  'site.yml': `- hosts: search
  tasks:
    - ansible.builtin.copy: { dest: /etc/opensearch/opensearch.yml, content: 'cluster.name: logs' }
`,
};

describe('a licence without an audit log', (test) => {
  const told = (configuration: string, tree: Parameters<typeof configuredCheck>[0], words: readonly string[] = []) =>
    configuredCheck({ 'stacklint.yml': configuration, ...tree }, [...words, '--rule', 'audit/*']).findings.map(
      ({ severity, rule, hosts }) => `${severity} ${rule} ${hosts.join()}`,
    );
  const OWN = { 'hosts.yml': NODES };

  test('makes what rules say of the log info, also in strict, and speaks of a log that is switched on', () => {
    const ADVICE = ['info audit/events es-2', 'info audit/enabled es-1', 'info audit/enabled es-2'];
    assert.equal(told('licence: basic\n', OWN, ['-i', 'hosts.yml']), ADVICE);
    assert.equal(told('licence: basic\n', OWN, ['-i', 'hosts.yml', '--preset', 'strict']), ADVICE);
    assert.equal(told('licence: gold\n', OWN, ['-i', 'hosts.yml']), [
      'warning audit/events es-2',
      'warning audit/enabled es-1',
      'warning audit/shipped es-2',
    ]);
  });

  test('may be that of one stack, before that of all', () => {
    const stacks = (lines: string) => `stacks: [{ name: one, inventory: hosts.yml${lines} }]\n`;
    assert.ok(told(stacks(', licence: basic'), OWN).every((one) => one.startsWith('info')));
    assert.ok(told(`licence: basic\n${stacks('')}`, OWN).every((one) => one.startsWith('info')));
    assert.ok(told(`licence: basic\n${stacks(', licence: trial')}`, OWN).every((one) => one.startsWith('warning')));
  });

  test('says nothing of OpenSearch, whose audit log needs none', () => {
    const advice = ['warning audit/enabled os-1'];
    assert.equal(told('licence: basic\n', OPENSEARCH), advice);
    assert.equal(told('', OPENSEARCH), advice);
  });
});
