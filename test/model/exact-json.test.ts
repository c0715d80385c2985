import { assert, describe } from '../describe.ts';
import { Digits, exactJson, orderedObject } from '../../src/model/exact-json.ts';

describe('JSON with integers of any size', (test) => {
  test('they keep their digits, in lists and objects', () => {
    const data = { a: 9007199254740993n, b: [-123456789012345678901234567890n, { c: 1n }], d: 0.5, e: null };
    assert.is(exactJson(data), '{"a":9007199254740993,"b":[-123456789012345678901234567890,{"c":1}],"d":0.5,"e":null}');
    assert.is(exactJson(5n), '5');
    assert.is(exactJson({ a: new Digits('8.0') }), '{"a":8.0}');
    assert.is(
      exactJson([1n, 'x'], (_, value) => (value === 'x' ? 2n : value), 2),
      '[\n  1,\n  2\n]',
    );
  });

  test('keys that look like integers keep their order', () => {
    const object = orderedObject<unknown>([
      ['20', 1n],
      ['\ue0003', 'x'],
      ['3', orderedObject([['2', []]])],
      ['a":', {}],
    ]);
    assert.is(exactJson([object, orderedObject([])]), '[{"20":1,"\ue0003":"x","3":{"2":[]},"a\\":":{}},{}]');
  });

  test('no text is taken for one, whatever it looks like', () => {
    const texts = ['\ue0005', '\ue000\ue0005', '"\ue0005"', '\\"\ue0005', '\\', ':\ue0005', '\ue0005":', ''];
    const data = { ...Object.fromEntries(texts.map((text) => [text, text])), texts, integer: 1n };
    assert.equal(JSON.parse(exactJson(data)), { ...data, integer: 1 });
    assert.is(exactJson(data, undefined, 2), JSON.stringify({ ...data, integer: 1 }, undefined, 2));
    assert.is(exactJson({ ...data, integer: 1 }), JSON.stringify({ ...data, integer: 1 }));
  });
});
