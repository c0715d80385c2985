/** Whom a connection trusts, and what it shows of itself: authorities, client certificate, the name of the server. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import * as tls from 'node:tls';
import { FileError, textOfFile } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { CannotCollect } from './failures.ts';

/** What the command line says; paths are absolute. */
export interface TrustOptions {
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  /** The name that the certificate must have, if the address is that of a tunnel. */
  readonly serverName?: string | undefined;
}

/** The part of the options of a TLS connection that says whom to trust. Nothing leaves a certificate unverified. */
export type Trust = Pick<
  ConnectionOptions,
  'ca' | 'cert' | 'key' | 'checkServerIdentity' | 'rejectUnauthorized' | 'servername'
>;

/** Reads what a run trusts. Throws CannotCollect. */
export function readTrust({ caFile, certFile, keyFile, serverName }: TrustOptions, files: Files): Trust {
  const ca = caFile === undefined ? knownAuthorities() : certificates('--ca-file', caFile, files);
  return {
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
    ...(ca === undefined ? {} : { ca }),
    ...clientCertificate(certFile, keyFile, files),
    ...(serverName === undefined ? {} : asServer(serverName)),
  };
}

/**
 * The authorities that Node has, and those of the system where Node can tell them (22.15 and later); else its
 * default.
 */
function knownAuthorities(): string[] | undefined {
  const { getCACertificates: from } = tls as { getCACertificates?: (type: 'default' | 'system') => readonly string[] };
  return from === undefined ? undefined : [...new Set([...from('default'), ...from('system')])];
}

function clientCertificate(certFile: string | undefined, keyFile: string | undefined, files: Files): Trust {
  if (certFile === undefined && keyFile === undefined) return {};
  if (certFile === undefined) throw halfOfTwo('--key-file', '--cert-file');
  if (keyFile === undefined) throw halfOfTwo('--cert-file', '--key-file');
  const cert = certificates('--cert-file', certFile, files);
  const key = textOf('--key-file', keyFile, files);
  let fits: boolean;
  try {
    fits = new X509Certificate(cert[0] ?? '').checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new CannotCollect({ failed: 'trust/no-key', data: { file: keyFile } });
  }
  if (!fits) throw new CannotCollect({ failed: 'trust/other-key' });
  return { cert: cert.join('\n'), key };
}

function halfOfTwo(option: string, other: string): CannotCollect {
  return new CannotCollect({ failed: 'trust/one-of-two', data: { option, other } });
}

/** An address cannot be asked for by name in the handshake, but the certificate may have it. */
function asServer(name: string): Trust {
  return {
    servername: isIP(name) === 0 ? name : '',
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
}

/** The certificates in a file, in its order; at least one, and none that cannot be read. */
function certificates(option: string, file: string, files: Files): string[] {
  const found = textOf(option, file, files).match(
    /-----BEGIN (TRUSTED )?CERTIFICATE-----[^-]+-----END \1?CERTIFICATE-----/g,
  );
  try {
    if (found !== null) return found.map((text) => new X509Certificate(text).toString());
  } catch {
    // The words of the library would say no more.
  }
  throw new CannotCollect({ failed: 'trust/no-certificate', data: { option, file } });
}

function textOf(option: string, file: string, files: Files): string {
  try {
    return textOfFile(files, file);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CannotCollect({ failed: 'trust/unreadable', data: { option, file, why: error.message } });
  }
}
