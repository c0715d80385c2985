import { counted } from '../../src/model/counted.ts';
import { assert, describe } from '../describe.ts';

describe('counted', (test) => {
  test('knows one from many', () => {
    assert.is(counted(0, 'host'), '0 hosts');
    assert.is(counted(1, 'host'), '1 host');
    assert.is(counted(2, 'host'), '2 hosts');
  });
});
