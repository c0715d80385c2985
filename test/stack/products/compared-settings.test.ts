/** Two sources of settings are compared by what their values mean, as far as they are known. */
import fc from 'fast-check';
import { comparedSettings, isSameValue, shownValue } from '../../../src/stack/products/compared-settings.ts';
import type { Setting } from '../../../src/model/setting.ts';
import { READERS } from '../../../src/model/units.ts';
import type { ValueType } from '../../../src/model/units.ts';
import { PlainSecret, VaultedSecret } from '../../../src/stack/secrecy/secret.ts';
import { assert, describe } from '../../describe.ts';

/** Whether two values of a type, as they are written, mean the same. */
function same(one: unknown, other: unknown, type?: ValueType): boolean | undefined {
  return isSameValue(read(one, type), read(other, type), type);
}

function read(raw: unknown, type: ValueType | undefined): unknown {
  if (type === undefined) return raw;
  const meaning = READERS[type](raw);
  if ('value' in meaning) return meaning.value;
  throw new Error(`${String(raw)} is no ${type}`);
}

const COMMON = { variable: 'x', origin: { file: 'x.yml', start: 0, end: 1 } };
const known = (value: unknown): Setting<unknown> => ({ state: 'known', ...COMMON, value });
const UNKNOWN: Setting<unknown> = { state: 'unknown', ...COMMON, reason: 'fact', message: 'x is not known' };
const UNSET: Setting<unknown> = { state: 'unset', ...COMMON };

describe('two values of a setting', (test) => {
  test('are the same in other words of their type', () => {
    assert.ok(same(['b', 'a'], 'a, b', 'list'));
    assert.ok(same('/srv/data/', ['/srv//data'], 'paths'));
    assert.ok(same('85%', 0.85, 'watermark'));
    assert.ok(same('4g', '4096m', 'jvm-size'));
    assert.ok(same('1gb', '1024mb', 'size'));
    assert.ok(same('7d', '168h', 'duration'));
    assert.ok(same('yes', true, 'boolean'));
    assert.ok(same(9200, '9200', 'port'));
    assert.ok(same('1000', 1000, 'number'));
  });

  test('differ if they mean something else', () => {
    assert.is(same(['a'], ['a', 'b'], 'list'), false);
    assert.is(same('85%', '15gb', 'watermark'), false);
    assert.is(same('1gb', '1g1', 'paths'), false);
    assert.is(same('30m', '30s', 'duration'), false);
    assert.is(same('Hot', 'hot', 'text'), false);
  });

  test('of an unknown type are the same if they are so for one of the types', () => {
    for (const [one, other] of [
      ['60s', '1m'],
      ['100mb', 104857600],
      [true, 'TRUE'],
      ['1.0', 1],
      ['a,b', ['b', 'a']],
      ['0.85', '85%'],
    ])
      assert.ok(same(one, other), `${String(one)} and ${String(other)}`);
    assert.is(same('hot', 'warm'), false);
    assert.is(same(true, 1), false);
  });

  test('are not told apart where a node replaces one by its addresses', () => {
    assert.is(same('_local_', '127.0.0.1', 'list'), undefined);
    assert.is(same('_site_', '_site_', 'list'), true);
  });

  test('that are secret are never shown, and not compared while one is encrypted', () => {
    const [one, other] = [PlainSecret.inFile('tangerine'), PlainSecret.inFile('clementine')];
    assert.is(isSameValue(one, PlainSecret.inFile('tangerine'), 'text'), true);
    assert.is(isSameValue(one, other, 'text'), false);
    assert.is(isSameValue(one, new VaultedSecret('6162'), 'text'), undefined);
    assert.is(shownValue(one), 'a value that is not shown');
  });
});

describe('two sources of settings', (test) => {
  const outcomes = (one: Setting<unknown> | undefined, other: Setting<unknown> | undefined): readonly string[] =>
    comparedSettings(
      ['x'],
      () => one,
      () => other,
      (left, right) => isSameValue(left, right, undefined),
    ).map(({ outcome }) => outcome);

  test('agree, differ, or are unknown where one of them is', () => {
    assert.equal(outcomes(known(1), known('1')), ['same']);
    assert.equal(outcomes(known(1), known(2)), ['different']);
    assert.equal(outcomes(UNKNOWN, known(2)), ['unknown']);
    assert.equal(outcomes(known(1), UNKNOWN), ['unknown']);
  });

  test('are not compared in what one leaves to others', () => {
    assert.equal(outcomes(UNSET, known(2)), []);
    assert.equal(outcomes(undefined, UNKNOWN), []);
    assert.equal(outcomes({ ...COMMON, state: 'known', value: 1, byDefault: true }, known(2)), []);
  });
});

describe('the comparison of any values', (test) => {
  const text = fc.oneof(
    fc.constantFrom(
      'true',
      'yes',
      'off',
      '85%',
      '0.85',
      '1gb',
      '1024mb',
      '60s',
      '1m',
      '',
      ' a',
      'a,b',
      '_local_',
      '9200',
    ),
    fc.string(),
  );
  const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.double({ noNaN: true }), fc.array(text));
  const values = (type: ValueType | undefined): fc.Arbitrary<unknown> =>
    type === undefined
      ? value
      : fc
          .oneof(value, fc.constantFrom('4g', '4096m', '7d', '168h', '512m'))
          .map((raw) => READERS[type](raw))
          .filter((meaning) => 'value' in meaning)
          .map((meaning) => ('value' in meaning ? meaning.value : undefined));
  const types = [undefined, ...(Object.keys(READERS) as ValueType[])];

  test('finds each value the same as itself, and asks for no order', () => {
    for (const type of types)
      fc.assert(
        fc.property(values(type), values(type), (one, other) => {
          assert.is(isSameValue(one, one, type), true);
          assert.is(isSameValue(one, other, type), isSameValue(other, one, type));
        }),
      );
  });

  test('finds two values of a known type the same if a third is the same as both', () => {
    for (const type of types.filter((one) => one !== undefined))
      fc.assert(
        fc.property(values(type), values(type), values(type), (one, between, other) => {
          const isBoth = isSameValue(one, between, type) === true && isSameValue(between, other, type) === true;
          if (isBoth) assert.is(isSameValue(one, other, type), true);
        }),
      );
  });

  test('heeds neither the order of a list nor what it has twice', () => {
    fc.assert(
      fc.property(fc.array(text), (items) => {
        for (const type of [undefined, 'list', 'paths'] as const)
          assert.is(isSameValue(items, [...items, ...items].reverse(), type), true);
      }),
    );
  });
});
