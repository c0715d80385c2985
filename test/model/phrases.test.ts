import { counted, listed, sizeInWords } from '../../src/model/phrases.ts';
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

describe('sizeInWords', (test) => {
  test('takes the largest unit of which there is one', () => {
    const sizes = [0, 1023, 1024, 1536, 1023.9 * 1024 ** 2, 12.345 * 1024 ** 3, 5 * 1024 ** 6];
    assert.equal(sizes.map(sizeInWords), ['0 bytes', '1023 bytes', '1 KB', '1.5 KB', '1024 MB', '12.3 GB', '5120 PB']);
  });
});
