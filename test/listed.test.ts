import { listed } from '../src/listed.ts';
import { assert, describe } from './describe.ts';

describe('listed', (test) => {
  test('folds what is more than the limit', () => {
    const names = ['es-1', 'es-2', 'es-3', 'es-4', 'es-5', 'es-6'];
    assert.is(listed(names.slice(0, 5), 5), 'es-1, es-2, es-3, es-4, es-5');
    assert.is(listed(names, 5), 'es-1, es-2, es-3 and 3 more');
    assert.is(listed(names, Infinity), 'es-1, es-2, es-3, es-4, es-5, es-6');
  });
});
