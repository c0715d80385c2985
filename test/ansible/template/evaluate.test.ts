import { evaluate } from '../../../src/ansible/template/evaluate.ts';
import * as trouble from '../../../src/ansible/template/markers.ts';
import { UnknownValue } from '../../../src/ansible/template/markers.ts';
import type { Scope } from '../../../src/ansible/template/evaluate.ts';
import { Sequence } from '../../../src/source/tree.ts';
import { assert, describe } from '../../describe.ts';
import { answerOf, fromYaml, scopeOf, tagged } from './tagged.ts';

function value(template: string, variables = ''): unknown {
  return answerOf(evaluate(template, scopeOf(fromYaml(variables))));
}

/** Two hosts in one group; `hostvars` leads from one to the other. */
function inventory(one: string, other: string): Scope {
  const scopes = new Map<string, Scope>();
  const hosts = ['es-1.example.org', 'es-2'];
  const groups = new Map(['all', 'search'].map((name) => [name, { names: hosts, isOrdered: true }]));
  for (const [host, text] of [
    ['es-1.example.org', one],
    ['es-2', other],
  ] as const) {
    const magic = {
      inventoryHostname: host,
      inventoryHostnameShort: host.split('.')[0],
      groups,
      hosts,
      groupNames: ['search'],
      hostvars: (name: string) => scopes.get(name),
    };
    scopes.set(host, scopeOf(fromYaml(text), magic));
  }
  return scopes.get('es-1.example.org')!;
}

