import { readJson } from '../../src/live/bounded-json.ts';
import { assert, describe } from '../describe.ts';

describe('readJson', (test) => {
  test('a text is read with the number of its values, whatever its strings hold', () => {
    assert.equal(readJson(String.raw`{"a,[{":["\"]}",1,{}]}`, 10), { value: { 'a,[{': ['"]}', 1, {}] }, values: 6 });
  });

  test('a key that names a prototype is a key', () => {
    const read = readJson('{"__proto__":{"polluted":true}}', 10);
    assert.is(({} as { polluted?: boolean }).polluted, undefined);
    assert.ok('value' in read && Object.keys(read.value as object).includes('__proto__'));
  });

  test('what is broken, too deep or too much is told', () => {
    const faults = ['{"a":', '"', '', 'nul', '{"a":1}}'].map((text) => readJson(text, 10));
    assert.equal(faults, Array(5).fill({ fault: 'broken' }));
    assert.equal(readJson('['.repeat(1_000_000), 10_000_000), { fault: 'too-deep' });
    assert.equal(readJson(`[${'[],'.repeat(20)}[]]`, 20), { fault: 'too-many' });
  });
});
