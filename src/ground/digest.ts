/**
 * Digests, as Node computes them. It is imported as `#digest`, in whose place a web worker has
 * `editors/web/digest.ts`.
 */

/** The digests that can be asked for. */
export type DigestName = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | 'sha3-256' | 'sha3-512';

/** The digest of a text in UTF-8, or of bytes. */
export function digest(name: DigestName, data: string | Uint8Array): Buffer {
  // Loaded with the first question: few checks have one, and it would be a tenth of the time to start.
  return process.getBuiltinModule('node:crypto').createHash(name).update(data).digest();
}
