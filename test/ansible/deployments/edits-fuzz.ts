/** Compares random edits with the installed modules: `edits-fuzz.ts --count 5000 --seed 1`. */
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { after, ask } from './edit-cases.ts';
import { edit } from './random-edits.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '10' },
  },
});
const cases = fc.sample(edit, { numRuns: Number(values.count), seed: Number(values.seed) });
const answers = ask(cases);
const counts: Record<string, number> = {};
let shown = 0;
cases.forEach(({ action, args, before }, index) => {
  const ours = after(action, args, before);
  const theirs = answers[index] ?? before;
  const verdict = ours === theirs ? 'equal' : /[⟨⟪⟦]/u.test(ours ?? '') ? 'undecided' : 'different';
  counts[`${action} ${verdict}`] = (counts[`${action} ${verdict}`] ?? 0) + 1;
  if (answers[index] === null) counts[`${action} fails`] = (counts[`${action} fails`] ?? 0) + 1;
  if (verdict !== 'equal' && shown++ < Number(values.show))
    console.log(verdict, JSON.stringify({ action, args, before, ours, theirs }, null, 1));
});
console.log(counts);
