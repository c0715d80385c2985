/** Settings that a role computes itself, where its switches are on. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const HOSTS = 'elasticsearch: { hosts: { es-1: } }\nkibana: { hosts: { kb-1: , kb-2: } }\n';

/** The findings and undecided judgements of dashboard/encryption-keys, with some variables set for all hosts. */
function judged(variables: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const tree = {
    'hosts.yml': HOSTS,
    'group_vars/all.yml': `kibana_extra_config: { xpack.reporting.encryptionKey: !vault x }\n${variables}`,
    ...others,
  };
  const target = { inventory: ['hosts.yml'], vocabularies: ['oddly.elasticstack'] };
  const { findings, undecided } = project(tree, target).check({ rule: 'dashboard/encryption-keys' });
  const keys = (message: string) => /not set: ([^;]*)/.exec(message)?.[1] ?? message;
  return [
    ...findings.map(({ message, hosts }) => `${keys(message)} [${hosts.join(', ')}]`),
    ...undecided.map(({ reason, variable, hosts }) => `${reason}: ${variable} [${hosts.join(', ')}]`),
  ];
}

const OPEN = [
  'role-default: kibana_encryptedsavedobjects_encryptionkey [kb-1, kb-2]',
  'role-default: kibana_security_encryptionkey [kb-1, kb-2]',
];
const MISSING = ['kibana_security_encryptionkey, kibana_encryptedsavedobjects_encryptionkey [kb-1, kb-2]'];

describe('keys that the role makes for all dashboards', (test) => {
  const sorted = (variables: string) => [...judged(variables)].sort();

  test('are there where its switches are on, or may be', () => {
    for (const text of ['', 'kibana_security: "yes"\n', 'kibana_security: "{{ ansible_facts.x }}"\n'])
      assert.equal(sorted(text), OPEN, text);
    assert.equal(sorted('elasticstack_full_stack: false\nkibana_tls: true\n'), OPEN);
    assert.equal(sorted('kibana_security: !vault x\n'), OPEN);
  });

  test('are not there where one is off', () => {
    for (const text of ['kibana_security: false\n', 'elasticstack_security: "no"\n', 'elasticstack_full_stack: off\n'])
      assert.equal(judged(text), MISSING, text);
    assert.equal(judged('secure: false\nkibana_security: "{{ secure }}"\n'), MISSING);
  });

  test('may be there where a file that nobody can see into may switch them on', () => {
    const besideBroken = (path: string) => judged('elasticstack_full_stack: false\n', { [path]: '{ broken' });
    assert.ok(besideBroken('group_vars/kibana.yml').every((line) => line.startsWith('unreadable: ')));
    assert.equal(besideBroken('group_vars/elasticsearch.yml'), MISSING);
  });

  test('are there for the hosts for which the switches are on', () => {
    assert.equal(judged('', { 'host_vars/kb-2.yml': 'kibana_security: false\n' }), [
      'kibana_security_encryptionkey, kibana_encryptedsavedobjects_encryptionkey [kb-2]',
      ...OPEN.map((line) => line.replace(', kb-2', '')),
    ]);
  });
});
