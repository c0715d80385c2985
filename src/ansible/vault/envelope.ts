/**
 * Parses and decrypts vaulted texts.
 *
 * A vaulted text is a line `$ANSIBLE_VAULT;VERSION;CIPHER[;ID]` and lines of hexadecimal digits. Decoded, these are
 * three lines: salt, HMAC and ciphertext, each in hexadecimal digits again
 * (https://docs.ansible.com/ansible-core/2.19/vault_guide/vault_using_encrypted_content.html#ansible-vault-payload-format-1-1-1-2).
 */
import { Buffer } from 'node:buffer';
import { isVault } from './header.ts';

/** The documented parameters: PBKDF2 with SHA-256; keys of 32 bytes for AES256 and HMAC, 16 bytes for the counter. */
const ROUNDS = 10_000;
const KEY_BYTES = 32;
const COUNTER_BYTES = 16;
const MAC_BYTES = 32;
const BLOCK_BYTES = 16;

/** The parts of a vaulted text. */
export interface Envelope {
  /** The vault id in its first line; undefined if it has none. */
  readonly id: string | undefined;
  readonly salt: Uint8Array;
  readonly mac: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** The reason why no password opens a text. */
export interface EnvelopeFault {
  readonly fault: `vault/${'missing-header' | 'incomplete-header' | 'unknown-cipher' | 'not-hexadecimal' | 'cut-off' | 'padding'}`;
}

/** The keys that a password and a salt give: for the cipher, for the HMAC, and the first value of the counter. */
export interface Keys {
  readonly cipher: Uint8Array;
  readonly mac: Uint8Array;
  readonly counter: Uint8Array;
}

/**
 * Parses a vaulted text as Ansible does: it ignores the version, and takes a fourth part of the first line for the
 * vault id in any version.
 */
export function readEnvelope(text: string): Envelope | EnvelopeFault {
  if (!isVault(text)) return { fault: 'vault/missing-header' };
  const [header = '', ...lines] = text.split(/\r\n|\r|\n/);
  const [, version, cipher, id] = header.split(';').map((part) => part.trim());
  if (version === undefined || cipher === undefined) return { fault: 'vault/incomplete-header' };
  if (cipher !== 'AES256') return { fault: 'vault/unknown-cipher' };
  const inner = fromHex(lines.join(''));
  if ('fault' in inner) return inner;
  const [salt, mac, ciphertext] = parts(inner.bytes).map(fromHex);
  if (salt === undefined || mac === undefined || ciphertext === undefined) return { fault: 'vault/cut-off' };
  if ('fault' in salt) return salt;
  if ('fault' in mac) return mac;
  if ('fault' in ciphertext) return ciphertext;
  const { length } = ciphertext.bytes;
  if (mac.bytes.length !== MAC_BYTES || length === 0 || length % BLOCK_BYTES !== 0) return { fault: 'vault/cut-off' };
  return { id, salt: salt.bytes, mac: mac.bytes, ciphertext: ciphertext.bytes };
}

/** Derives the keys, which takes about ten milliseconds on purpose: it makes guessing expensive. */
export function deriveKeys(password: Uint8Array, salt: Uint8Array): Keys {
  const { pbkdf2Sync } = process.getBuiltinModule('node:crypto');
  const derived = pbkdf2Sync(password, salt, ROUNDS, 2 * KEY_BYTES + COUNTER_BYTES, 'sha256');
  return {
    cipher: derived.subarray(0, KEY_BYTES),
    mac: derived.subarray(KEY_BYTES, 2 * KEY_BYTES),
    counter: derived.subarray(2 * KEY_BYTES),
  };
}

/** Decrypts an envelope; returns undefined if the HMAC does not match the keys. */
export function decipher({ mac, ciphertext }: Envelope, keys: Keys): Uint8Array | EnvelopeFault | undefined {
  const { createDecipheriv, createHmac, timingSafeEqual } = process.getBuiltinModule('node:crypto');
  if (!timingSafeEqual(createHmac('sha256', keys.mac).update(ciphertext).digest(), mac)) return undefined;
  const cipher = createDecipheriv('aes-256-ctr', keys.cipher, keys.counter);
  return unpadded(Buffer.concat([cipher.update(ciphertext), cipher.final()]));
}

/** Removes the padding of PKCS #7: the last byte says how many bytes of that value were appended (RFC 5652, 6.3). */
function unpadded(bytes: Buffer): Uint8Array | EnvelopeFault {
  const count = bytes.at(-1) ?? 0;
  const length = bytes.length - count;
  if (count === 0 || count > BLOCK_BYTES || bytes.subarray(length).some((byte) => byte !== count))
    return { fault: 'vault/padding' };
  return bytes.subarray(0, length);
}

/** Splits the text into at most three lines; the third keeps its line breaks. */
function parts(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [salt, mac, ...rest] = text.split('\n');
  return [salt, mac, rest.length === 0 ? undefined : rest.join('\n')].filter((part) => part !== undefined);
}

function fromHex(digits: string): { readonly bytes: Uint8Array } | EnvelopeFault {
  if (/[^\dA-Fa-f]/.test(digits)) return { fault: 'vault/not-hexadecimal' };
  if (digits.length % 2 !== 0) return { fault: 'vault/cut-off' };
  return { bytes: Buffer.from(digits, 'hex') };
}
