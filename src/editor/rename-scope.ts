/** The project that a rename goes through: the documents of its stacks, and all other files in its folder. */
import { isAbsolute, join } from 'node:path';
import { namesIn } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { renameAtPlaces } from '../edits/rename-edits.ts';
import { applied } from '../edits/text-edit.ts';
import type { TextEdit } from '../edits/text-edit.ts';
import { readableNames, readableText } from '../ground/files.ts';
import type { Files } from '../ground/files.ts';
import { madeOnce } from '../ground/made-once.ts';
import { foldersAbove } from '../ground/paths.ts';
import type { MendedFile } from '../report/reported-check.ts';
import { Document } from '../source/document.ts';
import { descendantsOf } from '../source/tree.ts';
import type { Node, Range, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { shownPathOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { stackIndexOf } from './stack-index.ts';
import type { StackIndex } from './stack-index.ts';

/** The refusal of a rename: a sentence for a person that names what prevents it. */
export class CannotRename extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotRename';
  }
}

/** A file before and after a change, and the edits between if they are known. */
export interface EditedFile extends MendedFile {
  readonly edits?: readonly TextEdit[];
}

/** A file or folder that gets another path; both are full ones. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
}

/** A file of the project that no stack reads. */
export interface OtherFile {
  /** The path as it is shown. */
  readonly file: string;
  readonly text: string;
}

