/** Sends to nodes. Nothing else in this program does, and it can send nothing but `GET` without a body. */
import * as http from 'node:http';
import * as https from 'node:https';
import { TLSSocket } from 'node:tls';
import type { PeerCertificate } from 'node:tls';
import { createGunzip } from 'node:zlib';
import { PROXY_STATUS, PROXY_UNREACHED } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Failure } from './failures.ts';

/** An answer as it came, with whatever status. */
export interface Received {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly contentType: string;
  readonly text: string;
  /** What the server showed in the handshake; undefined without TLS. */
  readonly certificate: Certificate | undefined;
}

/** A certificate, with the names that `openssl` gives its parts. */
export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly subjectaltname: string;
  /** Times as ISO 8601. */
  readonly valid_from: string;
  readonly valid_to: string;
  readonly serial_number: string;
}

export interface Limits {
  /** Milliseconds to the last byte of the body. */
  readonly time: number;
  /** Bytes of the body, unpacked. */
  readonly bytes: number;
  readonly room: Room;
}

/** What may still be kept of all answers together; it becomes smaller with each. */
export interface Room {
  bytes: number;
  values: number;
}

/** Asks a node once; `path` is that of a call, with its query. Redirects are answers like others. */
export function get(connection: Connection, path: string, limits: Limits): Promise<Received | Failure> {
  return new Promise((resolve) => {
    const request = (connection.secure ? https : http).request({ ...connection.options(path), method: 'GET' });
    let chunks: Buffer[] = [];
    let size = 0;
    let answered = false;
    let over = false;
    const end = (result: Received | Failure): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      resolve(result);
      if (!('failed' in result)) return;
      chunks = [];
      limits.room.bytes += size;
      request.destroy();
    };
    const lose = (error: Error): void => end(failureOf(error, connection, !answered && !request.reusedSocket));
    const seconds = Math.round(limits.time / 100) / 10;
    const timer = setTimeout(() => end({ failed: 'connection/timeout', data: { seconds } }), limits.time);
    request.on('error', lose);
    request.on('response', (response) => {
      answered = true;
      const { 'content-encoding': encoding = 'identity', 'content-type': contentType = '' } = response.headers;
      const packed = /^(x-)?gzip$/i.test(encoding);
      if (!packed && encoding !== 'identity') return end({ failed: 'answer/encoding' });
      const certificate = certificateOf(response);
      response.on('error', lose);
      const body = packed ? response.pipe(createGunzip()) : response;
      if (packed) body.on('error', () => end({ failed: 'answer/encoding' }));
      body.on('data', (chunk: Buffer) => {
        if (over) return;
        size += chunk.length;
        limits.room.bytes -= chunk.length;
        chunks.push(chunk);
        if (size > limits.bytes || limits.room.bytes < 0) end({ failed: 'answer/too-large' });
      });
      body.on('end', () =>
        end({
          ...{ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] },
          ...{ contentType, text: Buffer.concat(chunks).toString('utf8'), certificate },
        }),
      );
    });
    request.end();
  });
}

/**
 * The certificate that a server showed for the connection of an answer; none of a connection that is closed already.
 */
function certificateOf({ socket }: http.IncomingMessage): Certificate | undefined {
  const shown = socket instanceof TLSSocket ? (socket.getPeerCertificate() as Partial<PeerCertificate> | null) : null;
  const [from, to] = [new Date(shown?.valid_from ?? ''), new Date(shown?.valid_to ?? '')];
  if (shown === null || Number.isNaN(from.valueOf()) || Number.isNaN(to.valueOf())) return undefined;
  const { subject = {}, issuer = {}, subjectaltname = '', serialNumber = '' } = shown;
  return {
    ...{ subject: nameOf(subject), issuer: nameOf(issuer), subjectaltname },
    ...{ valid_from: from.toISOString(), valid_to: to.toISOString(), serial_number: serialNumber },
  };
}

/** A name as `openssl` writes it: `O=example, CN=es-1`. */
function nameOf(parts: object): string {
  return Object.entries(parts)
    .map(([key, value]) => `${key}=${[value].flat().join('+')}`)
    .join(', ');
}

