/** The installed ansible-playbook as an oracle, which carries out nothing outside of a folder of its own. */
import { createHash } from 'node:crypto';
import { askOracle } from '../../python.ts';
import { INVENTORY, PLAYBOOK } from './random-project.ts';
import type { RandomProject } from './random-project.ts';

/** The files of each host; null for a text, a host or a project that a failed task leaves open. */
export type Answer = Readonly<Record<string, Readonly<Record<string, string | null>> | null>> | null;

/** Ansible's answer for each project. */
export function ask(projects: readonly RandomProject[]): readonly Answer[] {
  const cases = projects.map((one) => ({ ...one, playbook: PLAYBOOK, inventory: INVENTORY }));
  return askOracle(new URL('oracle.py', import.meta.url), cases) as readonly Answer[];
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
