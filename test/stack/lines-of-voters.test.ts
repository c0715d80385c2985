/** Where a finding about the masters of a cluster stands, and the lines that decide it. */
import type { Place } from '../../src/model/setting.ts';
import { assert, describe } from '../describe.ts';
import { textAt } from '../in-file.ts';
import { project } from '../project.ts';

const HOSTS = '[search:children]\nmasters\nhot\n[masters]\nes-1\nes-2\nes-3\n[hot]\nes-9\nes-10\n';
const MASTERS = 'search_node_types: [master]\n';
const HOT = 'search_node_types: [data]\n';

/** The findings of a rule: the text where it stands, and each related place with its text. */
function found(rule: string, others: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const all = { hosts: HOSTS, 'group_vars/masters.yml': MASTERS, 'group_vars/hot.yml': HOT, ...others };
  const { findings, documents } = project(all, { inventory: ['hosts'], vocabularies: ['search'] }).check({ rule });
  const text = (place: Place) => textAt(place, documents) ?? '';
  return findings.map(({ at, related }) => [text(at), ...related.map((one) => `${one.message} | ${text(one)}`)]);
}

describe('a finding about the masters of a cluster', (test) => {
  test('stands at the roles of the one host that lost the vote of its group', () => {
    const [lines] = found('topology/master-quorum', { 'host_vars/es-3.yml': 'search_node_types: [ingest]\n' });
    assert.equal(lines, ['[ingest]', 'roles of es-1, es-2: may lead | [master]']);
  });

  test('stands at the roles of the one host that gained a vote', () => {
    const [lines] = found('topology/odd-masters', { 'host_vars/es-10.yml': 'search_node_types: [data, master]\n' });
    assert.equal(lines, [
      '[data, master]',
      'roles of es-1, es-2, es-3: may lead | [master]',
      'roles of es-10: may lead | [data, master]',
      'overrides this | [data]',
    ]);
  });

  test('stands where the cluster is named if no value is the odd one', () => {
    const [lines] = found('topology/master-quorum', {
      'host_vars/es-2.yml': 'search_node_types: [ingest]\n',
      'host_vars/es-3.yml': 'search_node_types: [ingest]\n',
    });
    assert.not.equal(lines?.[0], '[ingest]');
    assert.equal(lines?.slice(1), ['roles of es-1: may lead | [master]']);
  });

  test('has the roles of all nodes where none votes', () => {
    const [lines] = found('topology/master-quorum', { 'group_vars/masters.yml': 'search_node_types: [ingest]\n' });
    assert.equal(lines?.slice(1), [
      'roles of es-1, es-2, es-3: may not lead | [ingest]',
      'roles of es-9, es-10: may not lead | [data]',
    ]);
  });

  test('tells a node that only votes from one that may lead', () => {
    const [lines] = found('topology/master-quorum', {
      'host_vars/es-2.yml': 'search_node_types: [master, voting_only]\n',
      'host_vars/es-3.yml': 'search_node_types: [master, voting_only]\n',
    });
    assert.equal(lines?.slice(1), [
      'roles of es-1: may lead | [master]',
      'roles of es-2: may vote, but not lead | [master, voting_only]',
      'roles of es-3: may vote, but not lead | [master, voting_only]',
    ]);
  });
});
