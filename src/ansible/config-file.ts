/** `ansible.cfg` as Python's configparser reads it. */
import type { Range } from '../source/tree.ts';

export interface Entry extends Range {
  readonly value: string;
}

/** Section, key (lower case), value with its place. */
export type Config = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

/**
 * Reads the sections of an `ansible.cfg`.
 *
 * `#` and `;` start a comment line, ` ;` an inline comment; an indented line continues the value above it; keys are
 * `key = value` or `key: value`. Lines that are neither are skipped: Ansible itself would not start with them.
 */
export function readConfig(text: string): Config {
  const config = new Map<string, Map<string, Entry>>();
  let section: Map<string, Entry> | undefined;
  let key: string | undefined;
  let keyIndent = 0;
  for (const { 0: whole, index } of text.matchAll(/[^\r\n]+/g)) {
    const line = whole.replace(/^\s*[#;].*$|\s;.*$/, '').trimEnd();
    const content = line.trim();
    if (content === '') continue;
    const indent = line.length - line.trimStart().length;
    const continued = section !== undefined && key !== undefined && indent > keyIndent ? section.get(key) : undefined;
    if (section !== undefined && key !== undefined && continued !== undefined) {
      section.set(key, { ...continued, value: `${continued.value}\n${content}`.trim(), end: index + line.length });
      continue;
    }
    const header = /^\[(.+)\]/.exec(content);
    if (header !== null) {
      const name = header[1] ?? '';
      section = config.get(name) ?? new Map<string, Entry>();
      config.set(name, section);
      key = undefined;
      continue;
    }
    const entry = /^(.*?)\s*[=:]\s*(.*)$/.exec(content);
    if (entry === null || section === undefined) continue;
    const value = entry[2] ?? '';
    key = (entry[1] ?? '').toLowerCase();
    keyIndent = indent;
    section.set(key, { value, start: index + line.length - value.length, end: index + line.length });
  }
  return config;
}
