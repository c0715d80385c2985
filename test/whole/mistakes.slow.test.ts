/**
 * Stacks that are as they should be, and mistakes: each alone is found, at its line, and by its rule and no other. Those
 * that are not, or that others find as well, say why.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { parse } from 'yaml';
import { CheckCache } from '../../src/check/check-cache.ts';
import { check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { readArguments } from '../../src/commands/arguments.ts';
import { ruleSelectionOf } from '../../src/commands/check-project.ts';
import { checkTarget } from '../../src/commands/check-target.ts';
import { configurationFor } from '../../src/commands/find-configuration.ts';
import { assert, describe } from '../describe.ts';
import { FIXTURES } from '../folders.ts';
import { inFile } from '../in-file.ts';
import { memoryFiles } from '../memory-files.ts';
import { vaulted } from '../vaulted.ts';

const STACKS = join(FIXTURES, 'stacks');
/** The share of all mistakes that are found by their rule alone. */
const SHARE = 0.9;
/** The day of the checks: attestations in the stacks are about days before it. */
const TODAY = '2026-06-30';
const PASSWORD = 'only for fixtures';

/** A mistake in a file: `put` stands in place of `take`, or at the end of the file, which may be new. */
interface Mistake {
  readonly rule: string;
  readonly in: string;
  /** A text that the file has once. */
  readonly take?: string;
  readonly put?: string;
  /** The text of the line with the finding, `path: text` if that is in another file; the changed one by default. */
  readonly at?: string;
  /** Other rules that find something as well, each with the reason. */
  readonly also?: Readonly<Record<string, string>>;
  /** The reason why it is not found. */
  readonly missed?: string;
}

type Texts = ReadonlyMap<string, string>;

let [all, alone] = [0, 0];
for (const name of fastGlob.sync('*', { cwd: STACKS, onlyDirectories: true }).sort()) {
  const paths = fastGlob.sync('**/*', { cwd: join(STACKS, name), dot: true }).sort();
  const right: Texts = new Map(paths.map((path) => [path, readFileSync(join(STACKS, name, path), 'utf8')]));
  const cache = new CheckCache();

  describe(`the stack ${name}`, (test) => {
    test('is silent', () => {
      assert.equal(findingsIn(checked(name, right, cache), right), []);
    });

    const mistakes = parse(readFileSync(join(STACKS, `${name}.mistakes.yml`), 'utf8')) as readonly Mistake[];
    for (const mistake of mistakes)
      test(`shows ${mistake.rule} where ${mistake.in} has ${JSON.stringify(mistake.put ?? `no ${mistake.take ?? 'file'}`)}`, () => {
        all++;
        const wrong = changed(right, mistake);
        const found = findingsIn(checked(name, wrong, cache), wrong);
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

/** The check of a stack under the preset `production`. */
function checked(name: string, texts: Texts, cache: CheckCache): Result {
  const cwd = `/${name}`;
  const tree = Array.from(texts, ([path, text]): [string, string] => [
    `${cwd}/${path}`,
    path.endsWith('/vault.yml') ? vaulted(text, PASSWORD) : text,
  ]);
  const files = memoryFiles({ ...Object.fromEntries(tree), [`/password`]: PASSWORD });
  const caller = { cwd, files, environment: {}, columns: undefined };
  const given = readArguments(['check', '--vault-password-file', '/password']);
  const configuration = configurationFor(given, caller);
  const target = { ...checkTarget(given, caller, [], configuration), cache, today: TODAY };
  const suppressions = { today: TODAY, isForbidden: () => false };
  return check(target, ruleSelectionOf(given, configuration), { suppressions });
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

/** The files with a mistake in them. */
function changed(right: Texts, { in: path, take, put = '' }: Mistake): Texts {
  const before = right.get(path) ?? '';
  if (take === undefined) return new Map([...right, [path, before + put]]);
  assert.is(before.split(take).length, 2, `${path} has ${take} once`);
  // Not as a pattern: a text may have `$`.
  return new Map([...right, [path, before.split(take).join(put)]]);
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
