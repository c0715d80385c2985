/** The Python that tests ask: for its own answers, libyaml's and Ansible's. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The Python of `STACKLINT_PYTHON`, or the first on the path. */
export const PYTHON = process.env['STACKLINT_PYTHON'] ?? 'python3';

/** Reports that a test is skipped because there is nothing to compare with. */
export const NO_ANSIBLE = 'skipped: STACKLINT_PYTHON names no Python with ansible-core 2.19';
export const NO_CLASSIC_ANSIBLE = 'skipped: STACKLINT_PYTHON names no Python with ansible-core 2.14 to 2.18';

let ansible: string | undefined;

/** Tells whether it has ansible-core 2.19. */
export function hasAnsible(): boolean {
  return release() === '2.19';
}

/** Tells whether it has one of the releases that evaluate templates in the classic way: 2.14 to 2.18. */
export function hasClassicAnsible(): boolean {
  return /^2\.1[4-8]$/.test(release());
}

function release(): string {
  if (ansible === undefined) {
    const print = 'import ansible.release as r; print(".".join(r.__version__.split(".")[:2]))';
    const { status, stdout } = spawnSync(PYTHON, ['-c', print], { encoding: 'utf8' });
    ansible = status === 0 ? stdout.trim() : '';
  }
  return ansible;
}

/** The answers of a script that reads questions as JSON and writes answers as JSON. Throws where it fails. */
export function askOracle(script: URL, questions: unknown, ...args: readonly string[]): unknown {
  const options = { input: JSON.stringify(questions), encoding: 'utf8', maxBuffer: 1 << 30 } as const;
  const { stdout, stderr, status } = spawnSync(PYTHON, [fileURLToPath(script), ...args], options);
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`);
  return JSON.parse(stdout) as unknown;
}
