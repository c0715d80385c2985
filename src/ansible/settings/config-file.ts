/** `ansible.cfg` as Python's configparser reads it for Ansible. */
import type { Range } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { PYTHON_SPACE, strip, stripEnd } from '../../source/python.ts';

export interface ConfigEntry extends Range {
  readonly value: string;
}

/** A fault of an `ansible.cfg` that keeps Ansible from starting. */
export interface ConfigProblem extends Range {
  readonly fault: Fault;
}

export interface Config {
  /** Entries by section and key (in lower case). Each section also has the entries of `[DEFAULT]`. */
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, ConfigEntry>>;
  /** In the order in which Python reports them as each is fixed. The text after a fault is still read. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the sections of an `ansible.cfg`.
 *
 * `#` and `;` start a comment line, ` ;` an inline comment; an indented line continues the value above it; keys are
 * `key = value` or `key: value`.
 */
export function readConfig(text: string): Config {
  const reader = new ConfigReader();
  for (const { 0: line, index } of text.matchAll(/[^\n]+\n?|\n/g)) reader.read(line, index);
  return reader.finish();
}

/** The section whose entries all others have, too. */
const DEFAULT = 'DEFAULT';

const INLINE_COMMENT = new RegExp(`(?:^|${PYTHON_SPACE});[^]*$`);
const NOT_BLANK = new RegExp(`(?!${PYTHON_SPACE})[^]`);

class ConfigReader {
  readonly #sections = new Map<string, Map<string, ConfigEntry>>();
  /** Faults at which Python stops at once. */
  readonly #stops: ConfigProblem[] = [];
  /** Faults after which Python reads on, to fail at the end. */
  readonly #malformed: ConfigProblem[] = [];
  #section: Map<string, ConfigEntry> | undefined;
  #sectionName = '';
  #key: string | undefined;
  #indent = 0;

  read(whole: string, index: number): void {
    const comment = /^[#;]/.test(strip(whole));
    const line = comment ? '' : whole.replace(INLINE_COMMENT, '');
    const content = strip(line);
    if (content === '') return whole === line && this.#key !== undefined ? this.#continue('', undefined) : undefined;
    const indent = line.search(NOT_BLANK);
    const range = { start: index + indent, end: index + indent + content.length };
    if (this.#key !== undefined && indent > this.#indent) return this.#continue(content, range.end);
    this.#indent = indent;
    const header = /^\[([^\n]+)\]/.exec(content);
    if (header !== null) this.#open(header[1] ?? '', range);
    else this.#entry(content, range);
  }

  finish(): Config {
    const defaults = this.#sections.get(DEFAULT) ?? [];
    const sections = new Map<string, Map<string, ConfigEntry>>();
    for (const [name, own] of this.#sections)
      if (name !== DEFAULT)
        sections.set(name, new Map([...defaults, ...own].map(([key, entry]) => [key, trimmed(entry)])));
    return { sections, problems: [...this.#stops, ...this.#malformed] };
  }

  #continue(content: string, end: number | undefined): void {
    const above = this.#section?.get(this.#key ?? '');
    if (above === undefined || this.#key === undefined) return;
    this.#section?.set(this.#key, { ...above, value: `${above.value}\n${content}`, end: end ?? above.end });
  }

  #open(name: string, range: Range): void {
    if (this.#sections.has(name) && name !== DEFAULT)
      this.#fail(fault('settings/duplicate-section', { section: name }), range);
    this.#section = this.#sections.get(name) ?? new Map<string, ConfigEntry>();
    this.#sections.set(name, this.#section);
    this.#sectionName = name;
    this.#key = undefined;
  }

  #entry(content: string, range: Range): void {
    const at = content.search(/[=:]/);
    if (this.#section === undefined) {
      // All of these lines lack the same header.
      if (this.#stops.length === 0) this.#fail(fault('settings/outside-of-sections'), range);
      return;
    }
    if (at < 0) {
      this.#malformed.push({ fault: fault('settings/neither-section-nor-key'), ...range });
      return;
    }
    const value = strip(content.slice(at + 1));
    const key = stripEnd(content.slice(0, at)).toLowerCase();
    if (key === '') this.#malformed.push({ fault: fault('settings/no-key'), ...range });
    if (this.#section.has(key)) this.#fail(fault('settings/duplicate-key', { key, section: this.#sectionName }), range);
    this.#key = key === '' ? undefined : key;
    this.#section.set(key, { value, start: range.end - value.length, end: range.end });
  }

  #fail(fault: Fault, range: Range): void {
    this.#stops.push({ fault, ...range });
  }
}

/** Removes the blank lines after a value. */
function trimmed(entry: ConfigEntry): ConfigEntry {
  return { ...entry, value: stripEnd(entry.value) };
}
