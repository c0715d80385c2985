/**
 * Stacks that are as they should be, and mistakes: each alone is found, at its line, and by its rule and no other. Those
 * that are not, or that others find as well, say why.
 */
import { CheckCache } from '../../src/check/check-cache.ts';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { assert, describe } from '../describe.ts';
import { inFile } from '../in-file.ts';
import { changed, checkOf, stacksWithMistakes } from './stacks-with-mistakes.ts';
import type { Mistake, Texts } from './stacks-with-mistakes.ts';

/** The share of all mistakes that are found by their rule alone. */
const SHARE = 0.9;

let [all, alone] = [0, 0];
for (const { name, right, mistakes } of stacksWithMistakes()) {
  const cache = new CheckCache();

  describe(`the stack ${name}`, (test) => {
    test('is silent', () => {
      assert.equal(findingsIn(check(...checkOf(name, right, cache)), right), []);
    });

    for (const mistake of mistakes)
      test(`shows ${mistake.rule} where ${mistake.in} has ${JSON.stringify(mistake.put ?? `no ${mistake.take ?? 'file'}`)}`, () => {
        all++;
        const wrong = changed(right, mistake);
        const found = findingsIn(check(...checkOf(name, wrong, cache)), wrong);
        const { rule, also = {}, missed } = mistake;
        const others = found.filter((one) => one.rule !== rule);
        assert.equal([...new Set(others.map((one) => one.rule))].sort(), Object.keys(also).sort(), shown(found));
        const own = found.filter((one) => one.rule === rule).map(({ line }) => line);
        if (missed === undefined) assert.ok(own.includes(expectedLine(mistake, right, wrong)), shown(found));
        else assert.equal(own, [], 'a mistake that is said to be missed');
        if (missed === undefined && others.length === 0) alone++;
      });
  });
}

describe('the mistakes', (test) => {
  test('are nearly all found by their rule alone', () => {
    console.log(`${String(alone)} of ${String(all)} mistakes are found by their rule alone`);
    assert.ok(alone >= SHARE * all);
  });
});

interface Found {
  readonly rule: string;
  /** `path: text` of the line. */
  readonly line: string;
  readonly message: string;
}

function findingsIn({ findings }: Result, texts: Texts): readonly Found[] {
  return findings.map(({ rule, at, message }) => {
    const { file, start } = inFile(at);
    const text = texts.get(file) ?? '';
    const begin = text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = text.slice(begin).split('\n');
    return { rule, line: `${file}: ${line.trim()}`, message };
  });
}

/** The line, as `path: text`, of the finding that a mistake is to have. */
function expectedLine({ in: path, at, take }: Mistake, right: Texts, wrong: Texts): string {
  if (at !== undefined) return wrong.has(at.split(': ')[0] ?? '') ? at : `${path}: ${at}`;
  const lines = (wrong.get(path) ?? '').split('\n');
  const before = (right.get(path) ?? '').split('\n');
  const first =
    take === undefined && right.has(path)
      ? before.length - 1
      : lines.findIndex((line, index) => line !== before[index]);
  return `${path}: ${(lines[first] ?? '').trim()}`;
}

function shown(found: readonly Found[]): string {
  return found.map(({ rule, line, message }) => `${line}\n  ${rule}: ${message}`).join('\n');
}
