/** Python's regular expressions as JavaScript's, if both mean the same; anything else is unknown. */
import type { Spending } from '../budget.ts';
import { BadExpression, Exhausted, tripAsUnsupported } from '../markers.ts';

/** The most that a search may try: some ten milliseconds. */
const MAX_WAYS = 10_000_000;
const MAX_PATTERN = 500;

/** White space and word characters as Python has them for texts, and for bytes. */
const space = String.raw`\s\x1c-\x1f\x85`;
const word = String.raw`\p{L}\p{N}_`;
type Classes = Readonly<Record<string, string>>;
const inText: Classes = { d: String.raw`\p{Nd}`, w: word, s: space };
const inBytes: Classes = { d: '0-9', w: 'A-Za-z0-9_', s: String.raw`\t-\r\x20` };

/** The groups of a pattern in order, with the names of those that have one. */
export type Groups = readonly (string | undefined)[];

/** A translated pattern that is asked only if the answer cannot take long. */
export class Pattern {
  readonly groups: Groups;
  readonly #regex: RegExp;
  /** Upper bounds of the repetitions, and the number of ways besides them. */
  readonly #repetitions: readonly number[];
  readonly #choices: number;

  constructor(regex: RegExp, { groups, repetitions, choices }: Translation) {
    this.groups = groups;
    this.#regex = regex;
    this.#repetitions = repetitions;
    this.#choices = choices;
  }

  /** The first match, leftmost. */
  first(text: string, budget: Spending): RegExpExecArray | null {
    this.#afford(text, budget);
    this.#regex.lastIndex = 0;
    return this.#regex.exec(text);
  }

  /** All matches, one after the other. */
  all(text: string, budget: Spending): Iterable<RegExpExecArray> {
    this.#afford(text, budget);
    this.#regex.lastIndex = 0;
    return text.matchAll(this.#regex);
  }

  /** The ways in which the repetitions can share the text, from every start: what a search may have to try. */
  #afford(text: string, budget: Spending): void {
    let ways = this.#choices * (text.length + 1);
    this.#repetitions.forEach((most, index) => {
      ways *= Math.min(most, text.length / (index + 2)) + 1;
    });
    if (ways > MAX_WAYS) throw new Exhausted();
    budget.step(1 + Math.ceil(Math.min(ways, text.length) / 8));
  }
}

/** Translates a pattern. The flags: `a` classes as for bytes, `i` ignore case, `m` multiline, `s` dot matches all. */
export function compile(pattern: string, flags: string, budget: Spending): Pattern {
  if (pattern.length > MAX_PATTERN) throw new Exhausted();
  budget.step(pattern.length);
  const translation = new Translation(pattern, flags);
  const { source, flags: all } = translation.result();
  try {
    return new Pattern(new RegExp(source, `${all}gu`), translation);
  } catch {
    return tripAsUnsupported(`the regular expression ${pattern}`);
  }
}

interface Group {
  /** True once something inside may match in more than one way: a repetition or a choice. */
  varies: boolean;
  /**
   * The number of ways in which the alternatives before this one match, and this one so far, besides its repetitions.
   */
  before: number;
  choices: number;
}

function newGroup(): Group {
  return { varies: false, before: 0, choices: 1 };
}

