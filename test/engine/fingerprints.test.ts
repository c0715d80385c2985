/** Fingerprints: the marks by which baselines and other services know a finding again. */
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { check } from '../../src/index.ts';
import { answersOf, judged } from '../clusters.ts';
import { assert, describe } from '../describe.ts';
import { fixtureTrees } from '../fixture-trees.ts';
import { memoryFiles } from '../memory-files.ts';
import { ROOT } from '../folders.ts';

const FIXTURES = join(ROOT, 'fixtures/rules');

type Tree = Readonly<Record<string, string>>;

function tree(fixture: string): Tree {
  const [texts = []] = fixtureTrees(`rules/${fixture}/bad`);
  return Object.fromEntries(Array.from(texts, ([path, text]) => [`/p/${path}`, text]));
}

function fingerprints(files: Tree, fixture: string): readonly string[] {
  const { findings } = check({ files: memoryFiles(files), cwd: '/p', preset: 'strict', rules: [{ pattern: fixture }] });
  return findings.map(({ fingerprint }) => fingerprint).sort();
}

/** Rules that are about the order of lines, or point at the first of several. */
const IN_ORDER = new Set([
  'inventory/ansible-warning',
  'inventory/duplicate-key',
  'inventory/reference-loop',
  'inventory/syntax',
]);

/** Rules about what stacklint.yml says, which checks of the package do not read. */
const CONFIGURED = new Set(['monitoring/alerts', 'plays/member-count', 'snapshot/restore-test']);

const fixtures = fastGlob
  .sync('*/*', { cwd: FIXTURES, onlyDirectories: true })
  .filter((name) => !IN_ORDER.has(name) && !CONFIGURED.has(name) && !/^(?:suppression|change)\//.test(name));

/** Changes the variable files of groups and hosts whose top level is plain keys. */
function changed(files: Tree, change: (blocks: readonly string[]) => readonly string[]): Tree {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const isPlain = /\/(?:group|host)_vars\/.*\.yml$/.test(path) && !/^[^\w\s#]|[&*]|<<|^\$ANSIBLE/m.test(text);
      // Each top-level key with everything below it.
      return [path, isPlain ? change(text.split(/^(?=\w)/m)).join('') : text];
    }),
  );
}

describe('fingerprints of every bad fixture', (test) => {
  test('differ from each other', () => {
    for (const fixture of fixtures) {
      const marks = fingerprints(tree(fixture), fixture);
      assert.ok(marks.length > 0, fixture);
      assert.is(new Set(marks).size, marks.length, fixture);
    }
  });

  test('outlive inserted lines, other orders of keys, and other files', () => {
    let count = 0;
    for (const fixture of fixtures) {
      const files = tree(fixture);
      const before = fingerprints(files, fixture);
      const moved = changed(files, (blocks) => blocks.map((block) => `# A comment\n\n${block}`));
      assert.equal(fingerprints(moved, fixture), before, `${fixture}: lines moved`);
      const reversed = changed(files, (blocks) => blocks.map((block) => `${block.trimEnd()}\n`).reverse());
      assert.equal(fingerprints(reversed, fixture), before, `${fixture}: keys reversed`);
      assert.equal(fingerprints({ ...files, '/p/docs/notes.md': 'Notes' }, fixture), before, `${fixture}: a file more`);
      count += before.length;
    }
    assert.ok(count > 100, `${String(count)} findings`);
  });
});

describe('fingerprints of a running cluster', (test) => {
  const policy = (name: string) => ({
    _id: `${name}-sm-policy`,
    sm_policy: {
      ...{ name, enabled: true, creation: { schedule: { cron: { expression: '30 1 * * 1', timezone: 'UTC' } } } },
      snapshot_config: { repository: 'nightly', indices: 'logs-*', ignore_unavailable: 'false' },
    },
  });
  const marksOf = (...names: readonly string[]): ReadonlyMap<string, string> => {
    const values = { 'snapshot-management': { policies: names.map(policy) } };
    const { findings, fingerprint } = judged(answersOf('attic', { values }));
    const own = findings.filter(({ rule }) => rule.startsWith('snapshot/policy-'));
    return new Map(own.map((finding) => [finding.message, fingerprint(finding)]));
  };

  test('go by the names of items in lists, not by their places', () => {
    const [before, after] = [marksOf('nightly'), marksOf('hourly', 'nightly')];
    assert.ok(before.size > 1);
    assert.is(new Set(after.values()).size, after.size);
    for (const [message, mark] of before) assert.is(after.get(message), mark, message);
  });
});
