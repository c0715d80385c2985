/** Nodes that are alike for a rule are judged once. */
import type { Override } from '../../src/engine/override.ts';
import { runRules } from '../../src/engine/run.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { SearchNode } from '../../src/model/stack.ts';
import { assert, describe } from '../describe.ts';
import { known, node, origin, stack, unknown } from './stacks.ts';

/** The judgements of a rule that reads heaps and considers memory locks, with the hosts of what it leaves undecided. */
function judgedBy(nodes: readonly SearchNode[], overrides: readonly Override[] = []) {
  const judged: unknown[] = [];
  const rule = defineRule({
    summary: 'Keep the heap small.',
    why: 'Large ones are slow.',
    reference: 'Production practice §8',
    since: '0.1.0',
    severity: { development: 'off', production: 'warning', strict: 'error' },
    reads: ['heapGb'],
    considers: ['memoryLock'],
    messages: { large: 'The heap of {{host}} is {{heap}}.' },
    *node({ heapGb }) {
      judged.push(heapGb.state === 'known' ? heapGb.value : heapGb.state);
      if (heapGb.state === 'known') yield { at: heapGb, message: 'large', data: { heap: heapGb.value } };
    },
  });
  const circumstances = { preset: 'production', rules: [], overrides } as const;
  const { findings, undecided } = runRules(
    [{ name: 'memory/heap', rule }],
    [{ stack: stack({ nodes }) }],
    circumstances,
  );
  return { judged, hosts: [...findings, ...undecided].map(({ hosts }) => hosts) };
}

const small = known(1, 'search_heap', origin('group_vars/small.yml'));
const large = known(64, 'search_heap', origin('group_vars/large.yml'));

describe('nodes that are alike', (test) => {
  test('are judged once, in the order of the first of each', () => {
    const nodes = [node('es-1', { heapGb: small }), node('es-2', { heapGb: large }), node('es-3', { heapGb: small })];
    // Settings that nothing sets are other objects in each of these nodes.
    const memoryLock = known(true);
    const alike = nodes.map(({ host, heapGb }) => node(host, { heapGb, memoryLock }));
    assert.equal(judgedBy(alike), { judged: [1, 64], hosts: [['es-2'], ['es-1', 'es-3']] });
    assert.equal(judgedBy(nodes).judged, [1, 64, 1]);
  });

  test('are undecided together', () => {
    const settings = { heapGb: unknown('search_heap'), memoryLock: known(true) };
    assert.equal(judgedBy([node('es-1', settings), node('es-2', settings)]), {
      judged: ['unknown'],
      hosts: [['es-1', 'es-2']],
    });
  });

  test('are judged one by one where the options may depend on the host', () => {
    const settings = { heapGb: small, memoryLock: known(true) };
    const conditions = [{ kind: 'host', globs: [], fits: (name: string) => name === 'es-1' }] as const;
    const override = {
      file: 'stacklint.yml',
      conditions,
      rules: [{ pattern: 'memory/heap', severity: 'error' }],
    } as const;
    assert.equal(judgedBy([node('es-1', settings), node('es-2', settings)], [override]).judged, [1, 1]);
  });
});