/** The configuration of stacklint. */
export const CONFIGURATION = /(?:^|\/)\.?stacklint\.ya?ml$/;
/** Enough for any deployment project. */
const MAX_FILES = 20_000;
const MAX_DEPTH = 16;
const SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'venv',
  '.venv',
  '.tox',
  '__pycache__',
  '.cache',
]);
/** Files that only tell people something. */
const PROSE =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE|NOTICE|AUTHORS)[^/]*$|\.(?:md|rst|txt|adoc|html?|svg|png|jpe?g|gif|pdf)$/i;
/** Folders of roles and collections that are fetched, and would be fetched again as they were. */
const FETCHED = /(?:^|\/)(?:collections|ansible_collections|galaxy\w*|vendor|roles\/[\w-]+\.[\w.-]+)\//;
const COMMENT = /(?<=^|\s)[#;].*$/gm;

export class RenameScope {
  readonly snapshot: Snapshot;
  readonly indexes: readonly StackIndex[];
  /** The documents of the stacks, by their shown paths. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly #files: Files;
  readonly #indexOf = new Map<string, StackIndex>();
  #paths: readonly string[] | undefined;
  /** The places to rename, by their files: stacks may have a document each of one. */
  readonly #places = new Map<string, Map<number, Range>>();
  readonly #edited = new Map<string, Document>();

  /** `stacks`: some of the project. `files`: those that the check read. */
  constructor(snapshot: Snapshot, stacks: readonly OpenedStack[], files: Files) {
    this.snapshot = snapshot;
    this.#files = files;
    const roots = new Set(stacks.map(({ root }) => root));
    this.indexes = snapshot.result.opened.filter(({ root }) => roots.has(root)).map(stackIndexOf);
    const documents = new Map<string, Document>();
    for (const index of this.indexes)
      for (const document of index.documents) {
        documents.set(document.file, document);
        this.#indexOf.set(document.file, index);
      }
    this.documents = documents;
  }

  get stacks(): readonly OpenedStack[] {
    return this.indexes.map(({ opened }) => opened);
  }

  /** Every name in a document, and what may be one. */
  namesIn(document: Document): ReturnType<StackIndex['namesIn']> {
    return this.#indexOf.get(document.file)?.namesIn(document) ?? namesIn(document);
  }

  /** The full paths of all files in the folders of the project. Throws CannotRename if they are too many. */
  get paths(): readonly string[] {
    return (this.#paths ??= this.#list());
  }

  /** Every file of the project that no stack reads and that is more than prose. */
  *others(): Generator<OtherFile> {
    for (const path of this.paths) {
      const file = shownPathOf(this.snapshot, path);
      if (this.documents.has(file) || PROSE.test(file)) continue;
      const text = readableText(this.#files, path);
      if (text !== undefined && !text.includes('\0')) yield { file, text };
    }
  }

  /** Refuses to rename what a document may name by a text that only a run knows. */
  refuseComputed(document: Document, kind: 'variable' | 'group' | 'host', name: string, by: string): void {
    for (const { start, pattern, variable, takesAll, isAsked, ...computed } of this.namesIn(document).computed) {
      if (computed.kind !== kind) continue;
      const fits = [name, by].filter((each) => pattern.test(each));
      if (fits.length === 0 || (takesAll === true && fits.length === 2)) continue;
      if (variable !== undefined && !fits.some((each) => this.#mayBeValue(variable, each, isAsked !== true))) continue;
      throw new CannotRename(
        `${document.fileAndLine(start)} names a ${kind} that only a run knows, which may be ${name}`,
      );
    }
  }

  /** Tells whether the value of a variable may be a text. `ifUnset`: the answer for one that nothing sets. */
  #mayBeValue(variable: string, text: string, ifUnset: boolean): boolean {
    const set = this.indexes.flatMap((index) => index.assignmentsOf(variable));
    const places = new Set(set.map(({ document, key }) => `${document.file}:${String(key.start)}`));
    const isSetElsewhere = this.indexes.some((index) =>
      index
        .mentionsOf(variable)
        .some(
          ({ kind, document, start }) =>
            (kind === 'fact' || kind === 'given') && !places.has(`${document.file}:${String(start)}`),
        ),
    );
    if (set.length === 0 && !isSetElsewhere) return ifUnset;
    return isSetElsewhere || set.some(({ value }) => !isPlainText(value) || value.value === text);
  }

  /** Refuses to rename what a vaulted file names, or may name. */
  refuseVaulted(name: string): void {
    const word = wordOf(name);
    for (const { file, text, isDecrypted } of this.documents.values())
      if (isDecrypted && word.test(text)) throw new CannotRename(`${file} is vaulted and has the word ${name}`);
    const open = new Set(Array.from(this.documents.values(), ({ file, isDecrypted }) => (isDecrypted ? file : '')));
    for (const path of this.paths) {
      const file = shownPathOf(this.snapshot, path);
      if (!open.has(file) && readableText(this.#files, path)?.startsWith('$ANSIBLE_VAULT') === true)
        throw new CannotRename(`${file} is vaulted, and may name ${name}; stacklint has no password for it`);
    }
  }

  /** Adds a place that has the name. Throws CannotRename for one that cannot be edited. */
  add(document: Document, name: string, { start, end }: Range): void {
    const { file, text, problem, isDecrypted } = document;
    const at = document.fileAndLine(start);
    const [first] = text.slice(start, end);
    const isQuoted = (first === '"' || first === "'") && text.slice(start + 1, end - 1) === name;
    const range = isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
    if (isDecrypted) throw new CannotRename(`${file} is vaulted and has the word ${name}`);
    if (isOutside(file)) throw new CannotRename(`${at} names ${name}, and is outside of the project`);
    if (FETCHED.test(file)) throw new CannotRename(`${at} names ${name}, in a role or collection that is fetched`);
    if (problem !== undefined) throw new CannotRename(`${at} names ${name}, and ${file} has a fault`);
    if (text.slice(range.start, range.end) !== name)
      throw new CannotRename(`${at} names ${name} in a way that cannot be edited`);
    this.#edited.set(file, document);
    madeOnce(this.#places, file, () => new Map()).set(range.start, range);
  }

  has({ start }: Range, { file }: Document): boolean {
    return this.#places.get(file)?.has(start) === true;
  }

  /** The files with another name at all places. Throws CannotRename where a text would be read otherwise. */
  renamed(name: string, by: string): readonly EditedFile[] {
    return Array.from(this.#edited.values(), (document) => {
      const places = [...(this.#places.get(document.file)?.values() ?? [])];
      const edits = renameAtPlaces(document, places, name, by);
      const text = edits && applied(document.text, edits);
      const [first] = places;
      if (edits === undefined || text === undefined)
        throw new CannotRename(`${document.fileAndLine(first?.start ?? 0)} cannot be edited without another change`);
      const { file, format } = document;
      return { file, before: document, after: new Document(file, text, format, {}), edits };
    });
  }

  /** The document of a file that no stack reads: of YAML with its tree. */
  documentOf({ file, text }: OtherFile): Document | undefined {
    if (!/\.ya?ml$/.test(file)) return undefined;
    return new Document(file, text, 'yaml', readYaml(text));
  }

  #list(): readonly string[] {
    const roots = [...new Set(this.stacks.map(({ root }) => root))];
    const outer = roots.filter((root) => !roots.some((other) => other !== root && foldersAbove(root).includes(other)));
    const paths: string[] = [];
    const walk = (folder: string, depth: number): void => {
      for (const name of [...readableNames(this.#files, folder)].sort()) {
        if (SKIPPED.has(name)) continue;
        const path = join(folder, name);
        const kind = this.#files.linkTarget(path) === undefined ? this.#files.kind(path) : undefined;
        if (kind === 'folder' && depth < MAX_DEPTH) walk(path, depth + 1);
        if (kind === 'file') paths.push(path);
        if (paths.length > MAX_FILES) throw new CannotRename('the project has more files than stacklint reads');
      }
    };
    for (const root of outer) walk(root, 0);
    return paths;
  }
}

/** Tells whether a file, by the path that is shown, is outside of the folder that the editor has open. */
export function isOutside(file: string): boolean {
  return file.startsWith('../') || isAbsolute(file);
}

/** Makes the pattern of a whole word. */
export function wordOf(name: string, flags = ''): RegExp {
  return new RegExp(`(?<![\\w.-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, flags);
}

/** The line of the first match in a text outside of comments, as in `deploy.sh:4`; undefined if there is none. */
export function lineNaming({ file, text }: OtherFile, pattern: RegExp): string | undefined {
  const bare = text.replace(COMMENT, (comment) => ' '.repeat(comment.length));
  const found = pattern.exec(bare);
  return found === null ? undefined : `${file}:${String(text.slice(0, found.index).split('\n').length)}`;
}

/** The keys and texts of a document's tree, each once. */
export function scalarsOf({ root }: Document): readonly Scalar[] {
  if (root === undefined) return [];
  const all = [root, ...descendantsOf(root)];
  const keys = all.flatMap((node) => (node.kind === 'mapping' ? node.pairs.map(({ key }) => key) : []));
  const found = [...keys, ...all.filter((node) => node.kind === 'scalar')];
  return [...new Map(found.map((scalar) => [scalar.start, scalar])).values()];
}

function isPlainText(node: Node): node is Scalar {
  return node.kind === 'scalar' && node.type === 'str' && !/\{[{%#]/.test(String(node.value));
}
