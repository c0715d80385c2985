/** Recognises inventories by their text, line by line, without parsing it. */
import { extname } from 'node:path';
import { isFalsy } from '../../source/python.ts';
import { readJson } from '../../source/json.ts';

const SECTIONS: ReadonlySet<string> = new Set(['hosts', 'vars', 'children']);
const EXTENSIONS: ReadonlySet<string> = new Set(['', '.ini', '.yml', '.yaml', '.json', '.toml']);

/** Tells whether an inventory may have this name: without an extension, or with one of INI, YAML, JSON or TOML. */
export function mayBeInventory(name: string): boolean {
  return EXTENSIONS.has(extname(name));
}

/**
 * Tells whether a text declares groups or hosts, or configures an inventory plugin, even if it is broken. Playbooks,
 * variable files and settings of programs do not count.
 *
 * `usual` is true for names like `hosts`: a file with such a name may also be a bare list of hosts, which any text of
 * single words resembles, and may be broken in more ways.
 */
export function looksLikeInventory(name: string, text: string, usual: boolean): boolean {
  const extension = extname(name);
  if (extension === '.json') return isJsonInventory(text);
  if (extension === '.toml') return isTomlInventory(text);
  const isYaml = extension === '.yml' || extension === '.yaml';
  if ((isYaml || extension === '') && (isYamlInventory(text) || (usual && (isJsonInventory(text) || hasKeyAll(text)))))
    return true;
  // Ansible reads INI under a name of YAML, too.
  if (isYaml && !(usual && beginsWithSection(text))) return false;
  return isIniInventory(text, usual);
}

function isJsonInventory(text: string): boolean {
  const root = readJson(text)?.root;
  if (root?.kind !== 'mapping' || root.get('_meta') !== undefined) return false;
  return (
    root.pairs.length > 0 &&
    root.pairs.every(
      ({ value }) =>
        isFalsy(value) || (value.kind === 'mapping' && value.pairs.every(({ key }) => SECTIONS.has(String(key.value)))),
    )
  );
}

/** The characters of a line that are looked at: a pattern that backtracks takes long over a line of megabytes. */
const MAX_LINE = 1000;

/** Recognises YAML, by its indentation: a mapping of groups that hold nothing but hosts, vars and children. */
function isYamlInventory(text: string): boolean {
  let indent: number | undefined;
  let sections = 0;
  for (const [whole] of text.matchAll(/[^\r\n]+/g)) {
    const line = whole.slice(0, MAX_LINE);
    const depth = line.length - line.trimStart().length;
    if (indent !== undefined && depth > indent) continue;
    if (isNoKey(line.trim())) continue;
    const key = /^(\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'#[\]{},&*!|>%@`-][^:#]*?|-[^\s:#]+?))\s*:(?:\s+(.*))?$/.exec(line);
    if (depth === 0) {
      if (key === null) return false;
      const [, , , , name, value = ''] = key;
      if (name === 'plugin' && sections === 0) return value !== '';
      // A body on the line of its group: `web: { hosts: { a: } }`.
      if (value.startsWith('{') && /^\{\s*["']?(?:hosts|vars|children)["']?\s*:/.test(value)) sections++;
      if (value !== '' && !'#{&!'.includes(value.charAt(0)) && !/^(null|~)\s*(#.*)?$/.test(value)) return false;
      indent = undefined;
      continue;
    }
    indent ??= depth;
    if (depth < indent || key === null || !SECTIONS.has(key[2] ?? key[3] ?? key[4] ?? '')) return false;
    sections++;
  }
  return sections > 0;
}

/** Finds `all` as a key on a line of its own; its colon may be missing. */
function hasKeyAll(text: string): boolean {
  return /^(?:all|"all"|'all')[ \t]*:?[ \t]*(?:#.*)?$/m.test(text);
}

/** Tells an empty line, a comment or the start of a YAML document. */
function isNoKey(line: string): boolean {
  return line === '' || line.startsWith('#') || line === '---' || line.startsWith('--- ') || line.startsWith('%YAML');
}

const TABLE = /^\[\s*("[^"]*"|'[^']*'|[\w-]+)\s*(?:\.\s*["']?([^"'.\]\s]*)|\])/;
const KEY = /^(?:"[^"]*"|'[^']*'|[\w-]+)\s*(?:\.\s*([\w-]+)[^=]*)?=\s*(?:\{\s*["']?([\w-]+))?/;

/** Recognises TOML whose tables are groups: `[web]` with only hosts, vars and children, `[web.hosts.h1]`. */
function isTomlInventory(text: string): boolean {
  let sections = 0;
  let isTop = true;
  let isGroup = false;
  for (const [whole] of text.matchAll(/[^\r\n]+/g)) {
    const line = whole.trim().slice(0, MAX_LINE);
    const table = TABLE.exec(line);
    const key = KEY.exec(line);
    let section: string | undefined;
    if (line.startsWith('[[')) return false;
    if (table !== null) {
      isTop = false;
      section = table[2];
      isGroup = section === undefined;
      if (isGroup) continue;
    } else if (key === null || !(isTop || isGroup)) continue;
    else section = isTop ? (key[1] ?? key[2]) : /[\w-]+/.exec(line)?.[0];
    if (section === undefined || !SECTIONS.has(section)) return false;
    sections++;
  }
  return sections > 0;
}

const HEADER = /^\[[^:\]\s]+(?::(\w+))?\]\s*(#.*)?$/;
/** A header with blanks in its name, which Ansible refuses. */
const BLANK_HEADER = /^\[[\w .-]+(?::(\w+))?\]\s*(#.*)?$/;
/** The kinds of sections, misspelt ones too; other programs have other words after the colon. */
const KIND = /^(?:hos|var|chi)/;

function beginsWithSection(text: string): boolean {
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (!/^\s*(?:[#;]|$)/.test(line)) return HEADER.test(line.trim());
  return false;
}

/** Recognises INI whose lines outside of `:vars` begin with a host, not with a key. */
function isIniInventory(text: string, usual: boolean): boolean {
  let sections = 0;
  let hosts = 0;
  let inVars = false;
  for (const [whole] of text.matchAll(/[^\r\n]+/g)) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const header = HEADER.exec(line) ?? (usual ? BLANK_HEADER.exec(line) : null);
    if (header !== null) {
      const [, kind = 'hosts'] = header;
      if (!KIND.test(kind)) return false;
      inVars = kind.startsWith('var');
      sections++;
    } else if (!inVars) {
      const [first = '', second] = line.split(/\s+/, 2);
      if (first.includes('=') || second?.startsWith('=')) return false;
      const isProse = second !== undefined && !second.includes('=') && !second.startsWith('#');
      if (sections === 0 && (isProse || !/^[\w[][\w.:[\]-]*$/.test(first))) return false;
      hosts++;
    }
  }
  return usual ? sections + hosts > 0 : sections > 0 && hosts > 0;
}
