/**
 * The files of plays and roles: playbooks, tasks and variables. Each is read once, up to as many as a project may
 * have.
 */
import { basename, dirname, extname, join, resolve } from 'node:path';
import { FileError, readableNames } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { isAt, isBelow } from '../../ground/paths.ts';
import type { Document } from '../../source/document.ts';
import type { Mapping, Node, Range } from '../../source/tree.ts';
import { assignmentsFromPairs } from '../inventory/assignment.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import type { Assignment } from '../inventory/entities.ts';
import { byCodePoint, isFalsy } from '../../source/python.ts';
import type { Level } from '../inventory/level.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { unknownByUnreadFile } from '../inventory/unknown.ts';
import type { Unknown } from '../inventory/unknown.ts';
import type { Layer } from '../variables/vars-files.ts';
import type { PossibleAssignments } from './possible-assignments.ts';
import { hasOnlyFactTemplates, patternOfTemplate } from '../playbook/nodes.ts';

/** Enough for any deployment project, and a bound for a home folder that was named by mistake. */
const MAX_FILES = 2_000;
const EXTENSIONS = ['.yml', '.yaml', '.json'];
/**
 * The depth to which a folder is searched for the files that a template may mean: tasks and variables are seldom
 * deeper than one level.
 */
const MAX_DEPTH = 4;
/** A name without folders, as a pattern. */
const NAME = '[^/]*';

/** Pairs of a mapping, or of a line of arguments. */
interface Entries {
  readonly pairs: Mapping['pairs'];
}

/** A file that a play or task names but that Ansible finds nowhere. */
export interface MissingFile {
  readonly kind: 'missing file';
  /** The name as it is written, with its templates evaluated. */
  readonly name: string;
  readonly what: 'template' | 'file' | 'tasks' | 'variables';
  /** The full paths of the folders that are searched for it. */
  readonly folders: readonly string[];
  readonly place: Range & { readonly document: Document };
}

/** Facts about the files of a project, which all that read them share. */
interface FoundInFiles {
  /** By folder. */
  readonly listed: Map<string, readonly string[]>;
  /** Answers by their questions, each with what was read for it. */
  readonly answers: Map<string, { readonly said: unknown; readonly files: PlayFiles }>;
}

/** Reads each file of a project once, and keeps what their variables are set to. */
export class PlayFiles {
  readonly documents: Documents;
  /** Everything that sets a variable to a literal value. */
  readonly assignments: Assignment[] = [];
  /** True if some file of variables could not be read: it may set anything. */
  hides = false;
  /** The first file that is not read because there are too many. */
  passedOver: Document | undefined;
  /** The number of files that are read. */
  readonly most = MAX_FILES;
  /** The project's folder. */
  readonly root: string;
  readonly #installed: readonly string[];
  readonly #read = new Map<string, Document | undefined>();
  readonly #found: FoundInFiles;
  /** The number of files that were read elsewhere. */
  readonly #before: number;
  /** The files of answers, which count as read here. */
  readonly #taken = new Set<PlayFiles>();

  /**
   * `root` is the project's folder. Outside of it, only folders of installed roles and collections are read: what is
   * in them counts, but is not judged.
   */
  constructor(
    documents: Documents,
    root: string,
    installed: readonly string[] = [],
    found: FoundInFiles = { listed: new Map(), answers: new Map() },
    before = 0,
  ) {
    this.documents = documents;
    this.root = root;
    this.#installed = installed.filter((folder) => !isAt(folder, root));
    this.#found = found;
    this.#before = before;
  }

  /** The same files for another inventory: what has been found out is shared, and nothing counts as read yet. */
  apart(): PlayFiles {
    const before = this.#before + this.#read.size;
    return new PlayFiles(this.documents.apart(), this.root, this.#installed, this.#found, before);
  }

  /**
   * The answer to a question about files that is the same for all inventories of the project: it is found once, and
   * what was read for it counts as read for each of them. Each question has answers of one type.
   */
  answer<T>(question: string, find: (files: PlayFiles) => T): T {
    const { said, files } = madeOnce(this.#found.answers, question, () => {
      const apart = this.apart();
      return { said: find(apart), files: apart };
    });
    this.#take(files);
    return said as T;
  }

  #take(files: PlayFiles): void {
    if (this.#taken.has(files)) return;
    this.#taken.add(files);
    const { all } = this.documents;
    for (const [file, document] of files.documents.all) if (!all.has(file)) this.documents.register(document);
    for (const [path, document] of files.#read) if (!this.#read.has(path)) this.#read.set(path, document);
    for (const assignment of files.assignments) this.assignments.push(assignment);
    this.hides ||= files.hides;
    this.passedOver ??= files.passedOver;
  }

  /** Tells whether a file or folder is in the project, or in the collection that the project is an example of. */
  isOfProject(path: string): boolean {
    const around = this.#installed.filter((folder) => isBelow(this.root, folder));
    return [this.root, ...around].some((folder) => isBelow(path, folder));
  }

  #isReadable(path: string): boolean {
    return isBelow(path, this.root) || this.#installed.some((folder) => isAt(path, folder));
  }

