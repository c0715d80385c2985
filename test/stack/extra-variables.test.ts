/** Variables of the command line that the role does not have. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';
import { inFile, textAt } from '../in-file.ts';

type Tree = Readonly<Record<string, string>>;

/** The messages of inventory/unknown-variable, each with its place. */
function unknown(extraVars: readonly string[], more: Tree = {}): readonly string[] {
  const tree = { hosts: '[search]\na\nb\n', 'ansible.cfg': '', ...more };
  const target = { inventory: ['hosts'], extraVars, vocabularies: ['search'] };
  const { findings, documents } = project(tree, target).check({ rule: 'inventory/unknown-variable' });
  return findings.map(({ at, message, severity, hosts }) => {
    const key = textAt(at, documents) ?? '';
    const meant = /expected (search_\w+)\./.exec(message)?.[1] ?? '-';
    return `${inFile(at).file} ${key} ${meant} ${severity} ${hosts.join()}`;
  });
}

describe('a variable of --extra-vars that the role does not have', (test) => {
  test('is told of, with the nearest that it has', () => {
    assert.equal(unknown(['search_heep=31']), ['--extra-vars search_heep search_heap error a,b']);
    assert.equal(unknown(['x=1 search_heap=8', '{search_sunrise: 1}']), [
      '--extra-vars 2 search_sunrise - warning a,b',
    ]);
    const file = { 'more.yml': 'search_heep: 31\n' };
    assert.equal(unknown(['@more.yml'], file), ['more.yml search_heep search_heap error a,b']);
  });

  test('is none where something reads it, or it is of another role', () => {
    assert.equal(unknown(['search_heap=8 heep=3']), []);
    assert.equal(unknown(['search_heep=31', '{"search_heap": "{{ search_heep }}"}']), []);
    const reads = '- hosts: search\n  tasks: [{debug: {msg: "{{ search_heep }}"}}]\n';
    assert.equal(unknown(['search_heep=31'], { 'site.yml': reads }), []);
    assert.equal(unknown(['search_heep=31'], { 'group_vars/all.yml': 'search_heap: "{{ search_heep }}"\n' }), []);
    assert.equal(unknown(['@more.yml'], { 'more.yml': 'search_heep: 31\nsearch_heap: "{{ search_heep }}"\n' }), []);
  });
});
