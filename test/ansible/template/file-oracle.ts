/** The template action of the installed Ansible as an oracle. */
import { askOracle } from '../../python.ts';
import type { FileCase } from './random-file.ts';

/** The text that Ansible renders, or why it does not. */
export interface FileAnswer {
  readonly text?: string;
  readonly error?: string;
  readonly message?: string;
}

/** Ansible's answers about templates in files. */
export function askFiles(cases: readonly FileCase[], variables: unknown): readonly FileAnswer[] {
  const questions = cases.map((each) => ({ ...each, variables }));
  return askOracle(new URL('file-oracle.py', import.meta.url), questions) as readonly FileAnswer[];
}
