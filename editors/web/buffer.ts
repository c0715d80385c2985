/** Stand-ins for the parts of Node's `node:buffer` that a web worker lacks. `build/worker.ts` puts them in place. */
export { Buffer } from 'buffer';

/** Node's `isUtf8`. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
