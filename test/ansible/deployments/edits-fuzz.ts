/** Compares random edits with the installed modules: `edits-fuzz.ts --count 5000 --seed 1`; with `--holes`, what they
 * leave has to be one of the texts that ours allows; with `--collections`, those whose files are in the folder
 * EDIT_MODULES. */
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { after, agrees, ask } from './edit-cases.ts';
import { collectionEdit, edit, holedCollectionEdit, holedEdit } from './random-edits.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    collections: { type: 'boolean', default: false },
    holes: { type: 'boolean', default: false },
    show: { type: 'string', default: '10' },
  },
});
const parameters = { numRuns: Number(values.count), seed: Number(values.seed) };
const [edits, holedEdits] = values.collections ? [collectionEdit, holedCollectionEdit] : [edit, holedEdit];
const cases = values.holes
  ? fc.sample(holedEdits, parameters)
  : fc.sample(edits, parameters).map((one) => ({ ...one, holed: one.before }));
const answers = ask(cases);
const counts: Record<string, number> = {};
let shown = 0;
cases.forEach((one, index) => {
  const { action, args, holed } = one;
  const theirs = answers[index] ?? null;
  const ours = after(action, args, holed) ?? '';
  const verdict = !agrees(one, theirs) ? 'different' : /^⟪[^⟫]*⟫$/u.test(ours) ? 'not known at all' : 'equal';
  const counted = `${action}: ${theirs === null ? 'fails' : verdict}`;
  counts[counted] = (counts[counted] ?? 0) + 1;
  if (verdict === 'different' && shown++ < Number(values.show))
    console.log(JSON.stringify({ ...one, ours, theirs }, null, 1));
});
console.log(counts);
process.exitCode = shown > 0 ? 1 : 0;