  /** A file's document; undefined if the project has no such file. */
  document(path: string): Document | undefined {
    if (this.#read.has(path)) return this.#read.get(path);
    const document = this.#open(path);
    this.#read.set(path, document);
    return document;
  }

  /**
   * The documents that were read so far, those of installed roles among them; undefined for files that do not exist.
   */
  get read(): ReadonlyMap<string, Document | undefined> {
    return this.#read;
  }

  #open(path: string): Document | undefined {
    if (!this.#isReadable(path)) return undefined;
    if (this.#before + this.#read.size >= MAX_FILES) {
      if (this.documents.kind(path) !== 'file') return undefined;
      const document = this.documents.placeholder(path);
      this.passedOver ??= document;
      return document;
    }
    const text = this.#text(path);
    if (text === undefined) return undefined;
    if (text instanceof FileError) return this.documents.placeholder(path);
    const document = text.locked ? this.documents.unparsed(path, 'text') : this.documents.parsed(path);
    return this.isOfProject(path) ? this.documents.register(document) : document;
  }

  text(path: string): string | undefined {
    if (!this.#isReadable(path)) return undefined;
    const text = this.#text(path);
    return text instanceof FileError ? undefined : text?.text;
  }

  /** The reason why an existing file cannot be read: an error, or `vault`. */
  closed(path: string): FileError | 'vault' | undefined {
    const text = this.#text(path);
    return text instanceof FileError ? text : text?.locked && 'vault';
  }

  /** The text of a file, or the reason why it cannot be read; undefined if there is none. */
  #text(path: string): FileError | ReturnType<Documents['text']> | undefined {
    if (this.documents.kind(path) !== 'file') return undefined;
    try {
      return this.documents.text(path);
    } catch (error) {
      if (error instanceof FileError) return error;
      throw error;
    }
  }

  /**
   * Tells whether a file is missing from an existing folder of the project: what is fetched later brings its folder.
   */
  isMissing(path: string): boolean {
    const folder = dirname(path);
    const isThere = folder === this.root || (isBelow(folder, this.root) && this.#names(folder).length > 0);
    return isThere && this.documents.kind(path) === undefined;
  }

  /**
   * Adds what a file of variables may set if none of its possible paths exists, as seen from the folder of the file
   * that names it.
   */
  addAbsent(possible: PossibleAssignments, paths: readonly string[], folder: string, unknown: Unknown): void {
    if (paths.some((path) => this.#mayLeadOut(path, folder))) possible.addUnreadFile(unknown);
    else possible.addMissingFile(unknown);
  }

  /**
   * Tells whether a path may lead out of the project, where no file is read. A fact is a name, and any other template
   * may be a path.
   */
  #mayLeadOut(path: string, folder: string): boolean {
    const known = path.split(/\{[{%#]/, 1).join();
    if (known === '' && isTemplate(path)) return !hasOnlyFactTemplates(path);
    return known.startsWith('~') || !isAt(resolve(folder, known), this.root);
  }

  /** Tells whether a folder has an entry of a name, even a link that leads nowhere. */
  holds(folder: string, name: string): boolean {
    return this.#names(folder).includes(name);
  }

  /** A path from the project's folder on: `/playbooks/site.yml`. It does not depend on where the project lies. */
  within(path: string): string {
    return isBelow(path, this.root) ? path.slice(this.root.length) : path;
  }

  /** Tells whether a name leads to something in one of some folders, even to a file that cannot be read. */
  isIn(name: string, folders: readonly string[]): boolean {
    return folders.some((folder) => {
      const path = resolve(folder, name);
      return this.holds(dirname(path), basename(path));
    });
  }

  /** Tells whether a folder of the project exists and is empty. */
  isEmpty(folder: string): boolean {
    return this.isFolder(folder) && this.#isReadable(folder) && this.#names(folder).length === 0;
  }

  isFolder(path: string): boolean {
    return this.documents.kind(path) === 'folder';
  }

  /** The layer of a file of variables: one mapping, or for `vars_files` a list of them, too. */
  layer(path: string, level: Level, mayBeList = false): Layer | undefined {
    const document = this.document(path);
    if (document === undefined) return undefined;
    const { root, problem } = document;
    const roots = root?.kind === 'sequence' && mayBeList ? root.items : root === undefined ? [] : [root];
    const pairs = roots.flatMap((node) => (node.kind === 'mapping' ? node.pairs : []));
    // True also if the given password is a different one: a play for others may have its own.
    const isEncrypted = this.closed(path) === 'vault';
    const isBroken =
      (problem !== undefined && problem.recurs !== true) ||
      document.format === 'text' ||
      roots.some((node) => node.kind !== 'mapping' && !isFalsy(node));
    const reason = isEncrypted ? 'vault' : isBroken ? 'unreadable' : undefined;
    return this.layerOf(document, { pairs }, level, reason && unknownByUnreadFile(document, reason));
  }

  /** The layer that the pairs of a mapping make. */
  layerOf(document: Document, { pairs }: Entries, level: Level, unread?: Unknown): Layer {
    const assignments = assignmentsFromPairs(document, pairs, level);
    for (const assignment of assignments.values()) this.assignments.push(assignment);
    this.hides ||= unread !== undefined;
    return { assignments, document, unread };
  }

  /**
   * The layers of a role's `FOLDER/NAME`: NAME.yml, .yaml, .json or the bare name, which may be a folder of files and
   * comes last for `main`, first for what `vars_from` names.
   */
  layers(folder: string, name: string, level: Level): readonly Layer[] {
    const endings = name === 'main' ? [...EXTENSIONS, ''] : ['', ...EXTENSIONS];
    const found = endings.map((extension) => join(folder, name + extension));
    const path = found.find((each) => this.documents.kind(each) !== undefined);
    if (path === undefined) return [];
    const paths = this.isFolder(path) ? this.#filesIn(path, ['', ...EXTENSIONS], Infinity) : [path];
    return paths.map((each) => this.layer(each, level)).filter((layer) => layer !== undefined);
  }

  /** The files of tasks or variables below a folder. */
  below(folder: string): readonly string[] {
    return madeOnce(this.#found.listed, folder, () => this.#filesIn(folder, EXTENSIONS, MAX_DEPTH));
  }

  /** The files with one of these extensions in a folder and those below it, to a depth, in Ansible's order. */
  #filesIn(
    folder: string,
    extensions: readonly string[],
    depth: number,
    above: readonly string[] = [],
  ): readonly string[] {
    const real = this.documents.files.real(folder);
    if (above.includes(real)) return [];
    return this.#names(folder).flatMap((name) => {
      const path = join(folder, name);
      const extension = extname(name);
      if (extension !== '' || !this.isFolder(path)) return extensions.includes(extension) ? [path] : [];
      return above.length < depth ? this.#filesIn(path, extensions, depth, [...above, real]) : [];
    });
  }

  /**
   * The files that a path may mean, looked for in folders: the first that exists or, if the path is a template, every
   * file that it may become. `inName`: what a template may become if it is a part of a file's name; a fact leads into
   * no folder.
   */
  meant(
    path: string,
    folders: readonly string[],
    inName = hasOnlyFactTemplates(path) ? NAME : '.*',
  ): readonly string[] {
    if (!isTemplate(path)) {
      const first = folders.map((folder) => resolve(folder, path)).find((each) => this.text(each) !== undefined);
      return first === undefined ? [] : [first];
    }
    // The known folders before the first template: `{{ playbook_dir }}/vars/`, `../vars/`.
    const start = path.slice(0, path.search(/\{[{%#]/)).lastIndexOf('/') + 1;
    const pattern = patternOfTemplate(path.slice(start), inName);
    const tops = folders.map((folder) => resolve(folder, path.slice(0, start)));
    const fits = (file: string, folder: string): boolean =>
      pattern.test(file) || pattern.test(file.slice(folder.length + 1));
    return [...new Set(tops.flatMap((folder) => this.below(folder).filter((file) => fits(file, folder))))];
  }

  /**
   * The files of variables that a path may mean, as `meant` has it. A template at its beginning may lead into folders
   * of `vars`, but not into those that a playbook or a role has for other things.
   */
  variables(path: string, folders: readonly string[]): readonly string[] {
    if (!/^[^/]*\{[{%]/.test(path)) return this.meant(path, folders);
    const found = folders.map((folder) => this.meant(path, [folder], basename(folder) === 'vars' ? undefined : NAME));
    return [...new Set(found.flat())];
  }

  /** All files in a folder and those below it, in order. */
  allIn(folder: string, depth = 0): readonly string[] {
    return this.#names(folder).flatMap((name) => {
      const path = join(folder, name);
      if (!this.isFolder(path)) return [path];
      return depth < MAX_DEPTH ? this.allIn(path, depth + 1) : [];
    });
  }

  /**
   * The files that a pattern with stars matches (`conf.d/*.conf`), in the first of some folders that has any;
   * undefined if it leads to files of the machine that Ansible runs on.
   */
  matching(pattern: string, folders: readonly string[]): readonly string[] | undefined {
    const start = resolve(dirname(pattern));
    const isOfMachine = pattern.startsWith('/') && start !== this.root && !this.#isReadable(start);
    if (isOfMachine || pattern.startsWith('~')) return undefined;
    const name = new RegExp(
      `^${basename(pattern)
        .replace(/[\\^$.+()|{}]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
      's',
    );
    for (const folder of pattern.startsWith('/') ? ['/'] : folders) {
      const within = resolve(folder, dirname(pattern));
      const found = this.#names(within).filter((each) => name.test(each) && !this.isFolder(join(within, each)));
      if (found.length > 0) return found.map((each) => join(within, each));
    }
    return [];
  }

  #names(folder: string): readonly string[] {
    if (folder !== this.root && !this.#isReadable(folder)) return [];
    return readableNames(this.documents.files, folder)
      .filter((name) => !name.startsWith('.') && !name.endsWith('~'))
      .sort(byCodePoint);
  }
}

/** The tasks or plays of a document. */
export function itemsIn(document: Document | undefined): readonly Node[] {
  return document?.root?.kind === 'sequence' ? document.root.items : [];
}
