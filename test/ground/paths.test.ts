import { join } from 'node:path';
import fc from 'fast-check';
import { foldersAbove, isAt, isBelow, pathsShownFrom, shownPath, shownLinkTarget } from '../../src/ground/paths.ts';
import { assert, describe } from '../describe.ts';

describe('paths in folders', (test) => {
  test('lie below the root unless they are the root', () => {
    assert.equal(
      ['/', '/hosts'].map((path) => isBelow(path, '/')),
      [false, true],
    );
    assert.equal(
      ['/srv', '/srv/hosts', '/srv2'].map((path) => isBelow(path, '/srv')),
      [false, true, false],
    );
    assert.ok(isAt('/', '/'));
  });
});

describe('paths as they are shown', (test) => {
  test('stand relative to the current folder, with what is outside of it', () => {
    const shown = pathsShownFrom('/srv/stack');
    assert.equal(['/srv/stack', '/srv/stack/hosts', '/srv', '/srv/other/hosts', '/hosts', 'h1,h2'].map(shown), [
      '.',
      'hosts',
      '..',
      '../other/hosts',
      '/hosts',
      'h1,h2',
    ]);
  });

  test('stay absolute outside of the current folder where a person named one so', () => {
    const shown = pathsShownFrom('/srv/stack', ['hosts', '/srv/other/../other/hosts']);
    assert.equal(['/srv/stack', '/srv/stack/hosts', '/srv', '/srv/other/hosts', 'h1,h2'].map(shown), [
      '.',
      'hosts',
      '/srv',
      '/srv/other/hosts',
      'h1,h2',
    ]);
    assert.is(pathsShownFrom('/srv/stack', ['/srv/stack/hosts'])('/srv/other/hosts'), '../other/hosts');
  });

  test('of links say where they lead, without .. on the way', () => {
    const led = (target: string) => shownLinkTarget('/srv/stack/all', target, pathsShownFrom('/srv/stack'));
    assert.equal(['../q/../r/x', '/q/../x', 'a/../x'].map(led), ['../r/x', '/x', 'x']);
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
