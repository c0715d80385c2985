import { readFileSync } from 'node:fs';
import { assert, describe } from '../describe.ts';
import { applied, askAnsible, sorted } from './ansible.ts';
import type { IniAnswer } from './ansible.ts';
import { answer } from './answers.ts';
import { askPython } from './python.ts';
import type { Answer, Question } from './python.ts';
import { Random, inventory, json, line, literal } from './random.ts';
import { config } from './random-config.ts';
import { toml } from './random-toml.ts';

interface Recorded {
  readonly python: readonly (readonly [Question, Answer])[];
  readonly ansible: readonly (readonly [string, IniAnswer])[];
}

const recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Recorded;
/** More of them, or others, for a longer comparison by hand. */
const count = Number(process.env['COMPARISONS'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 1);

/** Texts from a generator. What no file holds once it is decoded, a lone surrogate, is left out. */
function texts(make: (random: Random) => string): string[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => make(random)).filter((text) => !/\p{Surrogate}/u.test(text));
}

describe('answers of Python and Ansible', (test) => {
  test('recorded ones of Python', () => {
    for (const [question, expected] of recorded.python) assert.equal(answer(question), expected, question.join(': '));
  });

  test('recorded ones of Ansible', () => {
    for (const [text, expected] of recorded.ansible)
      assert.equal(sorted(applied(text)), sorted(expected), JSON.stringify(text));
  });

  for (const [name, make] of [
    ['literal', literal],
    ['json', json],
    ['split', line],
    ['toml', toml],
    ['config', config],
  ] as const)
    test(`random texts for ${name}`, () => {
      const questions = texts(make).map((text): Question => [name, text]);
      const expected = askPython(questions);
      if (expected === undefined) return console.log(`skipped: no Python 3.11 to compare ${name} with`);
      for (const [index, question] of questions.entries())
        assert.equal(answer(question), expected[index], JSON.stringify(question));
    });

  test('random inventories', () => {
    const inventories = texts(inventory);
    const expected = askAnsible(inventories);
    if (expected === undefined) return console.log('skipped: no ansible-core 2.19 to compare inventories with');
    for (const [index, answered] of expected.entries()) {
      const text = inventories[index] ?? '';
      assert.equal(sorted(applied(text)), sorted(answered), JSON.stringify(text));
    }
  });
});
