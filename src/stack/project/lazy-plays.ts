/**
 * The plays that reach hosts of a stack, for the rules that judge them: the mistakes that Ansible's half finds, as
 * the model has them.
 */
import type { Location } from '../../source/document.ts';
import type { Doubt, Host, MistakesInPlays } from '../../ansible/index.ts';
import type {
  DeclaredPlays,
  FailingTemplate,
  MissingFile,
  NearName,
  UndefinedName,
  UnknownHandler,
  UnknownModule,
  UnknownPlugin,
  UnknownRole,
} from '../../model/declared-plays.ts';
import type { FilePlace } from '../../model/setting.ts';
import { shownHost } from '../hosts.ts';
import { placeIn } from '../place.ts';
import type { DeployedProducts } from '../products/deployed-products.ts';
import { unknownByDoubt } from '../what-decides.ts';

/** Computes each part when a rule first asks for it. */
export class LazyPlays implements DeclaredPlays {
  readonly #mistakes: MistakesInPlays;
  readonly #deployed: DeployedProducts;
  #unknownRoles: readonly UnknownRole[] | undefined;
  #stops: ReturnType<MistakesInPlays['stopsIn']> | undefined;

  constructor(mistakes: MistakesInPlays, deployed: DeployedProducts) {
    this.#mistakes = mistakes;
    this.#deployed = deployed;
  }

  get unknownModules(): readonly UnknownModule[] {
    return this.#mistakes.modules.map((one) => ({ ...one, ...unknownName(one) }));
  }

  get unknownHandlers(): readonly UnknownHandler[] {
    return this.#mistakes.handlers.map((one) => ({ ...one, ...unknownName(one), nearest: nearName(one.nearest) }));
  }

  get unknownRoles(): readonly UnknownRole[] {
    return (this.#unknownRoles ??= this.#mistakes.roles.map((one) => ({
      ...one,
      ...unknownName(one),
      nearest: one.nearest && {
        name: one.nearest.name,
        at: one.nearest.file === undefined ? undefined : { file: one.nearest.file, start: 0, end: 0 },
      },
    })));
  }

  get undefinedNames(): readonly UndefinedName[] {
    return this.#certainStops.undefinedNames.map((one) => ({
      ...one,
      ...unknownName(one),
      others: one.others.map(placeOf),
      users: one.users.map(placeOf),
      nearest: nearName(one.nearest),
      elsewhere: one.elsewhere && placeOf(one.elsewhere),
    }));
  }

  get unknownPlugins(): readonly UnknownPlugin[] {
    return this.#certainStops.unknownPlugins.map((one) => ({ ...one, ...foundOn(one) }));
  }

  get failingTemplates(): readonly FailingTemplate[] {
    return this.#certainStops.failingTemplates.map((one) => ({
      ...one,
      ...foundOn(one),
      usedAt: one.usedAt && placeOf(one.usedAt),
    }));
  }

  get missingFiles(): readonly MissingFile[] {
    return this.#certainStops.missingFiles.map((one) => ({ ...one, ...unknownName(one) }));
  }

  /** Only the playbooks count that write a file of some product: others of the project are not the stack's. */
  get #certainStops(): ReturnType<MistakesInPlays['stopsIn']> {
    if (this.#stops !== undefined) return this.#stops;
    const files = [...this.#deployed.all.values()].flatMap((products) => products.flatMap((product) => product.files));
    return (this.#stops = this.#mistakes.stopsIn(new Set(files.flatMap(({ playbooks }) => [...playbooks]))));
  }
}

interface Found {
  readonly at: Location;
  readonly hosts: readonly Host[];
}

function foundOn({ at, hosts }: Found) {
  return { at: placeOf(at), hosts: [...new Set(hosts.map(shownHost))] };
}

/** What is the same for all names that are not there. */
function unknownName({
  name,
  unless,
  ...found
}: Found & { readonly name: string; readonly unless: Doubt | undefined }) {
  const { at, hosts } = foundOn(found);
  return { at, hosts, unless: unless && unknownByDoubt(unless, name, at) };
}

function nearName(
  near: { readonly name: string; readonly at?: Location | undefined } | undefined,
): NearName | undefined {
  return near && { name: near.name, at: near.at && placeOf(near.at) };
}

function placeOf(at: Location): FilePlace {
  return placeIn(at.document, at);
}