/** The failures that the code of an error fully describes. */
const BY_CODE: Readonly<Partial<Record<string, Failure>>> = {
  ENOTFOUND: { failed: 'connection/unknown-host' },
  EAI_AGAIN: { failed: 'connection/unknown-host' },
  ECONNREFUSED: { failed: 'connection/refused' },
  EHOSTUNREACH: { failed: 'connection/unreachable' },
  ENETUNREACH: { failed: 'connection/unreachable' },
  EADDRNOTAVAIL: { failed: 'connection/unreachable' },
  ETIMEDOUT: { failed: 'connection/unreachable' },
  CERT_HAS_EXPIRED: { failed: 'tls/expired' },
  CERT_NOT_YET_VALID: { failed: 'tls/not-yet-valid' },
  DEPTH_ZERO_SELF_SIGNED_CERT: { failed: 'tls/authority' },
  SELF_SIGNED_CERT_IN_CHAIN: { failed: 'tls/authority' },
  UNABLE_TO_GET_ISSUER_CERT: { failed: 'tls/authority' },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { failed: 'tls/authority' },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { failed: 'tls/authority' },
  CERT_SIGNATURE_FAILURE: { failed: 'tls/authority' },
  INVALID_CA: { failed: 'tls/authority' },
  CERT_UNTRUSTED: { failed: 'tls/authority' },
};

/**
 * The meaning of an error of the connection; the error's own words are not kept. `first`: before there was any answer
 * on the connection.
 */
function failureOf(error: Error, { address, proxy, secure }: Connection, first: boolean): Failure {
  const code = 'code' in error ? String(error.code) : '';
  if (proxy !== undefined && (code === PROXY_UNREACHED || (!address.secure && /^E[A-Z]+$/.test(code))))
    return { failed: 'proxy/unreached', data: { proxy: proxy.shown } };
  if (proxy !== undefined && code.startsWith(PROXY_STATUS))
    return refusedByProxy(proxy.shown, Number(code.slice(PROXY_STATUS.length)));
  const known = BY_CODE[code];
  if (known !== undefined) return known;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return { failed: 'tls/name', data: { names: namesIn(error) } };
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return failureOfHandshake(`${code} ${error.message}`);
  if (/^ERR_TLS_|CERT|CRL/.test(code)) return { failed: 'tls/refused' };
  if (code.startsWith('HPE_')) return { failed: isTls(error) ? 'connection/wants-https' : 'connection/not-http' };
  if (!first || code !== 'ECONNRESET') return { failed: 'connection/lost' };
  // A server that speaks the other of the two protocols closes the connection without a word.
  return { failed: secure ? 'tls/wants-http' : 'connection/wants-https' };
}

/** What OpenSSL means by the words of its error, which come as a code or in a message. */
function failureOfHandshake(text: string): Failure {
  const words = text.toLowerCase().replaceAll('_', ' ');
  if (/wrong version number|packet length too long|http request/.test(words)) return { failed: 'tls/wants-http' };
  if (/alert.*certificate|alert unknown ca/.test(words)) return { failed: 'tls/client-certificate' };
  return { failed: 'tls/refused' };
}

/** Tells whether an answer that is not HTTP begins like a message of TLS. */
function isTls(error: Error): boolean {
  return (
    'rawPacket' in error &&
    Buffer.isBuffer(error.rawPacket) &&
    /^[\x15\x16]\x03/.test(error.rawPacket.toString('latin1'))
  );
}

/** What the status means by which a proxy answers in place of the node. */
export function refusedByProxy(proxy: string, status: number): Failure {
  return status === 407
    ? { failed: 'proxy/login', data: { proxy } }
    : { failed: 'proxy/refused', data: { proxy, status } };
}

/** The names that a certificate has, as far as they are fit to be shown. */
function namesIn(error: object): readonly string[] {
  const certificate = 'cert' in error ? (error.cert as { subjectaltname?: string } | undefined) : undefined;
  return (certificate?.subjectaltname ?? '')
    .split(', ')
    .map((name) => name.slice(name.indexOf(':') + 1))
    .filter((name) => /^[\w.*:-]+$/.test(name));
}
