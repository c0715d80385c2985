/** Digests where there is no Node: the counterpart of `src/ground/digest.ts`. */
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256, sha3_512 } from '@noble/hashes/sha3.js';
import { Buffer } from 'buffer';
import type { DigestName } from '../../src/ground/digest.ts';

const DIGESTS: Readonly<Record<DigestName, (bytes: Uint8Array) => Uint8Array>> = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha3-256': sha3_256,
  'sha3-512': sha3_512,
};

/** The digest of a text in UTF-8, or of bytes. */
export function digest(name: DigestName, data: string | Uint8Array): Buffer {
  return Buffer.from(DIGESTS[name](typeof data === 'string' ? Buffer.from(data) : data));
}
