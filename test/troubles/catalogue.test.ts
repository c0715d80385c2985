/** Holds every code of the catalogue to what a code has to have: nobody needs to ask for it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { check } from '../../src/check/check.ts';
import { reporterOf } from '../../src/commands/explain-code.ts';
import { disk } from '../../src/ground/disk.ts';
import { entryOf, messageOf, troubleCodes } from '../../src/troubles/catalogue.ts';
import { fault } from '../../src/troubles/fault.ts';
import { assert, describe } from '../describe.ts';
import { ROOT } from '../folders.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const entries = troubleCodes().map((code) => [code, entryOf(code)] as const);

describe('the catalogue of troubles', (test) => {
  test('has each code in the file of its area', () => {
    for (const [code] of entries) {
      assert.match(code, /^[a-z]+\/[a-z\d]+(?:-[a-z\d]+)*$/);
      assert.match(read(`src/troubles/${code.replace(/\/.*/, '')}.ts`), `'${code}': {`);
    }
  });

  test('has one sentence for each code, in the style of the house', () => {
    for (const [code, { says }] of entries) {
      assert.not.match(says, /\.$|\.\s|\{\{(?!\w+\}\})/, `${code}: one sentence without its full stop`);
      const isName = /^(?:Ansible|Python)\b/.test(says);
      assert.ok(isName || /^(?:[a-z]|\{\{|---)/.test(says), `${code}: lower case, or a proper name`);
    }
  });

  test('says more of each code, in whole sentences', () => {
    for (const [code, { says, more }] of entries) {
      assert.match(more, /^\S.*[.)]$/, `${code}: whole sentences`);
      assert.is.not(more, says);
    }
  });

  test('has no code that nothing finds', () => {
    const sources = fastGlob.sync(['src/**/*.ts', 'rules/**/*.ts', '!src/troubles/**', '!src/generated/**'], {
      cwd: ROOT,
    });
    const text = sources.map(read).join('\n');
    // What a prefix is put before stands there without it.
    const isFound = (code: string): boolean =>
      text.includes(`'${code}'`) || text.includes(`'${code.slice(code.indexOf('/') + 1)}'`);
    assert.equal(
      troubleCodes().filter((code) => !isFound(code)),
      [],
    );
  });

  test('begins a message with what Ansible gives up, or with a capital', () => {
    assert.is(messageOf(fault('yaml/tab')), 'This is a tab; expected spaces.');
    assert.is(
      messageOf({ ...fault('yaml/tab'), refuses: 'file' }),
      'Ansible stops at this file: this is a tab; expected spaces.',
    );
    assert.is(
      messageOf({ ...fault('source/range-too-long', { count: 3 }), refuses: 'source' }),
      'This inventory source is too much for stacklint: this range stands for more than 3 hosts, all that stacklint reads of one; expected a shorter one.',
    );
    // A name that comes first stays as it is.
    assert.is(
      messageOf(fault('name/two-local-hosts', { name: 'localhost', other: '::1' })),
      'localhost is the machine that Ansible runs on, and so is ::1; expected one of them.',
    );
  });

  test('knows the rule that reports a code', () => {
    const found = ['syntax', 'schema', 'ansible-warning'].flatMap((name) => {
      const cwd = join(ROOT, `fixtures/rules/inventory/${name}/bad`);
      const where = { files: disk, cwd, paths: [], inventory: [], playbookDir: undefined, vocabularies: ['search'] };
      return check(where, { preset: 'production', rules: [] }).findings;
    });
    const coded = found.flatMap(({ rule, code }) => (code === undefined ? [] : [{ rule, code }]));
    assert.ok(new Set(coded.map(({ code }) => code)).size > 10);
    for (const { rule, code } of coded) assert.is(reporterOf(code), rule, code);
  });
});
