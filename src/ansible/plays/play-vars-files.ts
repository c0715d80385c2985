/** `vars_files` of plays: which files a host's templates lead to, and what they set. */
import { join } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Node } from '../../source/tree.ts';
import type { Host, SourcedInventory } from '../inventory/entities.ts';
import { inventoryWithPlays } from './inventory-with-plays.ts';
import { Scopes } from '../scopes.ts';
import { evaluate } from '../template/evaluate.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Layer } from '../variables/vars-files.ts';
import { varsOfPlay } from './role-applications.ts';
import { unknownAsMaybeSetAt, PossibleAssignments, layerOfPossible } from './possible-assignments.ts';
import { listOf, textOf } from '../playbook/nodes.ts';
import type { MissingFile, PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import type { PlayFolder, PlayFolders } from './play-folders.ts';
import { hostVariablesForPlaysIn } from './play-folders.ts';
import { HostView } from './host-view.ts';
import type { PlayLayer } from './possible-assignments.ts';

/** The layers of a play's `vars_files`. `key` is the same for hosts whose templates lead to the same files. */
interface VarsFilesOfPlay {
  readonly key: string;
  readonly layers: readonly PlayLayer[];
  /** The entries whose files do not exist. */
  readonly missing: readonly MissingFile[];
}

const NONE: VarsFilesOfPlay = { key: '', layers: [], missing: [] };

/** The `vars_files` of one play. */
interface Entries {
  readonly nodes: readonly Node[];
  readonly choice: Choice;
  /** The layers that hosts see, by their keys. */
  readonly found: Map<string, VarsFilesOfPlay>;
}

/** Reads the `vars_files` of each play once for all hosts whose templates lead to the same files. */
export class VarsFilesOfPlays {
  readonly #files: PlayFiles;
  readonly #inventory: SourcedInventory;
  readonly #extra: readonly Layer[];
  readonly #playFolders: PlayFolders;
  readonly #entries = new Map<Play, Entries | undefined>();
  readonly #plainViewpoints = new Map<string | undefined, Viewpoint>();

  constructor(files: PlayFiles, inventory: SourcedInventory, extra: readonly Layer[], playFolders: PlayFolders) {
    this.#files = files;
    this.#inventory = inventory;
    this.#extra = extra;
    this.#playFolders = playFolders;
  }

  of(play: Play, host: Host): VarsFilesOfPlay {
    if (!this.#entries.has(play)) this.#entries.set(play, this.#entriesOf(play));
    const entries = this.#entries.get(play);
    if (entries === undefined) return NONE;
    const { key, paths } = entries.choice.of(host);
    return madeOnce(entries.found, key, () => {
      const missing: MissingFile[] = [];
      const layers = entries.nodes.flatMap((entry, at) => this.#read(play, entry, paths[at] ?? [], missing));
      return { key, layers, missing };
    });
  }

  #entriesOf(play: Play): Entries | undefined {
    const nodes = play.varsFiles;
    if (nodes.length === 0) return undefined;
    const texts = nodes.map((entry) =>
      listOf(entry).map((item) => (textOf(item) ?? '').replace(/\{\{\s*playbook_dir\s*\}\}/g, play.folder)),
    );
    return { nodes, choice: this.#viewpointOf(play).choiceOf(texts), found: new Map() };
  }

  /** Reads the first path of an entry that exists; after one that only a run can know, it may be any of the rest. */
  #read(play: Play, entry: Node, paths: readonly string[], missing: MissingFile[]): readonly PlayLayer[] {
    const unknown = unknownAsMaybeSetAt(play.document, entry, 'vars_files');
    const possible = new PossibleAssignments();
    let isOpen = false;
    let layer: PlayLayer | undefined;
    const folders = [join(play.folder, 'vars'), play.folder];
    for (const path of paths) {
      const files = this.#files.variables(path, folders);
      isOpen ||= isTemplate(path);
      const [file] = files;
      if (!isOpen && file !== undefined) {
        layer = this.#files.layer(file, { kind: 'vars_files', owner: play.document.file }, true);
        break;
      }
      if (isOpen)
        for (const each of files) possible.addLayer(this.#files.layer(each, { kind: 'vars_files' }, true), unknown);
    }
    if (layer !== undefined) return [layer];
    const [name] = paths;
    if (!isOpen && name !== undefined) {
      const place = { document: play.document, start: entry.start, end: entry.end };
      missing.push({ kind: 'missing file', name, what: 'variables', folders, place });
    }
    if (possible.isEmpty) this.#files.addAbsent(possible, paths, play.folder, unknown);
    return [layerOfPossible(possible)];
  }

  /** Plays of one folder that set no variables see the same. */
  #viewpointOf(play: Play): Viewpoint {
    const variables = [...varsOfPlay(play, this.#files), ...play.imported];
    const playFolder = this.#playFolders.of(play);
    const known = variables.length > 0 ? undefined : this.#plainViewpoints.get(playFolder?.folder);
    if (known !== undefined) return known;
    const viewpoint = new Viewpoint(this.#scopesOf(play, playFolder, variables));
    if (variables.length === 0) this.#plainViewpoints.set(playFolder?.folder, viewpoint);
    return viewpoint;
  }

  /** The inventory's variables with those of the play itself, and nothing that a run would add. */
  #scopesOf(play: Play, playFolder: PlayFolder | undefined, variables: readonly Layer[]): Scopes {
    const view = new HostView(
      [
        {
          playFolder,
          above: variables,
          below: [],
          place: play.place,
          certain: true,
          reads: () => true,
        },
      ],
      this.#extra,
    );
    const hostvars = new HostView([], this.#extra, playFolder && [playFolder]);
    const inventory = inventoryWithPlays(this.#inventory, false, {
      viewOf: () => view,
      hostvarsViewOf: () => hostvars,
      variablesIn: (host, playFolders) => hostVariablesForPlaysIn(this.#inventory, host, playFolders, undefined),
    });
    return new Scopes(inventory, () => 'may be set by a play, a role or a task');
  }
}

/** The variables that plays see when they choose their `vars_files`. */
class Viewpoint {
  readonly #scopes: Scopes;
  readonly #choices = new Map<string, Choice>();

  constructor(scopes: Scopes) {
    this.#scopes = scopes;
  }

  /** The paths of some entries; the same object for equal entries, whichever play has them. */
  choiceOf(texts: readonly (readonly string[])[]): Choice {
    const key = JSON.stringify(texts);
    return madeOnce(this.#choices, key, () => new Choice(texts, this.#scopes));
  }
}

/** The paths that a host has in place of some templates; those of one entry are in one list. */
interface Chosen {
  readonly key: string;
  readonly paths: readonly (readonly string[])[];
}

/** The paths of some entries for each host. */
class Choice {
  readonly #texts: readonly (readonly string[])[];
  readonly #scopes: Scopes;
  readonly #chosen = new Map<Host, Chosen>();
  /** The paths of all hosts, if none of the paths has a template. */
  readonly #fixed: Chosen | undefined;

  constructor(texts: readonly (readonly string[])[], scopes: Scopes) {
    this.#texts = texts;
    this.#scopes = scopes;
    this.#fixed = texts.flat().some((text) => isTemplate(text)) ? undefined : { key: '', paths: texts };
  }

  of(host: Host): Chosen {
    let chosen = this.#fixed ?? this.#chosen.get(host);
    if (chosen === undefined) {
      const paths = this.#texts.map((entry) => entry.map((text) => this.#evaluated(text, host)));
      this.#chosen.set(host, (chosen = { key: JSON.stringify(paths), paths }));
    }
    return chosen;
  }

  /** A path with its templates evaluated, or unchanged if they cannot be. */
  #evaluated(text: string, host: Host): string {
    if (!isTemplate(text)) return text;
    const outcome = evaluate(text, this.#scopes.of(host));
    return outcome.state === 'known' ? (textOf(outcome.value) ?? text) : text;
  }
}
