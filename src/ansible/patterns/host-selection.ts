/** Patterns that select hosts of an inventory: `--host`, `--limit`, and the `hosts` of a play. */
import type { FatalCode } from '../../troubles/fault.ts';
import { resolve } from 'node:path';
import { textOfFile } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import type { Group, Host, InventoryGraph } from '../inventory/entities.ts';
import { stableHostCount } from '../inventory/host-order.ts';
import { parseHostAndPort } from './host-pattern.ts';
import { pythonPattern } from '../template/python/python-pattern.ts';
import { localhostOf, LOCALHOSTS } from '../graph/implicit-localhost.ts';
import { strip } from '../../source/python.ts';

/** A pattern that Ansible stops at, with code 250 for an unexpected error. */
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
 * Selects hosts by a pattern, in Ansible's order.
 *
 * A pattern is names, globs (`es-*`), regular expressions (`~es-\d+`) and positions (`search[0]`, `search[1:3]`),
 * joined by `,` or `:`; `&` intersects and `!` excludes. A name of the local machine that no source has selects the
 * implicit localhost. `onUnmatched` is called for each part that selects nothing. Throws BadPattern for a malformed
 * pattern and a position out of range; UnsettledPattern for positions whose hosts change from run to run.
 */
export function selectHosts(inventory: InventoryGraph, pattern: string, missed?: OnUnmatched): readonly Host[] {
  return new Selection(inventory, missed).hosts(splitPattern(pattern));
}

/** Is called with a part of a pattern that selects nothing. */
export type OnUnmatched = (pattern: string) => void;

/** Throws BadPattern, as `host_pattern_mismatch = error` asks for. */
export function refuseAsUnmatched(pattern: string): never {
  throw new BadPattern(`no host matches ${pattern}, and host_pattern_mismatch is error`);
}

/**
 * Splits the pattern of `--limit`, replacing a part `@FILE` by the lines of the file.
 *
 * Throws BadPattern if there is no such file; FileError if it cannot be read.
 */
export function limitPatterns(limit: string, files: Files, cwd: string): readonly string[] {
  return splitPattern(limit)
    .filter((part) => part !== '')
    .flatMap((part) => (part.startsWith('@') ? limitFile(part.slice(1), files, cwd) : [part]));
}

/** Selects hosts by the patterns of `--limit`; all hosts if there is none. Throws as `selectHosts` does. */
export function limitHosts(
  inventory: InventoryGraph,
  patterns: readonly string[],
  missed?: OnUnmatched,
): readonly Host[] {
  if (patterns.length === 0) return [...inventory.hosts.values()];
  return new Selection(inventory, missed).hosts(patterns);
}

/** Where a pattern is written, for the files that it may name as `@FILE`. */
interface WrittenIn {
  readonly files: Files;
  readonly cwd: string;
}

