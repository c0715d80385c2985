/** Releases that are told in part. */
import { completed, isNewer, majorOf } from '../../src/model/release.ts';
import { assert, describe } from '../describe.ts';

describe('releases', (test) => {
  test('are newer by the first number that differs, as far as both are told', () => {
    assert.ok(isNewer('8.15.1', '8.15.0') && isNewer('8.10.0', '8.9.4') && isNewer('9', '8.19.2'));
    assert.not(isNewer('8.15.0', '8.15.0') || isNewer('8', '8.15.0') || isNewer('8.15.0', '8'));
    assert.not(isNewer('7.17.0', '8.0.0'));
    assert.is(majorOf('8.15.0'), '8');
  });

  test('are completed by the only one of the others that they may be', () => {
    assert.equal(completed(['8', '8.15.0', '8.15']), ['8.15.0', '8.15.0', '8.15.0']);
    assert.equal(completed(['8', '8.15.0', '8.17.0', '7']), [undefined, '8.15.0', '8.17.0', '7']);
    assert.equal(completed(['8.1', '8.15.0']), ['8.1', '8.15.0']);
  });
});
