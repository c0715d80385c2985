/** What the addresses say that a node listens at: whether others reach it there, and whether all the world does. */
import type { Setting } from './setting.ts';

/** Who reaches an address; `unknown` for a name, or an interface of a machine. */
export type Reach = 'loopback' | 'private' | 'everywhere' | 'public' | 'unknown';

/** The product's words for groups of addresses (https://www.elastic.co/docs/reference/elasticsearch/configuration-reference/networking-settings). */
const WORDS: Readonly<Record<string, Reach>> = {
  _local_: 'loopback',
  localhost: 'loopback',
  _site_: 'private',
  _global_: 'public',
};

/** Tells who reaches an address, as it stands in a setting: `0.0.0.0`, `_site_`, `[::1]`. */
export function reachOf(address: string): Reach {
  // `_local:ipv4_` is the part of a group.
  const word = address.trim().replace(/^(_\w+):ipv[46]_$/, '$1_');
  const known = WORDS[word];
  if (known !== undefined) return known;
  const bare = word.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (/^\d+(?:\.\d+){3}$/.test(bare)) return reachOfIPv4(bare.split('.').map(Number));
  if (/^[\da-f]*:[\da-f:.]*$/.test(bare)) return reachOfIPv6(bare);
  return bare === '0' ? 'everywhere' : 'unknown';
}

/** Blocks that are not global: https://www.iana.org/assignments/iana-ipv4-special-registry */
const NOT_GLOBAL: readonly (readonly [block: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

function reachOfIPv4(parts: readonly number[]): Reach {
  if (parts.some((part) => part > 255)) return 'unknown';
  if (parts.every((part) => part === 0)) return 'everywhere';
  if (parts[0] === 127) return 'loopback';
  const number = numberOf(parts);
  const isLocal = NOT_GLOBAL.some(([block, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor(numberOf(block.split('.').map(Number)) / size);
  });
  return isLocal ? 'private' : 'public';
}

function numberOf(parts: readonly number[]): number {
  return parts.reduce((number, part) => number * 256 + part, 0);
}

/** Global are those of 2000::/3, but for examples: https://www.iana.org/assignments/iana-ipv6-special-registry */
function reachOfIPv6(address: string): Reach {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (mapped !== undefined) return reachOf(mapped);
  if (/^[0:]*$/.test(address)) return 'everywhere';
  if (/^[0:]*:0*1$/.test(address)) return 'loopback';
  const isGlobal = /^[23][\da-f]{3}:/.test(address) && !/^(?:2001:0?db8:|3fff:)/.test(address);
  return isGlobal ? 'public' : 'private';
}

/** Tells whether it is known that a node listens at its own machine's loopback alone. */
export function isLoopbackOnly(setting: Setting<readonly string[]>): boolean {
  const addresses = addressesIn(setting);
  return addresses.length > 0 && addresses.every((address) => reachOf(address) === 'loopback');
}

/** The addresses of a setting, whose texts may be lists themselves: those that are set, else the product's own. */
export function addressesIn(setting: Setting<readonly string[]>): readonly string[] {
  const texts =
    setting.state === 'known'
      ? setting.value
      : setting.state === 'unset' && setting.productDefault !== undefined
        ? [setting.productDefault]
        : [];
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim());
}
