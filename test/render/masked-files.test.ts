/** What `render` hides of files, and what it does not. */
import { ShownFiles } from '../../src/render/shown-files.ts';
import { lineText, textLines } from '../../src/render/text-lines.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

/** The files of the only host, by the paths that are shown, each with its lines. */
function shown(tree: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const stacks = project({ 'ansible.cfg': '', hosts: 'a\n', ...tree }).open();
  const all = stacks.flatMap((opened) => {
    const of = new ShownFiles(opened);
    return opened.hosts.flatMap((host) =>
      of.of(host).map(({ path, text }) => [path, textLines(text, of.words).map(lineText)] as const),
    );
  });
  return Object.fromEntries(all);
}

const copied = (dest: string, password: string) => ({
  'site.yml': `- hosts: a\n  vars: {elastic_password: ${password}}\n  tasks: [copy: {src: one.yml, dest: ${dest}}]\n`,
  'files/one.yml': 'cluster.name: elastic-one\n',
});

describe('the path of a file', (test) => {
  test('is shown where a secret is a part of one of its words', () => {
    const path = '/etc/elasticsearch/elasticsearch.yml';
    assert.equal(shown(copied(path, 'elastic')), { [path]: ['cluster.name: elastic-one'] });
  });

  test('is hidden where a secret stands in it', () => {
    assert.equal(Object.keys(shown(copied('/etc/elastic/one.yml', 'elastic'))), ['<secret>']);
    assert.equal(Object.keys(shown(copied('/etc/x-tea-at-four-7/one.yml', 'tea-at-four-7'))), ['<secret>']);
  });
});

describe('a secret that only a run can know', (test) => {
  const site = '- hosts: a\n  tasks: [template: {src: one.j2, dest: /etc/kibana/kibana.yml}]\n';
  const vault = { 'group_vars/all.yml': '$ANSIBLE_VAULT;1.1;AES256\n6162\n' };
  const template = (text: string): string => {
    const files = shown({ ...vault, 'site.yml': site, 'templates/one.j2': text });
    return (files['/etc/kibana/kibana.yml'] ?? []).join('\n').replace(/⟨.*?⟩/g, '⟨…⟩');
  };

  test('leaves the quotes around it', () => {
    assert.is(template('elasticsearch.password: "{{ vault_password }}"\n'), 'elasticsearch.password: "⟨…⟩"');
    assert.is(template("password: '{{ vault_a }}{{ vault_b }}'\n"), "password: '⟨…⟩⟨…⟩'");
  });

  test('hides what stands beside it', () => {
    assert.is(
      template('password: "tea-{{ vault_password }}-four"\n'),
      'password: "<secret of 4 characters>⟨…⟩<secret of 5 characters>"',
    );
    assert.is(template('password: "tea-at-four"\n'), 'password: <secret of 11 characters>');
  });
});

describe('the words of a module', (test) => {
  const ini = (section: string) => ({
    'site.yml': `- hosts: a\n  vars: {my_password: tea-at-four-7}\n  tasks:\n    - ini_file: {path: /etc/one.conf, section: "${section}", option: Environment, value: ES_JAVA_OPTS=-Xms1g}\n`,
  });
  const lines = (section: string) => shown(ini(section))['/etc/one.conf']?.slice(1);

  test('are no secrets where its task has them', () => {
    assert.equal(lines('Service'), ['[Service]', 'Environment = ES_JAVA_OPTS=-Xms1g']);
  });

  test('are, where a template of its task gives one', () => {
    assert.not.match(lines('{{ my_password }}')?.join() ?? '', 'tea-at-four');
  });
});
