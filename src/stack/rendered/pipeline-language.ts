/**
 * The language of Logstash's pipelines: sections of plugins, which have settings, with branches around them.
 *
 * https://github.com/elastic/logstash/blob/main/logstash-core/lib/logstash/config/grammar.treetop
 */
import { Mapping, Scalar, Sequence } from '../../source/tree.ts';
import type { Node, Pair, Range } from '../../source/tree.ts';
import { HOLE } from './world.ts';

/** The plugins of each section of a file, in their order, whatever branches they are in. */
export interface PipelineFile {
  readonly input: readonly Plugin[];
  readonly filter: readonly Plugin[];
  readonly output: readonly Plugin[];
}

/** A plugin with its settings. Its place is all of it. */
export interface Plugin extends Range {
  readonly kind: 'plugin';
  readonly name: Scalar;
  readonly settings: readonly PluginSetting[];
}

interface PluginSetting {
  readonly name: Scalar;
  /** A plugin in it is a codec: `codec => json { }`. */
  readonly value: Node | Plugin;
}

/** Blanks and comments. */
const BLANK = /(?:\s|#[^\n]*)*/y;
const SECTION = /(?:input|filter|output)(?![\w-])/y;
/** A name, a number or a word; one with a hole is known in part. */
const WORD = new RegExp(`(?:[\\w.-]|${HOLE})+`, 'y');
const STRING = /"(?:[^"\\]|\\"|\\(?!"))*"|'(?:[^'\\]|\\'|\\(?!'))*'/y;
const IF = /if(?![\w-])/y;
const ELSE = /else(?![\w-])/y;
/** All before the `{` of a branch: strings, fields, and after `=~` a regular expression may have one. */
const CONDITION = new RegExp(`(?:${STRING.source}|\\[[^\\]["']*\\]|/(?:[^/\\\\\\n]|\\\\.)*/|#[^\\n]*|[^"'/#{}])+`, 'y');
const OPENS = /\{/y;
const CLOSES = /\}/y;
const OPENS_ARRAY = /\[/y;
const CLOSES_ARRAY = /\]/y;
const COMMA = /,/y;
const ARROW = /=>/y;

/** Reads a file of pipelines, in which a hole may replace an unknown value; undefined if the file cannot be read. */
export function readPipelineFile(text: string): PipelineFile | undefined {
  const reader = new Reader(text);
  const file = reader.file();
  return reader.isBroken ? undefined : file;
}

class Reader {
  readonly #text: string;
  #at = 0;
  /** Set by what does not belong where it stands; the reading ends there. */
  isBroken = false;

  constructor(text: string) {
    this.#text = text;
  }

  file(): PipelineFile {
    const sections = new Map<string, Plugin[]>();
    while (!this.#isAtEnd()) {
      const name = this.#textOf(this.#expect(SECTION));
      const plugins = sections.get(name) ?? [];
      sections.set(name, plugins);
      this.#block(plugins);
    }
    const [input, filter, output] = ['input', 'filter', 'output'].map((name) => sections.get(name) ?? []);
    return { input: input ?? [], filter: filter ?? [], output: output ?? [] };
  }

  /** What stands in braces: plugins, and branches with blocks of their own. */
  #block(into: Plugin[]): void {
    this.#expect(OPENS);
    while (!this.#closes(CLOSES)) {
      if (this.#take(IF) === undefined) into.push(this.#plugin(this.#name()));
      else this.#branches(into);
    }
  }

  #branches(into: Plugin[]): void {
    this.#expect(CONDITION);
    this.#block(into);
    while (!this.isBroken && this.#take(ELSE) !== undefined) {
      if (this.#take(IF) !== undefined) this.#expect(CONDITION);
      this.#block(into);
    }
  }

  #plugin(name: Scalar): Plugin {
    const settings: PluginSetting[] = [];
    this.#expect(OPENS);
    while (!this.#closes(CLOSES)) {
      const setting = this.#name();
      this.#expect(ARROW);
      settings.push({ name: setting, value: this.#valueOrPlugin() });
    }
    return { kind: 'plugin', name, settings, start: name.start, end: this.#at };
  }

  #valueOrPlugin(): Node | Plugin {
    const value = this.#value();
    return value.kind === 'scalar' && value.style === 'bare' && this.#isNext(OPENS) ? this.#plugin(value) : value;
  }

  #value(): Node {
    const array = this.#take(OPENS_ARRAY);
    if (array !== undefined) return this.#array(array);
    const hash = this.#take(OPENS);
    return hash === undefined ? this.#name() : this.#hash(hash);
  }

  #array({ start }: Range): Sequence {
    const items: Node[] = [];
    while (!this.#closes(CLOSES_ARRAY)) {
      if (items.length > 0) this.#expect(COMMA);
      items.push(this.#value());
    }
    return new Sequence(start, this.#at, items);
  }

  #hash({ start }: Range): Mapping {
    const pairs: Pair[] = [];
    while (!this.#closes(CLOSES)) {
      const key = this.#name();
      this.#expect(ARROW);
      pairs.push({ key, value: this.#value(), mergedAt: undefined });
    }
    return new Mapping(start, this.#at, pairs);
  }

  /** A word, or a text in quotes, in which a backslash stays what it is. */
  #name(): Scalar {
    const quoted = this.#take(STRING);
    if (quoted === undefined) {
      const word = this.#expect(WORD);
      return new Scalar(word.start, word.end, 'str', this.#textOf(word), 'bare');
    }
    const style = this.#text.charAt(quoted.start) === '"' ? 'double' : 'single';
    return new Scalar(quoted.start, quoted.end, 'str', this.#textOf(quoted).slice(1, -1), style);
  }

  /** Takes what closes a list; true at the end of what can be read as well. */
  #closes(pattern: RegExp): boolean {
    if (this.#take(pattern) !== undefined) return true;
    if (this.#isAtEnd()) this.isBroken = true;
    return this.isBroken;
  }

  #expect(pattern: RegExp): Range {
    const found = this.#take(pattern);
    if (found !== undefined) return found;
    this.isBroken = true;
    this.#at = this.#text.length;
    return { start: this.#at, end: this.#at };
  }

  #isNext(pattern: RegExp): boolean {
    this.#skipBlanks();
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #take(pattern: RegExp): Range | undefined {
    if (!this.#isNext(pattern)) return undefined;
    const start = this.#at;
    this.#at = pattern.lastIndex;
    return { start, end: this.#at };
  }

  #isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#at >= this.#text.length;
  }

  #skipBlanks(): void {
    BLANK.lastIndex = this.#at;
    BLANK.test(this.#text);
    this.#at = BLANK.lastIndex;
  }

  #textOf({ start, end }: Range): string {
    return this.#text.slice(start, end);
  }
}
