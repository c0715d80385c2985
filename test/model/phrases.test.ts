import { counted, listed } from '../../src/model/phrases.ts';
import { assert, describe } from '../describe.ts';

describe('counted', (test) => {
  test('gives the plural for any number but one', () => {
    assert.is(counted(0, 'host'), '0 hosts');
    assert.is(counted(1, 'host'), '1 host');
    assert.is(counted(2, 'host'), '2 hosts');
  });
});

describe('listed', (test) => {
  test('folds the names beyond the limit', () => {
    const names = ['es-1', 'es-2', 'es-3', 'es-4', 'es-5', 'es-6'];
    assert.is(listed(names.slice(0, 5), 5), 'es-1, es-2, es-3, es-4, es-5');
    assert.is(listed(names, 5), 'es-1, es-2, es-3 and 3 more');
    assert.is(listed(names, Infinity), 'es-1, es-2, es-3, es-4, es-5, es-6');
  });
});
