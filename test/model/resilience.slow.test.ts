/** The model of resilience agrees with a simulation of random clusters. */
import fc from 'fast-check';
import { assert, describe } from '../describe.ts';
import { differences, openStacks, overstatements, stacks } from './random-resilience.ts';

describe('resilience of random clusters', (test) => {
  test('is that of a simulation, for every host and zone', () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        assert.is(differences(stack).join('\n'), '');
      }),
      { numRuns: Number(process.env['RUNS'] ?? 10_000), seed: 1129 },
    );
  });

  test('is never told for sure where a world that unknown values leave open has it otherwise', () => {
    fc.assert(
      fc.property(openStacks, (open) => {
        assert.is(overstatements(open).join('\n'), '');
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1_000), seed: 1129 },
    );
  });
});
