/**
 * Compares random templates with the installed Ansible: `fuzz.ts --count 50000 --seed 1`; with `--classic` those of
 * ansible-core 2.14 to 2.18, one of which `STACKLINT_PYTHON` then has.
 */
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { evaluate } from '../../../src/ansible/template/evaluate.ts';
import { variables } from './grammar.ts';
import { template } from './random-template.ts';
import { ask, isDecided, judge } from './oracle.ts';
import type { Verdict } from './oracle.ts';
import { answerOf, nodeOf, scopeOf } from './tagged.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '40' },
    classic: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const batch = 5000;
const nodes = new Map(Object.entries(variables).map(([name, value]) => [name, nodeOf(value)]));
const scope = scopeOf(nodes, values.classic ? { classic: 'text' } : {});
const counts: Record<Verdict, number> = { equal: 0, undecided: 0, different: 0 };
let shown = 0;

for (let done = 0; done < count; done += batch) {
  const templates = fc.sample(template, { numRuns: Math.min(batch, count - done), seed: seed * 1_000_003 + done });
  const outcomes = templates.map((text) => ({ text, outcome: evaluate(text, scope) }));
  const decided = outcomes.filter(({ outcome }) => isDecided(outcome));
  counts.undecided += templates.length - decided.length;
  const answers = ask(decided.map(({ text }) => ({ template: text, variables })));
  decided.forEach(({ text, outcome }, index) => {
    const theirs = answers[index] ?? {};
    const verdict = judge(outcome, theirs);
    counts[verdict] += 1;
    if (verdict === 'different' && shown++ < Number(values.show)) {
      console.log(
        `${JSON.stringify(text)}\n  ours   ${JSON.stringify(answerOf(outcome))}\n  theirs ${JSON.stringify(theirs)}`,
      );
    }
  });
}
console.log(`seed ${seed}: ${counts.equal} equal, ${counts.undecided} undecided, ${counts.different} different`);
process.exitCode = counts.different > 0 ? 1 : 0;