describe('evaluate', (test) => {
  test('items2dict takes positions as well as names', () => {
    const pairs = 'pairs: [[a, 1], [b, 2]]\nwords: [ab, cd]';
    assert.equal(value('{{ pairs | items2dict(key_name=0, value_name=1) }}', pairs), value("{{ {'a': 1, 'b': 2} }}"));
    assert.equal(value('{{ words | items2dict(0, -1) }}', pairs), value("{{ {'a': 'b', 'c': 'd'} }}"));
    assert.is((value('{{ pairs | items2dict }}', pairs) as { error: string }).error, 'error');
  });

  test('passes bytes on, and leaves open what looks into them', () => {
    const open = (template: string): unknown => {
      const outcome = evaluate(template, scopeOf(fromYaml('l: !!binary aGk=')));
      return outcome.state === 'known' ? tagged(outcome.value) : outcome.state;
    };
    for (const template of [
      'l[0]',
      'l | length',
      'l | list',
      'l is iterable',
      'l * 2',
      "'h' in l",
      'l < l',
      'l.decode()',
    ])
      assert.is(open(`{{ ${template} }}`), 'unknown', template);
    assert.equal(open('{{ [l is defined, l is string] }}'), [true, false]);
  });

  test('gives a reference the very node of the variable', () => {
    const variables = fromYaml('a: "{{ b }}"\nb: {c: [1, two]}\nd: {e: 5}');
    const b = variables.get('b');
    const outcome = evaluate('{{ a }}', scopeOf(variables));
    assert.is(outcome.state === 'known' && outcome.value, b);
    const part = evaluate('{{ d.e }}', scopeOf(variables));
    assert.is(part.state === 'known' && part.value.start, 37);
  });

  test('takes the default of the lookup of variables for one that is missing, not for what its template misses', () => {
    const outcome = (name: string, standard: string) =>
      evaluate(`{{ lookup('vars', '${name}', default=${standard}) }}`, scopeOf(fromYaml('s: "{{ a }}"\nt: 1')));
    const state = (name: string, standard: string): string => {
      const found = outcome(name, standard);
      return found.state === 'unknown' ? found.reason : found.state;
    };
    assert.is(state('s', "'q'"), 'undefined');
    assert.is(state('none', "'q'"), 'known');
    assert.is(state('none', 'none'), 'undefined');
    assert.is(state('t', "'q'"), 'known');
  });

  test('keeps the nodes of variables inside of what it builds', () => {
    const variables = fromYaml('a: 5\nd: {x: "{{ a }}", y: [1]}');
    const outcome = evaluate('{{ d }}', scopeOf(variables));
    if (outcome.state !== 'known' || outcome.value.kind !== 'mapping') throw new Error('no mapping');
    assert.is(outcome.value.start, 0);
    assert.is(outcome.value.pairs[0]?.value, variables.get('a'));
    assert.is(outcome.value.pairs[1]?.value.start, 26);
  });

  test('lists the values that went into a value', () => {
    const variables = fromYaml('a: "{{ b * c }}"\nb: 3\nc: "{{ d.e }}"\nd: {e: 4, f: "{{ nope }}"}\nz: 1');
    const { from } = evaluate('{{ a }}', scopeOf(variables));
    assert.equal(
      from.map((node) => (node.kind === 'scalar' ? node.value : node.kind)),
      ['{{ b * c }}', 3, '{{ d.e }}', 4],
    );
  });

  test('says of an unknown value why, by what and where', () => {
    const missing = evaluate('x{{ a + nope }}', scopeOf(fromYaml('a: 1')));
    assert.equal(
      { ...missing, from: [] },
      {
        state: 'unknown',
        reason: 'undefined',
        message: "'nope' is undefined",
        name: 'nope',
        clause: 'is undefined',
        shared: undefined,
        missing: 'variable',
        start: 8,
        end: 12,
        from: [],
        within: undefined,
      },
    );
    const fact = evaluate("{{ ansible_memtotal_mb | default('x') }}", scopeOf(new Map()));
    assert.is(fact.state === 'unknown' && fact.reason, 'fact');
    const lookup = evaluate("{{ lookup('env', 'HOME') }}", scopeOf(new Map()));
    assert.is(lookup.state === 'unknown' && lookup.reason, 'lookup');
    const refused = evaluate('{{ 1 + (2 / 0) }}', scopeOf(new Map()));
    assert.equal(refused.state === 'unknown' && [refused.reason, refused.start], ['error', 7]);
    const syntax = evaluate('{{ a b }}', scopeOf(new Map()));
    assert.equal(syntax.state === 'unknown' && [syntax.reason, syntax.start, syntax.end], ['error', 5, 6]);
  });

  test('places the trouble of a variable at the reference to it', () => {
    const outcome = evaluate('x {{ one }} {{ two }}', scopeOf(fromYaml('one: 1\ntwo: "long text {{ nope }}"')));
    assert.equal(outcome.state === 'unknown' && [outcome.name, outcome.start, outcome.end], ['nope', 15, 18]);
  });

  test('takes what the scope does not know for unknown, whatever is done with it', () => {
    const scope = scopeOf(new Map(), {});
    const unsure = {
      ...scope,
      variable: (name: string) => (name === 'u' ? new UnknownValue('vault', 'sealed', 'u') : undefined),
    };
    for (const template of [
      '{{ u }}',
      '{{ u | default(1) }}',
      '{{ u is defined }}',
      '{{ [u] | first }}',
      'a{{ u }}',
      '{{ u or 1 }}',
    ]) {
      const outcome = evaluate(template, unsure);
      assert.is(outcome.state === 'unknown' && outcome.reason, 'vault', template);
    }
    for (const template of [
      '{{ [1, u][0] }}',
      '{{ 1 if true else u }}',
      '{{ true or u }}',
      '{{ [u] | length }}',
      '{{ {"a": 1, "b": u}.a }}',
    ]) {
      assert.is(evaluate(template, unsure).state, 'known', template);
    }
  });

  test('knows the members of a set, and not their order', () => {
    const of = (text: string) => evaluate(text, scopeOf(new Map()));
    const outcome = of("{{ ['a', 'b'] | union(['c']) }}");
    assert.is(outcome.state === 'known' && outcome.value instanceof Sequence && outcome.value.unordered, true);
    const open = [
      'first',
      "join(',')",
      'string',
      'to_json',
      'to_nice_yaml',
      'zip([1])',
      "map('list') | sum(start=[])",
      "map('length') | sum(start=0.5)",
    ];
    for (const filter of open)
      assert.match(JSON.stringify(of(`{{ ['a', 'b'] | union(['c']) | ${filter} }}`)), 'the order of a set', filter);
    assert.match(JSON.stringify(of("{{ ['a', 'A'] | union(['c']) | sort }}")), 'the order of a set');
    assert.match(JSON.stringify(of("{{ ['a', 'A'] | union(['c']) | min }}")), 'the order of a set');
    for (const filter of ['sort | first', 'length', 'min', 'unique | length', "difference(['b', 'c']) | first"])
      assert.is(of(`{{ ['a', 'b'] | union(['c']) | ${filter} }}`).state, 'known', filter);
  });

  test('throws nothing that records a stack trace', () => {
    for (const [name, thrown] of Object.entries(trouble))
      assert.not.ok((thrown.prototype as unknown) instanceof Error, name);
  });

  test('tells loops apart', () => {
    const outcome = evaluate('{{ a | default(1) }}', scopeOf(fromYaml('a: "{{ b }}"\nb: "x{{ c }}"\nc: "{{ a }}"')));
    assert.equal(outcome.state === 'unknown' && outcome.loop, ['a', 'b', 'c']);
    assert.equal(value('{{ d.a }}', 'd: {a: "{{ d.b }}", b: 1}'), { value: { int: '1' } });
  });

  test('reads the variables of other hosts in their own scope', () => {
    const scope = inventory('x: mine', 'x: "{{ y }}"\ny: "{{ inventory_hostname }}"');
    const ask = (template: string): unknown => answerOf(evaluate(template, scope));
    assert.equal(ask("{{ hostvars['es-2'].x }}"), { value: 'es-2' });
    assert.equal(ask("{{ groups['search'] | map('extract', hostvars, 'x') | join(',') }}"), { value: 'mine,es-2' });
    assert.equal(ask('{{ inventory_hostname_short }} {{ group_names }}'), { value: "es-1 ['search']" });
    assert.equal(ask("{{ hostvars['es-9'].x }}"), { error: 'undefined', message: "hostvars['es-9']" });
    assert.equal(ask("{{ hostvars['es-9'].x | default(groups['none'] | default([])) }}"), { value: [] });
  });

  test('leaves texts without a template alone, and what is marked unsafe or vault', () => {
    assert.equal(value('plain } text'), { value: 'plain } text' });
    assert.equal(value('{{ u }}', 'u: !unsafe "{{ nope }}"'), { value: '{{ nope }}' });
    const vault = evaluate('{{ v }}', scopeOf(fromYaml('v: !vault "$ANSIBLE_VAULT;1.1"')));
    assert.is(vault.state === 'unknown' && vault.reason, 'vault');
  });

  test('finds places in texts with carriage returns', () => {
    const outcome = evaluate('a\r\nb\r\n{{ nope }}', scopeOf(new Map()));
    assert.equal(outcome.state === 'unknown' && [outcome.start, outcome.end], [9, 13]);
  });
});
