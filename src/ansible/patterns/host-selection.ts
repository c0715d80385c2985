/** Patterns that select hosts of an inventory: `--host`, `--limit`, and the `hosts` of a play. */
import { resolve } from 'node:path';
import { textOfFile } from '../../files.ts';
import type { Files } from '../../files.ts';
import type { FatalCode, Group, Host, Inventory } from '../entities.ts';
import { placedHosts } from '../host-order.ts';
import { parseAddress } from './host-pattern.ts';
import { pythonPattern } from './python-pattern.ts';
import { localhost, LOCALHOSTS } from '../sources/implicit-localhost.ts';
import { strip } from '../../source/python.ts';

/** A pattern that Ansible stops at; with code 250 where it does not see that coming. */
export class BadPattern extends Error {
  readonly fatal: FatalCode;

  constructor(message: string, fatal: FatalCode = 1) {
    super(message);
    this.fatal = fatal;
  }
}

/** A pattern whose hosts differ from one run of Ansible to the next. */
export class UnsettledPattern extends Error {}

/**
 * The hosts that a pattern selects, in Ansible's order.
 *
 * A pattern is names, globs (`es-*`), regular expressions (`~es-\d+`) and positions (`search[0]`, `search[1:3]`),
 * joined by `,` or `:`; `&` keeps only what matches too, `!` takes away. A name of this very machine that no source has
 * selects the implicit localhost; `missed` is told of a part that selects nothing. Throws BadPattern for a malformed
 * pattern and a position out of range; UnsettledPattern for positions that have other hosts in each run.
 */
export function selectHosts(inventory: Inventory, pattern: string, missed?: Missed): readonly Host[] {
  return new Selection(inventory, missed).hosts(splitPattern(pattern));
}

/** What becomes of a part of a pattern that selects nothing. */
export type Missed = (pattern: string) => void;

/** What `host_pattern_mismatch = error` makes of one. Throws BadPattern. */
export function refuseMissed(pattern: string): never {
  throw new BadPattern(`no host matches ${pattern}, and host_pattern_mismatch is error`);
}

/**
 * The patterns of `--limit`, in which a part `@FILE` stands for the lines of a file.
 *
 * Throws BadPattern where there is no such file; FileError where it cannot be read.
 */
export function limitPatterns(limit: string, files: Files, cwd: string): readonly string[] {
  return splitPattern(limit)
    .filter((part) => part !== '')
    .flatMap((part) => (part.startsWith('@') ? limitFile(part.slice(1), files, cwd) : [part]));
}

/** The hosts that the patterns of `--limit` let through. Throws as `selectHosts`. */
export function limitHosts(inventory: Inventory, patterns: readonly string[], missed?: Missed): readonly Host[] {
  if (patterns.length === 0) return [...inventory.hosts.values()];
  return new Selection(inventory, missed).hosts(patterns);
}

function limitFile(name: string, files: Files, cwd: string): readonly string[] {
  const path = resolve(cwd, name);
  const kind = files.kind(path);
  if (kind === undefined) throw new BadPattern(`there is no limit file ${name}`);
  if (kind === 'folder') throw new BadPattern(`a limit that starts with @ names a file, but ${name} is a folder`);
  return textOfFile(files, path)
    .split(/\r\n|[\r\n]/)
    .map(strip);
}

class Selection {
  readonly #inventory: Inventory;
  readonly #missed: Missed | undefined;
  /** All of its names stand for one host. */
  #localhost: Host | undefined;

  constructor(inventory: Inventory, missed: Missed | undefined) {
    this.#inventory = inventory;
    this.#missed = missed;
  }

