/** Host patterns of inventory sources: names with ranges (`es[01:12]`), and the port that may follow them. */
import { strip, bigIntOf } from '../../source/python.ts';
import { fault } from '../../troubles/fault.ts';
import { Refused } from '../graph/refused.ts';

interface Address {
  /** The text before the port: a name, or a pattern with ranges. */
  readonly name: string;
  readonly port: number | undefined;
}

/** The host names of a pattern, in order, with the port that they all have. */
export interface ExpandedPattern {
  readonly names: readonly string[];
  readonly port: number | undefined;
}

/** A range that Ansible itself refuses; other bad ranges raise an error of Python, with which Ansible ends. */
export class BadRange extends Refused {}

/** The most hosts that one pattern may name; more are most likely a typing error. */
const MAX_HOSTS = 200_000;
/** The most characters of all names of a pattern; more would take all memory. */
const MAX_CHARACTERS = 50_000_000;

/** The longest text that is tried as an address: none is longer, and the expressions below overflow on long ones. */
const LONGEST = 10_000;

const NUMBERS = '\\[[0-9]+:[0-9]+(?::[0-9]+)?\\]';
const HEXADECIMALS = '\\[[0-9a-f]+:[0-9a-f]+(?::[0-9]+)?\\]';
const LETTERS = '\\[(?:[a-z]:[a-z]|[0-9]+:[0-9]+)(?::[0-9]+)?\\]';
const BYTE = `(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]|${NUMBERS})`;
const WORD = `(?:[0-9a-f]{1,4}|${HEXADECIMALS})`;
const DOTTED = `(?:${WORD}\\.){3}${WORD}`;
const LABEL = `(?:[\\p{L}\\p{N}_]|${LETTERS})(?:[\\p{L}\\p{N}_-]|${LETTERS})*(?<![_-])`;

const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}\\n?$`, 'i');
const IPV6 = new RegExp(
  `^(?:${[
    `(?:${WORD}:){7}${WORD}`,
    `(?:${WORD}:){1,6}:`,
    ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${WORD}:){${before}}(?::${WORD}){1,${7 - before}}`),
    `:(?::${WORD}){1,6}`,
    `(?:${WORD})?::`,
    `(?:0:){6}${DOTTED}`,
    `::(?:ffff:)?${DOTTED}`,
    `(?:0:){5}ffff:${DOTTED}`,
  ].join('|')})\\n?$`,
  'i',
);
/** Compiled for the first name that may have a port: an expression over all letters of Unicode takes a while. */
let hostname: RegExp | undefined;
const BRACKETED_PORT = /^\[(.+)\]:([0-9]+)\n?$/;
const ENDS_IN_PORT = /:[0-9]+\n?$/;
const TRAILING_PORT = /^((?:[^:[\]]|\[[^\]]*\])*):([0-9]+)\n?$/;

/** Tells whether a name is an IP address. */
export function isIpAddress(name: string): boolean {
  return IPV4.test(name) || IPV6.test(name);
}

/** `inventory_hostname_short`: a name up to its first dot, and an address whole. */
export function shortHostname(name: string): string {
  return isIpAddress(name) ? name : (name.split('.')[0] ?? name);
}

/**
 * Splits a text into a valid address or host name (ranges allowed) and its port, if it has one.
 *
 * Returns undefined for any other text, which Ansible takes whole as a name: `x:y`, `h_:22`.
 */
export function parseHostAndPort(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  let name = text;
  let port: number | undefined;
  for (const form of [BRACKETED_PORT, TRAILING_PORT]) {
    const match = form.exec(name);
    if (match === null) continue;
    name = match[1] ?? '';
    port = Number(match[2]);
  }
  hostname ??= new RegExp(`^${LABEL}(?:\\.${LABEL})*\\n?$`, 'iu');
  return name !== '' && (IPV4.test(name) || IPV6.test(name) || hostname.test(name)) ? { name, port } : undefined;
}

/**
 * Expands a host pattern of an INI or YAML inventory into host names, in order, and their port.
 *
 * Throws Refused for a malformed range.
 */
