/** Made texts of YAML, with all that a person may write into one, and edits of them. */

/** Choices that a list of numbers makes, so that a case becomes smaller with them; the first one where they end. */
export class Choices {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  below(limit: number): number {
    return (this.#numbers[this.#at++] ?? 0) % limit;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** True one time in some. */
  rarely(times: number): boolean {
    return this.below(times) === times - 1;
  }
}

/** Scalars on one line that stand anywhere. */
const SCALARS = [
  ...[
    'x',
    '31',
    '"31"',
    "'31g'",
    'yes',
    'False',
    'OFF',
    '~',
    '0.5',
    '0644',
    '1_000',
    '1:30',
    '2024-01-31',
    '"{{ x }}"',
  ],
  ...[
    'two words',
    "'it''s'",
    '"a\\tb\\u00e9\\"q"',
    'ü😀',
    '"# no comment"',
    'a#b',
    'http://h:9200/',
    '!!str 31',
    '!unsafe "{{ y }}"',
  ],
];
const KEYS = ['a', 'heap', 'b-c', '"quoted"', "'single'", 'é', 'two words', '"with: colon"', '?x', '12', 'yes', 'x.y'];
const COMMENTS = ['# one', '#two', '# a: b', '# - c', '# "', '# ü'];

const INI_VALUES = ['31', '"31"', "'x'", 'x', 'True', 'yes', '31g', "['a', 'b']", '[1]', 'é', '0.5', 'None', ''];

/** A text of INI: hosts in no group, a group of hosts with variables, and a group of it. */
export function madeIni(choices: Choices): string {
  const lines: string[] = [];
  const gap = (): void => {
    if (choices.rarely(4)) lines.push(choices.one(['', '# one', '; two = 2', '  # three']));
  };
  const value = (isWord: boolean): string => {
    const text = choices.one(
      isWord ? INI_VALUES.filter((one) => !/[ ']/.test(one)) : [...INI_VALUES, 'two words', '31 # c'],
    );
    return isWord && choices.rarely(3) ? choices.one([`"${text.replaceAll('"', '')}"`, `'${text}'`]) : text;
  };
  const hosts = (names: readonly string[]): void => {
    for (const name of names) {
      gap();
      const variables = Array.from({ length: choices.below(3) }, (_, index) => `v${index}=${value(true)}`);
      const indent = choices.rarely(5) ? '  ' : '';
      lines.push(
        indent + [name, ...variables, ...(choices.rarely(4) ? ['# c'] : [])].join(choices.one([' ', '  ', '\t'])),
      );
    }
  };
  if (choices.rarely(3)) hosts(['es-0', 'es-[10:12]']);
  lines.push('[search]');
  hosts(['es-1', 'es-2'].slice(choices.below(2)));
  lines.push(choices.one(['[search:vars]', '[search:vars] # c']));
  for (let left = choices.below(4); left > 0; left--) {
    gap();
    lines.push(`w${left}${choices.one(['=', ' = ', ' ='])}${value(false)}`);
  }
  lines.push('', '[all_of:children]');
  gap();
  lines.push('search', ...(choices.rarely(3) ? ['# end'] : []));
  const lineBreak = choices.rarely(3) ? '\r\n' : '\n';
  return lines.join(lineBreak) + (choices.rarely(3) ? '' : lineBreak);
}

/** A text of YAML. `plain` ones have no anchors, aliases, merge keys and equal keys. */
export function madeYaml(choices: Choices, plain: boolean): string {
  return new TextMaker(choices, plain).document();
}

class TextMaker {
  readonly #choices: Choices;
  readonly #plain: boolean;
  readonly #scalars: string[] = [];
  readonly #mappings: string[] = [];
  #names = 0;

  constructor(choices: Choices, plain: boolean) {
    this.#choices = choices;
    this.#plain = plain;
  }

  document(): string {
    const lines = [...this.#gap(''), ...(this.#choices.rarely(3) ? ['---', ...this.#gap('')] : [])];
    lines.push(...(this.#choices.rarely(5) ? this.#sequence('', 3) : this.#mapping('', 3)), ...this.#gap(''));
    if (this.#choices.rarely(8)) lines.push('...');
    const text = lines.join(this.#choices.rarely(3) ? '\r\n' : '\n');
    const ending = this.#choices.rarely(3) ? '' : text.includes('\r\n') ? '\r\n' : '\n';
    return (this.#choices.rarely(6) ? '\ufeff' : '') + text + ending;
  }

  /** Lines of comments, or without anything. */
  #gap(indent: string): string[] {
    if (!this.#choices.rarely(4)) return [];
    return Array.from({ length: 1 + this.#choices.below(2) }, () =>
      this.#choices.rarely(3) ? '' : `${this.#choices.rarely(5) ? '' : indent}${this.#choices.one(COMMENTS)}`,
    );
  }

  #comment(): string {
    return this.#choices.rarely(4) ? `${this.#choices.one([' ', '  ', '\t'])}${this.#choices.one(COMMENTS)}` : '';
  }

  #mapping(indent: string, depth: number): string[] {
    const keys = new Set<string>();
    const lines: string[] = [];
    for (let left = 1 + this.#choices.below(4); left > 0; left--) {
      const key = this.#choices.one(KEYS);
      if (keys.has(key) && (this.#plain || !this.#choices.rarely(3))) continue;
      keys.add(key);
      if (lines.length > 0) lines.push(...this.#gap(indent));
      const value = this.#value(indent, depth - 1);
      lines.push(`${indent}${key}:${value[0] ?? ''}`, ...value.slice(1));
    }
    const merged = this.#mappings.at(-1);
    if (merged !== undefined && this.#choices.rarely(3)) lines.push(`${indent}<<: *${merged}`);
    return lines;
  }

  #sequence(indent: string, depth: number): string[] {
    const lines: string[] = [];
    for (let left = 1 + this.#choices.below(3); left > 0; left--) {
      if (lines.length > 0) lines.push(...this.#gap(indent));
      if (depth > 0 && this.#choices.rarely(3)) {
        const inner = this.#choices.rarely(3)
          ? this.#sequence(`${indent}  `, depth - 1)
          : this.#mapping(`${indent}  `, depth - 1);
        lines.push(`${indent}- ${(inner[0] ?? '').trimStart()}`, ...inner.slice(1));
      } else {
        const value = this.#value(indent, depth - 1);
        // A tab after a dash is refused.
        lines.push(`${indent}-${(value[0] ?? '').replace(/^\t/, ' ')}`, ...value.slice(1));
      }
    }
    return lines;
  }

  /** What is after a colon or a dash, and the lines below. */
  #value(indent: string, depth: number): string[] {
    const inner = indent + this.#choices.one(['  ', '  ', '    ']);
    switch (this.#choices.below(depth > 0 ? 12 : 8)) {
      case 0:
        return [this.#comment()];
      case 1:
        return this.#block(inner);
      case 2:
        return [` ${this.#choices.one(['"one', "'one", 'one'])}`, `${inner}two`].map((line, index, [first = '']) =>
          index === 0 ? line : line + first.slice(1, -3) + this.#comment(),
        );
      case 3: {
        const alias = this.#choices.one([...this.#scalars, ...this.#mappings, '']);
        return [alias === '' ? ` ${this.#choices.one(SCALARS)}` : ` *${alias}${this.#comment()}`];
      }
      case 4: {
        const flow = this.#flow(inner, 2);
        return [` ${flow[0] ?? ''}`, ...flow.slice(1)].map((line, index) =>
          index === flow.length - 1 ? line + this.#comment() : line,
        );
      }
      case 8:
      case 9: {
        const anchor = this.#anchor(this.#mappings);
        return [`${anchor}${this.#comment()}`, ...this.#gap(inner), ...this.#mapping(inner, depth)];
      }
      case 10:
        return [this.#comment(), ...this.#gap(inner), ...this.#sequence(inner, depth)];
      case 11:
        return ['', ...this.#sequence(inner, depth)];
      default:
        return [
          `${this.#anchor(this.#scalars)}${this.#choices.one([' ', ' ', '  ', '\t'])}${this.#choices.one(SCALARS.filter((text) => !text.startsWith('!')))}${this.#comment()}`,
        ];
    }
  }

  #anchor(names: string[]): string {
    if (this.#plain || !this.#choices.rarely(3)) return '';
    names.push(`n${++this.#names}`);
    return ` &n${this.#names}`;
  }

  #block(indent: string): string[] {
    const header = this.#choices.one([' |', ' |-', ' |+', ' >', ' >-', ' >+', ' |  # text']);
    const lines = ['one', 'two words', '', '  further in', '# text', 'ü: "x"'];
    const body = Array.from({ length: 1 + this.#choices.below(3) }, () => this.#choices.one(lines));
    return [header, `${indent}first`, ...body.map((line) => (line === '' ? '' : indent + line))];
  }

  #flow(indent: string, depth: number): string[] {
    const isMapping = this.#choices.rarely(2);
    const isLong = this.#choices.rarely(3);
    const scalars = ['x', '31', '"31"', "'a, b'", 'yes', '"{{ x }}"', 'two words', 'é'];
    const entries = Array.from({ length: this.#choices.below(4) }, (_, index) => {
      const value = depth > 0 && this.#choices.rarely(4) ? this.#flow(indent, depth - 1) : [this.#choices.one(scalars)];
      const one = value.length === 1 ? (value[0] ?? '') : 'x';
      return isMapping ? `${this.#choices.one(['k', '"k', 'k k'])}${index}: ${one}`.replace(/^"k(\d)/, '"k$1"') : one;
    });
    const [open, close] = isMapping ? ['{', '}'] : ['[', ']'];
    const ending = this.#choices.rarely(4) && entries.length > 0 ? ',' : '';
    if (!isLong || entries.length === 0) {
      const pad = this.#choices.one(['', ' ']);
      return [`${open}${pad}${entries.join(this.#choices.one([', ', ',  ']))}${ending}${pad}${close}`];
    }
    const lines = entries.map(
      (entry, index) => `${indent}${entry}${index < entries.length - 1 ? ',' : ending}${this.#comment()}`,
    );
    return [`${open}${this.#comment()}`, ...lines, `${indent}${close}`];
  }
}
