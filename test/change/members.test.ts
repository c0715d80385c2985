/** Members that plays still reach, or that a role's own playbook would make. */
import { assert, describe } from '../describe.ts';
import { headLinesOf } from '../../src/report/change-words.ts';
import { changeOf, compared } from './compared-projects.ts';
import type { Texts } from './compared-projects.ts';

/** A role whose settings are written if a variable says so, and the play that applies it. */
function installing(isConfigured: boolean, more: Texts = {}): Texts {
  return {
    'hosts.yml': `nodes: {hosts: {es-1: , es-2: }, vars: {configures: ${String(isConfigured)}}}\nothers: {hosts: {web-1: }}\n`,
    'site.yml': '- hosts: nodes\n  roles: [search_engine]\n',
    'roles/search_engine/tasks/main.yml':
      '- apt: {name: elasticsearch=8.19.4}\n' +
      '- template: {src: elasticsearch.yml.j2, dest: /etc/elasticsearch/elasticsearch.yml}\n  when: configures\n',
    'roles/search_engine/templates/elasticsearch.yml.j2': 'cluster.name: trio\nnode.roles: [master, data]\n',
    ...more,
  };
}

describe('the members of a change', (test) => {
  test('are not known where their package is installed, and nothing writes its settings', () => {
    const result = compared(installing(true), installing(false));
    assert.equal(result.findings, []);
    assert.equal(
      result.undecided.map(({ message }) => message),
      [
        'whether es-1, es-2 are still in the stack is not known: the package is installed, and nothing known writes its settings',
      ],
    );
    assert.equal(headLinesOf(changeOf(result)), ['trio: not known what is left']);
  });

  test('are not those of a playbook that shows how to apply a role, where there are others', () => {
    const shown = { 'roles/search_engine/playbook.yml': '- hosts: all\n  roles: [search_engine]\n' };
    const change = changeOf(compared(installing(true), installing(true, shown)));
    assert.equal(headLinesOf(change), ['nothing changes']);
  });
});
