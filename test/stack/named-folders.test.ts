/** Folders of a project that a person names, or stands in: they count by what a stack reads there. */
import type { Result } from '../../src/check/result.ts';
import { check } from '../../src/check/check.ts';
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

const PROJECT = {
  'ansible.cfg': '[defaults]\nroles_path = roles\n',
  'hosts.yml': 'lens: { hosts: { lens-1: {} } }\n',
  'site.yml': '- hosts: lens\n  roles: [viewer]\n',
  'roles/viewer/tasks/main.yml':
    '- template: { src: kibana.yml.j2, dest: /etc/kibana/kibana.yml }\n' +
    '- copy: { src: heap.options, dest: /etc/elasticsearch/jvm.options.d/heap.options }\n' +
    '- copy: { dest: /etc/elasticsearch/elasticsearch.yml, content: "cluster.name: one" }\n',
  'roles/viewer/templates/kibana.yml.j2': 'server.name: {{ inventory_hostname }}\n',
  'roles/viewer/files/heap.options': '-Xmx40g\n',
  'roles/viewer/docs/about.txt': 'a role\n',
};

/** The check of a folder of the project from another one. */
function checked(cwd: string, ...paths: readonly string[]): Result {
  const { target } = project(PROJECT);
  return check({ ...target, cwd, paths }, { rules: [{ pattern: 'memory/heap-limit', severity: undefined }] });
}

describe('a folder that is named', (test) => {
  test('holds something of a stack where a file of it is put on a host', () => {
    assert.is(checked('/project', 'roles/viewer/templates').opened.length, 1);
    assert.is(checked('/project/roles/viewer/templates').opened.length, 1);
    assert.is(checked('/project', 'roles/viewer/files').findings.length, 1);
    assert.throws(
      () => checked('/project', 'roles/viewer/docs'),
      /no inventory found in roles\/viewer\/docs, and those of/,
    );
  });

  test('has roles that are shown by their folders, from wherever', () => {
    const sources = (cwd: string): readonly string[] =>
      checked(cwd).opened.flatMap(({ deployed }) => deployed?.products[0]?.sources ?? []);
    assert.equal(sources('/project'), ['roles/viewer']);
    assert.equal(sources('/project/roles'), ['viewer']);
    assert.equal(sources('/project/roles/viewer'), ['.']);
    assert.equal(sources('/project/roles/viewer/tasks'), ['..']);
    assert.equal(sources('/project/roles/viewer/templates'), ['..']);
  });
});
