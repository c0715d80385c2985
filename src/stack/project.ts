/** Looks into the texts of a project: its plays, roles, templates and requirements, other than the inventory's own files. */
import { basename, join, sep } from 'node:path';
import { readableNames, readableText } from '../files.ts';
import type { Files } from '../files.ts';
import { foldersAbove } from '../paths.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { isAside } from './project-files.ts';
import type { ProjectFiles } from './project-files.ts';

/** Enough for any deployment project. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const YAML = /\.ya?ml$/;
/** Lists of roles and collections. */
const FETCHED = /requirements|^(galaxy|meta-requirements|install_roles|rolesfile)\.ya?ml$/i;

/** The signs of a program that Ansible takes for an inventory. */
const PRINTS_INVENTORY = [/(['"]?)--list\1/, /(['"])_meta\1/];

/** The parts of plays, scripts and most templates that they do not read themselves. */
const COMMENT = /(?<=^|\s)#.*$/gm;

/** A file of a project, by its full path. */
interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** The texts of a project that may read or set variables. They are read once, with the first question. */
export class Project {
  readonly listing: ProjectFiles;
  readonly #files: Files;
  readonly #isOfInventory: (path: string) => boolean;
  #texts: readonly ProjectText[] | undefined;
  /** Answers to what is asked again for each value. */
  readonly #held = new Map<string, boolean>();
  readonly #mentioned = new Map<string, boolean>();
  #isTextCut = false;

  /** `isOfInventory` tells of a full path whether it is one of the inventory's own documents: what they set, they do not read. */
  constructor(files: Files, listing: ProjectFiles, isOfInventory: (path: string) => boolean) {
    this.#files = files;
    this.listing = listing;
    this.#isOfInventory = isOfInventory;
  }

  /** True where the project has more files, folders or text than stacklint reads. */
  get isCut(): boolean {
    return this.listing.isCut || this.#isTextCut;
  }

  get #contents(): readonly ProjectText[] {
    return (this.#texts ??= [...this.#read()]);
  }

  /** Whether some play, role or template holds this word (a variable's name, or a role's). */
  speaksOf(word: string): boolean {
    return this.#hasWord(word, '(?<![\\w.])');
  }

  /**
   * Whether some play, role or template may read a variable, be it as an attribute: `hostvars[host].search_heap`.
   * `setter`: the full path of a file that is none of the inventory's, and sets it.
   */
  mayRead(variable: string, setter?: string): boolean {
    return this.#hasWord(variable, '(?<!\\w)', setter) || this.isCut;
  }

  /** Whether a file of a role, by the role's folder, may read a variable. */
  isReadIn(folder: string, variable: string): boolean {
    const pattern = wordPattern(variable, '(?<!\\w)');
    return this.#contents.some(({ path, text }) => path.startsWith(folder + sep) && pattern.test(text));
  }

  /**
   * Whether a file of the project names a role, a collection or a role of it, as requirements, plays and tasks do: as a
   * text of its own, or by the repository that it is fetched from. Prose and comments do not count.
   */
  names(role: string): boolean {
    const written = new RegExp(role.replaceAll('.', '[./]'), 'i');
    const name = new RegExp(`^${quoted(role)}(?:\\.\\w+)*$`);
    const repository = new RegExp(`[/:]${quoted(role.replaceAll('.', '/'))}(?:\\.git)?(?:[,#@]|$)`, 'i');
    const isName = ({ value }: Scalar): boolean =>
      typeof value === 'string' && (name.test(value) || repository.test(value));
    return this.#contents.some(
      ({ path, text }) => YAML.test(path) && written.test(text) && someKeyOrScalar(readYaml(text).root, isName),
    );
  }

  #hasWord(word: string, before: string, except?: string): boolean {
    const pattern = wordPattern(word, before);
    return this.#contents.some(({ path, text }) => path !== except && text.includes(word) && pattern.test(text));
  }

  /** Whether something in the project or above it may fetch roles before a run: a list of them, git, a command. */
  get fetchesRoles(): boolean {
    if (this.listing.paths.some((path) => FETCHED.test(basename(path)))) return true;
    if (this.holds('ansible-galaxy') || this.holds('git clone')) return true;
    const folders = this.#repository.flatMap((folder) => [folder, join(folder, '.github', 'workflows')]);
    return (
      this.isCut ||
      folders.some((folder) => readableNames(this.#files, folder).some((name) => this.#fetches(folder, name)))
    );
  }

  #fetches(folder: string, name: string): boolean {
    if (name === '.gitmodules') return true;
    const path = join(folder, name);
    const words = name === '.gitignore' ? /role/ : /galaxy|submodule/;
    return this.#files.kind(path) === 'file' && words.test(readableText(this.#files, path) ?? '');
  }

  /** The project's folder and those above it in its repository. */
  get #repository(): readonly string[] {
    const folders = [this.listing.root, ...foldersAbove(this.listing.root)];
    const top = folders.findIndex((folder) => this.#files.kind(join(folder, '.git')) !== undefined);
    return folders.slice(0, Math.max(top, 0) + 1);
  }

  /** The text of Vagrant's configuration, empty where there is none: it makes an inventory of its own. */
  get vagrantfile(): string {
    return readableText(this.#files, join(this.listing.root, 'Vagrantfile')) ?? '';
  }

  /** Whether some play, role or template holds this very text, or may, as not all are looked at. */
  holds(text: string): boolean {
    return remembered(this.#held, text, () => this.#contents.some((one) => one.text.includes(text)) || this.isCut);
  }

  /** A program that prints an inventory, if there is one: it takes `--list`, and gives the variables of hosts as `_meta`. */
  get inventoryProgram(): string | undefined {
    const isOne = ({ path, text }: ProjectText): boolean =>
      /\.(?:py|sh)$/.test(path) && PRINTS_INVENTORY.every((each) => each.test(text)) && !isAside(this.listing, path);
    return this.#contents.find(isOne)?.path;
  }

  /** Whether some play, role, template or script names a file or folder outside of a comment, or may. */
  mentions(path: string): boolean {
    return remembered(this.#mentioned, path, () => this.#doesMention(path));
  }

  #doesMention(path: string): boolean {
    const pattern = new RegExp(`${quoted(path)}(?![\\w-])`);
    const isNamedIn = (text: string): boolean => pattern.test(text.replaceAll(COMMENT, ''));
    return this.#contents.some(({ text }) => text.includes(path) && isNamedIn(text)) || this.isCut;
  }

  *#read(): Generator<ProjectText> {
    let characters = 0;
    for (const path of this.listing.paths) {
      if (this.#isOfInventory(path)) continue;
      this.#isTextCut ||= characters >= MAX_CHARACTERS;
      const text = characters < MAX_CHARACTERS ? readableText(this.#files, path) : undefined;
      if (text === undefined) continue;
      characters += text.length;
      yield { path, text };
    }
  }
}

function remembered(answers: Map<string, boolean>, question: string, answer: () => boolean): boolean {
  let known = answers.get(question);
  if (known === undefined) answers.set(question, (known = answer()));
  return known;
}

/** A word that stands alone, after what a lookbehind says. */
function wordPattern(word: string, before: string): RegExp {
  return new RegExp(`${before}${quoted(word)}(?!\\w)`);
}

/** A text as a regular expression that matches it alone. */
function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function someKeyOrScalar(node: Node | undefined, test: (scalar: Scalar) => boolean): boolean {
  switch (node?.kind) {
    case undefined:
      return false;
    case 'scalar':
      return test(node);
    case 'sequence':
      return node.items.some((item) => someKeyOrScalar(item, test));
    case 'mapping':
      return node.pairs.some(({ key, value }) => test(key) || someKeyOrScalar(value, test));
  }
}
