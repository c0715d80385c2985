/** Compares random templates in files with the installed Ansible: `fuzz-files.ts --count 5000 --seed 1`. */
import fc from 'fast-check';
import { parseArgs } from 'node:util';
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import { askFiles } from './file-oracle.ts';
import { fileCase, fileVariables } from './random-file.ts';
import { rendered, shown } from './rendered.ts';
import { verdictOf } from './file-verdict.ts';
import type { Verdict } from './file-verdict.ts';
import { nodeOf, scopeOf } from './tagged.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '20' },
    partial: { type: 'boolean', default: false },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
const batch = 1000;
const scope = scopeOf(new Map(Object.entries(fileVariables).map(([name, value]) => [name, nodeOf(value)])));
const counts: Record<Verdict, number> = { equal: 0, partial: 0, undecided: 0, different: 0 };
let shownCases = 0;

for (let done = 0; done < count; done += batch) {
  const cases = fc.sample(fileCase, { numRuns: Math.min(batch, count - done), seed: seed * 1_000_003 + done });
  const ours = cases.map(({ template, files, settings }): RenderedText =>
    rendered(template, scope, files, { settings, source: 'main.j2' }),
  );
  askFiles(cases, fileVariables).forEach((theirs, index) => {
    const text = ours[index] ?? [];
    const verdict = verdictOf(text, theirs);
    counts[verdict] += 1;
    if ((verdict === 'different' || (values.partial && verdict === 'partial')) && shownCases++ < Number(values.show))
      console.log(
        `${JSON.stringify(cases[index])}\n  ours   ${JSON.stringify(shown(text))}\n  theirs ${JSON.stringify(theirs)}\n`,
      );
  });
}
console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
process.exitCode = counts.different > 0 ? 1 : 0;
