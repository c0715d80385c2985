/** Everything that an inventory, and the plays around it, are judged by. */
import type { Files } from '../../ground/files.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { Deployments } from '../deployments/deployments.ts';
import type { Assignment, Inventory, SourcedInventory } from '../inventory/entities.ts';
import type { Plays } from '../plays/plays.ts';
import type { ProjectPages } from '../project/project-pages.ts';
import type { ProjectTexts } from '../project/project-texts.ts';
import type { Scopes } from '../scopes.ts';
import type { Settings } from '../settings/ansible-settings.ts';

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
  /** Tells whether the name of a variable must not be shown, because it was decrypted. */
  readonly hides: (assignment: Assignment) => boolean;
}

/** Everything that an inventory is judged by, except the other inventories of its project. */
export interface JudgedInventory {
  readonly files: Files;
  readonly cwd: string;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  /** `--playbook-dir`. */
  readonly playbookDir: string | undefined;
  /** The inventory that sources and variable files declare. */
  readonly read: SourcedInventory;
  /** The inventory with what plays set. */
  readonly inventory: Inventory;
  readonly project: ProjectTexts;
}
