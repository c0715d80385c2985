import { mostCommon } from '../../src/model/usual-value.ts';
import { liesUnder, normalPath } from '../../src/model/host-paths.ts';
import { assert, describe } from '../describe.ts';

describe('paths', (test) => {
  test('lose what changes nothing', () => {
    const cases: [string, string][] = [
      ['/mnt/snapshots', '/mnt/snapshots'],
      ['/mnt//snapshots/', '/mnt/snapshots'],
      ['/mnt/./a/../snapshots', '/mnt/snapshots'],
      ['/../mnt', '/mnt'],
      ['..', '..'],
      ['./a', 'a'],
      ['/', '/'],
      ['/mnt/.hidden', '/mnt/.hidden'],
    ];
    for (const [path, expected] of cases) assert.is(normalPath(path), expected, path);
  });

  test('lie under a folder by whole names', () => {
    for (const path of ['/tmp', '/tmp/', '/tmp/a', '/mnt/../tmp/a']) assert.ok(liesUnder(path, '/tmp'), path);
    for (const path of ['/tmpfs', '/mnt/tmp', '/', 'tmp']) assert.not.ok(liesUnder(path, '/tmp'), path);
    assert.ok(liesUnder('/anything', '/'));
    assert.ok(liesUnder('/var/lib/a', '/var/lib/'));
  });
});

describe('the most common', (test) => {
  test('is what most have, the first of equals', () => {
    const key = (text: string) => text.toLowerCase();
    assert.is(mostCommon(['a', 'b', 'B'], key), 'b');
    assert.is(mostCommon(['a', 'b'], key), 'a');
    assert.is(mostCommon([], key), undefined);
  });
});
