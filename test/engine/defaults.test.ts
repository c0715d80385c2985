/** A value that the role has of its own is judged like any other, but nobody has set it. */
import deadLetterQueue from '../../rules/pipeline/dead-letter-queue.ts';
import deadLetterRetention from '../../rules/pipeline/dead-letter-retention.ts';
import { runRules } from '../../src/engine/run.ts';
import type { Setting } from '../../src/model/setting.ts';
import { assert, describe } from '../describe.ts';
import { origin, pipeline, stack } from './stacks.ts';

const rules = [
  { name: 'queue', rule: deadLetterQueue },
  { name: 'retention', rule: deadLetterRetention },
];

function said(byDefault: boolean): string[] {
  const common = { state: 'known', origin: origin() } as const;
  const off: Setting<boolean> = { ...common, variable: 'queue_enable', value: false };
  const age = { ...common, variable: 'retain_age', value: { milliseconds: 60_000, text: '1m' }, byDefault };
  const pipelines = [pipeline('pipe-1', { deadLetterQueue: off, deadLetterRetention: age })];
  return runRules(rules, [{ stack: stack({ pipelines }) }], { preset: 'production', rules: [] }).findings.map(
    ({ rule }) => rule,
  );
}

describe('defaults of a role', (test) => {
  test('an age that is set without its queue is dead configuration', () => {
    assert.equal(said(false), ['retention']);
  });

  test('an age of the role itself is not: the queue is what is missing', () => {
    assert.equal(said(true), ['queue']);
  });
});
