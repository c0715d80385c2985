/** Which inventory a command reads. */
import { disk } from '../files.ts';
import type { Where } from '../index.ts';
import type { Given } from './arguments.ts';
import type { Caller } from './outcome.ts';

/** `-i`, `--playbook-dir`, `--extra-vars`, `--vocabulary` and the paths, as the public door takes them. */
export function where(given: Given, caller: Caller, paths: readonly string[]): Where {
  return {
    files: disk,
    cwd: caller.cwd,
    paths,
    inventory: given.values('inventory'),
    playbookDir: given.value('playbook-dir'),
    extraVars: given.values('extra-vars'),
    vocabularies: given.values('vocabulary'),
  };
}
