/** The installed ansible-core's vault as an oracle. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../python.ts';

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
  const script = fileURLToPath(new URL('oracle.py', import.meta.url));
  const options = { input: JSON.stringify(questions), encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], options);
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`);
  return JSON.parse(stdout) as readonly (string | null)[];
}
