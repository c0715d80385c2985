/** Certificates for a cluster of the tests: an authority of its own, and what it signs, made by openssl. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  readonly folder: string;
  readonly ca: string;
  /** The administrator's, which OpenSearch asks for instead of a password. */
  readonly admin: { readonly cert: string; readonly key: string };
  /** Signs the certificate of nodes anew, in its file, for a number of days. */
  renewNode(days: number): void;
}

const DAYS = 825;
const EXTENSIONS = 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n';

/**
 * Makes an authority (`ca.pem`) and certificates of nodes (`node.pem`, valid for a number of days) and an
 * administrator.
 */
export function makeCertificates(folder: string, nodeDays = DAYS): Certificates {
  mkdirSync(folder, { recursive: true });
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  };
  const subject = (name: string): string => `/O=stacklint/CN=${name}`;
  const fresh = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', `${DAYS}`, '-subj', subject('CA'));
  writeFileSync(join(folder, 'extensions'), EXTENSIONS);
  const sign = (name: string, days: number): void => {
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    const valid = ['-days', `${days}`, '-extfile', 'extensions'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...authority, ...valid, '-out', `${name}.pem`);
  };
  for (const [name, days] of [
    ['node', nodeDays],
    ['admin', DAYS],
  ] as const) {
    openssl('req', ...fresh, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject(name));
    sign(name, days);
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const admin = { cert: read('admin.pem'), key: read('admin.key') };
  return { folder, ca: read('ca.pem'), admin, renewNode: (days) => sign('node', days) };
}
