/** What the rest of a project says: its plays, roles, templates and requirements, beside the inventory. */
import { basename, extname, join, sep } from 'node:path';
import { VARS_FOLDERS } from '../ansible/variables/vars-files.ts';
import { readableNames, readableText } from '../files.ts';
import type { Files } from '../files.ts';
import { foldersAbove } from '../paths.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';

/** Enough for any deployment project, and a bound for a home folder that was named by mistake. */
const MAX_FILES = 5_000;
const MAX_FOLDERS = 5_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_DEPTH = 12;
const READABLE: ReadonlySet<string> = new Set(['.yml', '.yaml', '.j2', '.jinja', '.jinja2', '.sh', '.py']);
const YAML = /\.ya?ml$/;
/** Lists of roles and collections. */
const FETCHED = /requirements|^(galaxy|meta-requirements|install_roles|rolesfile)\.ya?ml$/i;
const VARIABLES: ReadonlySet<string> = new Set(VARS_FOLDERS);
const SKIPPED = new Set(['node_modules', 'venv', '__pycache__', ...VARIABLES]);

/** What a program reads and writes that Ansible takes for an inventory. */
const PRINTS_INVENTORY = [/(['"]?)--list\1/, /(['"])_meta\1/];

/** What plays, scripts and most templates do not read themselves. */
const COMMENT = /(?<=^|\s)#.*$/gm;

/** Roles and collections that were fetched, what is handed out with them, and what deploys nothing. */
const ASIDE =
  /[/\\](?:collections|ansible_collections|galaxy\w*|vendor|docs?|templates?|examples?|samples?|molecule|tests?|fixtures|roles[/\\][\w-]+\.[\w.-]+)[/\\]/;

/** A file of a project, by its full path. */
interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** The files of a project that may read or set variables. They are looked for once, when the first question comes. */
export class Project {
  readonly #files: Files;
  /** Its folder. */
  readonly root: string;
  readonly #isOfInventory: (path: string) => boolean;
  #texts: readonly ProjectText[] | undefined;
  #paths: readonly string[] | undefined;
  readonly #variableFolders: string[] = [];
  /** Answers to what is asked again for each value. */
  readonly #held = new Map<string, boolean>();
  readonly #mentioned = new Map<string, boolean>();
  /** By their real paths: links lead to the same folder again and again. */
  readonly #seen = new Set<string>();
  #isCut = false;

  /** `isOfInventory` tells of a full path whether it is one of the inventory's own documents: what they set, they do not read. */
  constructor(files: Files, root: string, isOfInventory: (path: string) => boolean) {
    this.#files = files;
    this.root = root;
    this.#isOfInventory = isOfInventory;
  }

  /** All files that may be plays, roles, templates or requirements, as full paths in the order of their names. */
  get paths(): readonly string[] {
    return (this.#paths ??= this.#all());
  }

  /** Whether an inventory plugin of this name lies beside some playbook, or among the plugins of some collection. */
  hasInventoryPlugin(name: string): boolean {
    const ends = ['inventory_plugins', 'plugins/inventory'].map((folder) => join(sep, folder, `${name}.py`));
    return this.paths.some((path) => ends.some((end) => path.endsWith(end))) || this.#isCut;
  }

  /** Whether a file, by its full path, was written elsewhere or deploys nothing. */
  isAside(path: string): boolean {
    return ASIDE.test(path.slice(this.root.length));
  }

  /** Whether the project has more files, folders or text than are looked at, as far as anyone asked for them. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** What stands in those that are not the inventory's own. */
  get #contents(): readonly ProjectText[] {
    return (this.#texts ??= [...this.#read()]);
  }

  #all(): readonly string[] {
    // A link may lead to what holds the whole project, and so to the projects beside it.
    for (const above of foldersAbove(this.#files.real(this.root))) this.#seen.add(above);
    const paths: string[] = [];
    for (const path of this.#walk(this.root, 0)) {
      this.#isCut ||= paths.length === MAX_FILES;
      if (this.#isCut) break;
      paths.push(path);
    }
    // Folders stand among files by their names, and what they hold stands together.
    const keys = paths.map((path) => path.replaceAll(sep, '\0')).sort();
    return keys.map((key) => key.replaceAll('\0', sep));
  }

  /** The folders with `group_vars` or `host_vars` in them, as full paths. */
  get variableFolders(): ReadonlySet<string> {
    this.#paths ??= this.#all();
    return new Set(this.#variableFolders);
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
    return this.#hasWord(variable, '(?<!\\w)', setter) || this.#isCut;
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
    if (this.paths.some((path) => FETCHED.test(basename(path)))) return true;
    if (this.holds('ansible-galaxy') || this.holds('git clone')) return true;
    const folders = this.#repository.flatMap((folder) => [folder, join(folder, '.github', 'workflows')]);
    return (
      this.#isCut ||
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
    const folders = [this.root, ...foldersAbove(this.root)];
    const top = folders.findIndex((folder) => this.#files.kind(join(folder, '.git')) !== undefined);
    return folders.slice(0, Math.max(top, 0) + 1);
  }

  /** The text of Vagrant's configuration, empty where there is none: it makes an inventory of its own. */
  get vagrantfile(): string {
    return readableText(this.#files, join(this.root, 'Vagrantfile')) ?? '';
  }

  /** Whether some play, role or template holds this very text, or may, as not all are looked at. */
  holds(text: string): boolean {
    return remembered(this.#held, text, () => this.#contents.some((one) => one.text.includes(text)) || this.#isCut);
  }

  /** A program that prints an inventory, if there is one: it takes `--list`, and gives the variables of hosts as `_meta`. */
  get inventoryProgram(): string | undefined {
    const isOne = ({ path, text }: ProjectText): boolean =>
      /\.(?:py|sh)$/.test(path) && PRINTS_INVENTORY.every((each) => each.test(text)) && !this.isAside(path);
    return this.#contents.find(isOne)?.path;
  }

  /** Whether some play, role, template or script names a file or folder outside of a comment, or may. */
  mentions(path: string): boolean {
    return remembered(this.#mentioned, path, () => this.#doesMention(path));
  }

  #doesMention(path: string): boolean {
    const pattern = new RegExp(`${quoted(path)}(?![\\w-])`);
    const isNamedIn = (text: string): boolean => pattern.test(text.replaceAll(COMMENT, ''));
    return this.#contents.some(({ text }) => text.includes(path) && isNamedIn(text)) || this.#isCut;
  }

  *#read(): Generator<ProjectText> {
    let characters = 0;
    for (const path of this.paths) {
      if (this.#isOfInventory(path)) continue;
      this.#isCut ||= characters >= MAX_CHARACTERS;
      const text = characters < MAX_CHARACTERS ? readableText(this.#files, path) : undefined;
      if (text === undefined) continue;
      characters += text.length;
      yield { path, text };
    }
  }

  *#walk(folder: string, depth: number): Generator<string> {
    const real = this.#files.real(folder);
    if (this.#seen.has(real)) return;
    this.#isCut ||= this.#seen.size >= MAX_FOLDERS;
    if (this.#isCut) return;
    this.#seen.add(real);
    const folders: string[] = [];
    for (const name of [...readableNames(this.#files, folder)].sort()) {
      const path = join(folder, name);
      if (VARIABLES.has(name) && this.#files.kind(path) === 'folder') this.#variableFolders.push(folder);
      if (name.startsWith('.') || SKIPPED.has(name)) continue;
      const kind = this.#files.kind(path);
      if (kind === 'folder' && depth < MAX_DEPTH) folders.push(path);
      if (kind === 'file' && READABLE.has(extname(name))) yield path;
    }
    // Last, so that playbooks are there however many roles are below them.
    for (const path of folders) yield* this.#walk(path, depth + 1);
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
