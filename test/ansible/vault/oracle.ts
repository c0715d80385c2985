/** The installed ansible-core's vault as an oracle. */
import { askOracle } from '../../python.ts';

interface Encrypting {
  /** Base64. */
  readonly encrypt: string;
  readonly password: string;
  readonly id: string | null;
}

export interface Decrypting {
  readonly text: string;
  readonly passwords: readonly (readonly [id: string, password: string])[];
  readonly match: boolean;
}

/** Vaulted texts, and plain bytes in base64 or null where Ansible refuses; in the order of the questions. */
export function askVault(questions: readonly (Encrypting | Decrypting)[]): readonly (string | null)[] {
  return askOracle(new URL('oracle.py', import.meta.url), questions) as readonly (string | null)[];
}
