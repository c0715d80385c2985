/** Contents laid over files: what is read is the same as if they were there. */
import fastCheck from 'fast-check';
import { FileError } from '../../src/ground/files.ts';
import { overlaid } from '../../src/ground/overlaid-files.ts';
import type { Files } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const PATHS = ['/p/a', '/p/b', '/p/d/a', '/p/d/e/a', '/q/a'];
const FOLDERS = ['/p', '/p/d', '/p/d/e', '/q'];

/** Everything that the port says about these paths. */
function seen(files: Files): unknown {
  const ofFile = (path: string) => {
    try {
      return [files.kind(path), files.text(path), Buffer.from(files.read(path)).toString(), files.size(path)];
    } catch (error) {
      assert.instance(error, FileError);
      return [files.kind(path), (error as FileError).kind, files.size(path)];
    }
  };
  const ofFolder = (folder: string) =>
    files.kind(folder) === 'folder' ? ['folder', [...files.list(folder)].sort()] : [files.kind(folder)];
  return [PATHS.map(ofFile), FOLDERS.map(ofFolder)];
}

describe('overlaid files', (test) => {
  test('are like a tree that holds their contents', () => {
    const tree = fastCheck.dictionary(fastCheck.constantFrom(...PATHS), fastCheck.constantFrom('x', 'yy', ''));
    fastCheck.assert(
      fastCheck.property(tree, tree, fastCheck.subarray(PATHS), (below, above, gone) => {
        const contents = new Map<string, Uint8Array | undefined>(gone.map((path) => [path, undefined]));
        for (const [path, text] of Object.entries(above)) contents.set(path, Buffer.from(text));
        const kept = Object.entries(below).filter(([path]) => !gone.includes(path));
        const expected = memoryFiles({ ...Object.fromEntries(kept), ...above });
        assert.equal(seen(overlaid(memoryFiles(below), contents)), seen(expected));
      }),
    );
  });

  test('are found through links', () => {
    const links = { '/l/a': { link: '/p/a' }, '/l/d': { link: '/p/d' } };
    const contents = new Map([
      ['/p/a', Buffer.from('new')],
      ['/p/d/b', Buffer.from('added')],
      ['/p/d/a', undefined],
    ]);
    const files = overlaid(memoryFiles({ '/p/a': 'old', '/p/d/a': 'gone', '/p/d/c': 'kept', ...links }), contents);
    assert.is(files.text('/l/a'), 'new');
    assert.equal([...files.list('/l/d')].sort(), ['b', 'c']);
    assert.is(files.text('/l/d/b'), 'added');
    assert.equal([files.kind('/l/d/a'), files.kind('/l/d/b'), files.size('/l/d/b')], [undefined, 'file', 5]);
  });
});
