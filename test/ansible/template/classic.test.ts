import { Scopes } from '../../../src/ansible/scopes.ts';
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import type { Settings } from '../../../src/ansible/settings/ansible-settings.ts';
import { assert, describe } from '../../describe.ts';
import { tagged } from './tagged.ts';
import { read } from '../read.ts';

/** The value of the variable `x` of h1 with all templates evaluated, or the reason why it is unknown. */
function x(variables: string, settings: Partial<Settings>, other = ''): unknown {
  const tree = { hosts: 'h1\nh2\n', 'host_vars/h1.yml': variables, 'host_vars/h2.yml': other };
  const inventory = read(tree, { settings: { ...defaultSettings, ...settings } });
  const host = inventory.hosts.get('h1')!;
  const outcome = new Scopes(inventory, () => undefined).resolve(host, inventory.variablesOf(host).value('x') as never);
  return outcome.state === 'known' ? tagged(outcome.value) : outcome.message;
}

describe('templates of inventories up to Ansible 2.18', (test) => {
  const old = { version: '2.18' } as const;

  test('a number that a template gives is text, but keeps its type in a list', () => {
    assert.equal(x('i: 5\nx: "{{ i }}"\n', { version: '2.19' }), { int: '5' });
    assert.equal(x('i: 5\nx: "{{ i }}"\n', old), '5');
    assert.equal(x('i: 5\nx: ["{{ i }}", "{{ i + 1 }}"]\n', old), [{ int: '5' }, '6']);
  });

  test('the text of a list is a list', () => {
    const text = 'l: [1, 2]\nx: "[{% for i in l %}\'n{{ i }}\',{% endfor %}]"\n';
    assert.equal(x(text, { version: '2.19' }), "['n1','n2',]");
    assert.equal(x(text, old), ['n1', 'n2']);
  });

  test('a mapping with something undefined is undefined', () => {
    const text = 'd: {ok: 1, bad: "{{ nope }}"}\nx: "{{ d.ok | default(2) }}"\n';
    assert.equal(x(text, { version: '2.19' }), { int: '1' });
    assert.equal(x(text, old), '2');
  });

  test('variables of other hosts are evaluated in the same way', () => {
    const text = 'x: "{{ hostvars.h2.a + 1 }}"\n';
    assert.equal(x(text, { version: '2.19' }, 'a: "{{ 1 }}"\n'), { int: '2' });
    assert.match(String(x(text, old, 'a: "{{ 1 }}"\n')), 'Ansible up to 2.18 may take that in another way');
    assert.equal(x('x: "{{ hostvars.h2.a ~ 1 }}"\n', old, 'a: "{{ 1 }}"\n'), '11');
    const undefinedThere = x('x: "{{ hostvars.h2.a | default(1) }}"\n', old, 'a: "{{ nope }}"\n');
    assert.match(String(undefinedThere), "a variable of another host is undefined ('nope' is undefined)");
  });

  test('with jinja2_native, nothing is told', () => {
    const told = x('x: "{{ 1 }}"\n', { ...old, nativeJinja: true });
    assert.is(told, 'jinja2_native is not evaluated as up to ansible-core 2.18');
    assert.equal(x('x: "{{ 1 }}"\n', { version: '2.19', nativeJinja: true }), { int: '1' });
  });
});
