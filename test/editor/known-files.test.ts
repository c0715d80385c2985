import { KnownFiles } from '../../src/editor/known-files.ts';
import type { Files } from '../../src/ground/files.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

/** A disk whose files can be replaced, as what is known of it. */
function known(tree: Readonly<Record<string, string | { readonly link: string }>>) {
  let disk = memoryFiles(tree);
  const files: Files = {
    kind: (path) => disk.kind(path),
    list: (path) => disk.list(path),
    size: (path) => disk.size(path),
    read: (path) => disk.read(path),
    text: (path) => disk.text(path),
    executable: (path) => disk.executable(path),
    writableByAll: (path) => disk.writableByAll(path),
    real: (path) => disk.real(path),
    linkTarget: (path) => disk.linkTarget(path),
  };
  const replaceBy = (other: typeof tree): void => {
    disk = memoryFiles(other);
  };
  return { known: new KnownFiles(files), replaceBy };
}

describe('known files', (test) => {
  test('answer as before until they are told of a change', () => {
    const { known: files, replaceBy } = known({ '/p/a.yml': '1', '/p/b.yml': '1' });
    assert.is(files.files.kind('/p'), 'folder');
    assert.equal([files.files.text('/p/a.yml'), files.files.text('/p/b.yml')], ['1', '1']);
    replaceBy({ '/p/a.yml': '2', '/p/b.yml': '2' });
    assert.equal([...files.forget(new Set(['/p/a.yml']))], ['/p/a.yml']);
    assert.equal([files.files.text('/p/a.yml'), files.files.text('/p/b.yml')], ['2', '1']);
  });

  test('tell of the folders that come and go with a file', () => {
    const { known: files, replaceBy } = known({ '/p/a.yml': '' });
    assert.is(files.files.kind('/p'), 'folder');
    assert.equal(files.files.list('/p'), ['a.yml']);
    replaceBy({ '/p/a.yml': '', '/p/host_vars/x/y.yml': '' });
    const changed = ['/p/host_vars/x/y.yml', '/p/host_vars/x', '/p/host_vars'];
    assert.equal([...files.forget(new Set(['/p/host_vars/x/y.yml']))], changed);
    assert.equal([files.files.kind('/p'), [...files.files.list('/p')].sort()], ['folder', ['a.yml', 'host_vars']]);
    replaceBy({ '/p/a.yml': '' });
    assert.equal([...files.forget(new Set(['/p/host_vars/x/y.yml']))], changed);
  });

  test('tell of a folder that comes where a change before it made them forget all, as links do', () => {
    const tree = { '/p/a.yml': '', '/p/link.yml': { link: '/p/a.yml' } };
    const { known: files, replaceBy } = known(tree);
    assert.is(files.files.kind('/p/host_vars'), undefined);
    assert.is(files.files.real('/p/link.yml'), '/p/a.yml');
    files.forget(new Set(['/p/a.yml']));
    replaceBy({ ...tree, '/p/host_vars/x.yml': '' });
    assert.ok(files.forget(new Set(['/p/host_vars/x.yml'])).has('/p/host_vars'));
  });
});
