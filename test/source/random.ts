/** Random texts from a seed: grammar-made ones and mutations of them. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  times<Item>(most: number, make: () => Item): Item[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  /** Half of the texts as they are, half with some characters removed, doubled, swapped or put in. */
  mutate(text: string, alphabet: readonly string[]): string {
    if (this.below(2) === 0) return text;
    let mutated = text;
    for (let left = 1 + this.below(3); left > 0; left--) {
      const at = this.below(mutated.length + 1);
      const cut = this.below(3) === 0 ? 1 + this.below(2) : 0;
      mutated = mutated.slice(0, at) + (this.below(4) === 0 ? '' : this.one(alphabet)) + mutated.slice(at + cut);
    }
    return mutated;
  }
}

const blanks = ['', '', '', ' ', '\t', '\n', '\r\n', '  '];
// prettier-ignore
const jsonNumbers = [
  '0', '-0', '1', '-17', '01', '1.5', '-0.0', '1e3', '1E+400', '1.', '.5', '-', '9007199254740993', '1e-7', '2.5e10',
];
const jsonWords = ['null', 'true', 'false', 'NaN', 'Infinity', '-Infinity', 'nul', 'True', '-Inf'];
// prettier-ignore
const jsonStrings = [
  '""', '"a"', '"b"', '"é"', '"😀"', '"\\n\\"\\\\\\/"', '"\\u00e9"', '"\\ud83d\\ude00"', '"\\u12"', '"\\x"', '"\t"',
  '"\u007f"', '"\\"', "'a'", '"\u2028"',
];
// prettier-ignore
const jsonAlphabet = [
  '{', '}', '[', ']', ',', ':', '"', '\\', ' ', '\n', '1', '-', '.', 'e', 'u', 'n', '\ufeff', '\u00a0', '\f', '#',
  '😀',
];

/** A text that is nearly JSON. */
export function json(random: Random): string {
  const value = (depth: number): string => {
    const blank = (): string => random.one(blanks);
    const kind = random.below(depth > 3 ? 3 : 5);
    if (kind === 0) return random.one(jsonNumbers);
    if (kind === 1) return random.one(jsonWords);
    if (kind === 2) return random.one(jsonStrings);
    if (kind === 3) return `[${blank()}${random.times(3, () => value(depth + 1) + blank()).join(`,${blank()}`)}]`;
    const pair = (): string => `${random.one(jsonStrings)}${blank()}:${blank()}${value(depth + 1)}`;
    return `{${blank()}${random.times(3, pair).join(`${blank()},${blank()}`)}${blank()}}`;
  };
  return random.mutate(random.one(blanks) + value(0) + random.one(blanks), jsonAlphabet);
}

// prettier-ignore
const wordPieces = [
  'a', 'b=', '=', ' ', ' ', '  ', '\t', '"', "'", '\\', '#', ';', '"x y"', "'x y'", '\\"', "\\'", '""', "''", 'é',
  '😀', '\u00a0', '\f', '[1:3]', '{"a": 1}', '\\ ', '$x', '|', '&', '\n', '\r',
];

/** A line for the shell's splitting. */
export function line(random: Random): string {
  return random.times(12, () => random.one(wordPieces)).join('');
}

