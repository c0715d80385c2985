/** The installed ansible-playbook as an oracle, which carries out nothing outside of a folder of its own. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../python.ts';
import { INVENTORY, PLAYBOOK } from './random-project.ts';
import type { RandomProject } from './random-project.ts';

/** The files of each host; null for a text, a host or a project that a failed task leaves open. */
export type Answer = Readonly<Record<string, Readonly<Record<string, string | null>> | null>> | null;

/** Ansible's answer for each project. */
export function ask(projects: readonly RandomProject[]): readonly Answer[] {
  const script = fileURLToPath(new URL('oracle.py', import.meta.url));
  const cases = projects.map((one) => ({ ...one, playbook: PLAYBOOK, inventory: INVENTORY }));
  const options = { input: JSON.stringify(cases), encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], options);
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`);
  return JSON.parse(stdout) as readonly Answer[];
}

/** Answers about the first projects of a seed. */
export interface Recorded {
  readonly seed: number;
  /** Of the projects: other ones need other answers. */
  readonly digest: string;
  readonly answers: readonly Answer[];
}

export const RECORD = new URL('recorded-projects.json', import.meta.url);

export function digest(projects: readonly RandomProject[]): string {
  return createHash('sha256').update(JSON.stringify(projects)).digest('hex');
}
