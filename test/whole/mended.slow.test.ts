/**
 * Mistakes in stacks that are as they should be, mended: where a fix is made, the finding is gone and nothing else came,
 * and a second run changes nothing.
 */
import { resolve } from 'node:path';
import { CheckCache } from '../../src/check/check-cache.ts';
import { check } from '../../src/check/check.ts';
import { fixesOffered, mend } from '../../src/check/mend.ts';
import { overlaid } from '../../src/ground/overlaid-files.ts';
import type { Finding } from '../../src/model/finding.ts';
import { assert, describe } from '../describe.ts';
import { changed, checkOf, stacksWithMistakes } from './stacks-with-mistakes.ts';

let [all, mended, restored, offered] = [0, 0, 0, 0];
for (const { name, right, mistakes } of stacksWithMistakes()) {
  const cache = new CheckCache();
  describe(`the stack ${name}`, (test) => {
    for (const mistake of mistakes)
      test(`is mended, or left, where ${mistake.in} has ${JSON.stringify(mistake.put ?? `no ${mistake.take ?? 'file'}`)}`, () => {
        all++;
        const [target, selection, leniency] = checkOf(name, changed(right, mistake), cache);
        const before = check(target, selection, leniency);
        if (before.findings.every(({ fix }) => fix === undefined)) return;
        offered++;
        const { result, fixed, files } = mend(target, selection, leniency, fixesOffered());
        const known = new Set(before.findings.map(keyOf));
        assert.equal(
          result.findings.map(keyOf).filter((key) => !known.has(key)),
          [],
          'findings that came',
        );
        assert.is(result.findings.length <= before.findings.length - fixed.length, true);
        if (fixed.length === 0) return;
        mended++;
        if (files.every(({ file, after }) => right.get(file) === after.text)) restored++;

        const texts = files.map(
          ({ file, after }) => [resolve(target.cwd, file), new TextEncoder().encode(after.text)] as const,
        );
        const again = { ...target, files: overlaid(target.files, new Map(texts)) };
        assert.equal(mend(again, selection, leniency, fixesOffered()).fixed, []);
      });
  });
}

describe('the mistakes', (test) => {
  test('are mended in part', () => {
    console.log(
      `${String(offered)} of ${String(all)} mistakes have a fix, ${String(mended)} were mended, ${String(restored)} to the very text before`,
    );
    assert.ok(mended > all / 10);
  });
});

function keyOf({ rule, message }: Finding): string {
  return `${rule}: ${message}`;
}
