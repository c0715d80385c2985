import type { SourcedInventory } from '../../src/ansible/inventory/entities.ts';
import { Scopes } from '../../src/ansible/scopes.ts';
import { assert, describe } from '../describe.ts';
import { tagged } from './template/tagged.ts';
import { read } from './read.ts';

/** The value of the variable `x` of the host `h1`, or the reason why it is unknown. */
function x(inventory: SourcedInventory): unknown {
  const host = inventory.hosts.get('h1')!;
  const outcome = new Scopes(inventory, () => undefined).resolve(host, inventory.variablesOf(host).value('x')!);
  return outcome.state === 'known' ? tagged(outcome.value) : outcome.message;
}

describe('groups', (test) => {
  test('have their hosts in an order only where Ansible has one in each run', () => {
    const tree = (below: string, template: string) => ({
      hosts: `[web]\nh1 x="{{ ${template} }}"\n[db]\nh2\n[top:children]\none\ntwo\n[one:children]\nweb\n[two:children]\n${below}\n`,
    });
    assert.is(x(read(tree('db', "groups['top'][0]"))), 'the result depends on the order of a set, which is by hash');
    assert.equal(x(read(tree('db', "groups['top']"))), { unordered: ['h1', 'h2'] });
    assert.equal(x(read(tree('db', "[groups['top'] | length, 'h2' in groups['top'], groups['two'][0]]"))), [
      { int: '2' },
      true,
      'h2',
    ]);
    // Everything two steps below `top` depends on one group, or is the same.
    assert.equal(x(read(tree('web', "groups['top'][0]"))), 'h1');
    assert.equal(
      x(read({ hosts: tree('', "groups['top'] | join(',')").hosts.replace('one\ntwo', 'one\ndb') })),
      'h2,h1',
    );
  });
});

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

  test('have their keys in the order in which the sources name hosts', () => {
    const hosts = `[low]\nh1 x="{{ hostvars | list }}"\n[top]\nh2\n[top:children]\nlow\n`;
    assert.equal(x(read({ hosts })), ['h1', 'h2']);
  });

  test('fail for localhost where its own file is broken', () => {
    const tree = { hosts: asked("hostvars['localhost'] is defined"), 'host_vars/localhost.yml': 'c: !nope x\n' };
    assert.is(x(read(tree)), 'host_vars/localhost.yml cannot be read');
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
    const whether = { ...tree, hosts: asked("'db-1' in hostvars") };
    assert.match(String(x(read(whether, { sources: ['hosts', 'aws_ec2.yml'] }))), 'may name a host db-1');
  });
});

describe('what is missing in an expression', (test) => {
  const worth = (template: string): unknown => {
    const others = `l: [1], d: {}, y: "{{ ${template} }}", x: "{{ y | default('none') }}"`;
    return x(read({ 'hosts.yml': `all: { hosts: { h1: { ${others} } } }` }, { sources: ['hosts.yml'] }));
  };

  test('is an error behind a list of a variable or filter, and none behind a list that stands there', () => {
    const refused = 'can only concatenate list (not "UndefinedMarker") to list';
    for (const list of ['l', 'l[:1]', '(l | sort)', '(l + [2])', '(l * 2)', "'a b'.split()"])
      assert.is(worth(`${list} + d.nope`), refused, list);
    assert.is(worth('l * d.nope'), "'UndefinedMarker' object cannot be interpreted as an integer");
    for (const list of ['[1]', '[1, 2][:1]', '([1] + [2])', '([1] * 2)'])
      assert.is(worth(`${list} + d.nope`), 'none', list);
  });

  test('is handed on in a tuple, and not in a list', () => {
    for (const filter of ['list', 'batch(2) | first', 'slice(1) | first'])
      assert.equal(worth(`(1, d.nope) | ${filter} | length`), { int: '2' }, filter);
    assert.is(worth('[1, d.nope] | list | length'), 'none');
  });

  test('is told where a filter comes to it', () => {
    assert.match(String(worth("['a', d.nope] | sum")), "unsupported operand type(s) for +: 'int' and 'str'");
    assert.is(worth("[[] | sum('a', start='s'), d.nope] | reverse | list"), 'none');
  });
});

describe('inventory_dir and inventory_file', (test) => {
  test('are what Ansible sets, but where the host itself has others', () => {
    const template = '{{ inventory_dir | basename }} {{ inventory_file | basename }}';
    const tree = (own: string) => `all: { vars: { inventory_dir: a, inventory_file: b }, hosts: { h1: { ${own} } } }`;
    const worth = (own: string): unknown =>
      x(read({ 'inv/hosts.yml': tree(`x: "${template}", ${own}`) }, { sources: ['inv/hosts.yml'] }));
    assert.is(worth(''), 'inv hosts.yml');
    assert.is(worth('inventory_dir: c'), 'c hosts.yml');
  });
});

describe('inventory_hostname and group_names', (test) => {
  test('are what Ansible sets over sources and groups, and what files of host_vars set over that', () => {
    const template = '{{ inventory_hostname }} {{ inventory_hostname_short }} {{ group_names }}';
    const own = { inventory_hostname: 'own', inventory_hostname_short: 'o', group_names: 'none' };
    const source = { all: { vars: own, hosts: { h1: { ...own, x: template } } } };
    const tree = { 'hosts.yml': JSON.stringify(source), 'group_vars/all.yml': 'group_names: [a]\n' };
    assert.is(x(read(tree)), "h1 h1 ['ungrouped']");
    assert.is(x(read({ ...tree, 'host_vars/h1.yml': 'inventory_hostname: a.b\ngroup_names: off\n' })), 'a.b h1 False');
  });
});

describe('what is another in each run', (test) => {
  const why = (template: string, playbookDir?: string): unknown => {
    const inventory = read({ hosts: `h1 x="{{ ${template} }}"\n` });
    const host = inventory.hosts.get('h1')!;
    const scopes = new Scopes(inventory, () => undefined, playbookDir);
    const outcome = scopes.resolve(host, inventory.variablesOf(host).value('x')!);
    if (outcome.state === 'known') return tagged(outcome.value);
    return `${outcome.reason}: ${outcome.message}`;
  };

  test('is told as what no template tells, and a seed is no chance', () => {
    assert.is(why('now().year'), 'template: now() is the time of the run');
    assert.is(why('100 | random'), 'template: random gives another value in each run');
    assert.is(why('100 | random(1, 2)'), 'template: random gives another value in each run');
    assert.is(why('100 | random(seed=inventory_hostname)'), 'template: random is not evaluated with a seed');
    assert.is(why("[1, 2] | shuffle('a')"), 'template: shuffle is not evaluated with a seed');
    assert.is(why("'a' | password_hash('sha256')"), 'template: password_hash gives another value in each run');
    assert.is(why("'a' | password_hash('sha256', 'b')"), 'template: password_hash is not evaluated with a salt');
  });

  test('the folder of the playbook is known where one counts for all', () => {
    assert.is(why('playbook_dir'), 'fact: playbook_dir is known in a run only');
    assert.is(why('playbook_dir', '/project/plays'), '/project/plays');
  });
});
