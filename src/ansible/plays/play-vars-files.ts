/** `vars_files` of plays: which files a host's templates lead to, and what they set. */
import { join } from 'node:path';
import type { Document } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { Host, SourcedInventory } from '../entities.ts';
import { PlayedInventory } from '../played.ts';
import { Scopes } from '../scopes.ts';
import { evaluate } from '../template/evaluate.ts';
import { isTemplate } from '../template/is-template.ts';
import { UnknownValue } from '../template/trouble.ts';
import type { Layer } from '../variables/vars-files.ts';
import { varsOf } from './applications.ts';
import { doubtAt, Doubts } from './doubts.ts';
import { listOf, textOf } from './nodes.ts';
import type { PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import type { Standing, Standings } from './standings.ts';
import { variablesBeside } from './beside-playbooks.ts';
import { doubting, Sight } from './view.ts';
import type { PlayLayer } from './view.ts';

/** The same for hosts whose templates lead to the same files: `key` tells them apart. */
interface VarsFilesOfPlay {
  readonly key: string;
  readonly layers: readonly PlayLayer[];
}

const NONE: VarsFilesOfPlay = { key: '', layers: [] };

/** Reads the `vars_files` of each play once for all hosts whose templates lead to the same files. */
export class VarsFilesOfPlays {
  readonly #files: PlayFiles;
  readonly #inventory: SourcedInventory;
  readonly #extra: readonly Layer[];
  readonly #standings: Standings;
  readonly #found = new Map<Play, Map<string, VarsFilesOfPlay>>();
  readonly #viewpoints = new Map<Play, Viewpoint>();
  readonly #plainViewpoints = new Map<string | undefined, Viewpoint>();

  constructor(files: PlayFiles, inventory: SourcedInventory, extra: readonly Layer[], standings: Standings) {
    this.#files = files;
    this.#inventory = inventory;
    this.#extra = extra;
    this.#standings = standings;
  }

  of(play: Play, host: Host): VarsFilesOfPlay {
    const entries = listOf(play.node.get('vars_files')?.value);
    if (entries.length === 0) return NONE;
    const paths = entries.map((entry) => listOf(entry).map((item) => this.#evaluated(play, host, item)));
    const key = entries.some(hasTemplate) ? JSON.stringify(paths) : '';
    let byKey = this.#found.get(play);
    if (byKey === undefined) this.#found.set(play, (byKey = new Map<string, VarsFilesOfPlay>()));
    let found = byKey.get(key);
    if (found === undefined) {
      const layers = entries.flatMap((entry, at) => this.#read(play, entry, paths[at] ?? []));
      byKey.set(key, (found = { key, layers }));
    }
    return found;
  }

  /** Of the paths of one entry the first that is there; behind one that only a run can know, any of the rest. */
  #read(play: Play, entry: Node, paths: readonly string[]): readonly PlayLayer[] {
    const doubt = doubtAt(play.document, entry, 'vars_files');
    const doubts = new Doubts();
    let isOpen = false;
    let layer: PlayLayer | undefined;
    for (const path of paths) {
      const files = this.#files.variables(path, [join(play.folder, 'vars'), play.folder]);
      isOpen ||= isTemplate(path);
      const [file] = files;
      if (!isOpen && file !== undefined) {
        layer = this.#files.layer(file, `vars_files ${play.document.file}`, true);
        break;
      }
      if (isOpen) for (const each of files) doubts.addLayer(this.#files.layer(each, 'vars_files', true), doubt);
    }
    if (layer !== undefined) return [layer];
    if (doubts.isEmpty) this.#files.addAbsent(doubts, paths, play.folder, doubt);
    return [doubting(doubts)];
  }

  /** The path with its templates evaluated, or as it is where they cannot be. */
  #evaluated(play: Play, host: Host, item: Node): string {
    const text = textOf(item) ?? '';
    if (!isTemplate(text)) return text;
    const path = text.replace(/\{\{\s*playbook_dir\s*\}\}/g, play.folder);
    return this.#viewpointOf(play).pathFor(host, path);
  }

  /** Plays of one folder that set no variables see the same. */
  #viewpointOf(play: Play): Viewpoint {
    let viewpoint = this.#viewpoints.get(play);
    if (viewpoint !== undefined) return viewpoint;
    const variables = [...varsOf(play, this.#files), ...play.imported];
    const standing = this.#standings.of(play);
    if (variables.length > 0) viewpoint = new Viewpoint(this.#scopesOf(play, standing, variables));
    else {
      viewpoint =
        this.#plainViewpoints.get(standing?.folder) ?? new Viewpoint(this.#scopesOf(play, standing, variables));
      this.#plainViewpoints.set(standing?.folder, viewpoint);
    }
    this.#viewpoints.set(play, viewpoint);
    return viewpoint;
  }

  /** The inventory's variables with those of the play itself, and nothing that a run would add. */
  #scopesOf(play: Play, standing: Standing | undefined, variables: readonly Layer[]): Scopes {
    const sight = new Sight(
      [
        {
          standing,
          above: variables,
          below: [],
          place: play.place,
          certain: true,
          reads: () => true,
        },
      ],
      this.#extra,
    );
    const beside = {
      documents: new Map<string, Document>(),
      assignments: [],
      troubles: [],
      unmatchedNames: () => [],
      appliedRoles: () => [],
      groupings: () => [],
      defaultsSeen: () => new Set<Node>(),
      playFolders: [],
      hides: () => false,
      sightOf: () => sight,
      hostvarsSightOf: () => new Sight([], this.#extra, standing && [standing]),
      variablesBeside: (host: Host, standings: readonly Standing[]) =>
        variablesBeside(this.#inventory, host, standings, undefined),
    };
    const inventory = new PlayedInventory(this.#inventory, false, () => beside);
    const unknown = (name: string): UnknownValue =>
      new UnknownValue('task', `${name} may be set by a play, a role or a task`, name);
    return new Scopes(inventory, unknown);
  }
}

/** Where plays look from when they choose their `vars_files`: each path is evaluated once for a host. */
class Viewpoint {
  readonly #scopes: Scopes;
  readonly #paths = new Map<Host, Map<string, string>>();

  constructor(scopes: Scopes) {
    this.#scopes = scopes;
  }

  /** A path with its templates evaluated, or as it is where they cannot be. */
  pathFor(host: Host, path: string): string {
    let paths = this.#paths.get(host);
    if (paths === undefined) this.#paths.set(host, (paths = new Map<string, string>()));
    let evaluated = paths.get(path);
    if (evaluated === undefined) {
      const outcome = evaluate(path, this.#scopes.of(host));
      evaluated = outcome.state === 'known' ? (textOf(outcome.value) ?? path) : path;
      paths.set(path, evaluated);
    }
    return evaluated;
  }
}

function hasTemplate(entry: Node): boolean {
  return listOf(entry).some((item) => isTemplate(textOf(item) ?? ''));
}
