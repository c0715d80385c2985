/** Compares random inventories with the installed Ansible: `fuzz.ts --count 20000 --seed 1`. */
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import type { Difference } from './compare.ts';
import { inventory } from './random-inventory.ts';
import { disagreements } from './worth.ts';
import type { Worth } from './worth.ts';
import type { RandomInventory } from './random-inventory.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '10' },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const batch = 500;
let answers = 0;
let undecided = 0;
let different = 0;
let shown = 0;

for (let done = 0; done < count; done += batch) {
  const inventories = fc.sample(inventory, { numRuns: Math.min(batch, count - done), seed: seed * 1_000_003 + done });
  const found = compare(inventories);
  answers += found.answers;
  undecided += found.undecided;
  different += found.differences.length;
  for (const difference of found.differences) if (shown++ < Number(values.show)) show(smallest(difference));
  process.stderr.write(`${done + inventories.length} inventories, ${different} differences\n`);
}
console.log(`seed ${seed}: ${count} inventories, ${answers} answers, ${undecided} undecided, ${different} different`);
process.exitCode = different > 0 ? 1 : 0;

/** The difference in an inventory from which nothing can be left out: no source, no file, no line. */
function smallest(difference: Difference): Difference {
  for (;;) {
    const [less] = compare([...lesser(difference)]).differences;
    if (less === undefined) return difference;
    difference = less;
  }
}

function* lesser({ inventory: { files, environment, sources, asks }, ask }: Difference): Iterable<RandomInventory> {
  const only = { files, environment, sources, asks: [ask] };
  if (Object.keys(environment).length > 0) yield { ...only, environment: {} };
  if (asks.length > 1) yield only;
  for (const at of sources.keys()) if (sources.length > 1) yield { ...only, sources: sources.toSpliced(at, 1) };
  for (const path of Object.keys(files)) {
    const { [path]: text = '', ...others } = files;
    yield { ...only, files: others };
    const lines = text.split(/(?<=\n)/);
    for (const at of lines.keys())
      if (lines.length > 1) yield { ...only, files: { ...files, [path]: lines.toSpliced(at, 1).join('') } };
  }
}

function show({ inventory: { files, environment, sources }, ask, ours, theirs }: Difference): void {
  const set = Object.entries(environment).map(([name, value]) => `${name}=${JSON.stringify(value)} `);
  console.log(`\n${set.join('')}${sources.map((source) => `-i ${source} `).join('')}${ask.arguments.join(' ')}`);
  for (const [path, text] of Object.entries(files)) console.log(`--- ${path}\n${text}`);
  if (ask.worth === true)
    return console.log(disagreements(JSON.parse(ours.stdout) as Worth, JSON.parse(theirs.stdout) as Worth).join('\n'));
  console.log(
    `ours   ${ours.code}\n${ours.stdout}${ours.stderr}\ntheirs ${theirs.code}\n${theirs.stdout}${theirs.stderr}`,
  );
}
