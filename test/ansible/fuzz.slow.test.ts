import fc from 'fast-check';
import { assert, describe } from '../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../python.ts';
import { answerOf, compare } from './compare.ts';
import { inventory } from './random-inventory.ts';

const inventories = fc.sample(inventory, { numRuns: 400, seed: 1 });

describe('random inventories', (test) => {
  test('are answered, whatever they hold', () => {
    const answers = inventories.flatMap((one) => one.asks.map((ask) => answerOf(one, ask)));
    assert.ok(answers.length > 900, `${answers.length} answers`);
    assert.equal(
      [...new Set(answers.map(({ code }) => code))].sort((a, b) => a - b),
      [0, 1, 4, 5, 250],
    );
    const undecided = answers.filter(({ stderr }) => stderr.includes('Only a run can know'));
    assert.ok(undecided.length < 20, `${undecided.length} of ${answers.length} undecided`);
  });

  test('are answered as the installed ansible-inventory answers', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    for (const { inventory: found, ask, ours, theirs } of compare(inventories).differences)
      assert.equal(
        { files: found.files, sources: found.sources, ask: ask.arguments, code: ours.code, stdout: ours.stdout },
        { files: found.files, sources: found.sources, ask: ask.arguments, code: theirs.code, stdout: theirs.stdout },
      );
  });
});
