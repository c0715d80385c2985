/** `ansible.cfg` as Python's configparser reads it. */
import type { Range } from '../source/tree.ts';

export interface Entry extends Range {
  readonly value: string;
}

/** Why Ansible does not start with a file. */
export interface ConfigProblem extends Range {
  readonly message: string;
}

export interface Config {
  /** Section, key (lower case), value with its place. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, Entry>>;
  /** The first only; what stands after it is still read. */
  readonly problem: ConfigProblem | undefined;
}

/**
 * Reads the sections of an `ansible.cfg`.
 *
 * `#` and `;` start a comment line, ` ;` an inline comment; an indented line continues the value above it; keys are
 * `key = value` or `key: value`.
 */
export function readConfig(text: string): Config {
  const reader = new ConfigReader();
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) reader.read(line, index);
  return reader;
}

class ConfigReader implements Config {
  readonly sections = new Map<string, Map<string, Entry>>();
  problem: ConfigProblem | undefined;
  #section: Map<string, Entry> | undefined;
  #key: string | undefined;
  #indent = 0;

  read(whole: string, index: number): void {
    const line = whole.replace(/^\s*[#;].*$|\s;.*$/, '').trimEnd();
    const content = line.trim();
    if (content === '') return;
    const indent = line.length - line.trimStart().length;
    const range = { start: index + indent, end: index + line.length };
    if (indent > this.#indent && this.#continue(content, range)) return;
    const header = /^\[(.+)\]/.exec(content);
    if (header !== null) this.#open(header[1] ?? '', range);
    else this.#entry(content, range, indent);
  }

  #continue(content: string, { end }: Range): boolean {
    const above = this.#key === undefined ? undefined : this.#section?.get(this.#key);
    if (above === undefined || this.#key === undefined) return false;
    this.#section?.set(this.#key, { ...above, value: `${above.value}\n${content}`.trim(), end });
    return true;
  }

  #open(name: string, range: Range): void {
    if (this.sections.has(name)) this.#fail(`section ${name} stands twice`, range);
    this.#section = this.sections.get(name) ?? new Map<string, Entry>();
    this.sections.set(name, this.#section);
    this.#key = undefined;
    this.#indent = 0;
  }

  #entry(content: string, range: Range, indent: number): void {
    const entry = /^(.*?)\s*[=:]\s*(.*)$/.exec(content);
    if (this.#section === undefined) return this.#fail('this line stands before any section', range);
    if (entry === null) return this.#fail('this line is neither a section nor a key with a value', range);
    const value = entry[2] ?? '';
    const key = (entry[1] ?? '').toLowerCase();
    if (this.#section.has(key)) this.#fail(`key ${key} stands twice`, range);
    this.#key = key;
    this.#indent = indent;
    this.#section.set(key, { value, start: range.end - value.length, end: range.end });
  }

  #fail(message: string, range: Range): void {
    this.problem ??= { message, ...range };
  }
}
