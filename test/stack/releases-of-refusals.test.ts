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
describe('a text for a truth value that is neither true nor false', (test) => {
  test('is refused by Elasticsearch 6 and later, and where no release is known', () => {
    for (const packages of [['elasticsearch=6.0.0'], ['elasticsearch=8.13.4'], ['elasticsearch'], []])
      for (const word of ['"yes"', '"True"', '1'])
        assert.equal(refused(packages, `bootstrap.memory_lock: ${word}`), ['search/refused-value'], packages.join());
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

  // Jackson reads the words of YAML 1.1, and `Settings` takes its truth values.
  test('is none without quotes, as YAML has it', () => {
    for (const word of ['yes', 'True', 'on'])
      assert.equal(refused(['elasticsearch=8.13.4'], `bootstrap.memory_lock: ${word}`), [], word);
    assert.equal(refused(['elasticsearch=8.13.4'], 'bootstrap.memory_lock: no'), ['memory/memory-lock']);
  });

  test('is refused where a container gives it by a variable', () => {
    const compose = (word: string): string =>
      `services:\n  es:\n    image: elasticsearch:8.13.4\n    environment:\n      - bootstrap.memory_lock=${word}\n`;
    const tree = (word: string) => ({
      'ansible.cfg': '[defaults]\ninventory = hosts\n',
      hosts: '[search]\nes-1\n',
      'site.yml':
        '- hosts: search\n  tasks:\n    - template: {src: c.j2, dest: /opt/docker-compose.yml}\n  vars: { lock: true }\n',
      'templates/c.j2': compose(word),
    });
    assert.equal(project(tree('{{ lock }}')).messages('search/refused-value'), [
      'bootstrap.memory_lock of es-1 is "True", which Elasticsearch refuses; expected true or false.',
    ]);
    assert.equal(project(tree('{{ lock | lower }}')).messages('search/refused-value'), []);
  });
});
