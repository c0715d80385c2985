import { CannotCheck } from '../../src/ground/cannot-check.ts';
import { runRules } from '../../src/engine/run.ts';
import type { Rule } from '../../src/model/rule.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Stack } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { ALONE, dashboard, known, node, origin, stack, unknown } from './stacks.ts';
import { inFile } from '../in-file.ts';

const about = {
  summary: 'Keep it.',
  why: 'It is good.',
  reference: 'Production practice §8',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  reads: ['heapGb'],
  messages: { said: 'It is {{value}}.', of: 'It is of {{host}}.', by: 'Set {{variable}}.' },
} as const;

const how = { preset: 'production', rules: [] } as const;

function judged(rule: Rule, of: Stack, hosts?: readonly string[]) {
  return runRules([{ name: 'a/b', rule }], [{ stack: of, reported: hosts && new Set(hosts) }], how);
}

describe('whom a finding concerns', (test) => {
  const heap = defineRule({
    ...about,
    *node({ heapGb }) {
      if (heapGb.state === 'known') yield { at: heapGb, message: 'of' };
    },
  });
  const far = origin('host_vars/es-3.yml');
  const nodes = [
    node('es-1', { heapGb: known(1) }),
    node('es-2', { heapGb: known(1) }),
    node('es-3', { heapGb: known(1, 'search_heap', far) }),
    node('es-4', { heapGb: unknown('b') }),
    node('es-5', { heapGb: unknown('a') }),
  ];

  test('are the hosts that matter, where some do not', () => {
    const { findings, undecided } = judged(heap, stack({ nodes }), ['es-2', 'es-5']);
    assert.equal(
      findings.map(({ message, hosts }) => [message, hosts]),
      [['It is of es-2.', ['es-2']]],
    );
    assert.equal(
      undecided.map(({ variable, hosts }) => [variable, hosts]),
      [['a', ['es-5']]],
    );
  });

  test('is everybody, where it is about no host in particular', () => {
    const rule = defineRule({
      ...about,
      *stack() {
        yield { at: origin(), message: 'said', data: { value: 1 } };
      },
    });
    assert.is(judged(rule, stack({ nodes }), ['es-2']).findings.length, 1);
  });

  test('are all hosts of a cluster or of its dashboards, with the name of the cluster', () => {
    const rule = defineRule({
      ...about,
      *cluster() {
        yield { at: origin('a.yml'), message: 'said', data: { value: 1 } };
      },
      *dashboards() {
        yield { at: origin('b.yml'), message: 'said', data: { value: 1 } };
      },
    });
    const of = stack({ nodes: nodes.slice(0, 2), dashboards: [dashboard('dash-1'), dashboard('dash-2')] });
    assert.equal(
      judged(rule, of).findings.map(({ hosts, clusters }) => [hosts, clusters]),
      [
        [['es-1', 'es-2'], ['logs']],
        [['dash-1', 'dash-2'], ['logs']],
      ],
    );
    const nameless = { name: 'dashboard', clusterLabel: '', instances: [dashboard('dash-1')], ...ALONE };
    assert.equal(
      judged(rule, { ...of, dashboards: [nameless] }).findings.map(({ clusters }) => clusters),
      [['logs'], []],
    );
  });
});

describe('a finding', (test) => {
  const once = (report: object, of = known<number>(1)) =>
    judged(
      defineRule({
        ...about,
        *node({ heapGb }) {
          yield { at: heapGb, message: 'said', data: { value: 1 }, ...report };
        },
      }),
      stack({ nodes: [node('es-1', { heapGb: of })] }),
    ).findings[0];

  test('shortens a value that is longer than 300 characters', () => {
    const said = (length: number) => once({ data: { value: 'x'.repeat(length) } })?.message;
    assert.is(said(300), `It is ${'x'.repeat(300)}.`);
    assert.is(said(301), `It is ${'x'.repeat(299)}….`);
  });

  test('names the variable that the rule names, else that of its setting', () => {
    assert.equal(
      [once({ message: 'by' }), once({ message: 'by', variable: 'other' })].map((one) => [one?.message, one?.variable]),
      [
        ['Set search_x.', 'search_x'],
        ['Set other.', 'other'],
      ],
    );
  });

  test('has the places beside it that its value is computed from', () => {
    const at = { ...origin(), computedFrom: [origin('a.yml'), origin('b.yml')] };
    assert.equal(
      once({}, known(1, 'search_heap', at))?.related.map((place) => `${inFile(place).file} ${place.message}`),
      ['a.yml computed from this', 'b.yml computed from this'],
    );
  });
});

describe('what is undecided', (test) => {
  test('stands at the part that nobody knows, in the order of places', () => {
    const rule = defineRule({
      ...about,
      *node({ heapGb }) {
        if (heapGb.state === 'known') yield { at: heapGb, message: 'said', data: { value: 1 } };
      },
    });
    const part = { file: 'b.yml', start: 7, end: 9 };
    const partly = { state: 'unknown', reason: 'fact', message: 'b', variable: 'b', origin: origin(), part } as const;
    const nodes = [
      node('es-1', { heapGb: { ...unknown('a'), origin: origin('z.yml') } }),
      node('es-2', { heapGb: partly }),
    ];
    assert.equal(
      judged(rule, stack({ nodes })).undecided.map(({ at }) => at),
      [part, { file: 'z.yml', start: 0, end: 1 }],
    );
  });
});

describe('a rule', (test) => {
  test('that meets a wrong password ends the check with just that', () => {
    const rule = defineRule({
      ...about,
      node() {
        throw new CannotCheck('the password is wrong');
      },
    });
    assert.throws(
      () => judged(rule, stack({ nodes: [node('es-1')] })),
      (error: unknown) => error instanceof CannotCheck && error.message === 'the password is wrong',
    );
  });
});
