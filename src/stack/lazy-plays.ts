/** The plays that reach hosts of a stack, for the rules that judge them. */
import type { Plays } from '../ansible/plays/plays.ts';
import type { Settings } from '../ansible/settings/ansible-settings.ts';
import type { Files } from '../files.ts';
import type { DeclaredPlays, UnknownModule, UnknownRole } from '../model/declared-plays.ts';
import type { ShowsPath } from '../paths.ts';
import type { ProjectTexts } from './project-texts.ts';
import { unknownModules } from './unknown-modules.ts';
import { unknownRoles } from './unknown-roles.ts';

/** Everything that the plays of a stack are judged by. */
export interface PlaysContext {
  readonly files: Files;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  readonly plays: Plays;
  readonly project: ProjectTexts;
}

/** Computes each part when a rule first asks for it. */
export class LazyPlays implements DeclaredPlays {
  readonly #context: PlaysContext;
  #unknownRoles: readonly UnknownRole[] | undefined;

  constructor(context: PlaysContext) {
    this.#context = context;
  }

  get unknownModules(): readonly UnknownModule[] {
    return unknownModules(this.#context);
  }

  get unknownRoles(): readonly UnknownRole[] {
    return (this.#unknownRoles ??= unknownRoles(this.#context));
  }
}
