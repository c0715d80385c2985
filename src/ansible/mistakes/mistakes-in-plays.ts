/** The mistakes in the plays that reach hosts of an inventory: what Ansible stops at, or leaves out without a word. */
import { certainStops } from './certain-stops.ts';
import type { CertainStops } from './certain-stops.ts';
import type { JudgedPlays } from './judged-project.ts';
import { unknownHandlers } from './unknown-handlers.ts';
import type { UnknownHandler } from './unknown-handlers.ts';
import { unknownModules } from './unknown-modules.ts';
import type { UnknownModule } from './unknown-modules.ts';
import { unknownRoles } from './unknown-roles.ts';
import type { UnknownRole } from './unknown-roles.ts';

/** Finds the mistakes of each kind. */
export class MistakesInPlays {
  readonly #plays: JudgedPlays;

  constructor(plays: JudgedPlays) {
    this.#plays = plays;
  }

  /** The modules, keywords and arguments that Ansible does not have. */
  get modules(): readonly UnknownModule[] {
    return unknownModules(this.#plays);
  }

  /** The names that tasks notify and that no handler has. */
  get handlers(): readonly UnknownHandler[] {
    return unknownHandlers(this.#plays);
  }

  /** The roles that are not there. */
  get roles(): readonly UnknownRole[] {
    return unknownRoles(this.#plays);
  }

  /** What Ansible surely stops at in some playbooks, by their full paths. */
  stopsIn(playbooks: ReadonlySet<string>): CertainStops {
    return certainStops(this.#plays, playbooks);
  }
}
