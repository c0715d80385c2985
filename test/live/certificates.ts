/** Certificates for tests of TLS, made when they are needed: no key of ours lies in the repository. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export interface Made {
  readonly cert: string;
  readonly key: string;
}

/** An authority, or what one has certified. */
export interface Identity extends Made {
  readonly name: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Makes an authority that has signed itself. */
export function authority(name = 'test authority'): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = pem(privateKey);
  return {
    name,
    key,
    cert: certificate({ name, publicKey, issuer: name, signer: privateKey, days: [-1, 1], names: [] }),
  };
}

/** Makes a certificate for names or addresses; `days`: the first and the last of its life, from today. */
export function certified(by: Identity, names: readonly string[], days: readonly [number, number] = [-1, 1]): Made {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = createPrivateKey(by.key);
  return {
    key: pem(privateKey),
    cert: certificate({ name: names[0] ?? 'none', publicKey, issuer: by.name, signer, days, names }),
  };
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface Certified {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly days: readonly [number, number];
  /** None: an authority. */
  readonly names: readonly string[];
}

/** A certificate of X.509, version 3 (RFC 5280), signed with ECDSA and SHA-256. */
function certificate({ name, publicKey, issuer, signer, days, names }: Certified): string {
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const [from, to] = days.map((day) => utcTime(new Date(Date.now() + day * DAY)));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial++])),
    ...[algorithm, named(issuer), sequence(from!, to!), named(name), publicKey.export({ type: 'spki', format: 'der' })],
    der(0xa3, sequence(names.length === 0 ? isAuthority() : alternatives(names))),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, signer));
  const lines =
    sequence(content, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

let serial = 1;

function isAuthority(): Buffer {
  return sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
}

function alternatives(names: readonly string[]): Buffer {
  const parts = names.map((name) =>
    isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, Buffer.from(name.split('.').map(Number))),
  );
  return sequence(oid('551d11'), der(0x04, sequence(...parts)));
}

/** A name that is a common name alone. */
function named(name: string): Buffer {
  return sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
}

function utcTime(date: Date): Buffer {
  return der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** A tag, the length, the content (X.690). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
