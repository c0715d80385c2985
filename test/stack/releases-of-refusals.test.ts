/** Values that only some releases of a product refuse. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

/** The refused values of a project that installs a package, or several. */
function refused(packages: readonly string[], line: string): readonly string[] {
  const install = packages.map((name) => `    - apt: {name: ${name}}\n`).join('');
  const tree = {
    'ansible.cfg': '[defaults]\ninventory = hosts\n',
    hosts: '[search]\nes-1\n',
    'site.yml': `- hosts: search\n  tasks:\n${install}    - template: {src: e.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n`,
    'templates/e.j2': `cluster.name: a\n${line}\n`,
  };
  const { findings, undecided } = project(tree).check({ rule: ['search/refused-value', 'memory/memory-lock'] });
  return [...findings.map(({ rule }) => rule), ...undecided.map(({ rule }) => rule)];
}

// https://www.elastic.co/guide/en/elasticsearch/reference/6.0/breaking_60_settings_changes.html
describe('a truth value that is neither true nor false', (test) => {
  test('is refused by Elasticsearch 6 and later, and where no release is known', () => {
    for (const packages of [['elasticsearch=6.0.0'], ['elasticsearch=8.13.4'], ['elasticsearch'], []])
      assert.equal(refused(packages, 'bootstrap.memory_lock: yes'), ['search/refused-value'], packages.join());
  });

  test('is one for Elasticsearch 5, wherever that is installed', () => {
    for (const packages of [
      ['elasticsearch=5.6.16'],
      ['elasticsearch=5'],
      ['elasticsearch=5.6.16', 'elasticsearch=8.1.0'],
    ])
      for (const word of ['yes', 'on', '"1"'])
        assert.equal(refused(packages, `bootstrap.memory_lock: ${word}`), [], packages.join());
    assert.equal(refused(['elasticsearch=5.6.16'], 'bootstrap.memory_lock: off'), ['memory/memory-lock']);
  });
});
