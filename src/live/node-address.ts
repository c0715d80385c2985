/** The URL of a node as a person gives it. */
import { CannotCollect } from './failures.ts';
import type { Failure } from './failures.ts';

/** Where a node listens. */
export interface NodeAddress {
  /** As it is shown, and as paths follow it: `https://es-1:9200`, or with the path of a reverse proxy. */
  readonly url: string;
  readonly secure: boolean;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** The prefix of each call's path; empty without a reverse proxy that adds one. */
  readonly prefix: string;
}

/** Tells whether a target is meant as a URL, and not as the path of a recording. */
export function isUrl(target: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(target);
}

/**
 * Reads the URL of a node, or of an instance beside the cluster that an option names. Throws CannotCollect, whose
 * message repeats none of it: it may hold a password.
 */
export function nodeAddress(target: string, option?: string): NodeAddress {
  const refused = (failed: Failure['failed'] & `address/${string}`): CannotCollect =>
    new CannotCollect({ failed }, option === undefined ? [] : [option]);
  if (!URL.canParse(target)) throw refused('address/not-a-url');
  const url = new URL(target);
  if (url.username !== '' || url.password !== '') throw refused('address/credentials');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('address/scheme');
  if (/[?#]/.test(target)) throw refused('address/query');
  const secure = url.protocol === 'https:';
  const prefix = url.pathname.replace(/\/+$/, '');
  return {
    ...{ url: `${url.origin}${prefix}`, secure, prefix },
    host: url.hostname.replace(/^\[|\]$/g, ''),
    // Ports of HTTP, which a URL leaves out.
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
  };
}

/** A host as it is written in a URL or in a header: an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
