import fc from 'fast-check';
import { evaluate } from '../../../src/ansible/template/evaluate.ts';
import { assert, describe } from '../../describe.ts';
import { variables } from './grammar.ts';
import { hasAnsible, NO_ANSIBLE } from '../../python.ts';
import { template } from './random-template.ts';
import { ask, isDecided, judge } from './oracle.ts';
import { answerOf, nodeOf, scopeOf } from './tagged.ts';

const nodes = new Map(Object.entries(variables).map(([name, value]) => [name, nodeOf(value)]));

describe('random templates', (test) => {
  const outcomes = fc
    .sample(template, { numRuns: 1000, seed: 1 })
    .map((text) => ({ text, outcome: evaluate(text, scopeOf(nodes)) }));
  const decided = outcomes.filter(({ outcome }) => isDecided(outcome));

  test('are nearly all decided', () => {
    assert.ok(decided.length > 950, `${decided.length} of ${outcomes.length}`);
  });

  test('have a place inside of their text where they fail', () => {
    for (const { text, outcome } of outcomes) {
      if (outcome.state === 'known') continue;
      assert.ok(0 <= outcome.start && outcome.start <= outcome.end && outcome.end <= text.length, text);
    }
  });

  test('give what the installed Ansible gives', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const answers = ask(decided.map(({ text }) => ({ template: text, variables })));
    decided.forEach(({ text, outcome }, index) => {
      const theirs = answers[index] ?? {};
      const shown = `${text}\nours   ${JSON.stringify(answerOf(outcome))}\ntheirs ${JSON.stringify(theirs)}`;
      assert.is(judge(outcome, theirs), 'equal', shown);
    });
  });
});
