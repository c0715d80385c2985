/** The forward proxy of the environment through which a node is asked, if there is one. */
import { BlockList, isIP } from 'node:net';
import { CannotCollect } from './failures.ts';
import { hostInUrl } from './node-address.ts';
import type { NodeAddress } from './node-address.ts';

export interface ForwardProxy {
  /** As it is shown: without the login that its URL may hold. */
  readonly shown: string;
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** The value of the header `Proxy-Authorization`. */
  login(): string | undefined;
}

/** The variables of the environment, in small letters first, as curl reads them. */
const VARIABLES = {
  https: ['https_proxy', 'HTTPS_PROXY'],
  http: ['http_proxy', 'HTTP_PROXY'],
  none: ['no_proxy', 'NO_PROXY'],
} as const;

type Environment = Readonly<Partial<Record<string, string>>>;

/**
 * Finds the proxy for a node; undefined if it is asked directly. Throws CannotCollect for anything but the URL of a
 * proxy.
 */
export function forwardProxy(address: NodeAddress, environment: Environment): ForwardProxy | undefined {
  const variable = VARIABLES[address.secure ? 'https' : 'http'].find((name) => environment[name] !== undefined);
  const value = variable === undefined ? '' : (environment[variable] ?? '');
  if (variable === undefined || value === '' || isExcepted(address, environment)) return undefined;
  const text = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new CannotCollect({ failed: 'proxy/address', data: { variable } });
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const login = url.username === '' ? undefined : basic(url, variable);
  return { shown: `${hostInUrl(host)}:${String(port)}`, secure, host, port, login: () => login };
}

function basic({ username, password }: URL, variable: string): string {
  try {
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
  } catch {
    throw new CannotCollect({ failed: 'proxy/address', data: { variable } });
  }
}

/**
 * Tells whether NO_PROXY names a node: `*`, a domain with all below it (`example.org`, `.example.org`), an address, a
 * network (`10.0.0.0/8`), each also with a port.
 */
function isExcepted({ host, port }: NodeAddress, environment: Environment): boolean {
  const variable = VARIABLES.none.find((name) => environment[name] !== undefined);
  const entries = (variable === undefined ? '' : (environment[variable] ?? '')).toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, name = '', only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [undefined, entry];
    if (only !== undefined && Number(only) !== port) return false;
    const excepted = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
    return excepted !== '' && (isIP(host) === 0 ? isBelow(host, excepted) : isInNetwork(host, excepted));
  });
}

function isBelow(host: string, domain: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name === domain || name.endsWith(`.${domain}`);
}

function isInNetwork(address: string, network: string): boolean {
  const [base = '', bits] = network.split('/');
  const [ours, theirs] = [isIP(address), isIP(base)];
  if (theirs === 0 || ours !== theirs) return false;
  const family = ours === 6 ? 'ipv6' : 'ipv4';
  const most = ours === 6 ? 128 : 32;
  const prefix = bits === undefined ? most : /^\d+$/.test(bits) ? Number(bits) : NaN;
  if (!(prefix <= most)) return false;
  const list = new BlockList();
  list.addSubnet(base, prefix, family);
  return list.check(address, family);
}
