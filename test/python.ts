/** The Python that tests ask: for its own answers, libyaml's and Ansible's. */
import { spawnSync } from 'node:child_process';

/** That of `STACKLINT_PYTHON`, or the first on the path. */
export const PYTHON = process.env['STACKLINT_PYTHON'] ?? 'python3';

/** What a test says that has nothing to compare with. */
export const NO_ANSIBLE = 'skipped: STACKLINT_PYTHON names no Python with ansible-core 2.19';

let ansible: boolean | undefined;

/** Whether it has ansible-core 2.19. */
export function hasAnsible(): boolean {
  if (ansible === undefined) {
    const print = 'import ansible.release as r; print(r.__version__)';
    const { status, stdout } = spawnSync(PYTHON, ['-c', print], { encoding: 'utf8' });
    ansible = status === 0 && stdout.startsWith('2.19.');
  }
  return ansible;
}