// prettier-ignore
const numbers = [
  '0', '1', '5', '-3', '+3', '0x1F', '0XfF', '0o17', '0b1', '1_000', '010', '00', '0_0', '08', '1__0', '1_', '0x',
  '0x_f', '0b2', '0o8', '1.', '.5', '1e3', '1E-5', '1e', '1_0.0_1e1_0', '012.5', '012j', '1j', '2.5J', '1e400',
  '-0.0', '1e16j', '1e-5j', '0.0001j', '9007199254740992', '123456789012345678901234567890', '1e22', '5or 6',
  '1if 2else 3', '0xfor 1', '1.real', '1 .real', '0_7', '1e5_0', '5a', '1_000j',
];
// prettier-ignore
const constants = [
  'None', 'True', 'False', '...', 'none', 'true', 'set()', 'set ( )', 'x', 'foo.bar', 'é', 'yes', 'x1', 'class',
  'ｓｅｔ()',
];
// prettier-ignore
const strings = [
  '"a"', "'b'", '""', "''", '"""c"""', "'''d'e'''", 'r"\\n"', "b'x'", 'rb"\\x00"', 'Br"y"', 'u"z"', "U'z'", 'f"a"',
  'ur"a"', '"\\n\\t\\\\"', '"\\x41"', '"\\x4"', '"\\u00e9"', '"\\u00"', '"\\U0001f600"', '"\\U00110000"',
  '"\\101\\0"', '"\\777"', 'b"\\777\\xff"', 'b"\\xc3\\xa9"', 'b"\\u0041"', 'b"é"', '"é😀"', '"\\q"', 'b"\\q"',
  '"\\\'"', "b'\\''", '"unclosed', '"a" "b"', '"a" b"b"', 'r"\\"', 'r"\\""', '"\\X41"', 'b"\\xe2\\x82"',
  'b"\\xed\\xa0\\x80"', '"\\ud800"', '"# no"',
];
// prettier-ignore
const names = [
  'foo', 'x', 'gb', 'm', 'e5', 'j', 'E', 'J1', 'ej', 'True', 'False', 'None', 'Nones', 'set', 'set()', 'set_', '_', 'é', 'or1',
  'if', 'in', 'not', 'not x', 'lambda', 'lambda: 1', 'await', 'b', 'rb', 'u', 'f', "b'x'", 'u"y"',
];
// prettier-ignore
const operators = [
  '+', '-', '*', '/', '//', '%', '@', '**', '|', '&', '^', '<<', '>>', '==', '!=', '<', '>', '<=', '>=', ' in ',
  ' not in ', ' is ', ' is not ', ' and ', ' or ', ' if x else ', ':=', '->', '<>', '=', ';', ' ',
];
// prettier-ignore
const literalAlphabet = [
  '{', '}', '[', ']', '(', ')', ',', ':', '"', "'", '\\', ' ', '#', '1', '0', '_', '.', 'e', 'j', '+', '-', '*', '~',
  '=', 'x', 'b', 'r', 'f', '!', '?', '$', '\t', '\u00a0', '\ufeff', 'é', ' for ', ' in ', ' if ', ' not ', 'lambda ',
  '**', ':=', ';', '\0',
];

/** A text that is nearly a Python literal, or some other expression of Python. */
export function literal(random: Random): string {
  const blank = (): string => random.one(['', '', '', ' ', '\t']);
  const list = (depth: number, least: number): string => {
    const items = Array.from({ length: least + random.below(3) }, () => expression(depth + 1));
    return items.join(`,${blank()}`) + (random.below(4) === 0 ? ',' : '');
  };
  const clauses = (depth: number): string =>
    ` for ${random.one(['x', 'x, y', '(x)', '*x', '[x, *y]', 'x.y', 'x[0]', 'f(x)', '1', '()', 'x,'])} in ${expression(depth + 1)}` +
    random.one(['', '', ' if x', ' for z in y', ' async for z in y']);
  const expression = (depth: number): string => {
    switch (random.below(depth > 3 ? 4 : 20)) {
      case 0:
      case 4:
        return random.one(numbers);
      case 1:
        return random.one(constants);
      case 2:
      case 3:
      case 5:
        return random.one(strings);
      case 6:
      case 7:
        return `[${list(depth, 0)}]`;
      case 8:
        return `(${list(depth, 0)})`;
      case 9:
      case 10:
        return `{${list(depth, 1)}}`;
      case 11:
      case 12: {
        const pair = (): string => `${expression(depth + 1)}${blank()}:${blank()}${expression(depth + 1)}`;
        return `{${random.times(3, pair).join(', ')}}`;
      }
      case 13:
        return random.one(['-', '+', '~', 'not ', 'await ', '*', '**', '- ', '--']) + expression(depth + 1);
      case 14:
        return expression(depth + 1) + random.one(operators) + expression(depth + 1);
      case 15:
        return (
          random.one(numbers) +
          random.one(['+', '-', ' + ', ' - ']) +
          random.one(['1j', '2j', '0j', '1e16j', '0.1J', '1', '-1j', '1e400j'])
        );
      case 16:
        return `{${random.one(['{}', '[]', '{1}', '([],)', '1', '"a"'])}${random.one(['', ':1'])}, ${expression(depth + 1)}}`;
      case 17: {
        const element = expression(depth + 1) + random.one(['', '', ': 1']) + clauses(depth);
        return random.one(['[', '{', '(', 'f(']) + element + random.one([']', '}', ')', ',)']);
      }
      case 18: {
        const argument = (): string => random.one(['', '*', '**', 'a=', 'x:=', '/', '1:']) + expression(depth + 1);
        return (
          random.one(['f(', 'x[', 'lambda ']) +
          random.times(3, argument).join(', ') +
          random.one([')', ']', ': 1', ',)', ',]'])
        );
      }
      default: {
        const parameter = (): string => random.one(['x', 'y=1', '*', '*z', '**w', '/', 'v']);
        return `lambda ${random.times(4, parameter).join(', ')}: ${expression(depth + 1)}`;
      }
    }
  };
  // As a template begins, and as a size is written.
  const template = (): string => {
    const rest = random.one(['', ' ', '.', '(', ' | ', '[', ': ', ' := ']) + expression(1) + random.one(['', ')', ']']);
    return `{{${blank()}${random.one(names)}${random.one(['', rest])} }}${random.one(['', '', '+1', ', 1'])}`;
  };
  const size = (): string => random.one(numbers) + random.one(names);
  // An expression after a broken set is an error or a string by its syntax alone.
  const text = random.one([
    () => `[{{}}, ${expression(1)}]`,
    () => expression(0),
    () => expression(0),
    template,
    size,
  ])();
  return random.mutate(blank() + text + random.one(['', '', ' ', ' # note', '#']), literalAlphabet);
}

