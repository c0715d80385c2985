/** Places of findings about the files that tasks put on hosts: where a person would change them. */
import { posix } from 'node:path';
import { check } from '../../src/check.ts';
import type { Result } from '../../src/check.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import type { CheckReport } from '../../src/report/json-report.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

type Tree = Readonly<Record<string, string>>;

const ELASTICSEARCH = '/etc/elasticsearch/elasticsearch.yml';

function checked(tree: Tree, rules: readonly string[] = []): Result {
  const files = memoryFiles(
    Object.fromEntries(Object.entries(tree).map(([path, text]) => [posix.join('/p', path), text])),
  );
  const target = { files, cwd: '/p', paths: [], inventory: [], playbookDir: undefined, vocabularies: [] };
  const preset = 'production';
  return check(target, { preset, rules: rules.map((pattern) => ({ pattern, severity: undefined })) });
}

/** The places of the findings of some rules, each with its hosts: `site.yml:3:14-21 [n1,n2]`. */
function places(tree: Tree, ...rules: readonly string[]): readonly string[] {
  const { findings } = JSON.parse(jsonReport(checked(tree, rules))) as CheckReport;
  return findings.map(({ at, hosts = [] }) => {
    const { file = '', line = 0, column = 0, endLine = 0, endColumn = 0 } = at;
    const end = endLine === line ? String(endColumn) : `${String(endLine)}:${String(endColumn)}`;
    return `${file}:${String(line)}:${String(column)}-${end} [${hosts.join()}]`;
  });
}

/** A project in which one task writes a file of three hosts. */
function project(task: string, more: Tree = {}): Tree {
  return { 'hosts.ini': '[nodes]\nn1\nn2\nn3\n', 'site.yml': `- hosts: nodes\n  tasks:\n    - ${task}\n`, ...more };
}

describe('a setting that no file has', (test) => {
  const content = (text: string): string => `copy: { content: ${JSON.stringify(text)}, dest: ${ELASTICSEARCH} }`;

  test('is told once, at the text that would have it: the content, the copied file, the template', () => {
    const text = 'cluster.name: one\n';
    assert.equal(places(project(content(text)), 'memory/memory-lock'), ['site.yml:3:15-22 [n1,n2,n3]']);
    const copied = `copy: { src: settings.yml, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(project(copied, { 'files/settings.yml': text }), 'memory/memory-lock'), [
      'files/settings.yml:1:1-1 [n1,n2,n3]',
    ]);
    const written = `template: { src: settings.j2, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(project(written, { 'templates/settings.j2': text }), 'memory/memory-lock'), [
      'templates/settings.j2:1:1-1 [n1,n2,n3]',
    ]);
  });

  test('is told at the content, too, where later tasks change lines of it', () => {
    const tree = project(`${content('cluster.name: one\n')}
    - lineinfile: { path: ${ELASTICSEARCH}, line: "node.name: {{ inventory_hostname }}" }`);
    assert.equal(places(tree, 'memory/memory-lock'), ['site.yml:3:15-22 [n1,n2,n3]']);
  });

  test('is told once, at the group, where an installed role has the text; no file of variables sets it', () => {
    const tree = {
      'ansible.cfg': '[defaults]\nroles_path = /galaxy\ninventory = hosts.ini\n',
      'hosts.ini': '[nodes]\nn1\nn2\n',
      'site.yml': '- hosts: nodes\n  roles: [elasticsearch]\n',
      '../galaxy/elasticsearch/tasks/main.yml': `- template: { src: elasticsearch.yml.j2, dest: ${ELASTICSEARCH} }\n`,
      '../galaxy/elasticsearch/templates/elasticsearch.yml.j2': 'cluster.name: one\n',
    };
    assert.equal(places(tree, 'memory/memory-lock'), ['hosts.ini:1:2-7 [n1,n2]']);
    assert.equal(
      checked(tree, ['memory/memory-lock']).findings.map(({ newFile }) => newFile),
      [undefined],
    );
  });

  test('has a file where its host is in no group', () => {
    const tree = {
      'hosts.ini': 'localhost ansible_connection=local\n',
      'site.yml': `- hosts: all\n  tasks:\n    - ${content('cluster.name: one\n')}\n`,
    };
    assert.equal(places(tree, 'topology/master-quorum'), ['site.yml:3:7-91 [localhost]']);
  });
});

describe('a value in a file that is copied', (test) => {
  test('is told at its own line, in a file as in a folder', () => {
    const text = '# our nodes\ncluster.name: one\nbootstrap.memory_lock: false # for now\n';
    const copied = `copy: { src: settings.yml, dest: ${ELASTICSEARCH} }`;
    assert.equal(places(project(copied, { 'files/settings.yml': text }), 'memory/memory-lock'), [
      'files/settings.yml:3:24-29 [n1,n2,n3]',
    ]);
    const folder = 'copy: { src: engine/, dest: /etc/elasticsearch/ }';
    assert.equal(places(project(folder, { 'files/engine/elasticsearch.yml': text }), 'memory/memory-lock'), [
      'files/engine/elasticsearch.yml:3:24-29 [n1,n2,n3]',
    ]);
  });

  test('is told at its own line of the content that a task gives', () => {
    const block = `copy:\n        dest: ${ELASTICSEARCH}\n        content: |\n          cluster.name: one\n          bootstrap.memory_lock: false\n`;
    assert.equal(places(project(block), 'memory/memory-lock'), ['site.yml:7:34-39 [n1,n2,n3]']);
  });
});
