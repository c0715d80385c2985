/** Templates that Jinja cannot read, in variables that the role reads. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

/** The findings of a rule for two search nodes and a dashboard with these variable files. */
function said(rule: string, more: Readonly<Record<string, string>>, version?: '2.18'): readonly string[] {
  const tree = { hosts: '[search]\nes-1\nes-2\n[dashboard]\ndash-1\n', ...more };
  const { findings } = project(tree, { inventory: ['hosts'], vocabularies: ['search'], version }).check({ rule });
  return findings.map(({ message, hosts }) => `${message} ${hosts.join(' ')}`);
}

describe('a template that Jinja cannot read', (test) => {
  test('is told for the hosts that see it', () => {
    const all = { 'group_vars/all.yml': 'search_heap: "{{ heap | }}"\n' };
    const message =
      "Ansible cannot read the template of search_heap: expected token 'name', got 'end of print statement'.";
    assert.equal(said('inventory/syntax', all), [`${message} dash-1 es-1 es-2`]);
    const one = { ...all, 'host_vars/es-1.yml': 'search_heap: 4\n' };
    assert.equal(said('inventory/syntax', one), [`${message} dash-1 es-2`]);
    assert.equal(said('inventory/syntax', { ...all, 'group_vars/search.yml': 'search_heap: 4\n' }), [
      `${message} dash-1`,
    ]);
    const none = { 'group_vars/search.yml': 'search_heap: "{{ heap | }}"\n' };
    for (const host of ['es-1', 'es-2']) Object.assign(none, { [`host_vars/${host}.yml`]: 'search_heap: 4\n' });
    assert.equal(said('inventory/syntax', none), []);
  });

  test('may be one by its first line alone', () => {
    const header = (rest: string) => ({ 'group_vars/search.yml': `search_heap: "#jinja2: trim_blocks: ${rest}"\n` });
    assert.equal(said('memory/heap-unit', header('False\\n4')), []);
    assert.match(said('memory/heap-unit', header('False\\n4g'))[0] ?? '', 'The heap of es-1 is "4g"');
    assert.equal(said('inventory/syntax', header('maybe\\n4')), [
      'Ansible cannot read the template of search_heap: malformed node or string on line 1: maybe. es-1 es-2',
    ]);
    const secret = {
      'group_vars/dashboard.yml': 'dashboard_system_password: "#jinja2: trim_blocks: False\\nhunter2"\n',
    };
    assert.is(said('security/plaintext-secret', secret).length, 1);
  });

  test('is no text in the place of a list', () => {
    const brace = { 'group_vars/search.yml': 'search_node_types: "{{ roles }"\n' };
    assert.is(said('inventory/syntax', brace).length, 1);
    assert.equal(said('inventory/surprising-value', brace), []);
  });

  test('is nothing that the role reads where it is none of its variables', () => {
    assert.equal(said('inventory/syntax', { 'group_vars/search.yml': 'alert: "{{ $labels.x }}"\n' }), []);
  });

  test('says nothing of what stands in a secret', () => {
    const secret = { 'group_vars/dashboard.yml': 'dashboard_system_password: "hunter2{{ hunter3 hunter4 }}"\n' };
    assert.equal(said('inventory/syntax', secret), [
      'Ansible cannot read the template of dashboard_system_password: what is wrong with it is not shown. dash-1',
    ]);
  });

  test('stays undecided up to 2.18, where nobody compared the words', () => {
    const all = { 'group_vars/search.yml': 'search_heap: "{{ heap | }}"\n' };
    assert.equal(said('inventory/syntax', all, '2.18'), []);
  });
});