// prettier-ignore
const headers = [
  '[web]', '[web:vars]', '[web:children]', '[db:hosts]', '[a b]', '[a:foo]', '[a] ; x', '[a] # x', '[é:vars]', '[a]x',
  '[a:b:c]', '[]', '[:vars]', '[a#b]', '[a]#', '[x:vars]\u00a0', '[x\u00a0y]', '[a.b-c:children]  #', '[a:vars',
  '[ a ]', '[1:3]', '[a:vars ]',
];
const lineEnds = ['\n', '\n', '\n', '\r\n', '\r', '\f', '\x85', '\u2028', '\x1c', '\x1f\n', '\v'];
// prettier-ignore
const plainLines = [
  'h1', 'web', 'a b', 'x # y', 'a:b', 'db', 'é', 'h[1:3]', 'a=b', 'c = d', 'foo: bar', '', ' ', '\u00a0', '\ufeff',
  '# c', '; c',
];
// prettier-ignore
const hostValues = [
  '1', '"1"', '\'"1"\'', '{{', '"{{ foo }}"', '[1,2]', '"[1, 2]"', 'b c', '', '\'{"a": 5}\'', '{1:2}', '"x',
];

/** A text that is nearly an INI inventory. */
export function inventory(random: Random): string {
  const value = (without: RegExp): string => literal(random).replace(without, '');
  const oneLine = (): string => {
    switch (random.below(8)) {
      case 0:
        return random.one(headers);
      case 1:
      case 2:
        return random.one(plainLines);
      case 3:
        return `h${random.below(9)} ${random.one(['a', 'b', '"c d"', '"x'])}=${random.one(hostValues)}`;
      case 4:
        return `k${random.one(['=', ' = ', '= ', '\u00a0=\u00a0'])}${value(/\0|[\ud800-\udfff]/g)}`;
      case 5:
        return `h1 ${line(random).replace(/[\ud800-\udfff]/g, '')}`;
      case 6:
        return `h2 v='${value(/\0|'|[\ud800-\udfff]/g)}'`;
      default:
        return random.mutate(random.one(['h1 a=1', 'x=1', 'web', 'k=v w']), [
          '=',
          '#',
          ' ',
          '[',
          ']',
          '"',
          '\t',
          '\x1f',
          '\u3000',
        ]);
    }
  };
  return Array.from({ length: 1 + random.below(5) }, () => oneLine() + random.one(lineEnds)).join('');
}
