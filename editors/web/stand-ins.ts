/**
 * Stand-ins for what a web worker lacks: parts of Node's own modules, and vault passwords. `build/worker.ts` puts them in
 * place.
 */
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js';
import { Buffer } from 'buffer';
import type { PasswordPlace } from '../../src/ansible/vault/password-places.ts';
import type { Passwords } from '../../src/ansible/vault/passwords.ts';
import type { Files } from '../../src/ground/files.ts';

export { Buffer };

/** Node's `isUtf8`. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const HASHES = { md5, sha1, sha224, sha256, sha384, sha512, 'sha3-256': sha3_256, 'sha3-512': sha3_512 };

/** Node's `createHash` for one text, whose bytes in UTF-8 are hashed. */
function createHash(name: keyof typeof HASHES) {
  return {
    update: (text: string) => ({
      digest: (encoding: 'hex' | 'base64') => Buffer.from(HASHES[name](Buffer.from(text))).toString(encoding),
    }),
  };
}

/** Node's `process.getBuiltinModule` for `node:crypto`, of which all else is about vaults. */
export function getBuiltinModule() {
  return { createHash };
}

/** Gives no password: a page is no place for one, and its server decrypts nothing. */
export function readPasswords(_: Files, places: readonly PasswordPlace[]): Passwords {
  const message = ({ file }: PasswordPlace): string => `the vault password file ${file} is not read in a browser`;
  return { known: [], unavailable: places.map((place) => ({ place, kind: 'program', message: message(place) })) };
}
