/** JSON as Python's `json.loads` and Ansible's decoder read it, into the positioned tree. */
import { fault } from '../troubles/fault.ts';
import type { Fault } from '../troubles/fault.ts';
import type { Dialect, Duplicate, Mark, Node, Pair, Reading, SyntaxProblem } from './tree.ts';
import { replaceMarkInValue } from './marks.ts';
import { isSizeFault, Mapping, MAX_VALUES, Scalar, Sequence, TOO_MANY_VALUES } from './tree.ts';

/** The part of Python's recursion limit that is left to the decoder within Ansible. */
const MAX_DEPTH = 990;

/** The beginning of a text that may be JSON; hardly any YAML begins so. */
const BEGINNING = /^[ \t\n\r]*(?:["{[0-9tfnNI]|-[0-9I])/;
const special: Readonly<Record<string, Mark>> = { __ansible_unsafe: 'unsafe', __ansible_vault: 'vault' };

/**
 * Reads a text as JSON, as Ansible does with every file before it takes it for YAML.
 *
 * Returns undefined if it is no JSON, at once for nearly all YAML; `readJsonOrProblem` says why. A text with too many
 * values is refused here: YAML would refuse it too, after long.
 */
export function readJson(text: string, dialect: Dialect = 'tagged'): Reading | undefined {
  if (!BEGINNING.test(text)) return undefined;
  const reading = readJsonOrProblem(text, dialect);
  return reading.problem === undefined || isSizeFault(reading.problem) ? reading : undefined;
}

/**
 * Reads a text that is meant to be JSON.
 *
 * Accepts what Python accepts: NaN and the infinities, integers of any size (bigint beyond the safe ones), any value at
 * the top. Of equal keys the last value wins, at the first one's place; the lost ones are in `duplicates`. A mapping
 * with the key `__ansible_unsafe` or `__ansible_vault` becomes that key's text, marked.
 *
 * `problem` is what Python refuses, or what Ansible's decoder refuses beyond that; there is no `root` then.
 */
export function readJsonOrProblem(text: string, dialect: Dialect = 'tagged'): Reading {
  const reader = new JsonReader(text, dialect);
  const root = reader.document();
  const { problem, duplicates } = reader;
  return problem === undefined ? { root, problem, duplicates } : { root: undefined, problem, duplicates };
}

/** https://docs.python.org/3/library/stdtypes.html#integer-string-conversion-length-limitation */
const MAX_DIGITS = 4300;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;
const constants = [
  ['null', 'null', null],
  ['true', 'bool', true],
  ['false', 'bool', false],
  ['NaN', 'float', NaN],
  ['Infinity', 'float', Infinity],
  ['-Infinity', 'float', -Infinity],
] as const;
const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A method that returns undefined has set `problem`: exceptions would cost too much on the way to YAML. */
class JsonReader {
  problem: SyntaxProblem | undefined;
  /** The texts with half of a surrogate pair. */
  readonly unpaired = new Set<Node>();
  readonly text: string;
  at = 0;
  readonly duplicates: Duplicate[] = [];
  readonly #dialect: Dialect;
  #depth = 0;
  #values = 0;

  constructor(text: string, dialect: Dialect) {
    this.text = text;
    this.#dialect = dialect;
  }

  document(): Node | undefined {
    if (this.text.startsWith('\ufeff')) return this.fail(fault('json/byte-order-mark'), 0);
    this.skipBlank();
    const root = this.#value();
    if (root === undefined || !this.#wellFormed(root)) return undefined;
    this.skipBlank();
    if (this.at < this.text.length) return this.fail(fault('json/text-after-value'), this.at, this.text.length);
    return root;
  }

  #value(): Node | undefined {
    if (++this.#values > MAX_VALUES) return this.fail(TOO_MANY_VALUES, this.at);
    switch (this.text[this.at]) {
      case '"':
        return this.string();
      case '{':
      case '[':
        return this.#nested();
      default:
        return this.constant() ?? this.number();
    }
  }

  #nested(): Node | undefined {
    if (this.#depth === MAX_DEPTH) return this.fail(fault('text/nested-too-deeply'), this.at);
    this.#depth++;
    const node = this.text[this.at] === '{' ? this.#mapping() : this.#sequence();
    this.#depth--;
    return node;
  }

  #mapping(): Node | undefined {
    const start = this.at++;
    const pairs = new Map<string, Pair>();
    this.skipBlank();
    if (this.text[this.at] !== '}') {
      for (;;) {
        if (this.text[this.at] !== '"') return this.fail(fault('json/missing-name'), this.at);
        const key = this.string();
        if (key === undefined) return undefined;
        this.#values++;
        this.skipBlank();
        if (this.text[this.at] !== ':') return this.fail(fault('json/missing-colon'), this.at);
        this.at++;
        this.skipBlank();
        const value = this.#value();
        if (value === undefined) return undefined;
        const first = pairs.get(key.value as string)?.key;
        if (first !== undefined) this.duplicates.push({ key, first, merged: false });
        pairs.set(key.value as string, { key, value, mergedAt: undefined });
        this.skipBlank();
        if (this.text[this.at] === '}') break;
        if (!this.#comma()) return undefined;
      }
    }
    this.at++;
    const mapping = new Mapping(start, this.at, [...pairs.values()]);
    return this.#wellFormed(mapping) ? this.#marked(mapping) : undefined;
  }

  /** Replaces Ansible's mappings for text that is not a template; any other key in them is lost. */
  #marked(mapping: Mapping): Node | undefined {
    for (const name in special) {
      const pair = mapping.get(name);
      if (pair === undefined) continue;
      const { value } = pair;
      if (value.kind === 'scalar' && value.type === 'str' && value.mark === 'none')
        return new Scalar(mapping.start, mapping.end, 'str', value.value, 'double', special[name]);
      if (this.#dialect === 'plain')
        return name === '__ansible_unsafe' ? replaceMarkInValue(value, 'none', 'unsafe') : value;
      return this.fail(fault('json/marked-other', { name }), value.start, value.end);
    }
    if (this.#dialect === 'plain') return mapping;
    const typed = mapping.get('__ansible_type');
    return typed === undefined ? mapping : this.fail(fault('json/unknown-type'), typed.key.start, typed.key.end);
  }

  #sequence(): Node | undefined {
    const start = this.at++;
    const items: Node[] = [];
    this.skipBlank();
    if (this.text[this.at] !== ']') {
      for (;;) {
        const item = this.#value();
        if (item === undefined) return undefined;
        items.push(item);
        this.skipBlank();
        if (this.text[this.at] === ']') break;
        if (!this.#comma()) return undefined;
      }
    }
    this.at++;
    return new Sequence(start, this.at, items);
  }

  #comma(): boolean {
    if (this.text[this.at] !== ',') {
      this.fail(fault('json/missing-comma'), this.at);
      return false;
    }
    this.at++;
    this.skipBlank();
    return true;
  }

  /** Ansible refuses half of a surrogate pair when the mapping around its text, or the document, ends. */
  #wellFormed(node: Node): boolean {
    if (this.unpaired.size === 0 || this.#dialect === 'plain') return true;
    const parts =
      node.kind === 'mapping'
        ? node.pairs.flatMap(({ key, value }) => [key, ...withMembers(value)])
        : withMembers(node);
    const bad = parts.find((part) => this.unpaired.has(part));
    if (bad !== undefined) this.fail(fault('json/half-character'), bad.start, bad.end);
    return bad === undefined;
  }

  /** Reads the text that the quotation mark here opens. */
  string(): Scalar | undefined {
    const start = this.at;
    let value = '';
    let escapes = false;
    this.at++;
    for (;;) {
      value += this.#match(PLAIN_TEXT);
      const next = this.text[this.at];
      if (next === '"') break;
      if (next === undefined) return this.fail(fault('json/unclosed-quote'), start, this.at);
      if (next !== '\\') return this.fail(fault('json/control-character'), this.at);
      const escaped = this.#match(ESCAPE);
      if (escaped === '') return this.#badEscape(start);
      // Python wants a character after the four digits before it looks at them.
      if (escaped.length === 6 && this.at === this.text.length) {
        this.at -= 6;
        return this.#badEscape(start);
      }
      value += unescape(escaped);
      escapes = true;
    }
    this.at++;
    const scalar = new Scalar(start, this.at, 'str', value, 'double');
    if (escapes && /\p{Surrogate}/u.test(value)) this.unpaired.add(scalar);
    return scalar;
  }

  #badEscape(start: number): undefined {
    const letter = this.text[this.at + 1];
    if (letter === undefined) return this.fail(fault('json/unclosed-quote'), start, this.at + 1);
    if (letter === 'u') return this.fail(fault('json/incomplete-escape'), this.at + 1, this.at + 2);
    return this.fail(fault('json/unknown-escape'), this.at, this.at + 2);
  }

  /** Reads a word that is a value in JSON or to Python; undefined if there is none here, which is not a problem yet. */
  constant(): Scalar | undefined {
    for (const [word, type, value] of constants) {
      if (!this.text.startsWith(word, this.at)) continue;
      const start = this.at;
      this.at += word.length;
      return new Scalar(start, this.at, type, value);
    }
    return undefined;
  }

  number(): Scalar | undefined {
    const start = this.at;
    const digits = this.#match(NUMBER);
    if (digits === '') return this.fail(fault('json/missing-value'), start);
    if (/[.eE]/.test(digits)) return new Scalar(start, this.at, 'float', Number(digits));
    const count = digits.length - (digits.startsWith('-') ? 1 : 0);
    if (count > MAX_DIGITS) {
      return this.fail(fault('text/too-many-digits', { digits: count, limit: MAX_DIGITS }), start, this.at);
    }
    const value = Number(digits);
    // Integers have no negative zero.
    return new Scalar(start, this.at, 'int', Number.isSafeInteger(value) ? value + 0 : BigInt(digits));
  }

  skipBlank(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at++;
    }
  }

  /** Reads the match of a sticky pattern here; empty if there is none. */
  #match(pattern: RegExp): string {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return '';
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  /** Keeps the first reason why the text is refused. */
  fail({ code, data }: Fault, start: number, end = Math.min(start + 1, this.text.length)): undefined {
    this.problem ??= { code, data, start, end };
  }
}

/** Yields a value with the members of the lists in it; mappings were checked when they ended. */
function withMembers(node: Node): Node[] {
  return node.kind === 'sequence' ? node.items.flatMap(withMembers) : [node];
}

function unescape(escaped: string): string {
  const letter = escaped.charAt(1);
  return letter === 'u' ? String.fromCharCode(parseInt(escaped.slice(2), 16)) : (controls[letter] ?? letter);
}
