/** Whom a name or an address in a list of nodes means. */
import { reachOf } from './host-addresses.ts';
import { hostOf, isAddress, portOf } from './network-address.ts';
import type { SearchNode } from './stack.ts';

/**
 * Tells whether a node may be called so: `es-1`, `es-1.example.org:9300`, `[2001:db8::1]:9300`. A name with a domain and
 * one without are the same; two domains are two machines.
 */
export function isCalled({ knownAs }: Pick<SearchNode, 'knownAs'>, name: string): boolean {
  const wanted = hostOf(name);
  return knownAs.state === 'known' && knownAs.value.some((one) => isSameName(hostOf(one), wanted));
}

function isSameName(one: string, other: string): boolean {
  if (one === other) return true;
  if (isAddress(one) || isAddress(other) || one.includes('.') === other.includes('.')) return false;
  return firstLabel(one) === firstLabel(other);
}

function firstLabel(name: string): string {
  return name.split('.', 1)[0] ?? '';
}

/** Tells whether a name, without a port, means the very machine that has it in its list. */
export function isOwnName(name: string): boolean {
  const bare = name.trim().replace(/^\[(.*)\]$/, '$1');
  return hostOf(name) === bare.toLowerCase() && reachOf(bare) === 'loopback';
}

/** The nodes that callers mean by the names and addresses in their lists: each name is looked up once. */
export class CalledNodes<N extends Pick<SearchNode, 'host' | 'knownAs'>> {
  readonly #nodes: readonly N[];
  readonly #called = new Map<string, readonly N[]>();

  constructor(nodes: readonly N[]) {
    this.#nodes = nodes;
  }

  /** The nodes at an address, without a port, as a host sees it: those on the host itself by a name such as `localhost`. */
  at(name: string, host: string): readonly N[] {
    const isOwn = isOwnName(name);
    const key = isOwn ? `\0${host}` : name;
    let called = this.#called.get(key);
    if (called === undefined) {
      called = this.#nodes.filter((node) => (isOwn ? node.host === host : isCalled(node, name)));
      this.#called.set(key, called);
    }
    return called;
  }
}

/**
 * The nodes that themselves take requests at an address, as a host sees it: another program at another port may stand in
 * front of them. `usualPort`: the one that the caller takes where the address has none.
 */
export function nodesAnsweringAt<N extends Pick<SearchNode, 'host' | 'knownAs' | 'httpPort'>>(
  address: string,
  called: CalledNodes<N>,
  host: string,
  usualPort: string | undefined,
): readonly N[] {
  const port = portOf(address) ?? usualPort;
  return called.at(hostOf(address), host).filter((node) => port === httpPortOf(node));
}

/** The first port at which a node takes requests, unless it has one of its own. */
export const USUAL_PORT = '9200';

/** The port at which a node takes requests. */
function httpPortOf({ httpPort }: Pick<SearchNode, 'httpPort'>): string {
  return httpPort.state === 'known' ? (/^\d+/.exec(httpPort.value)?.[0] ?? USUAL_PORT) : USUAL_PORT;
}
