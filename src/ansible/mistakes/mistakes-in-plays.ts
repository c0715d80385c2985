/** The mistakes in the plays that reach hosts of an inventory: what Ansible stops at, or leaves out without a word. */
import type { Files } from '../../ground/files.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { Deployments } from '../deployments/deployments.ts';
import type { Assignment, SourcedInventory } from '../entities.ts';
import type { Plays } from '../plays/plays.ts';
import type { ProjectPages } from '../project/project-pages.ts';
import type { ProjectTexts } from '../project/project-texts.ts';
import type { Scopes } from '../scopes.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { certainStops } from './certain-stops.ts';
import type { CertainStops } from './certain-stops.ts';
import { unknownHandlers } from './unknown-handlers.ts';
import type { UnknownHandler } from './unknown-handlers.ts';
import { unknownModules } from './unknown-modules.ts';
import type { UnknownModule } from './unknown-modules.ts';
import { unknownRoles } from './unknown-roles.ts';
import type { UnknownRole } from './unknown-roles.ts';

/** Everything that plays are judged by. */
export interface JudgedPlays {
  readonly files: Files;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  readonly plays: Plays;
  readonly project: ProjectTexts;
  readonly pages: ProjectPages;
  /** The inventory that sources and variable files declare. */
  readonly read: SourcedInventory;
  readonly deployments: Deployments;
  readonly scopes: Scopes;
  /** Tells whether the name of a variable is not to be told, as it was decrypted. */
  readonly hides: (assignment: Assignment) => boolean;
}

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
