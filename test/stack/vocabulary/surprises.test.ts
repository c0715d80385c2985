/** Surprising values that the fixtures of inventory/surprising-value cannot show. */
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

function surprises(text: string): readonly string[] {
  const tree = { 'hosts.yml': 'elasticsearch: {hosts: {es-1: }}\n', 'group_vars/all.yml': text };
  const target = { inventory: ['hosts.yml'], vocabularies: ['oddly.elasticstack'] };
  return project(tree, target).messages('inventory/surprising-value');
}

describe('a version', (test) => {
  test('loses the zero at its end where it is read as a number', () => {
    assert.equal(surprises('elasticstack_version: 8.10\n'), [
      'elasticstack_version is written 8.10, but read as the number 8.1; expected "8.10" in quotes.',
    ]);
    for (const text of ['8.11', '"8.10"', '8.10.0', '8'])
      assert.equal(surprises(`elasticstack_version: ${text}\n`), [], text);
  });
});

describe('a number', (test) => {
  test('that YAML reads as text is one that it does not know the form of', () => {
    assert.equal(surprises('beats_filebeat_syslog_tcp_port: 9e3\n'), [
      'beats_filebeat_syslog_tcp_port is written 9e3, but read as the text "9e3"; expected 9000.',
    ]);
    for (const text of ['9_200', '9200', '"9e3"', 'http'])
      assert.equal(surprises(`beats_filebeat_syslog_tcp_port: ${text}\n`), [], text);
  });
});

describe('a word for true or false', (test) => {
  test('is lost where its key asks for a name, in a map that becomes configuration', () => {
    assert.equal(
      surprises('elasticsearch_extra_config: { node.attr.country: no }\nlogstash_extra_config: { zone: ON }\n'),
      [
        'elasticsearch_extra_config: node.attr.country is written no, but read as false; expected "no" in quotes.',
        'logstash_extra_config: zone is written ON, but read as true; expected "ON" in quotes.',
      ],
    );
    for (const map of [
      '{ node.attr.country: "no" }',
      '{ xpack.ml.enabled: no }',
      '{ node.attr.spare: false }',
      '{ zones: on }',
    ])
      assert.equal(surprises(`elasticsearch_extra_config: ${map}\n`), [], map);
    assert.equal(surprises('country: no\n'), []);
  });
});
