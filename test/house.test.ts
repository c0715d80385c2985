/**
 * Holds the habits of the house that no linter knows: files of one idea, nothing of one machine in what is committed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { assert, describe } from './describe.ts';
import { ROOT } from './folders.ts';

/** A grammar may be as long as this; nothing is cut up to be shorter. */
const LONGEST = 700;

const listing = spawnSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
const tracked = listing.status === 0 ? listing.stdout.split('\0').filter((file) => file !== '') : [];
const tests = tracked.filter((file) => /^test\/.*\.ts$/.test(file)).sort();

describe('house', (test) => {
  test('a source file has at most seven hundred lines', () => {
    const long = tracked
      .filter((file) => /^(src|rules|build|bench|test)\/.*\.ts$/.test(file))
      .map((file) => ({ file, lines: (text(file) ?? '').split('\n').length - 1 }))
      .filter(({ lines }) => lines > LONGEST);
    assert.equal(long, []);
  });

  test('no two files have one name, but for doors and those that commands, rules and areas of faults give theirs', () => {
    const named = tracked.filter((file) =>
      /^(?:src\/(?!commands\/|troubles\/|ansible\/index)|build\/).*\.ts$/.test(file),
    );
    const names = named.map((file) => basename(file));
    assert.ok(names.length > 300);
    assert.equal(
      named.filter((_, index) => names.indexOf(names[index] ?? '') !== index),
      [],
    );
  });

  test('every error is explained in docs/map.md', () => {
    const explained = text('docs/map.md') ?? '';
    const errors = tracked
      .filter((file) => file.startsWith('src/'))
      .flatMap((file) => [...(text(file) ?? '').matchAll(/class (\w+) extends (?:\w*Error|CannotCheck)\b/g)])
      .map(([, name = '']) => name);
    assert.ok(errors.length > 10);
    assert.equal(
      errors.filter((name) => !explained.includes(`\`${name}\``)),
      [],
    );
  });

  test('nothing that is committed names a place of one machine', () => {
    const here = [ROOT, homedir()].filter((path) => path.length > 4);
    const marks = [...here, ['', 'work', ''].join('/'), ['', 'root', ''].join('/')];
    const found = tracked
      .filter((file) => !file.startsWith('fixtures/'))
      .flatMap((file) => marks.filter((mark) => text(file)?.includes(mark)).map((mark) => `${file}: ${mark}`));
    assert.equal(found, []);
  });

  test('nothing that is committed names the registry that npm is configured with', () => {
    const registry = process.env['npm_config_registry'];
    if (registry === undefined) return;
    const { host } = new URL(registry);
    assert.equal(
      tracked.filter((file) => text(file)?.includes(host)),
      [],
    );
  });

  test('the lock file holds versions and digests, no addresses', () => {
    const lock = JSON.parse(text('package-lock.json') ?? '') as { packages: Readonly<Record<string, object>> };
    const resolved = Object.entries(lock.packages).filter(([, about]) => 'resolved' in about);
    assert.equal(
      resolved.map(([name]) => name),
      [],
    );
  });

  test('uvu is imported by describe.ts and the runner alone', () => {
    assert.equal(
      tests.filter((file) => /(from|import\() ?'uvu/.test(text(file) ?? '')),
      ['test/describe.ts', 'test/run-files.ts'],
    );
  });

  test('every test file describes something', () => {
    assert.equal(
      tests.filter((file) => file.endsWith('.test.ts') && !/^\s*describe\(/m.test(text(file) ?? 'describe(')),
      [],
    );
  });

  test('the program needs no other package at run time', () => {
    assert.equal(
      (JSON.parse(text('package.json') ?? '') as Readonly<Record<string, unknown>>)['dependencies'],
      undefined,
    );
  });
});

/** The text of a tracked file; undefined if it was deleted and not yet committed. */
function text(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}
