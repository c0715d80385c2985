/** Compares random projects with the installed Ansible: `fuzz.ts --count 5000 --seed 1`. With `--record`, its answers
 * are what the tests compare with from then on. */
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import type { Difference } from './compare.ts';
import { ask, digest, RECORD } from './oracle.ts';
import type { Answer, Recorded } from './oracle.ts';
import { project } from './random-project.ts';
import { smallest } from './smallest.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '3' },
    record: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const batch = 100;
const record: Answer[] = [];
let [files, whole, refused, different, shown] = [0, 0, 0, 0, 0];
const projects = fc.sample(project, { numRuns: count, seed });

for (let done = 0; done < count; done += batch) {
  const some = projects.slice(done, done + batch);
  const answers = ask(some);
  record.push(...answers);
  const found = compare(some, answers);
  files += found.files;
  whole += found.whole;
  refused += answers.filter((answer) => answer === null).length;
  different += found.differences.length;
  for (const difference of new Map(found.differences.map((one) => [one.project, one])).values())
    if (shown++ < Number(values.show)) show(smallest(difference));
  process.stderr.write(`${done + some.length} projects, ${different} differences\n`);
}
if (values.record) {
  const recorded: Recorded = { seed, digest: digest(projects), answers: record };
  writeFileSync(RECORD, `${JSON.stringify(recorded, null, 1)}\n`);
}
console.log(
  `seed ${seed}: ${count} projects, ${refused} refused, ${files} files, ${whole} whole, ${different} different`,
);
process.exitCode = different > 0 ? 1 : 0;

function show({ project: { files: all }, host, path, ours, theirs }: Difference): void {
  console.log(`\n=== ${path} of ${host}`);
  for (const [name, text] of Object.entries(all)) console.log(`--- ${name}\n${text}`);
  console.log(`ours:\n${ours}\ntheirs:\n${theirs}`);
}
