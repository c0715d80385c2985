/** Host patterns of inventory sources: names with ranges (`es[01:12]`), and the port that may follow them. */
import { quoted, strip, toInteger } from '../../source/python.ts';
import { Refused } from '../refused.ts';

export interface Address {
  /** The text before the port: a name, or a pattern with ranges. */
  readonly name: string;
  readonly port: number | undefined;
}

/** More hosts than this from one pattern is a slip of the hand: Ansible itself would run out of memory. */
const MAXIMUM = 200_000;

/** No address is as long, and the patterns below have no room for much more. */
const LONGEST = 10_000;

const numbers = '\\[[0-9]+:[0-9]+(?::[0-9]+)?\\]';
const hexadecimals = '\\[[0-9a-f]+:[0-9a-f]+(?::[0-9]+)?\\]';
const letters = '\\[(?:[a-z]:[a-z]|[0-9]+:[0-9]+)(?::[0-9]+)?\\]';
const byte = `(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]|${numbers})`;
const word = `(?:[0-9a-f]{1,4}|${hexadecimals})`;
const dotted = `(?:${word}\\.){3}${word}`;
const label = `(?:[\\p{L}\\p{N}_]|${letters})(?:[\\p{L}\\p{N}_-]|${letters})*(?<![_-])`;

const ipv4 = new RegExp(`^(?:${byte}\\.){3}${byte}\\n?$`, 'i');
const ipv6 = new RegExp(
  `^(?:${[
    `(?:${word}:){7}${word}`,
    `(?:${word}:){1,6}:`,
    ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${word}:){${before}}(?::${word}){1,${7 - before}}`),
    `:(?::${word}){1,6}`,
    `(?:${word})?::`,
    `(?:0:){6}${dotted}`,
    `::(?:ffff:)?${dotted}`,
    `(?:0:){5}ffff:${dotted}`,
  ].join('|')})\\n?$`,
  'i',
);
/** Made when the first name with a port is met: a pattern over all letters of Unicode takes a while to compile. */
let hostname: RegExp | undefined;
const bracketedPort = /^\[(.+)\]:([0-9]+)\n?$/;
const endsInPort = /:[0-9]+\n?$/;
const trailingPort = /^((?:[^:[\]]|\[[^\]]*\])*):([0-9]+)\n?$/;

/** True where a name is an IP address: it has no shorter form. */
export function isAddress(name: string): boolean {
  return ipv4.test(name) || ipv6.test(name);
}

/**
 * Splits the port off a host pattern, where what is left is a valid address or host name (with ranges).
 *
 * Anything else is a name as it stands, colons and all: `x:y`, `h_:22`. Undefined where Ansible would not know it.
 */
export function parseAddress(text: string): Address | undefined {
  if (text.length > LONGEST) return undefined;
  let name = text;
  let port: number | undefined;
  for (const form of [bracketedPort, trailingPort]) {
    const match = form.exec(name);
    if (match === null) continue;
    name = match[1] ?? '';
    port = Number(match[2]);
  }
  hostname ??= new RegExp(`^${label}(?:\\.${label})*\\n?$`, 'iu');
  return name !== '' && (ipv4.test(name) || ipv6.test(name) || hostname.test(name)) ? { name, port } : undefined;
}

/**
 * The host names that a pattern of an INI or YAML inventory stands for, in order, and their port.
 *
 * Throws Refused with Ansible's reason for a malformed range.
 */
export function expandPattern(pattern: string): {
  readonly names: readonly string[];
  readonly port: number | undefined;
} {
  // Whether the rest is a valid name matters only where a port may follow it, and takes milliseconds to find out first.
  const address = endsInPort.test(pattern) ? parseAddress(pattern) : undefined;
  const { name, port } = address ?? { name: pattern, port: undefined };
  if (!name.includes('[')) return { names: [name], port };
  const names: string[] = [];
  expand(name, names, { steps: MAXIMUM });
  return { names, port };
}

/** As `expandPattern`, with what the INI reader refuses beyond that. */
export function expandIniPattern(pattern: string): ReturnType<typeof expandPattern> {
  const expanded = expandPattern(pattern);
  if (expanded.port === undefined && strip(pattern).endsWith(':'))
    throw new Refused(
      `Invalid host pattern '${pattern}' supplied, ending in ':' is not allowed, this character is reserved to provide a port.`,
    );
  if (expanded.names.some((name) => strip(name) === '---'))
    throw new Refused(`Invalid host pattern '${pattern}' supplied, '---' is normally a sign this is a YAML file.`);
  return expanded;
}

/** The leftmost range varies slowest. */
function expand(pattern: string, names: string[], budget: { steps: number }): void {
  const parts = pattern.replace('[', '|').replace(']', '|').split('|');
  if (parts.length !== 3)
    throw new Refused(
      parts.length < 3
        ? `not enough values to unpack (expected 3, got ${parts.length})`
        : 'too many values to unpack (expected 3)',
    );
  const [head = '', range = '', tail = ''] = parts;
  for (const item of rangeItems(range)) {
    if (budget.steps-- === 0) throw new Refused(`the pattern stands for more than ${MAXIMUM} hosts`);
    const name = head + item + tail;
    if (name.includes('[')) expand(name, names, budget);
    else names.push(name);
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function rangeItems(range: string): Iterable<string> {
  const bounds = range.split(':');
  if (bounds.length !== 2 && bounds.length !== 3) throw new Refused('host range must be begin:end or begin:end:step');
  const begin = bounds[0] || '0';
  const [, end = '', step = '1'] = bounds;
  if (end === '') throw new Refused('host range must specify end value');
  const width = begin.startsWith('0') && begin.length > 1 ? begin.length : 0;
  if (width > 0 && width !== end.length)
    throw new Refused('host range must specify equal-length begin and end formats');
  const first = alphabet.indexOf(begin);
  const last = alphabet.indexOf(end);
  const stride = toInteger(step);
  if (first >= 0 && last >= 0) {
    if (first > last) throw new Refused('host range must have begin <= end');
    if (stride !== undefined && stride !== 0n) return letterRange(first, last, Number(stride));
  }
  return numberRange(integer(begin), integer(end), integer(step), width);
}

function* letterRange(first: number, last: number, step: number): Iterable<string> {
  if (step > 0) for (let at = first; at <= last; at += step) yield alphabet[at] ?? '';
}

function* numberRange(begin: bigint, end: bigint, step: bigint, width: number): Iterable<string> {
  if (step === 0n) throw new Refused('range() arg 3 must not be zero');
  for (let at = begin; step > 0n ? at <= end : at > end + 1n; at += step) {
    const digits = String(at < 0n ? -at : at).padStart(at < 0n ? width - 1 : width, '0');
    yield at < 0n ? `-${digits}` : digits;
  }
}

function integer(text: string): bigint {
  const value = toInteger(text);
  if (value === undefined) throw new Refused(`invalid literal for int() with base 10: ${quoted(text)}`);
  return value;
}
