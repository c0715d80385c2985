import type { SourcedInventory } from '../../src/ansible/entities.ts';
import { Scopes } from '../../src/ansible/scopes.ts';
import { assert, describe } from '../describe.ts';
import { tagged } from '../template/tagged.ts';
import { read } from './read.ts';

/** What the variable `x` of a host is worth, or why that is unknown. */
function x(inventory: SourcedInventory, name = 'h1'): unknown {
  const host = inventory.hosts.get(name)!;
  const outcome = new Scopes(inventory, () => undefined).resolve(host, inventory.variablesOf(host).value('x')!);
  return outcome.state === 'known' ? tagged(outcome.value) : outcome.message;
}

describe('hostvars', (test) => {
  const asked = (template: string): string => `[web]\nh1 x="{{ ${template} }}"\n[all:vars]\na=1\n`;

  test('have the implicit localhost, which no group holds', () => {
    const tree = (template: string) => ({ hosts: asked(template), 'host_vars/localhost.yml': 'b: 2\n' });
    assert.equal(x(read(tree("hostvars['localhost'] is defined"))), true);
    assert.equal(x(read(tree("[hostvars['localhost'].a, hostvars['::1'].b, hostvars.localhost.group_names]"))), [
      { int: '1' },
      { int: '2' },
      [],
    ]);
    assert.equal(x(read(tree("'localhost' in hostvars and 'localhost' not in groups['all']"))), true);
    assert.equal(x(read(tree("hostvars['localhost'].ansible_connection"))), 'local');
    assert.equal(x(read(tree("hostvars['nope'] is defined"))), false);
  });

  test('have for localhost the host that a source gives another of its names', () => {
    const tree = { hosts: `127.0.0.1 a=7\n${asked("hostvars['localhost'].inventory_hostname")}` };
    assert.equal(x(read(tree)), '127.0.0.1');
  });

  test('are not there, nor is vars, in templates that they lead to', () => {
    const there = 'h2: { b: 1, y: "{{ hostvars.h1.a }}", z: "{{ vars.b | default(3) }}" }';
    const worth = (template: string): unknown =>
      x(
        read(
          { 'hosts.yml': `all: { hosts: { ${there}, h1: { a: 1, x: "{{ ${template} }}" } } }` },
          { sources: ['hosts.yml'] },
        ),
      );
    assert.is(worth('hostvars.h2.y'), "'hostvars' is undefined");
    assert.equal(worth("[hostvars.h2.y | default('none'), hostvars.h2.z]"), ['none', { int: '3' }]);
    assert.equal(worth("[hostvars.h2.vars is defined, 'hostvars' in hostvars.h2, vars.hostvars is defined]"), [
      false,
      false,
      true,
    ]);
    assert.equal(worth('hostvars.h1.x is defined'), true);
    assert.equal(worth("groups['all'] | map('extract', hostvars) | map(attribute='x', default=0) | list"), [
      { int: '0' },
      { int: '0' },
    ]);
  });

  test('are open for a host that a dynamic source may name', () => {
    const tree = { hosts: asked("hostvars['db-1'].port | default(1)"), 'aws_ec2.yml': 'plugin: amazon.aws.aws_ec2\n' };
    const inventory = read(tree, { sources: ['hosts', 'aws_ec2.yml'] });
    assert.match(String(x(inventory)), 'aws_ec2.yml may name a host db-1, which only a run can know');
  });
});
