/** What `--extra-vars` may not be. */
import { CannotCheck } from '../cannot-check.ts';
import type { FatalCode } from './entities.ts';

/** Ansible refuses what an `-e` gives. */
export class RefusedExtraVars extends CannotCheck {
  /** The code that Ansible ends with: 1 for a file that is not there, 4 for what cannot be read, 5 for no mapping. */
  readonly fatal: FatalCode;

  constructor(fatal: FatalCode, message: string) {
    super(message);
    this.fatal = fatal;
  }
}