  hosts(all: readonly string[]): readonly Host[] {
    const parts = all.filter((part) => part !== '');
    const plain = parts.filter((part) => !/^[!&]/.test(part));
    const ordered = [
      ...(plain.length > 0 ? plain : ['all']),
      ...parts.filter((part) => part.startsWith('&')),
      ...parts.filter((part) => part.startsWith('!')),
    ];
    let selected: readonly Host[] = [];
    for (const part of ordered) {
      const host = this.#inventory.hosts.get(part);
      if (host !== undefined) selected = [...selected, host];
      else if (part.startsWith('&')) selected = selected.filter(within(this.#matching(part.slice(1))));
      else if (part.startsWith('!')) {
        const excluded = within(this.#matching(part.slice(1)));
        selected = selected.filter((each) => !excluded(each));
      } else selected = [...selected, ...this.#matching(part)];
    }
    return [...new Set(selected)];
  }

  #matching(pattern: string): readonly Host[] {
    if (pattern === '') throw new BadPattern('a pattern of hosts has no name behind its ! or &', 250);
    const position = pattern.startsWith('~') ? null : /^(.+)\[(?:(-?\d+)|(\d+)[:-](\d*))\]$/.exec(pattern);
    const [, expression = pattern, index, from, to] = position ?? [];
    const matches = matcher(expression);
    const groups = [...this.#inventory.groups.values()].filter(({ name }) => matches(name));
    const hosts = this.#enumerate(expression, matches, groups);
    if (position === null || hosts.length === 0) return hosts;
    // To Ansible, a range that ends at 0 is the position that it starts at.
    const isRange = index === undefined && (to === '' || Number(to) !== 0);
    const first = Number(index ?? from);
    const start = first < 0 ? first + hosts.length : first;
    const end = !isRange ? start + 1 : to === '' ? hosts.length : Number(to) + 1;
    const chosen = start < 0 ? [] : hosts.slice(start, end);
    if (!isRange && chosen.length === 0) throw new BadPattern(`No hosts matched the subscripted pattern '${pattern}'`);
    if (chosen.length < hosts.length && start + chosen.length > this.#placed(groups))
      throw new UnsettledPattern(
        `only a run can know which hosts ${pattern} selects, as Ansible has those of ${expression} in another order each time; name the hosts`,
      );
    return chosen;
  }

  #enumerate(pattern: string, matches: (name: string) => boolean, groups: readonly Group[]): readonly Host[] {
    const hosts = groups.flatMap((group) => [...this.#inventory.members(group)]);
    if (groups.length === 0 || /^~|[.?*[]/.test(pattern))
      for (const host of this.#inventory.hosts.values()) if (matches(host.name)) hosts.push(host);
    if (hosts.length > 0) return hosts;
    if (LOCALHOSTS.includes(pattern)) return [(this.#localhost ??= localhost(this.#inventory, pattern))];
    if (groups.length === 0 && pattern !== 'all') this.#missed?.(pattern);
    return [];
  }

  /** How many hosts of groups, one group after the other, have the same place in each run. */
  #placed(groups: readonly Group[]): number {
    let before = 0;
    for (const group of groups) {
      const placed = placedHosts(group);
      if (placed !== Infinity) return before + placed;
      before += this.#inventory.members(group).length;
    }
    return Infinity;
  }
}

function within(hosts: readonly Host[]): (host: Host) => boolean {
  const set = new Set(hosts);
  return (host) => set.has(host);
}

/** Splits at commas; without one at colons, unless the whole is an address. */
function splitPattern(pattern: string): readonly string[] {
  if (pattern.includes(',')) return pattern.split(',').map((part) => part.trim());
  // The patterns of addresses take milliseconds to compile.
  if (/^[^\s:[\]]+$/.test(pattern)) return [pattern];
  if (parseAddress(pattern) !== undefined) return [pattern];
  return pattern.match(/(?:[^\s:[\]]|\[[^\]]*\])+/g) ?? [];
}

/** What Python reads otherwise than JavaScript does. */
const PYTHON_ONLY = /\(\?(?![:=!]|<[=!])|[*+?}]\+|\{,|\[\^?\]|\\[^dDwWsS\W]/;

function matcher(pattern: string): (name: string) => boolean {
  const isRegex = pattern.startsWith('~');
  if (!isRegex && !/[?*[]/.test(pattern)) return (name) => name === pattern;
  if (PYTHON_ONLY.test(pattern) && isRegex) return pythonMatcher(pattern);
  try {
    const expression = new RegExp(isRegex ? `^(?:${pattern.slice(1)})` : glob(pattern), 's');
    return (name) => expression.test(name);
  } catch {
    throw new BadPattern(`Invalid host list pattern: ${pattern}`);
  }
}

function pythonMatcher(pattern: string): (name: string) => boolean {
  const expression = pythonPattern(pattern.slice(1));
  if (expression.kind === 'fault') throw new BadPattern(`Invalid host list pattern: ${pattern}`);
  if (expression.kind === 'pattern') return (name) => expression.foundAt(name) === 0;
  throw new UnsettledPattern(
    `which hosts ${pattern} selects is not known here, as it is a regular expression of Python alone; name the hosts`,
  );
}

function glob(pattern: string): string {
  const translated = pattern.replace(
    /\*+|\?|\[(!?)(\]?[^\]]*)\]|[\\^$.+()[\]{}|/]/g,
    (part, not?: string, set?: string) => {
      if (part.startsWith('*')) return '.*';
      if (part === '?') return '.';
      return set === undefined ? `\\${part}` : globSet(set, not === '!');
    },
  );
  return `^(?:${translated})$`;
}

/** One of some characters; a range that goes backwards has none. */
function globSet(set: string, isNegated: boolean): string {
  const escaped = (char: string): string => (/[\\\]^[-]/.test(char) ? `\\${char}` : char);
  const items = set.replace(/([^])-([^])|[^]/g, (item, from?: string, to?: string) => {
    if (from === undefined || to === undefined) return escaped(item);
    return from > to ? '' : `${escaped(from)}-${escaped(to)}`;
  });
  return `[${isNegated ? '^' : ''}${items}]`;
}
