import { readFileSync } from 'node:fs';
import { evaluate } from '../../../src/ansible/template/evaluate.ts';
import type { Scope } from '../../../src/ansible/template/evaluate.ts';
import { assert, describe } from '../../describe.ts';
import { hasAnsible, hasClassicAnsible, NO_ANSIBLE, NO_CLASSIC_ANSIBLE } from '../../python.ts';
import { ask, judge } from './oracle.ts';
import { answerOf, nodeOf, scopeOf } from './tagged.ts';
import type { Answer } from './tagged.ts';

interface Recorded {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly cases: Readonly<Record<string, readonly (readonly [template: string, answer: Answer])[]>>;
  /** Templates that releases take in several ways, or that nobody has looked into. */
  readonly open?: readonly string[];
}

compare('recorded answers of Ansible', 'recorded.json', {}, hasAnsible() ? undefined : NO_ANSIBLE);
compare(
  'recorded answers of Ansible 2.14 to 2.18',
  'recorded-classic.json',
  { classic: 'text' },
  hasClassicAnsible() ? undefined : NO_CLASSIC_ANSIBLE,
);

function compare(title: string, file: string, inventory: Partial<Scope>, skipped: string | undefined): void {
  const recorded = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Recorded;
  const { variables, cases, open = [] } = recorded;
  const nodes = new Map(Object.entries(variables).map(([name, value]) => [name, nodeOf(value)]));
  const scope = scopeOf(nodes, inventory);

  describe(title, (test) => {
    for (const [theme, rows] of Object.entries(cases)) {
      test(theme, () => {
        for (const [template, answer] of rows) {
          const outcome = evaluate(template, scope);
          const shown = `${template}\nours   ${JSON.stringify(answerOf(outcome))}\ntheirs ${JSON.stringify(answer)}`;
          assert.is(judge(outcome, answer), 'equal', shown);
        }
      });
    }

    for (const template of open) {
      test(`leave open ${template}`, () => {
        const outcome = evaluate(template, scope);
        assert.is(outcome.state === 'unknown' && outcome.reason, 'template', JSON.stringify(answerOf(outcome)));
      });
    }

    test('are what the installed Ansible says today', () => {
      if (skipped !== undefined) return console.log(skipped);
      const rows = Object.values(cases).flat();
      const answers = ask(rows.map(([template]) => ({ template, variables })));
      rows.forEach(([template, answer], index) => {
        const { message, ...rest } = answers[index] ?? {};
        assert.equal('message' in answer ? { ...rest, message } : rest, answer, template);
      });
    });
  });
}
