import { keyOf, KeptValues } from '../../src/check/kept-values.ts';
import { FileError } from '../../src/ground/files.ts';
import type { Files } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const TREE = { '/a/x.yml': 'x: 1', '/a/y.yml': 'y: 1', '/b/z.bin': Uint8Array.of(1, 2) };

/** Tells whether the second of two checks gets the value of the first. */
function isKept(ask: (files: Files) => unknown, before: Files, after: Files): boolean {
  const values = new KeptValues<object>();
  const make = (files: Files): object => {
    ask(files);
    return {};
  };
  return values.of('a', before, make) === values.of('a', after, make);
}

function missing(ask: () => unknown): string | undefined {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return error.message;
    throw error;
  }
}

describe('values made of files', (test) => {
  const files = memoryFiles(TREE);
  const questions: readonly (readonly [
    name: string,
    ask: (files: Files) => unknown,
    changed: Parameters<typeof memoryFiles>[0],
  ])[] = [
    ['a text', (from) => from.text('/a/x.yml'), { ...TREE, '/a/x.yml': 'x: 2' }],
    ['bytes', (from) => from.read('/b/z.bin'), { ...TREE, '/b/z.bin': Uint8Array.of(1, 3) }],
    ['a size', (from) => from.size('/a/x.yml'), { ...TREE, '/a/x.yml': 'x: 10' }],
    ['the names in a folder', (from) => from.list('/a'), { ...TREE, '/a/w.yml': '' }],
    ['a kind', (from) => from.kind('/c'), { ...TREE, '/c/': '' }],
    ['a missing file', (from) => missing(() => from.text('/c.yml')), { ...TREE, '/c.yml': '' }],
    ['a link', (from) => from.real('/a/x.yml'), { ...TREE, '/a/x.yml': { link: '/a/y.yml' } }],
    ['the target of a link', (from) => from.linkTarget('/a/x.yml'), { ...TREE, '/a/x.yml': { link: '/a/y.yml' } }],
    ['a program', (from) => from.executable('/a/x.yml'), { ...TREE, '/a/x.yml': { content: '', executable: true } }],
  ];
  for (const [name, ask, changed] of questions)
    test(`are kept until ${name} is another`, () => {
      assert.is(isKept(ask, files, memoryFiles(TREE)), true);
      assert.is(isKept(ask, files, memoryFiles(changed)), false);
      assert.is(
        isKept(() => undefined, files, memoryFiles(changed)),
        true,
      );
    });

  test('ask the files of the last check, and what they ask late counts', () => {
    const values = new KeptValues<() => string>();
    const lazily = (from: Files) => () => from.text('/a/y.yml');
    const first = values.of('a', files, lazily);
    const later = memoryFiles({ ...TREE, '/a/y.yml': 'y: 2' });
    assert.is(values.of('a', later, lazily), first);
    assert.is(first(), 'y: 2');
    assert.is.not(values.of('a', files, lazily), first);
  });

  test('ask the files of their own check once others are made in their place', () => {
    const values = new KeptValues<() => string>();
    const make = (from: Files) => {
      from.text('/a/x.yml');
      return () => from.text('/a/y.yml');
    };
    const first = values.of('a', files, make);
    const second = values.of('a', memoryFiles({ '/a/x.yml': 'x: 2', '/a/y.yml': 'y: 2' }), make);
    assert.equal([first(), second()], ['y: 1', 'y: 2']);
  });

  test('are dropped by name, and made anew where making them failed', () => {
    const values = new KeptValues<object>();
    const fail = (): never => {
      throw new Error('none');
    };
    assert.throws(() => values.of('a', files, fail), 'none');
    const first = values.of('a', files, () => ({}));
    assert.is(
      values.of('a', files, () => ({})),
      first,
    );
    values.keepOnly(new Set());
    assert.is.not(
      values.of('a', files, () => ({})),
      first,
    );
  });
});

describe('the key of a kept value', (test) => {
  test('is the same for equal parts alone', () => {
    const key = keyOf({ cwd: '/p', hosts: ['a', 'b'], limit: undefined });
    assert.is(keyOf({ cwd: '/p', hosts: ['a', 'b'], limit: undefined }), key);
    assert.is.not(keyOf({ cwd: '/p', hosts: ['a'], limit: undefined }), key);
    assert.is.not(keyOf({ cwd: '/p', hosts: ['a', 'b'], limit: 'a' }), key);
  });

  test('has no part that a text cannot tell apart', () => {
    // @ts-expect-error a function
    keyOf({ cwd: '/p', progress: () => undefined });
    // @ts-expect-error an object whose content is not in its fields
    keyOf({ cwd: '/p', presets: new Map([['a', 'strict']]) });
    // @ts-expect-error one further in
    keyOf({ stacks: [{ name: 'a', isIgnored: (file: string) => file === 'b' }] });
  });
});
