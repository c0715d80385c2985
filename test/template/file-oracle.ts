/** The template action of the installed Ansible as an oracle. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PYTHON } from '../python.ts';
import type { FileCase } from './random-file.ts';

/** The text that Ansible renders, or why it does not. */
export interface FileAnswer {
  readonly text?: string;
  readonly error?: string;
  readonly message?: string;
}

/** Ansible's answers about templates in files. */
export function askFiles(cases: readonly FileCase[], variables: unknown): readonly FileAnswer[] {
  const script = fileURLToPath(new URL('file-oracle.py', import.meta.url));
  const input = JSON.stringify(cases.map((each) => ({ ...each, variables })));
  const { stdout, stderr, status } = spawnSync(PYTHON, [script], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`);
  return JSON.parse(stdout) as readonly FileAnswer[];
}
