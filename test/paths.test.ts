import { join } from 'node:path';
import fc from 'fast-check';
import { foldersAbove, pathsShownFrom, shownPath } from '../src/paths.ts';
import { assert, describe } from './describe.ts';

describe('paths as they are shown', (test) => {
  test('stand relative to the current folder, with what is outside of it', () => {
    const shown = pathsShownFrom('/srv/stack');
    assert.equal(['/srv/stack', '/srv/stack/hosts', '/srv', '/srv/other/hosts', '/hosts', 'h1,h2'].map(shown), [
      '.',
      'hosts',
      '..',
      '../other/hosts',
      '../../hosts',
      'h1,h2',
    ]);
  });

  test('a folder whose name only begins as that of the current one is outside of it', () => {
    assert.is(shownPath('/srv/stack-2/hosts', '/srv/stack'), '../stack-2/hosts');
    assert.is(shownPath('/etc/hosts', '/'), 'etc/hosts');
  });

  test('have the folders above them, the nearest first', () => {
    assert.equal(foldersAbove('/srv/stack/hosts'), ['/srv/stack', '/srv', '/']);
    assert.equal(foldersAbove('/'), []);
  });

  test('are the same for many as for each', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 4 }).map((names) => join('/', ...names));
    fc.assert(
      fc.property(path, fc.array(path, { maxLength: 8 }), (cwd, paths) => {
        assert.equal(
          paths.map(pathsShownFrom(cwd)),
          paths.map((one) => shownPath(one, cwd)),
        );
      }),
    );
  });
});
