import { activeRules } from '../../src/engine/active-rules.ts';
import type { RuleSelection } from '../../src/engine/active-rules.ts';
import type { Condition } from '../../src/engine/override.ts';
import type { RuleChoice } from '../../src/engine/rule-choice.ts';
import { runRules } from '../../src/engine/run.ts';
import type { NamedRule } from '../../src/model/rule.ts';
import { defineRule } from '../../src/model/rule.ts';
import { assert, describe } from '../describe.ts';
import { known, node, stack, unknown } from './stacks.ts';

const heap = defineRule({
  summary: 'Keep the heap small.',
  why: 'Large ones are slow.',
  reference: 'Production practice §8',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  options: { max: { type: 'integer', default: 30 } },
  reads: ['heapGb'],
  messages: { large: 'The heap of {{host}} is over {{max}}.' },
  *node({ heapGb }, { max }) {
    if (heapGb.state === 'known' && heapGb.value > max) yield { at: heapGb, message: 'large', data: { max } };
  },
});
const all = defineRule({
  summary: 'Keep all heaps small.',
  why: 'Large ones are slow.',
  reference: 'Production practice §8',
  since: '0.1.0',
  severity: { development: 'off', production: 'warning', strict: 'error' },
  options: { max: { type: 'integer', default: 30 } },
  reads: ['heapGb'],
  messages: { large: 'A heap of {{cluster}} is over {{max}}.' },
  *cluster({ nodes, label }, { max }) {
    for (const { heapGb } of nodes)
      if (heapGb.state === 'known' && heapGb.value > max) {
        yield { at: heapGb, message: 'large', data: { max, cluster: label } };
        return;
      }
  },
});
const rules: readonly NamedRule[] = [{ name: 'memory/heap', rule: heap }];

const large = { heapGb: known(64) };
const two = {
  ...stack({ nodes: [node('es-1', large), node('es-2', large), node('es-3', { heapGb: unknown() })] }),
  groupsOf: (host: string) => ['all', host === 'es-1' ? 'hot' : 'cold'],
};

/** An override: for each condition the names that fit it. */
interface Written extends Readonly<Partial<Record<`${Condition['kind']}s`, readonly string[]>>> {
  readonly rules: readonly RuleChoice[];
}

function override({ rules: choices, ...names }: Written) {
  const conditions = (['stack', 'group', 'host', 'file'] as const).flatMap((kind): readonly Condition[] => {
    const fitting = names[`${kind}s`];
    return fitting === undefined ? [] : [{ kind, globs: [], fits: (name) => fitting.includes(name) }];
  });
  return { file: 'stacklint.yml', conditions, rules: choices };
}

function judged(written: readonly Written[], more: Partial<RuleSelection> = {}, which = rules) {
  const selection = { preset: 'production', rules: [], overrides: written.map(override), ...more } as const;
  const { findings, undecided } = runRules(which, [{ stack: two }], selection);
  return [
    ...findings.map(({ severity, message, hosts }) => `${severity} ${message} [${hosts.join(' ')}]`),
    ...undecided.map(({ hosts }) => `undecided [${hosts.join(' ')}]`),
  ];
}

describe('overrides of stacklint.yml', (test) => {
  const off = { pattern: 'memory/*', severity: 'off' } as const;

  test('apply to hosts and groups: a finding keeps the hosts of one severity', () => {
    assert.equal(judged([]), ['warning The heap of es-1 is over 30. [es-1 es-2]', 'undecided [es-3]']);
    assert.equal(judged([{ hosts: ['es-1', 'es-3'], rules: [off] }]), ['warning The heap of es-2 is over 30. [es-2]']);
    assert.equal(judged([{ groups: ['cold'], rules: [{ pattern: 'memory/heap', severity: 'error' }] }]), [
      'warning The heap of es-1 is over 30. [es-1]',
      'error The heap of es-2 is over 30. [es-2]',
      'undecided [es-3]',
    ]);
  });

  test('apply to stacks and files', () => {
    const everything = ['warning The heap of es-1 is over 30. [es-1 es-2]', 'undecided [es-3]'];
    assert.equal(judged([{ stacks: [two.name], rules: [off] }]), []);
    assert.equal(judged([{ stacks: ['other'], rules: [off] }]), everything);
    assert.equal(judged([{ files: ['group_vars/search.yml'], rules: [off] }]), []);
    assert.equal(judged([{ files: ['group_vars/all.yml'], rules: [off] }]), everything);
  });

  test('apply where all their conditions hold, and the last one wins', () => {
    const on = { pattern: 'memory/heap', severity: 'info' } as const;
    assert.equal(judged([{ hosts: ['es-1'], groups: ['cold'], rules: [off] }]).length, 2);
    assert.equal(judged([{ rules: [off] }, { hosts: ['es-2'], rules: [on] }]), [
      'info The heap of es-2 is over 30. [es-2]',
    ]);
    assert.equal(judged([{ hosts: ['es-2'], rules: [on] }, { rules: [off] }]), []);
  });

  test('set options where they apply to all hosts of what is judged', () => {
    const wide = { pattern: 'memory/heap', severity: undefined, options: { max: 64 } };
    assert.equal(judged([{ hosts: ['es-1'], rules: [wide] }]), [
      'warning The heap of es-2 is over 30. [es-2]',
      'undecided [es-3]',
    ]);
    const cluster = [{ name: 'memory/heap', rule: all }];
    assert.equal(judged([{ hosts: ['es-1'], rules: [wide] }], {}, cluster).length, 2);
    assert.equal(judged([{ groups: ['hot', 'cold'], rules: [wide] }], {}, cluster), ['undecided [es-3]']);
  });

  test('give way to the severity of the command line', () => {
    assert.equal(judged([{ rules: [off] }], { rules: [{ pattern: 'memory/heap', severity: 'error' }] }), [
      'error The heap of es-1 is over 30. [es-1 es-2]',
      'undecided [es-3]',
    ]);
  });

  test('turn a rule on that the preset has off, and name one that exists', () => {
    const on = { pattern: 'memory/heap', severity: 'info' } as const;
    assert.equal(judged([{ hosts: ['es-2'], rules: [on] }], { preset: 'development' }), [
      'info The heap of es-2 is over 30. [es-2]',
    ]);
    const wrong = {
      preset: 'production',
      rules: [],
      overrides: [override({ rules: [{ ...on, pattern: 'memory/hep' }] })],
    } as const;
    assert.throws(() => activeRules(rules, wrong, two), /unknown rule memory\/hep/);
  });

  test('a stack has a preset of its own', () => {
    const presets = new Map([[two.name, 'strict' as const]]);
    assert.equal(judged([], { presets }), ['error The heap of es-1 is over 30. [es-1 es-2]', 'undecided [es-3]']);
  });
});