class Translation {
  readonly #pattern: string;
  readonly #classes: Classes;
  #flags: string;
  #at = 0;
  #out = '';
  readonly groups: (string | undefined)[] = [];
  readonly repetitions: number[] = [];
  readonly #whole = newGroup();

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#classes = flags.includes('a') ? inBytes : inText;
    this.#flags = flags;
  }

  get choices(): number {
    return this.#whole.before + this.#whole.choices;
  }

  result(): { source: string; flags: string } {
    const inline = /^\(\?([aims]+)\)/.exec(this.#pattern);
    if (inline !== null) {
      if (inline[1]?.includes('a') === true) this.#unsupported();
      this.#flags += inline[1] ?? '';
      this.#at = inline[0].length;
    }
    const groups: Group[] = [];
    let last: Group | undefined;
    let atom = false;
    while (this.#at < this.#pattern.length) {
      const char = this.#pattern.charAt(this.#at);
      const quantifier = /^(?:[*+?]|\{\d*(?:,\d*)?\})[?+]?/.exec(this.#pattern.slice(this.#at))?.[0];
      if (quantifier !== undefined && quantifier !== '{}' && quantifier !== '{,}' && !quantifier.startsWith('{,}')) {
        if (!atom) throw new BadExpression('nothing to repeat', this.#at);
        this.#quantify(quantifier, last, groups);
        atom = false;
        last = undefined;
        continue;
      }
      last = undefined;
      atom = true;
      if (char === '(') {
        groups.push(newGroup());
        this.#group();
        atom = false;
      } else if (char === ')') {
        last = groups.pop();
        if (last === undefined) throw new BadExpression('unbalanced parenthesis', this.#at);
        if (last.varies) for (const outer of groups) outer.varies = true;
        (groups.at(-1) ?? this.#whole).choices *= last.before + last.choices;
        this.#take(')');
      } else if (char === '[') this.#class();
      else if (char === '\\') atom = this.#escape();
      else if (char === '|') {
        for (const group of groups) group.varies = true;
        const around = groups.at(-1) ?? this.#whole;
        around.before += around.choices;
        around.choices = 1;
        this.#take('|');
        atom = false;
      } else if (char === '$') {
        // Python's $ also matches before a line end at the end of the text.
        this.#take(this.#flags.includes('m') ? '(?=\\n|(?![^]))' : '(?=\\n?(?![^]))');
      } else if (char === '^') {
        this.#take(this.#flags.includes('m') ? '(?<=\\n|(?<![^]))' : '(?<![^])');
      } else if (char === '.') this.#take(this.#flags.includes('s') ? '[^]' : '[^\\n]');
      else this.#take(/[{}\]/]/.test(char) ? `\\${char}` : char, char.length);
    }
    if (groups.length > 0) throw new BadExpression('missing ), unterminated subpattern', 0);
    return { source: this.#out, flags: this.#flags.includes('i') ? 'i' : '' };
  }

  #take(translated: string, length = 1): void {
    this.#out += translated;
    this.#at += length;
  }

  #unsupported(): never {
    return tripAsUnsupported(`the regular expression ${this.#pattern}`);
  }

  #quantify(quantifier: string, group: Group | undefined, groups: readonly Group[]): void {
    if (quantifier.length > 1 && quantifier.endsWith('+')) this.#unsupported();
    const bounds = /^\{(\d*)(,?)(\d*)\}/.exec(quantifier);
    const most =
      bounds === null
        ? Infinity
        : bounds[2] === ''
          ? Number(bounds[1])
          : bounds[3] === ''
            ? Infinity
            : Number(bounds[3]);
    const repeats = quantifier.startsWith('?') ? false : most > 1;
    if (repeats && group?.varies === true)
      tripAsUnsupported(`the regular expression ${this.#pattern}: a repetition inside of another`);
    if (most > 1000 && most !== Infinity) this.#unsupported();
    if (repeats) this.repetitions.push(most);
    else (groups.at(-1) ?? this.#whole).choices *= 2;
    for (const outer of groups) outer.varies = true;
    if (group !== undefined) group.varies = true;
    this.#take(quantifier.startsWith('{,') ? `{0${quantifier.slice(1)}` : quantifier, quantifier.length);
  }

  #group(): void {
    const rest = this.#pattern.slice(this.#at);
    const named = /^\(\?P<([A-Za-z_]\w*)>/.exec(rest);
    if (named !== null) {
      this.groups.push(named[1]);
      return this.#take(`(?<${named[1]}>`, named[0].length);
    }
    const back = /^\(\?P=([A-Za-z_]\w*)\)/.exec(rest);
    if (back !== null) this.#unsupported();
    const look = /^\(\?(?::|=|!|<=|<!)/.exec(rest);
    if (look !== null) return this.#take(look[0], look[0].length);
    if (rest.startsWith('(?')) this.#unsupported();
    this.groups.push(undefined);
    this.#take('(');
  }

  #class(): void {
    const pattern = this.#pattern;
    let at = this.#at + 1;
    let out = '[';
    /** Classes of all characters but some, as `\S`, which are not part of another one in JavaScript. */
    const others: string[] = [];
    if (pattern.charAt(at) === '^') {
      out += '^';
      at += 1;
    }
    let first = true;
    for (; first || pattern.charAt(at) !== ']'; first = false) {
      const char = pattern.charAt(at);
      if (char === '') throw new BadExpression('unterminated character set', this.#at);
      if (char === '\\') {
        const next = pattern.charAt(at + 1);
        if (this.#classes[next] !== undefined) out += this.#classes[next];
        else if (/[DWS]/.test(next)) {
          if (/^-[^\]]/.test(pattern.slice(at + 2))) this.#unsupported();
          others.push(this.#classes[next.toLowerCase()] ?? '');
        } else if (/[nrtfv]/.test(next)) out += `\\${next}`;
        else if (/[A-Za-z0-9]/.test(next)) this.#unsupported();
        else out += /[\\\]^\-[]/.test(next) ? `\\${next}` : escaped(next);
        at += 2;
      } else {
        const isRange = char === '-' && !first && pattern.charAt(at + 1) !== ']' && out.at(-1) !== '[' && out !== '[^';
        if (isRange && pattern.charAt(at + 1) === '\\' && /[dwsDWS]/.test(pattern.charAt(at + 2))) this.#unsupported();
        out += isRange ? '-' : char === '-' ? '\\-' : escaped(char);
        at += 1;
      }
    }
    const isNegated = out.startsWith('[^');
    const around = others.map((other) => (isNegated ? `(?=[${other}])` : `[^${other}]|`)).join('');
    this.#take(others.length === 0 ? `${out}]` : `(?:${around}${out}])`, at + 1 - this.#at);
  }

  /** Translates an escape; false if nothing may be repeated after it. */
  #escape(): boolean {
    const next = this.#pattern.charAt(this.#at + 1);
    const set = this.#classes[next];
    if (set !== undefined) this.#take(`[${set}]`, 2);
    else if (/[DWS]/.test(next)) this.#take(`[^${this.#classes[next.toLowerCase()] ?? ''}]`, 2);
    else if (next === 'b' || next === 'B') {
      const letters = this.#classes['w'] ?? '';
      const [before, after] = [`(?<=[${letters}])`, `(?=[${letters}])`];
      const [notBefore, notAfter] = [`(?<![${letters}])`, `(?![${letters}])`];
      const edge = `(?:${before}${notAfter}|${notBefore}${after})`;
      this.#take(next === 'b' ? edge : `(?!${edge})`, 2);
      return false;
    } else if (next === 'A') this.#take('(?<![^])', 2);
    else if (next === 'Z') this.#take('(?![^])', 2);
    else if (/[nrtfv]/.test(next)) this.#take(`\\${next}`, 2);
    else if (/[1-9]/.test(next) && !/\d/.test(this.#pattern.charAt(this.#at + 2))) this.#unsupported();
    else if (next === '') throw new BadExpression('bad escape (end of pattern)', this.#at);
    else if (/[A-Za-z0-9]/.test(next)) {
      if (!/[xuUN0]/.test(next) && /[A-Za-z]/.test(next)) throw new BadExpression(`bad escape \\${next}`, this.#at);
      this.#unsupported();
    } else this.#take(escaped(next), 2);
    return true;
  }
}

/** A character that matches itself. */
function escaped(char: string): string {
  return /[\\^$.*+?()[\]{}|/-]/.test(char) ? `\\${char}` : char;
}
