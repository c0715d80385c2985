/** The plays that reach hosts of a stack, for the rules that judge them. */
import type { Deployments } from '../../ansible/deployments/deployments.ts';
import type { SourcedInventory } from '../../ansible/entities.ts';
import type { Plays } from '../../ansible/plays/plays.ts';
import type { Settings } from '../../ansible/settings/ansible-settings.ts';
import type { Files } from '../../ground/files.ts';
import type {
  DeclaredPlays,
  FailingTemplate,
  MissingFile,
  UndefinedName,
  UnknownHandler,
  UnknownModule,
  UnknownPlugin,
  UnknownRole,
} from '../../model/declared-plays.ts';
import type { SourceDocument } from '../../model/source-document.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { certainStops } from './certain-stops.ts';
import type { CertainStops } from './certain-stops.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import type { ProjectPages } from '../../ansible/project/project-pages.ts';
import type { ProjectTexts } from '../../ansible/project/project-texts.ts';
import { unknownHandlers } from './unknown-handlers.ts';
import { unknownModules } from './unknown-modules.ts';
import { unknownRoles } from './unknown-roles.ts';
import type { Values } from '../values.ts';

/** Everything that the plays of a stack are judged by. */
export interface PlaysContext {
  readonly files: Files;
  readonly shown: ShowsPath;
  readonly settings: Settings;
  readonly plays: Plays;
  readonly project: ProjectTexts;
  readonly pages: ProjectPages;
  /** The inventory that sources and variable files declare. */
  readonly read: SourcedInventory;
  /** Its documents. */
  readonly documents: readonly SourceDocument[];
  readonly deployments: Deployments;
  readonly deployed: DeployedProducts;
  readonly values: Values;
}

/** Computes each part when a rule first asks for it. */
export class LazyPlays implements DeclaredPlays {
  readonly #context: PlaysContext;
  #unknownRoles: readonly UnknownRole[] | undefined;
  #stops: CertainStops | undefined;

  constructor(context: PlaysContext) {
    this.#context = context;
  }

  get unknownModules(): readonly UnknownModule[] {
    return unknownModules(this.#context);
  }

  get unknownHandlers(): readonly UnknownHandler[] {
    return unknownHandlers(this.#context);
  }

  get unknownRoles(): readonly UnknownRole[] {
    return (this.#unknownRoles ??= unknownRoles(this.#context));
  }

  get undefinedNames(): readonly UndefinedName[] {
    return this.#certainStops.undefinedNames;
  }

  get unknownPlugins(): readonly UnknownPlugin[] {
    return this.#certainStops.unknownPlugins;
  }

  get failingTemplates(): readonly FailingTemplate[] {
    return this.#certainStops.failingTemplates;
  }

  get missingFiles(): readonly MissingFile[] {
    return this.#certainStops.missingFiles;
  }

  get #certainStops(): CertainStops {
    return (this.#stops ??= certainStops(this.#context));
  }
}
