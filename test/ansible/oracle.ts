/** The installed ansible-inventory as an oracle. */
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askOracle } from '../python.ts';

/** Files by path below the folder in which the program stands, and what it is asked, each time with its arguments. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** Settings of Ansible. */
  readonly environment: Readonly<Record<string, string>>;
  readonly runs: readonly (readonly string[])[];
}

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder of a case while Ansible reads it: the answers hold paths, too. */
export const folder = join(realpathSync(tmpdir()), `stacklint-case-${process.pid}`);

/** Ansible's answers for each case and run; null for a case that takes it too long. */
export function ask(cases: readonly Case[]): readonly (readonly Answer[] | null)[] {
  return askOracle(new URL('oracle.py', import.meta.url), cases, folder) as readonly (readonly Answer[] | null)[];
}
