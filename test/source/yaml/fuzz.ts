/**
 * Compares the reader with libyaml on made documents.
 *
 *     node --import tsx test/source/yaml/fuzz.ts --count 200000 --seed 1 [--real FOLDER]
 *
 * `--real` damages the text files of a folder too. Ends with 1 where a document is read differently.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askOracle, difference } from './compare.ts';
import { makeDocument, seeded } from './documents.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    real: { type: 'string' },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
const real = values.real === undefined ? [] : textsOf(values.real);

function textsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    .filter((bytes) => bytes.length < 200_000 && !bytes.includes(0))
    .map((bytes) => bytes.toString('utf8'));
}

const random = seeded(seed);
let differences = 0;
for (let done = 0; done < count; done += 2000) {
  const texts = Array.from({ length: Math.min(2000, count - done) }, () => makeDocument(random, real));
  const answers = askOracle(texts);
  if (answers === undefined) {
    console.log("skipped: no Python with PyYAML's C loader");
    process.exit(0);
  }
  texts.forEach((text, i) => {
    const found = difference(text, answers[i]!);
    if (found === undefined) return;
    differences++;
    if (differences <= 20) console.log(`${JSON.stringify(text)}\n    ${found}`);
  });
}
console.log(
  `${count} documents, seed ${seed}${values.real === undefined ? '' : `, ${real.length} real texts`}: ${differences} read differently`,
);
process.exitCode = differences > 0 ? 1 : 0;
