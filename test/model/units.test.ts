import {
  millisecondCount,
  readBoolean,
  readDuration,
  FORMS,
  readHeapGb,
  READERS,
  readJvmSizeInGb,
  readPaths,
  readText,
  readTextList,
  readWatermark,
} from '../../src/model/units.ts';
import type { Meaning } from '../../src/model/units.ts';
import { assert, describe } from '../describe.ts';

function value<T>(reading: Meaning<T>): T | undefined {
  return 'value' in reading ? reading.value : undefined;
}

function meant(reading: Meaning<unknown>): string | undefined {
  return 'value' in reading ? undefined : reading.meant;
}

describe('units', (test) => {
  test('a heap is a whole number of GB, as number or text', () => {
    for (const raw of [30, '30', 30.0, ' 30 ']) assert.is(value(readHeapGb(raw)), 30, JSON.stringify(raw));
    for (const raw of ['30g', '0', 0, -4, '-4', 4.5, '4.5', true, [30], {}, 'half', '0x1e', '1e1', Infinity, NaN])
      assert.is(value(readHeapGb(raw)), undefined, JSON.stringify(raw));
  });

  test('a heap that no number holds is malformed, and means nothing else', () => {
    for (const raw of [1e20, '99999999999999999999']) {
      assert.is(value(readHeapGb(raw)), undefined);
      assert.is(meant(readHeapGb(raw)), undefined);
    }
  });

  test('the smallest heap is 1 GB', () => {
    assert.is(value(readHeapGb(1)), 1);
    assert.is(meant(readHeapGb('1g')), '1');
  });

  test('a heap with a unit says what was meant, where there is no doubt', () => {
    for (const raw of ['30g', '30 GB', '30GiB', '30720m', '+30']) assert.is(meant(readHeapGb(raw)), '30', raw);
    for (const raw of ['512m', '0g', '-4g', '4.5g', 'half']) assert.is(meant(readHeapGb(raw)), undefined, raw);
  });

  test('a size for the JVM is in GB, with the unit that the JVM takes', () => {
    for (const [raw, gb] of [
      ['4g', 4],
      ['4G', 4],
      ['512m', 0.5],
      ['1048576k', 1],
      ['1t', 1024],
      [4294967296, 4],
      ['2m', 2 / 1024],
    ] as const)
      assert.is(value(readJvmSizeInGb(raw)), gb, String(raw));
    for (const raw of [4, '4', '0g', '4.5g', '-4g', '1m', '4gg', 'half', '', true, [4], {}, '99999999999t'])
      assert.is(value(readJvmSizeInGb(raw)), undefined, JSON.stringify(raw));
  });

  test('a size for the JVM in another spelling says what was meant', () => {
    for (const raw of ['4gb', '4 GB', '4GiB', '4 g']) assert.is(meant(readJvmSizeInGb(raw)), '4g', raw);
    for (const raw of ['4', 4, 'half', '4.5gb']) assert.is(meant(readJvmSizeInGb(raw)), undefined, String(raw));
  });

  test('a form of a variable reads what its setting is of', () => {
    assert.is(value(FORMS.gigabytes.read('4')), value(READERS['jvm-size']('4g')));
    assert.is(value(FORMS.inverted.read('no')), value(READERS.boolean(true)));
    assert.is(value(FORMS.inverted.read('maybe')), undefined);
  });

  test('a watermark is a share used or a size left free', () => {
    const share = (amount: number, text: string) => ({ kind: 'share', amount, text });
    assert.equal(value(readWatermark('85%')), share(85, '85%'));
    assert.equal(value(readWatermark('0.57')), share(57, '0.57'));
    assert.equal(value(readWatermark(0.9)), share(90, '0.9'));
    assert.equal(value(readWatermark('100%')), share(100, '100%'));
    assert.equal(value(readWatermark('0%')), share(0, '0%'));
    assert.equal(value(readWatermark('1.0')), share(100, '1.0'));
    assert.equal(value(readWatermark('0')), share(0, '0'));
    assert.equal(value(readWatermark('50gb')), { kind: 'size', amount: 50 * 2 ** 30, text: '50gb' });
  });

  test('a bare 90, a share above 100 % and other texts are no watermarks', () => {
    for (const raw of [90, '90', '101%', '-5%', '1.5', '85 percent', '50gib', true, ['85%']])
      assert.is(value(readWatermark(raw)), undefined, JSON.stringify(raw));
    assert.is(meant(readWatermark('90')), '90%');
    assert.is(meant(readWatermark('900')), undefined);
  });

  test('durations are whole days, hours, minutes or seconds', () => {
    const cases: [string, number][] = [
      ['7d', 604_800_000],
      ['7 d', 604_800_000],
      ['12h', 43_200_000],
      ['30m', 1_800_000],
      ['90s', 90_000],
    ];
    for (const [raw, milliseconds] of cases) assert.is(value(readDuration(raw))?.milliseconds, milliseconds, raw);
    for (const raw of [7, '7', '7D', '1w', '1.5d', '-1d', '7 days', 'P7D'])
      assert.is(value(readDuration(raw)), undefined, String(raw));
    assert.is(meant(readDuration('7 days')), '7d');
  });

  test('a time of Elasticsearch has a unit, unless it is none at all', () => {
    const cases = { '30d': 2_592_000_000, '12h': 43_200_000, '90 m': 5_400_000, '10S': 10_000, '5ms': 5 };
    for (const [text, time] of Object.entries({ ...cases, '50micros': 0.05, '500nanos': 0.0005, ' 0 ': 0 }))
      assert.is(millisecondCount(text)?.toPrecision(12), time.toPrecision(12), text);
    for (const text of ['30', '1.5d', '-1', 'd', '', '1 week', '1M', '1d12h'])
      assert.is(millisecondCount(text), undefined, text);
  });

  test('truth is what the bool filter knows, in any case', () => {
    for (const raw of [true, 1, 'yes', 'On', 'TRUE', '1']) assert.is(value(readBoolean(raw)), true, String(raw));
    for (const raw of [false, 0, 'no', 'Off', 'FALSE', '0']) assert.is(value(readBoolean(raw)), false, String(raw));
    for (const raw of ['y', 'enabled', 2, [], ['yes'], {}]) assert.is(value(readBoolean(raw)), undefined);
  });

  test('a list of texts has texts only', () => {
    assert.equal(value(readTextList(['master', 'data'])), ['master', 'data']);
    assert.equal(value(readTextList([])), []);
    assert.equal(value(readTextList('master, data')), ['master', 'data']);
    assert.equal(value(readTextList('[::1]:9300, [fe80::1%eth0]')), ['[::1]:9300', '[fe80::1%eth0]']);
    for (const raw of [['master', 1], [null], '[master]', '[a:9300]', {}])
      assert.is(value(readTextList(raw)), undefined);
  });

  test('a number is a text where a text is wanted, a list is none', () => {
    assert.is(value(readText('logs')), 'logs');
    assert.is(value(readText(2024)), '2024');
    for (const raw of [true, ['logs'], {}]) assert.is(value(readText(raw)), undefined);
  });

  test('paths are a list, or a text with commas between them', () => {
    assert.equal(value(readPaths(['/a', '/b'])), ['/a', '/b']);
    assert.equal(value(readPaths('/a')), ['/a']);
    assert.equal(value(readPaths('/a, /b')), ['/a', '/b']);
    for (const raw of ["['/a', '/b']", ' [/a]', 7, ['/a', 7], {}]) assert.is(value(readPaths(raw)), undefined);
  });
});
