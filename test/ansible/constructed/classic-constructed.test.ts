/** `constructed` sources as ansible-core 2.14 and 2.18 read them. The answers are theirs. */
import { defaultSettings } from '../../../src/ansible/settings/ansible-settings.ts';
import { assert, describe } from '../../describe.ts';
import { dump, groupsOf, read, troubles } from '../read.ts';

const HOSTS = `all:
  children:
    web:
      hosts:
        h1: {a: 1, s: deb, l: [x, ""], env: "{{ s }}-p", tags: {role: master, env: prod}}
        h2: {a: 2, s: "", l: "['q', 'r']", m: null, tags: {role: data, env: ""}}
`;
const sources = ['hosts.yml', 'made.yml'];
const classic = { ...defaultSettings, version: '2.14' } as const;

function tree(made: string): Readonly<Record<string, string>> {
  return { 'hosts.yml': HOSTS, 'made.yml': `plugin: constructed\n${made}` };
}

/** The variables that a host gets beside its own. */
function composed(made: string, host: string): Record<string, unknown> {
  const { stdout } = dump(tree(made), { sources, host, version: '2.14' });
  const own = ['a', 's', 'l', 'env', 'm', 'tags'];
  const all = JSON.parse(stdout) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)));
}

function groups(made: string, host: string): readonly string[] {
  const inventory = read(tree(made), { sources, isolated: true, settings: classic });
  return groupsOf(inventory, host).filter((name) => name !== 'all' && name !== 'web');
}

describe('constructed sources up to 2.18', (test) => {
  test('expressions give text, lists that look like some, and the very value of a variable', () => {
    const made =
      'compose: {sum: a * 4, same: a, text: "\'5\'", list: l, from: env, is: a == 1, other: tags.nope | default("z"), ' +
      'none: m}\n';
    const both = { other: 'z', text: '5' };
    assert.equal(composed(made, 'h1'), { ...both, from: 'deb-p', is: true, list: ['x', ''], same: 1, sum: '4' });
    assert.equal(composed(made, 'h2'), { ...both, is: false, list: ['q', 'r'], none: null, same: 2, sum: '8' });
  });

  test('conditions hold for any value that is something', () => {
    const made = 'groups: {masters: "tags.role == \'master\'", named: s, defined: m is defined, undefined: nope.x}\n';
    assert.equal(groups(made, 'h1'), ['masters', 'named']);
    assert.equal(groups(made, 'h2'), ['defined']);
  });

  test('groups are named after values', () => {
    const keys = [
      '{key: tags.role, prefix: role, parent_group: "p_{{ tags.role }}"}',
      '{key: s, default_value: unset, prefix: os}',
      '{key: l, prefix: l}',
      '{key: tags, prefix: t, default_value: no}',
      '{key: a | string, prefix: n}',
    ];
    const made = `keyed_groups: [${keys.join(', ')}]\n`;
    assert.equal([...groups(made, 'h1')].sort(), [
      'l_',
      'l_x',
      'n_1',
      'os_deb',
      'p_master',
      'role_master',
      't_env_prod',
      't_role_master',
    ]);
    assert.equal([...groups(made, 'h2')].sort(), [
      'l_q',
      'l_r',
      'n_2',
      'os_unset',
      'p_data',
      'role_data',
      't_env_False',
      't_role_data',
    ]);
  });

  test('a number names no group, nor a parent of one, and an option that is a list is refused', () => {
    for (const made of [
      'keyed_groups: [{key: a}]\n',
      'keyed_groups: [{key: s, parent_group: "{{ a }}"}]\n',
      'use_extra_vars: []\n',
    ]) {
      const inventory = read(tree(made), { sources, isolated: true, settings: classic });
      assert.equal(troubles(inventory).length, 1, made);
    }
  });

  test('what these releases take in another way, or forbid, is open', () => {
    for (const expression of ["lookup('env', 'X')", 'tags.items()', "'{{ a }}'"])
      assert.match(
        dump(tree(`compose: {x: ${JSON.stringify(expression)}}\n`), { sources, version: '2.14' }).stderr,
        'Only a run can evaluate x in compose',
        expression,
      );
  });
});
