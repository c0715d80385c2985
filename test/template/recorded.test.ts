import { readFileSync } from 'node:fs';
import { evaluate } from '../../src/ansible/template/evaluate.ts';
import { assert, describe } from '../describe.ts';
import { hasAnsible, NO_ANSIBLE } from '../python.ts';
import { ask, judge } from './oracle.ts';
import { answerOf, nodeOf, scopeOf } from './tagged.ts';
import type { Answer } from './tagged.ts';

interface Recorded {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cases: Readonly<Record<string, readonly (readonly [template: string, answer: Answer])[]>>;
}

const { variables, cases } = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8')) as Recorded;
const nodes = new Map(Object.entries(variables).map(([name, value]) => [name, nodeOf(value)]));

describe('recorded answers of Ansible', (test) => {
  for (const [theme, rows] of Object.entries(cases)) {
    test(theme, () => {
      for (const [template, answer] of rows) {
        const outcome = evaluate(template, scopeOf(nodes));
        const shown = `${template}\nours   ${JSON.stringify(answerOf(outcome))}\ntheirs ${JSON.stringify(answer)}`;
        assert.is(judge(outcome, answer), 'equal', shown);
      }
    });
  }

  test('are what the installed Ansible says today', () => {
    if (!hasAnsible()) return console.log(NO_ANSIBLE);
    const rows = Object.values(cases).flat();
    const answers = ask(rows.map(([template]) => ({ template, variables })));
    rows.forEach(([template, answer], index) => assert.equal(answers[index], answer, template));
  });
});