/** Selects hosts by a pattern that a person gives; says why not if it has no meaning. Throws FileError. */
export function hostsMatching(
  inventory: InventoryGraph,
  pattern: string,
  where?: WrittenIn,
): readonly Host[] | { readonly refused: string } {
  try {
    const parts = where === undefined ? splitPattern(pattern) : limitPatterns(pattern, where.files, where.cwd);
    return limitHosts(inventory, parts);
  } catch (error) {
    if (error instanceof BadPattern || error instanceof UnsettledPattern) return { refused: error.message };
    throw error;
  }
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
  readonly #inventory: InventoryGraph;
  readonly #onUnmatched: OnUnmatched | undefined;
  /** The implicit localhost, one host for all its names. */
  #localhost: Host | undefined;

  constructor(inventory: InventoryGraph, missed: OnUnmatched | undefined) {
    this.#inventory = inventory;
    this.#onUnmatched = missed;
  }

  hosts(all: readonly string[]): readonly Host[] {
    const parts = all.filter((part) => part !== '');
    const plain = parts.filter((part) => !/^[!&]/.test(part));
    const ordered = [
      ...(plain.length > 0 ? plain : ['all']),
      ...parts.filter((part) => part.startsWith('&')),
      ...parts.filter((part) => part.startsWith('!')),
    ];
    const selected = new Set<Host>();
    for (const part of ordered) {
      const host = this.#inventory.hosts.get(part);
      if (host !== undefined) selected.add(host);
      else if (part.startsWith('&')) {
        const kept = new Set(this.#matching(part.slice(1)));
        for (const each of selected) if (!kept.has(each)) selected.delete(each);
      } else if (part.startsWith('!')) for (const each of this.#matching(part.slice(1))) selected.delete(each);
      else for (const each of this.#matching(part)) selected.add(each);
    }
    return [...selected];
  }

  #matching(pattern: string): readonly Host[] {
    if (pattern === '') throw new BadPattern('a pattern of hosts has no name after its ! or &', 250);
    const position = pattern.startsWith('~') ? null : /^(.+)\[(?:(-?\d+)|(\d+)[:-](\d*))\]$/.exec(pattern);
    const [, expression = pattern, index, from, to] = position ?? [];
    const matches = matcher(expression);
    const groups = [...this.#inventory.groups.values()].filter(({ name }) => matches(name));
    const hosts = this.#enumerate(expression, matches, groups);
    if (position === null || hosts.length === 0) return hosts;
    // Ansible takes a range that ends at 0 for the position at which it starts.
    const isRange = index === undefined && (to === '' || Number(to) !== 0);
    const first = Number(index ?? from);
    const start = first < 0 ? first + hosts.length : first;
    const end = !isRange ? start + 1 : to === '' ? hosts.length : Number(to) + 1;
    const chosen = start < 0 ? [] : hosts.slice(start, end);
    if (!isRange && chosen.length === 0) throw new BadPattern(`No hosts matched the subscripted pattern '${pattern}'`);
    if (chosen.length < hosts.length && start + chosen.length > this.#stableCount(groups))
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
    if (LOCALHOSTS.includes(pattern)) return [(this.#localhost ??= localhostOf(this.#inventory, pattern))];
    if (groups.length === 0 && pattern !== 'all') this.#onUnmatched?.(pattern);
    return [];
  }

  /** Counts the first hosts of these groups, one group after the other, whose order is the same in each run. */
  #stableCount(groups: readonly Group[]): number {
    let before = 0;
    for (const group of groups) {
      const placed = stableHostCount(group);
      if (placed !== Infinity) return before + placed;
      before += this.#inventory.members(group).length;
    }
    return Infinity;
  }
}

/** Splits a pattern at commas or, without any, at colons, unless the whole is an address. */
export function splitPattern(pattern: string): readonly string[] {
  if (pattern.includes(',')) return pattern.split(',').map((part) => part.trim());
  // Parsing an address takes milliseconds the first time.
  if (pattern !== '' && !/[\s:[\]]/.test(pattern)) return [pattern];
  if (parseHostAndPort(pattern) !== undefined) return [pattern];
  // An unclosed bracket separates, too; replaced, it is not followed to the end of the text in vain.
  const end = pattern.lastIndexOf(']') + 1;
  const text = `${pattern.slice(0, end)}${pattern.slice(end).replaceAll('[', ':')}:`;
  const parts: string[] = [];
  let start = 0;
  // One character at a time: an expression that takes many keeps a stack of them, which a long text exceeds.
  const marks = /[\s:[\]]/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    if (mark[0] === '[') marks.lastIndex = text.indexOf(']', mark.index) + 1;
    else {
      parts.push(text.slice(start, mark.index));
      start = marks.lastIndex;
    }
  }
  return parts.filter((part) => part !== '');
}

/** Makes the test for names. It throws UnsettledPattern if the regular expression cannot be evaluated here. */
function matcher(pattern: string): (name: string) => boolean {
  if (!pattern.startsWith('~')) return /[?*[]/.test(pattern) ? globMatcher(pattern) : (name) => name === pattern;
  const expression = pythonPattern(pattern.slice(1));
  if (expression.kind === 'fault') throw new BadPattern(`Invalid host list pattern: ${pattern}`);
  return (name) => {
    const found = expression.kind === 'unknown' ? 'unknown' : expression.foundAt(name);
    if (found !== 'unknown') return found === 0;
    throw new UnsettledPattern(
      `which hosts ${pattern} selects is not known here, as stacklint does not evaluate this regular expression; name the hosts`,
    );
  };
}

/** A part of a glob: `*`, a literal character, or a set of characters. */
type GlobPart = '*' | { readonly character: string } | CharacterSet;

interface CharacterSet {
  readonly negated: boolean;
  /** The first and the last character of each range. */
  readonly ranges: readonly (readonly [string, string])[];
}

const ANY: CharacterSet = { negated: true, ranges: [] };

/**
 * Matches names as Python's `fnmatch` does. If a character does not match, only the last star takes one more, so that
 * the time is at most pattern times name, whatever the number of stars.
 */
function globMatcher(pattern: string): (name: string) => boolean {
  const parts = globParts(pattern);
  return (name) => {
    const characters = Array.from(name);
    let [at, part, star, taken] = [0, 0, -1, 0];
    while (at < characters.length) {
      const expected = parts[part];
      if (expected === '*') {
        star = part++;
        taken = at;
      } else if (expected !== undefined && isOneOf(characters[at] ?? '', expected)) {
        at++;
        part++;
      } else if (star >= 0) {
        part = star + 1;
        at = ++taken;
      } else return false;
    }
    while (parts[part] === '*') part++;
    return part === parts.length;
  };
}

function isOneOf(character: string, expected: Exclude<GlobPart, '*'>): boolean {
  if ('character' in expected) return character === expected.character;
  return expected.negated !== expected.ranges.some(([from, to]) => from <= character && character <= to);
}

function globParts(pattern: string): readonly GlobPart[] {
  const parts: GlobPart[] = [];
  const lastClosing = pattern.lastIndexOf(']');
  for (let at = 0; at < pattern.length;) {
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    // The first character of a set may be a bracket that does not close it.
    const negated = pattern.startsWith('[!', at);
    const from = at + (negated ? 2 : 1);
    const closing = character === '[' && from < lastClosing ? pattern.indexOf(']', from + 1) : -1;
    if (closing >= 0) {
      parts.push({ negated, ranges: rangesOf(pattern.slice(from, closing)) });
      at = closing + 1;
    } else {
      parts.push(character === '*' ? '*' : character === '?' ? ANY : { character });
      at += character.length;
    }
  }
  return parts;
}

/** The ranges of a set; one that goes backwards matches no character. */
function rangesOf(set: string): CharacterSet['ranges'] {
  return Array.from(set.matchAll(/([^])-([^])|[^]/gu), ([only, from = only, to = only]) => [from, to] as const);
}
