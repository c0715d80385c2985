/** Loads the files of `group_vars` and `host_vars` for a group or host. */
import { extname, join } from 'node:path';
import { FileError, whyPathIsUnknown } from '../../ground/files.ts';
import type { Document } from '../../source/document.ts';
import { assignmentsFromPairs, withValue } from '../inventory/assignment.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import { unknowable } from '../template/computed.ts';
import type { Assignment, Assignments } from '../inventory/entities.ts';
import { UnknownValue } from '../template/markers.ts';
import type { Level } from '../inventory/level.ts';
import { LinkLoops } from '../inventory/link-loops.ts';
import type { OuterFolder } from '../inventory/link-loops.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { explainedYamlProblem } from '../../source/yaml/exact-problem.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { byCodePoint, isFalsy } from '../../source/python.ts';
import { isSizeFault } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { faultOfText } from '../inventory/source-failure.ts';
import { SOPS_PLUGIN } from '../settings/ansible-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { LockedText } from '../vault/vault.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { unknownByVarsPlugin, unknownByUnreadFile } from '../inventory/unknown.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { warnOfVariables } from '../graph/warnings.ts';

export const VARS_FOLDERS = ['group_vars', 'host_vars'] as const;
export type VarsFolder = (typeof VARS_FOLDERS)[number];

/** The variables that one document, or the inventory itself, sets for one group or host. */
export interface Layer {
  readonly assignments: Assignments;
  /** Undefined for inline variables. */
  readonly document: Document | undefined;
  /** The reason for any variable of an unreadable document. */
  readonly unread?: Unknown | undefined;
}

interface Folder {
  readonly path: string;
  /** Undefined for a folder that cannot be listed, in which Ansible still opens files by name. */
  readonly names: ReadonlySet<string> | undefined;
  /** The layers read so far, by the name of the group or host. */
  readonly layers: Map<string, readonly Layer[]>;
}

const NO_LAYERS: readonly Layer[] = [];
/** The extensions of the plugin for SOPS. */
const SOPS_EXTENSIONS = ['.sops.yml', '.sops.yaml', '.sops.json'] as const;

/** Tells whether the plugin for SOPS, if it is enabled, reads a file of this path. */
export function isSopsPath(path: string): boolean {
  return SOPS_EXTENSIONS.some((extension) => path.endsWith(extension));
}

