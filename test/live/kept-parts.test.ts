import { CALLS } from '../../src/live/calls.ts';
import { EachKey, KEPT_PARTS } from '../../src/live/kept-parts.ts';
import { assert, describe } from '../describe.ts';

describe('the parts that a recording keeps', (test) => {
  test('are told for every call, and for none besides', () => {
    const names = [...new Set(CALLS.map(({ name }) => name))];
    assert.equal(Object.keys(KEPT_PARTS).sort(), names.sort());
  });

  test('take in what makes an answer one of its call', () => {
    for (const { name, shape } of CALLS) {
      const kept = KEPT_PARTS[name] ?? {};
      if (typeof shape === 'string' || kept instanceof EachKey) continue;
      const missing = Object.keys(shape).filter((key) => typeof kept === 'string' || !(key in kept));
      assert.equal(missing, [], name);
    }
  });
});