export function expandPattern(pattern: string): ExpandedPattern {
  // The address is parsed only if a port may follow: the first time takes milliseconds.
  const address = pattern.includes(':') && ENDS_IN_PORT.test(pattern) ? parseHostAndPort(pattern) : undefined;
  const { name, port } = address ?? { name: pattern, port: undefined };
  if (!name.includes('[')) return { names: [name], port };
  const names: string[] = [];
  expand(name, names, { steps: MAX_HOSTS, characters: MAX_CHARACTERS });
  return { names, port };
}

/** Expands a host pattern as `expandPattern` does, and throws for what only the INI reader refuses. */
export function expandIniPattern(pattern: string): ExpandedPattern {
  const expanded = expandLine(pattern);
  if (expanded.port === undefined && strip(pattern).endsWith(':'))
    throw new Refused(fault('ini/colon-without-port', { pattern }));
  if (expanded.names.some((name) => strip(name) === '---')) throw new Refused(fault('ini/yaml-marker'));
  return expanded;
}

/** Expands a host pattern of INI; throws what a section header lacks if that is why it is taken for a pattern. */
function expandLine(pattern: string): ExpandedPattern {
  try {
    return expandPattern(pattern);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { code } = error.fault;
    if (code === 'source/open-range' && pattern.startsWith('['))
      throw new Refused(fault('ini/unclosed-section', { pattern }));
    if (code === 'source/range-bounds' && pattern.startsWith('\uFEFF['))
      throw new Refused(fault('ini/byte-order-mark'));
    if (code === 'source/range-bounds' && /^\[[^\]:]*\]$/.test(pattern))
      throw new Refused(fault('ini/text-after-section', { pattern }));
    throw error;
  }
}

/** Expands the leftmost range, which varies slowest, and then the others. */
function expand(pattern: string, names: string[], budget: { steps: number; characters: number }): void {
  const parts = pattern.replace('[', '|').replace(']', '|').split('|');
  if (parts.length < 3) throw new Refused(fault('source/open-range', { pattern }));
  if (parts.length > 3) throw new Refused(fault('source/bar-in-range', { pattern }));
  const [head = '', range = '', tail = ''] = parts;
  for (const item of rangeItems(range, pattern)) {
    if (budget.steps-- === 0) throw new Refused(fault('source/range-too-long', { count: MAX_HOSTS }));
    budget.characters -= pattern.length;
    if (budget.characters < 0) throw new Refused(fault('source/range-too-wide', { count: MAX_CHARACTERS }));
    const name = head + item + tail;
    if (name.includes('[')) expand(name, names, budget);
    else names.push(name);
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the items of a range; `pattern` is quoted if it is refused. */
function rangeItems(range: string, pattern: string): Iterable<string> {
  const bounds = range.split(':');
  if (bounds.length !== 2 && bounds.length !== 3) throw new BadRange(fault('source/range-bounds', { pattern }));
  const begin = bounds[0] || '0';
  const [, end = '', step = '1'] = bounds;
  if (end === '') throw new BadRange(fault('source/range-end', { pattern }));
  const width = begin.startsWith('0') && begin.length > 1 ? begin.length : 0;
  if (width > 0 && width !== end.length) throw new BadRange(fault('source/range-width', { pattern }));
  const first = ALPHABET.indexOf(begin);
  const last = ALPHABET.indexOf(end);
  const stride = bigIntOf(step);
  if (first >= 0 && last >= 0) {
    if (first > last) throw new BadRange(fault('source/range-order', { pattern }));
    if (stride !== undefined && stride !== 0n) return letterRange(first, last, Number(stride));
  }
  const [from, to, by] = [bigIntOf(begin), bigIntOf(end), stride];
  if (from === undefined || to === undefined) throw new Refused(fault('source/range-type', { pattern }));
  if (by === undefined || by === 0n) throw new Refused(fault('source/range-step', { pattern }));
  return numberRange(from, to, by, width);
}

function* letterRange(first: number, last: number, step: number): Iterable<string> {
  if (step > 0) for (let at = first; at <= last; at += step) yield ALPHABET[at] ?? '';
}

function* numberRange(begin: bigint, end: bigint, step: bigint, width: number): Iterable<string> {
  for (let at = begin; step > 0n ? at <= end : at > end + 1n; at += step) {
    const digits = String(at < 0n ? -at : at).padStart(at < 0n ? width - 1 : width, '0');
    yield at < 0n ? `-${digits}` : digits;
  }
}