/** Lists each folder and reads each file once, however many groups and hosts it is for. */
export class VarsFiles {
  readonly #documents: Documents;
  readonly #settings: Settings;
  readonly #troubles: Troubles;
  readonly #fatal: 4 | undefined;
  /** The folders by the path above them; undefined if there is none. */
  readonly #folders = {
    group_vars: new Map<string, Folder | undefined>(),
    host_vars: new Map<string, Folder | undefined>(),
  };

  readonly #loops = new LinkLoops();
  /** The documents loaded so far, by `group_vars/NAME` or `host_vars/NAME`. */
  readonly #loaded = new Map<string, Set<Document>>();

  /** `fatal`: Ansible's exit code for a broken file; undefined while it reads sources, as it then goes on. */
  constructor(documents: Documents, settings: Settings, troubles: Troubles, fatal: 4 | undefined) {
    this.#documents = documents;
    this.#settings = settings;
    this.#troubles = troubles;
    this.#fatal = fatal;
  }

  /** Loads the files below `base` for a group or host; returns their layers in rising precedence. */
  load(base: string, folder: VarsFolder, name: string): readonly Layer[] {
    // For a host named after an absolute path (the root of a container), Ansible loads no files.
    const { readsVarsFiles, readsSopsFiles } = this.#settings;
    if (name.startsWith('/') || !(readsVarsFiles || readsSopsFiles)) return NO_LAYERS;
    const found = this.#folder(base, folder);
    if (found === undefined) return NO_LAYERS;
    let layers = found.layers.get(name);
    if (layers === undefined) {
      const level: Level = { kind: folder, owner: name };
      layers = readsVarsFiles ? this.#read(found, name, level) : NO_LAYERS;
      if (readsSopsFiles) layers = [...layers, ...this.#encryptedBySops(found, name, level)];
      found.layers.set(name, layers);
      this.#noteLoaded(`${folder}/${name}`, layers);
    }
    return layers;
  }

  /** The documents loaded so far for groups and hosts, in order, by `group_vars/NAME` or `host_vars/NAME`. */
  get loaded(): ReadonlyMap<string, ReadonlySet<Document>> {
    return new Map(this.#loaded);
  }

  #noteLoaded(owner: string, layers: readonly Layer[]): void {
    for (const { document } of layers)
      if (document !== undefined) madeOnce(this.#loaded, owner, () => new Set()).add(document);
  }

  /** The names of groups or hosts that have files below `base`. */
  names(base: string, folder: VarsFolder): readonly string[] {
    const names = [...(this.#folder(base, folder)?.names ?? [])];
    return names.map((name) => {
      const extension = this.#settings.yamlExtensions.find((ending) => name.endsWith(ending)) ?? '';
      return name.slice(0, name.length - extension.length);
    });
  }

  #folder(base: string, name: VarsFolder): Folder | undefined {
    const known = this.#folders[name];
    const found = known.get(base);
    if (found !== undefined || known.has(base)) return found;
    const folder = this.#openFolder(join(base, name));
    known.set(base, folder);
    return folder;
  }

  #openFolder(path: string): Folder | undefined {
    const kind = this.#documents.kind(path);
    if (kind === 'folder') return { path, names: this.#listFolder(path), layers: new Map() };
    if (kind !== undefined)
      this.#troubles.add(this.#documents.placeholder(path), undefined, fault('variables/not-a-folder'));
    return undefined;
  }

  #listFolder(folder: string): ReadonlySet<string> | undefined {
    try {
      return new Set(this.#documents.files.list(folder));
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** Reads the first of NAME, NAME.yml, NAME.yaml, NAME.json that exists, file or folder; it hides the others. */
  #read({ path, names }: Folder, name: string, level: Level): readonly Layer[] {
    const nested = name.includes('/') || name === '.' || name === '..';
    for (const extension of ['', ...this.#settings.yamlExtensions]) {
      const dot = extension === '' || extension.includes('.') ? '' : '.';
      const file = name + dot + extension;
      if (!nested && names?.has(file) === false) continue;
      const full = nested ? join(path, file) : `${path}/${file}`;
      const kind = extension !== '' && this.#canRead(full) ? 'file' : this.#documents.kind(full);
      if (kind === 'folder') return this.#layersIn(full, level, []);
      if (kind !== undefined) return [this.#layer(full, level)];
      const unseen = this.#uninspectable(full, path);
      if (unseen !== undefined) return [unseen];
    }
    return NO_LAYERS;
  }

  /** Reads the files of the plugin for SOPS. */
  #encryptedBySops({ path, names }: Folder, name: string, level: Level): readonly Layer[] {
    const found = SOPS_EXTENSIONS.map((extension) => name + extension).filter((file) => names?.has(file) === true);
    return found.map((file) => this.#layer(join(path, file), level));
  }

  /** Tells a readable file by reading it, which is cheaper than to ask first. */
  #canRead(path: string): boolean {
    try {
      this.#documents.text(path);
      return true;
    } catch (error) {
      if (error instanceof FileError) return false;
      throw error;
    }
  }

  #layersIn(folder: string, level: Level, above: readonly OuterFolder[]): readonly Layer[] {
    const real = this.#documents.files.real(folder);
    const loop = this.#loops.loopAt(real, above);
    if (loop !== undefined)
      return [unreadLayer(this.#troubles.addLoop(folder, loop), loop === 'alternating' ? 'unreadable' : undefined)];
    let names: readonly string[];
    try {
      names = [...this.#documents.files.list(folder)].sort(byCodePoint);
    } catch (error) {
      return [unreadLayer(this.#troubles.addUnreadable(folder, error, this.#fatal), 'unreadable')];
    }
    return names.flatMap((name) => {
      if (name.startsWith('.') || name.endsWith('~')) return [];
      const path = join(folder, name);
      const extension = extname(name);
      const kind = this.#documents.kind(path);
      if (kind === 'folder') return extension === '' ? this.#layersIn(path, level, [...above, [real, name]]) : [];
      if (extension !== '' && !this.#settings.yamlExtensions.includes(extension)) return [];
      return kind === 'file' ? [this.#layer(path, level)] : (this.#uninspectable(path, folder) ?? []);
    });
  }

  /** The layer of a path that cannot be inspected: Ansible takes it for absent, and goes on. */
  #uninspectable(path: string, folder: string): Layer | undefined {
    const why = whyPathIsUnknown(this.#documents.files, path);
    if (why === undefined) return undefined;
    // For a folder without permission, one trouble replaces those of its files.
    const reported = whyPathIsUnknown(this.#documents.files, `${folder}/.`) === undefined ? path : folder;
    return unreadLayer(this.#troubles.addUnreadable(reported, why, undefined), 'unreadable');
  }

  #layer(path: string, level: Level): Layer {
    let document: Document;
    try {
      const { locked } = this.#documents.text(path);
      if (this.#settings.readsSopsFiles && isSopsPath(path)) return this.#sopsLayer(path, level);
      if (locked !== undefined) return this.#encrypted(path, locked);
      document = this.#documents.register(this.#documents.parsed(path));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return unreadLayer(this.#troubles.addUnreadable(path, error, this.#fatal), 'unreadable');
    }
    const { root, problem } = document;
    if (problem?.recurs === true) this.#troubles.addRecurrence(document, problem);
    else if (problem !== undefined && isSizeFault(problem)) {
      this.#troubles.add(document, problem, { ...faultOfText(problem), refuses: 'file' }, { fatal: 1 });
      return unreadLayer(document, 'unreadable');
    } else if (problem !== undefined) {
      const exact = explainedYamlProblem(problem, document.text);
      // Ansible reads a value that contains itself, and fails when it prints it.
      const fatal = problem.recurs === undefined ? this.#fatal : this.#fatal && 250;
      this.#troubles.add(document, exact, { ...faultOfText(exact), refuses: 'file' }, { fatal });
      return {
        assignments: assignmentsIn(document, level),
        document,
        unread: unknownByUnreadFile(document, 'unreadable'),
      };
    }
    if (root !== undefined && root.kind !== 'mapping' && !isFalsy(root)) {
      const refused = otherThanMapping(root, document.text);
      this.#troubles.add(document, root, { ...refused, refuses: 'file' }, { fatal: this.#fatal });
      return unreadLayer(document, 'unreadable');
    }
    warnOfVariables(document, this.#settings, this.#troubles);
    return { assignments: assignmentsIn(document, level), document };
  }

  /** The layer of a file that SOPS encrypts: names without values. Its own data is below the key `sops`. */
  #sopsLayer(path: string, level: Level): Layer {
    const { root, problem } = this.#documents.parsed(path);
    const document = this.#documents.register(this.#documents.unparsed(path, 'text'));
    if (problem !== undefined || root?.kind !== 'mapping')
      return {
        assignments: new Map(),
        document,
        unread: { ...unknownByVarsPlugin(SOPS_PLUGIN, document), reason: 'unreadable' },
      };
    const pairs = root.pairs.filter(({ key }) => key.value !== 'sops');
    const unknown = [...assignmentsFromPairs(document, pairs, level)].map(([name, one]): [string, Assignment] => [
      name,
      withValue(one, unknowable(one.value, UnknownValue.named('vault', 'SOPS', 'encrypts the value'))),
    ]);
    return { assignments: new Map(unknown), document };
  }

  #encrypted(path: string, locked: LockedText): Layer {
    const document = this.#documents.register(this.#documents.unparsed(path, 'text'));
    const range = { start: 0, end: document.text.indexOf('\n') };
    this.#troubles.add(document, range, lockedFileFault(locked), { fatal: this.#fatal });
    return unreadLayer(document, locked.kind === 'broken' ? 'unreadable' : 'vault');
  }
}

function lockedFileFault(locked: LockedText): Fault {
  return locked.kind === 'broken' ? { ...locked.faultOf('it'), refuses: 'file' } : locked.faultOf('the file');
}

function unreadLayer(document: Document, reason: 'vault' | 'unreadable' | undefined): Layer {
  return { assignments: new Map(), document, unread: reason && unknownByUnreadFile(document, reason) };
}

/** The assignments of a document, if it is a mapping. */
function assignmentsIn(document: Document, level: Level): Assignments {
  return assignmentsFromPairs(document, document.root?.kind === 'mapping' ? document.root.pairs : [], level);
}

/** The fault of a file that holds no mapping of variables; of a text that has no name with a colon, what it lacks. */
function otherThanMapping(root: Node, text: string): Fault {
  if (root.kind === 'sequence') return fault('variables/not-a-mapping', { found: 'a list' });
  const [, sign] = /^(?:---\s+|#.*\s+)*[\w.-]+(:\u00a0|:(?=\S)|[ \t]*=)/.exec(text) ?? [];
  if (sign === undefined) return fault('variables/not-a-mapping', { found: 'a single value' });
  if (sign.endsWith('=')) return fault('variables/equals-sign');
  return fault(sign === ':' ? 'variables/no-space-after-colon' : 'variables/no-break-space');
}
