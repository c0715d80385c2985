/** The texts of a project: its plays, roles, templates and requirements, other than the inventory's own files. */
import { basename, join, sep } from 'node:path';
import { readableNames, readableText } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { foldersAbove } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { Document } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Inventory } from '../inventory/entities.ts';
import { isNamedInTemplates } from './names-in-templates.ts';
import { isAside, isForeign } from './project-files.ts';
import type { ProjectFiles } from './project-files.ts';

/** The most characters that are read of a project; enough for any deployment. */
const MAX_CHARACTERS = 64 * 1024 * 1024;
const YAML = /\.ya?ml$/;
const TEMPLATE = /\.(?:j2|jinja2?)$/;
/** A file of a role. */
const OF_ROLE = /[/\\]roles[/\\]([\w.+-]+)[/\\](?:tasks|handlers|defaults|vars|templates|meta)[/\\]/;
/** Names of files that list roles and collections to fetch. */
const REQUIREMENTS = /requirements|^(galaxy|meta-requirements|install_roles|rolesfile)\.ya?ml$/i;

/** Commands that fetch roles. */
const FETCHES = ['ansible-galaxy', 'git clone'];

/** The signs of a program that Ansible takes for an inventory. */
const PRINTS_INVENTORY = [/(['"]?)--list\1/, /(['"])_meta\1/];

/** A comment of a play, a script or most templates. */
const COMMENT = /(?<=^|\s)#.*$/gm;

/** A file of a project, by its full path. */
interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** Searches the texts of a project that may read or set variables. They are read once, at the first question. */
export class ProjectTexts {
  readonly listing: ProjectFiles;
  readonly #files: Files;
  readonly #shown: ShowsPath;
  readonly #isOfInventory: (path: string) => boolean;
  #texts: readonly ProjectText[] | undefined;
  /** The answers to questions that are asked again for each value. */
  readonly #containsTextAnswers = new Map<string, boolean>();
  readonly #mentionsPathAnswers = new Map<string, boolean>();
  #isTextCut = false;
  #asked: readonly Requirement[] | undefined;

  /** `isOfInventory` is true for the full path of one of the inventory's own documents, which are not searched. */
  constructor(files: Files, listing: ProjectFiles, shown: ShowsPath, isOfInventory: (path: string) => boolean) {
    this.#files = files;
    this.#shown = shown;
    this.listing = listing;
    this.#isOfInventory = isOfInventory;
  }

  /** True if the project has more files, folders or text than stacklint reads. */
  get isCut(): boolean {
    return this.listing.isCut || this.#isTextCut;
  }

  /** Tells whether a file, by its full path, was written elsewhere or deploys nothing. */
  isForeign(path: string): boolean {
    return isForeign(this.listing, path);
  }

  /** The names of the roles that lie in folders of the project. */
  get roleNames(): readonly string[] {
    const names = this.listing.paths.map((path) => OF_ROLE.exec(path.slice(this.listing.root.length))?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))];
  }

  /** The templates of the project as documents. */
  get templates(): readonly Document[] {
    return this.#projectTexts
      .filter(({ path }) => TEMPLATE.test(path))
      .map(({ path, text }) => new Document(this.#shown(path), text, 'template', {}));
  }

  /** The files of the project that may hold requests for people to send. */
  get ofRequests(): readonly Document[] {
    const own = this.listing.ofRequests.filter((path) => !this.isForeign(path));
    return own.flatMap((path) => {
      const text = readableText(this.#files, path);
      return text === undefined ? [] : [new Document(this.#shown(path), text, 'text', {})];
    });
  }

  get #projectTexts(): readonly ProjectText[] {
    return (this.#texts ??= [...this.#read()]);
  }

  /** Tells whether some play, role or template contains this word: the name of a variable or a role. */
  containsWord(word: string): boolean {
    return this.#hasWord(word, '(?<![\\w.])');
  }

  /**
   * Tells whether a template of an inventory, or some play, role or template, may read a variable, also as an
   * attribute: `hostvars[host].search_heap`. `setter`: the full path of a file outside of the inventory that sets the
   * variable, and is not searched.
   */
  mayRead(variable: string, inventory: Inventory, setter?: string): boolean {
    return isNamedInTemplates(inventory, variable) || this.#hasWord(variable, '(?<!\\w)', setter) || this.isCut;
  }

  /** Tells whether a file in the folder of a role may read a variable. */
  isReadInRole(folder: string, variable: string): boolean {
    const pattern = wordPattern(variable, '(?<!\\w)');
    return this.#projectTexts.some(({ path, text }) => path.startsWith(folder + sep) && pattern.test(text));
  }

  /**
   * Tells whether a YAML file of the project names a role, a collection or a role of it, as requirements, plays and
   * tasks do: as a whole key or value, or by the repository that it is fetched from. Prose and comments do not count.
   */
  namesRole(role: string): boolean {
    return this.#namesRoleIn(role, (path) => YAML.test(path));
  }

  /**
   * Tells whether a file that fetches roles, or lists what to fetch, names a role or the collection that its full
   * name begins with.
   */
  listsRole(role: string): boolean {
    const [namespace = '', collection = '', ...rest] = role.split('.');
    const names = rest.length > 0 ? [role, `${namespace}.${collection}`] : [role];
    const word = wordPattern(role, '(?<![\\w.-])');
    return (
      names.some((name) => this.#namesRoleIn(name, (path) => REQUIREMENTS.test(basename(path)))) ||
      this.#projectTexts.some(({ text }) => FETCHES.some((words) => text.includes(words)) && word.test(text)) ||
      this.#fetchingFiles.some((path) => word.test(readableText(this.#files, path) ?? ''))
    );
  }

  /**
   * The release of a role that requirements ask for, by one of its names or its repository; `Infinity` if they leave it
   * open. Undefined if they do not name it, ask for several, or for what is no release.
   */
  requestedRelease(roles: readonly string[]): string | undefined {
    const tests = roles.map((role) => nameTest(role));
    const asked = this.#requirements.filter(({ named }) => named.some((one) => tests.some((test) => test(one))));
    const releases = new Set(asked.map(({ release }) => release));
    return releases.size === 1 ? [...releases][0] : undefined;
  }

  /** The repositories, as `owner.name`, that requirements fetch a role of this name from. */
  repositoriesOf(role: string): readonly string[] {
    return this.#requirements.flatMap(({ named }) => {
      const repositories = named.flatMap((one) => REPOSITORY.exec(one)?.slice(1) ?? []);
      const [name = repositories[1]] = named.filter((one) => !REPOSITORY.test(one));
      return name === role && repositories.length > 0 ? repositories.join('.').toLowerCase() : [];
    });
  }

  get #requirements(): readonly Requirement[] {
    return (this.#asked ??= this.#projectTexts
      .filter(({ path }) => YAML.test(path) && REQUIREMENTS.test(basename(path)))
      .flatMap(({ text }) => requirementsIn(readYaml(text).root)));
  }

  #namesRoleIn(role: string, isSearched: (path: string) => boolean): boolean {
    const written = new RegExp(role.replaceAll('.', '[./]'), 'i');
    const test = nameTest(role);
    const isName = ({ value }: Scalar): boolean => typeof value === 'string' && test(value);
    return this.#projectTexts.some(
      ({ path, text }) => isSearched(path) && written.test(text) && someKeyOrScalar(readYaml(text).root, isName),
    );
  }

  #hasWord(word: string, before: string, except?: string): boolean {
    const pattern = wordPattern(word, before);
    return this.#projectTexts.some(({ path, text }) => path !== except && text.includes(word) && pattern.test(text));
  }

  /** True if something in the project or above it may fetch roles before a run: a list of roles, git, a command. */
  get fetchesRoles(): boolean {
    if (this.listing.paths.some((path) => REQUIREMENTS.test(basename(path)))) return true;
    return FETCHES.some((words) => this.containsText(words)) || this.isCut || this.#fetchingFiles.length > 0;
  }

  /** The files of its repository, other than plays and roles, that may fetch roles. */
  get #fetchingFiles(): readonly string[] {
    const folders = this.#repository.flatMap((folder) => [folder, join(folder, '.github', 'workflows')]);
    return folders.flatMap((folder) =>
      readableNames(this.#files, folder).flatMap((name) => (this.#fetches(folder, name) ? [join(folder, name)] : [])),
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

  /** The text of Vagrant's configuration, which makes an inventory of its own; empty if there is none. */
  get vagrantfile(): string {
    return readableText(this.#files, join(this.listing.root, 'Vagrantfile')) ?? '';
  }

  /** Tells whether some play, role or template contains this very text, or may, as not all are read. */
  containsText(text: string): boolean {
    return madeOnce(
      this.#containsTextAnswers,
      text,
      () => this.#projectTexts.some((one) => one.text.includes(text)) || this.isCut,
    );
  }

  /** The path of a program that prints an inventory: it takes `--list`, and gives the variables of hosts as `_meta`. */
  get inventoryProgram(): string | undefined {
    const isOne = ({ path, text }: ProjectText): boolean =>
      /\.(?:py|sh)$/.test(path) && PRINTS_INVENTORY.every((each) => each.test(text)) && !isAside(this.listing, path);
    return this.#projectTexts.find(isOne)?.path;
  }

  /** Tells whether some play, role, template or script names a file or folder outside of a comment, or may. */
  mentionsPath(path: string): boolean {
    return madeOnce(this.#mentionsPathAnswers, path, () => this.#findMention(path));
  }

  #findMention(path: string): boolean {
    const pattern = new RegExp(`${quoted(path)}(?![\\w-])`);
    const isNamedIn = (text: string): boolean => pattern.test(text.replaceAll(COMMENT, ''));
    return this.#projectTexts.some(({ text }) => text.includes(path) && isNamedIn(text)) || this.isCut;
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

/** Makes a test of texts that name a role, a collection or a role of it, or the repository that it is fetched from. */
function nameTest(role: string): (text: string) => boolean {
  const name = new RegExp(`^${quoted(role)}(?:\\.\\w+)*$`);
  const repository = new RegExp(`[/:]${quoted(role.replaceAll('.', '/'))}(?:\\.git)?(?:[,#@]|$)`, 'i');
  return (text) => name.test(text) || repository.test(text);
}

/** An entry of requirements. */
interface Requirement {
  /** Its name, and where it comes from. */
  readonly named: readonly string[];
  /** The release that it asks for; `Infinity` for the newest, undefined for what is no release. */
  readonly release: string | undefined;
}

/** The owner and the name of a repository at the end of its address. */
const REPOSITORY = /[/:]([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:[,#@].*)?$/;

/** The branches that stand for the newest release. */
const NEWEST = ['', 'main', 'master', 'HEAD'];

function requirementsIn(node: Node | undefined): readonly Requirement[] {
  if (node?.kind === 'sequence') return node.items.flatMap(requirementsIn);
  if (node?.kind === 'scalar')
    return typeof node.value === 'string' ? [{ named: [node.value], release: 'Infinity' }] : [];
  if (node === undefined) return [];
  const at = (name: string): string | undefined => {
    const value = node.pairs.find(({ key }) => key.value === name)?.value;
    return value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
  };
  const named = [at('name'), at('src') ?? at('source')].filter((one) => one !== undefined);
  if (named.length === 0) return node.pairs.flatMap(({ value }) => requirementsIn(value));
  const version = at('version') ?? '';
  return [{ named, release: NEWEST.includes(version) ? 'Infinity' : /^v?(\d+(?:\.\d+)*)$/.exec(version)?.[1] }];
}

/** Makes the pattern of a whole word; `before` is the lookbehind before it. */
function wordPattern(word: string, before: string): RegExp {
  return new RegExp(`${before}${quoted(word)}(?!\\w)`);
}

/** Makes the regular expression that matches only this text. */
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
