/** An inventory with what plays, roles and the command line set around it. */
import { madeOnce } from '../../ground/made-once.ts';
import type { Node } from '../../source/tree.ts';
import type {
  Assignment,
  Host,
  HostVariables,
  Inventory,
  ProjectPlays,
  SourcedInventory,
} from '../inventory/entities.ts';
import type { FolderVariables, PlayFolder } from './play-folders.ts';
import type { HostView } from './host-view.ts';
import { decisiveUnknown } from '../inventory/unknown.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { merged } from '../variables/layers.ts';

/** The views that the hosts of an inventory have of variables. */
export interface HostViews {
  /** The plays of a host as its tasks see them; one object for all hosts that see the same. */
  viewOf(host: Host): HostView;
  /** The plays of a host as templates of other hosts (`hostvars`) see them: without what they set. */
  hostvarsViewOf(host: Host): HostView;
  /** The inventory's own variables, as plays in some folders see them. */
  variablesIn(host: Host, playFolders: readonly PlayFolder[]): FolderVariables;
}

/** The inventory with the variables that a task of a play would see; everything else in it is unchanged. */
export function inventoryWithPlays(
  inventory: SourcedInventory,
  mergeHashes: boolean,
  hostViews: HostViews,
  plays: ProjectPlays = inventory.plays,
): Inventory {
  const remembered = (viewOf: (host: Host) => HostView): ((host: Host) => HostVariables) => {
    const known = new Map<Host, HostVariables>();
    return (host) =>
      madeOnce(known, host, () => {
        const own = (playFolders: readonly PlayFolder[]): FolderVariables => hostViews.variablesIn(host, playFolders);
        return new PlayedVariables(own, viewOf(host), mergeHashes);
      });
  };
  return {
    ...inventory,
    documents: new Map([...plays.documents, ...inventory.documents]),
    plays,
    variablesOf: remembered((host) => hostViews.viewOf(host)),
    hostvarsOf: remembered((host) => hostViews.hostvarsViewOf(host)),
  };
}

class PlayedVariables implements HostVariables {
  readonly #owns: (playFolders: readonly PlayFolder[]) => FolderVariables;
  readonly #known = new Map<readonly PlayFolder[], FolderVariables>();
  readonly #view: HostView;
  readonly #mergeHashes: boolean;

  constructor(owns: (playFolders: readonly PlayFolder[]) => FolderVariables, view: HostView, mergeHashes: boolean) {
    this.#owns = owns;
    this.#view = view;
    this.#mergeHashes = mergeHashes;
  }

  get(name: string): Assignment | undefined {
    const { above, below, playFolders } = this.#view.of(name);
    return above[0] ?? this.#own(playFolders).get(name) ?? below[0];
  }

  candidates(name: string): readonly Assignment[] {
    const { above, below, playFolders } = this.#view.of(name);
    const own = this.#own(playFolders).candidates(name);
    return above.length + below.length === 0 ? own : [...above, ...own, ...below];
  }

  winners(name: string): readonly Assignment[] {
    const { above, below, playFolders } = this.#view.of(name);
    const own = above.length > 0 ? above.slice(0, 1) : this.#own(playFolders).winners(name);
    return own.length > 0 ? own : below.slice(0, 1);
  }

  value(name: string): Node | undefined {
    const { above, below, playFolders } = this.#view.of(name);
    const own = this.#own(playFolders);
    if (!this.#mergeHashes) return above[0]?.value ?? own.value(name) ?? below[0]?.value;
    const values = (assignments: readonly Assignment[]): readonly Node[] =>
      assignments.map(({ value }) => value).reverse();
    return merged([...values(below), own.value(name), ...values(above)]);
  }

  names(): Iterable<string> {
    const { names, playFolders } = this.#view;
    return new Set([...names.below, ...this.#own(playFolders).names(), ...names.above]);
  }

  unreadAbove(name: string): readonly Unknown[] {
    const { above, unread, unreadBelow, playFolders } = this.#view.of(name);
    if (above.length > 0) return unread;
    return [...unread, ...this.#own(playFolders).unreadAbove(name), ...(this.#isOpen(name) ? unreadBelow : [])];
  }

  unknown(name: string): Unknown | undefined {
    const { above, unknown, unknownBelow, playFolders } = this.#view.of(name);
    // A value above hides that plays disagree below it, unless the two are merged.
    const isOwnSeen = above.length === 0 || this.#mergeHashes;
    return (
      unknown ??
      (isOwnSeen ? this.#own(playFolders).disagreement(name) : undefined) ??
      decisiveUnknown(this.unreadAbove(name), this.get(name) !== undefined) ??
      (unknownBelow !== undefined && this.#isOpen(name) ? unknownBelow : undefined)
    );
  }

  /** Tells whether nothing above a role's defaults sets a variable. */
  #isOpen(name: string): boolean {
    const { above, playFolders } = this.#view.of(name);
    return above.length === 0 && this.#own(playFolders).get(name) === undefined;
  }

  /** The inventory's own variables, as plays in some folders see them. */
  #own(playFolders: readonly PlayFolder[]): FolderVariables {
    return madeOnce(this.#known, playFolders, () => this.#owns(playFolders));
  }
}
