/** Random texts that are nearly TOML. */
import type { Random } from './random.ts';

// prettier-ignore
const tomlKeys = [
  'a', 'a', 'b', 'b', 'a.b', 'b.a', 'a.b.c', 'a . "b"', "'a'", '"a"', '""', '"\\u0061"', '1', '1.2', 'é', '"é"', 'a-b_c',
  '"h[1:3]"', '"a\nb"', '"""a"""', 'a.', '.a', 'true', "'''a'''",
];
// prettier-ignore
const tomlScalars = [
  '0', '+0', '-0', '1', '-17', '+17', '01', '1_000', '1__0', '_1', '1_', '0x1F', '0xdead_BEEF', '0o17', '0b1_0', '+0x1', '0x',
  '9007199254740993', '-9223372036854775809', '0xffffffffffffffffff', '1.5', '1.', '.5', '-0.0', '1e3', '1E+400', '1_0.0_1e1_0',
  '1e06', '1.e3', 'inf', '-inf', '+nan', 'nan', 'Inf', 'true', 'false', 'True', 'truefalse', '1979-05-27', '1979-02-29',
  '2000-02-29', '0000-01-01', '1979-05-27T07:32:00', '1979-05-27 07:32:00.5', '1979-05-27t07:32:00.1234567Z', '07:32',
  '1979-05-27T07:32:00-07:00', '1979-05-27T07:32:00+00:00', '1979-05-27T07:32:00z', '1979-05-27T24:00:00', '1979-05-27 ',
  '1979-05-27T07:32:00+24:00', '07:32:00', '07:32:00.000', '23:59:59.999999999', '24:00:00', '1979-13-01', '1979-05-27T07:32',
  '""', '"a"', '"é😀"', '"\\n\\"\\\\\\/"', '"\\u00e9\\U0001F600"', '"\\ud83d"', '"\\u12"', '"\\x41"', '"\t"', '"\u007f"',
  '"a\nb"', "''", "'a\\n'", "'\u0001'", "'a\nb'", '"""a"""', '"""\na\r\nb"""', '"""a\\\n  b\\  \n\n c"""', '"""a\\ b"""',
  '"""""a"""""', '""""""', '"""a""""""', "'''a'''", "'''\n'a'\n'''''", "'''\u0000'''", '"""\u0008"""', '"""a', "'''a", '"a',
  "'a", '"""a\\', '', '#', 'nul',
];
// prettier-ignore
const tomlAlphabet = [
  '[', ']', '[[', ']]', '{', '}', '=', '.', ',', '"', "'", '"""', "'''", '\\', '#', ' ', '\t', '\n', '\r\n', '\r', '0', '1',
  '_', '-', '+', ':', 'e', 'a', 'T', 'Z', 'é', '😀', '\u0000', '\u007f', '\ufeff', '\u00a0', '\f', '\u2028', '\u0085',
];

/** A text that is nearly TOML; half of them have few faults but those of tables that meet. */
export function toml(random: Random): string {
  if (random.below(2) === 0) return tables(random);
  const blank = (): string => random.one(['', '', ' ', '\t']);
  const lines = (): string => random.one(['', '', ' ', '\n', '\r\n', ' # note\n', '#é\n \n']);
  const key = (): string => random.one(tomlKeys);
  const value = (depth: number): string => {
    const kind = random.below(depth > 2 ? 6 : 10);
    if (kind < 6) return random.one(tomlScalars);
    if (kind < 8) {
      const items = random.times(3, () => value(depth + 1) + lines());
      return `[${lines()}${items.join(`,${lines()}`)}${random.one(['', '', ','])}${lines()}]`;
    }
    const pairs = random.times(3, () => `${key()}${blank()}=${blank()}${value(depth + 1)}${blank()}`);
    return `{${blank()}${pairs.join(`,${blank()}`)}${random.one(['', '', '', ',', '\n'])}}`;
  };
  const statement = (): string => {
    const kind = random.below(8);
    if (kind < 2) return `${blank()}[${blank()}${key()}${blank()}]`;
    if (kind === 2) return `[[${blank()}${key()}${blank()}]]`;
    if (kind === 3) return random.one(['', '# note', '#\u0001', ' ', 'a', '= 1', '[ [a] ]']);
    return `${blank()}${key()}${blank()}=${blank()}${value(0)}`;
  };
  const end = (): string => random.one(['\n', '\n', '\n', '\r\n', ' # note\n', '\t\n', '']);
  return random.mutate(random.times(7, () => statement() + end()).join(''), tomlAlphabet);
}

function tables(random: Random): string {
  const key = (): string =>
    Array.from({ length: 1 + random.below(3) }, () => random.one(['a', 'a', 'b', 'c'])).join('.');
  const value = (): string =>
    random.one([
      '1',
      '"x"',
      '[]',
      '[{}]',
      '[{a = 1}]',
      '{}',
      `{${key()} = ${random.one(['1', '{}', '{a = 1}', '[1]'])}, ${key()} = 2}`,
    ]);
  const statement = (): string =>
    random.one([`[${key()}]`, `[[${key()}]]`, `${key()} = ${value()}`, `${key()} = ${value()}`, '']);
  return random.times(8, statement).join('\n');
}
