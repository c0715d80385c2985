import { existsSync } from 'node:fs';
import { vocabularies } from '../../src/generated/vocabularies.ts';
import { assert, describe } from '../describe.ts';
import { inFolder, LARGE_HEAP, stacklint } from './program.ts';

const FOREIGN = {
  'hosts.yml': 'all:\n  hosts:\n    es-1:\n',
  'site.yml': '- hosts: all\n  roles: [acme.elasticstack.elasticsearch]\n',
};
const SEEN = 'site.yml uses acme.elasticstack.elasticsearch, which stacklint has no vocabulary for';
const NAMES = vocabularies.map(({ name }) => name).join(', ');

/** The exit code and the last line of stderr. */
function outcome(
  files: Readonly<Record<string, string>>,
  ...args: readonly string[]
): readonly [number | null, string] {
  let found: readonly [number | null, string] = [null, ''];
  inFolder(files, (cwd) => {
    const { code, stderr } = stacklint(args, { cwd });
    found = [code, stderr.trimEnd().split('\n').at(-1) ?? ''];
  });
  return found;
}

describe('a search stack that is required', (test) => {
  test('--require-stack ends with 2 where no cluster was found, and says what was seen', () => {
    const [code, stderr] = outcome(FOREIGN, '--require-stack');
    assert.is(code, 2);
    assert.is(
      stderr,
      `stacklint: no cluster of Elasticsearch or OpenSearch was found in hosts.yml: ${SEEN}; ` +
        `--vocabulary NAME chooses one; there are ${NAMES}`,
    );
    assert.is(outcome({ ...FOREIGN, 'site.yml': '' }, '--require-stack')[0], 2);
    assert.is(outcome(FOREIGN)[0], 0);
    assert.is(outcome(LARGE_HEAP, '--require-stack')[0], 1);
  });

  test('a dashboard alone is no cluster', () => {
    const kibana = {
      'hosts.yml': 'kb: { hosts: { kb-1: } }\nes: { hosts: { es-1: } }\n',
      'site.yml': `- hosts: kb
  tasks:
    - copy: { dest: /etc/kibana/kibana.yml, content: 'server.name: kb' }
- hosts: es_nodes
  tasks:
    - copy: { dest: /etc/elasticsearch/elasticsearch.yml, content: 'discovery.type: single-node' }
`,
    };
    const [code, stderr] = outcome(kibana, '--require-stack');
    assert.is(code, 2);
    assert.match(stderr, 'stacklint: no cluster of Elasticsearch or OpenSearch was found in hosts.yml; ');
    const mended = { ...kibana, 'site.yml': kibana['site.yml'].replace('es_nodes', 'es') };
    assert.is.not(outcome(mended, '--require-stack')[0], 2);
  });

  test('made-up hosts are a cluster where there is no inventory, but not beside one', () => {
    const content =
      "- hosts: es\n  tasks:\n    - copy: { dest: /etc/elasticsearch/elasticsearch.yml, content: 'node.name: a' }\n";
    assert.is(outcome({ 'site.yml': content }, '--require-stack')[0], 0);
    for (const hosts of ['web: { hosts: { w1: } }\n', 'es: { hosts: {} }\n'])
      assert.is(outcome({ 'site.yml': content, 'hosts.yml': hosts }, '--require-stack')[0], 2, hosts);
  });

  test('a group with a typing error is not taken for a stack', () => {
    const mistyped = { ...LARGE_HEAP, 'hosts.yml': LARGE_HEAP['hosts.yml'].replace('search:', 'serch:') };
    assert.is(outcome(mistyped, '--require-stack')[0], 2);
  });

  test('a vocabulary that is named has to fit, from the command line and from stacklint.yml', () => {
    const message = `stacklint: no variable or group of search is in hosts.yml: ${SEEN}; there are ${NAMES}`;
    assert.equal(outcome(FOREIGN, '--vocabulary', 'search'), [2, message]);
    assert.equal(outcome({ ...FOREIGN, 'stacklint.yml': 'vocabularies: [search]\n' }), [2, message]);
    const ofStack = 'stacks: [{ name: one, inventory: hosts.yml, vocabularies: [search] }]\n';
    assert.equal(outcome({ ...FOREIGN, 'stacklint.yml': ofStack }), [2, message]);
    assert.is(outcome({ ...LARGE_HEAP, 'stacklint.yml': ofStack })[0], 1);
  });

  test('a dynamic inventory may hold one', () => {
    const dynamic = { 'hosts.yml': 'plugin: amazon.aws.aws_ec2\n' };
    assert.is(outcome(dynamic, '-i', 'hosts.yml', '--require-stack')[0], 0);
  });

  test('a limit without a host names the command that shows groups, with the inventory', () => {
    const [, stderr] = outcome(LARGE_HEAP, '--limit', 'kibana');
    assert.is(
      stderr,
      'stacklint: --limit kibana matches no host; stacklint inventory -i hosts.yml --graph shows groups and hosts',
    );
  });

  test('inventory without -i names what a check finds, on stderr alone', () => {
    if (existsSync('/etc/ansible/hosts')) return;
    inFolder(LARGE_HEAP, (cwd) => {
      const { stdout, stderr, code } = stacklint(['inventory', '--graph'], { cwd });
      assert.equal([stdout, code], ['@all:\n  |--@ungrouped:\n', 0]);
      const advice = 'nothing names an inventory, so Ansible reads /etc/ansible/hosts';
      assert.match(stderr, `stacklint: ${advice}; stacklint check finds -i hosts.yml\n`);
      assert.not.match(stacklint(['inventory', '-i', 'hosts.yml', '--graph'], { cwd }).stderr, advice);
    });
  });
});
