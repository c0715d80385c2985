/**
 * Texts of a project that Ansible does not read: pages, scripts, examples of files, and comments. They say which
 * variables and files whoever runs a play brings along, with `-e` or in files that the repository does not have.
 */
import { basename, join } from 'node:path';
import type { Files } from '../../ground/files.ts';
import { readableNames, readableText } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { foldersAbove } from '../../ground/paths.ts';
import type { ShowsPath } from '../../ground/paths.ts';

/**
 * The most files that are looked at, the deepest folders, and the longest text: what people write, and not what
 * programs do.
 */
const MAX_FILES = 3_000;
const MAX_DEPTH = 8;
const MAX_BYTES = 256 * 1024;

/** Files whose whole text counts. */
const PAGE =
  /(?:\.(?:md|rst|adoc|sh|bash|py|rb|ps1|tf|tpl|tmpl|json|toml|env|groovy|mk|example|sample|dist|template)|^(?:README|INSTALL|USAGE|Makefile|Vagrantfile|Jenkinsfile|justfile)|^\.gitlab-ci\.yml)$/i;
/** Files whose comments count. */
const COMMENTED = /\.(?:ya?ml|j2|jinja2?|ini|cfg)$/;
const COMMENT = /(?<=^|\s)#.*$/gm;
/** Lines of .gitignore that keep variables out of a repository. */
const IGNORED_VARIABLES = /group_vars|host_vars|vault|secret|(?:^|\/)vars(?:\/|$)|\bvars?\.ya?ml/i;
/** Words by which a line says that whoever runs a play gives a variable. */
const GIVEN = '\\b(?:set by|given|passed|provided?|prompt\\w*|supplied|extra|command line)\\b';
const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', 'venv', '.venv', '__pycache__', 'collections']);

interface Page {
  /** As it is shown. */
  readonly file: string;
  /** Everything in it that counts. */
  readonly text: string;
}

/** Searches the pages of the repository in which a project lies. They are read once, at the first question. */
export class ProjectPages {
  readonly #files: Files;
  readonly #root: string;
  readonly #shown: ShowsPath;
  #read: readonly Page[] | undefined;
  readonly #setting = new Map<string, string | undefined>();

  /** `root`: the project's folder. */
  constructor(files: Files, root: string, shown: ShowsPath) {
    this.#files = files;
    this.#root = root;
    this.#shown = shown;
  }

  /**
   * The first page that says that a variable is to be set: `name=`, `name:`, its name as code, or in a line that says
   * who gives it.
   */
  thatSets(variable: string): string | undefined {
    return madeOnce(this.#setting, variable, () => this.#findSetting(variable));
  }

  #findSetting(variable: string): string | undefined {
    const name = variable.replace(/\W/g, '\\$&');
    const sets = new RegExp(
      `(?<![\\w.{-])${name}["']?\\s*(?:=(?!=)|:(?!\\w))|\`${name}\`|(?<=${GIVEN}[^{}\\n]*)(?<![\\w.-])${name}(?![\\w-])`,
    );
    return this.#pages.find(({ text }) => text.includes(variable) && sets.test(text))?.file;
  }

  /** The first page that names a file: one that says how to make it, or an example of it. */
  thatNames(path: string): string | undefined {
    const name = basename(path);
    return this.#pages.find(({ file, text }) => basename(file).startsWith(`${name}.`) || text.includes(name))?.file;
  }

  /** The first `.gitignore` that keeps files of variables out of the repository. */
  get thatHidesVariables(): string | undefined {
    const isIgnored = (line: string): boolean => !line.startsWith('#') && IGNORED_VARIABLES.test(line);
    return this.#pages.find(
      ({ file, text }) => basename(file) === '.gitignore' && text.split(/\r?\n/).some((line) => isIgnored(line.trim())),
    )?.file;
  }

  get #pages(): readonly Page[] {
    return (this.#read ??= [...this.#search()]);
  }

  *#search(): Generator<Page> {
    const above = [this.#root, ...foldersAbove(this.#root)];
    const top = above.findIndex((folder) => this.#files.kind(join(folder, '.git')) !== undefined);
    // Everything below the project, but only what lies directly in the folders around it in its repository.
    const around = above.slice(1, Math.max(top, 0) + 1).map((folder) => ({ folder, depth: MAX_DEPTH }));
    const folders = [{ folder: this.#root, depth: 0 }, ...around];
    let files = 0;
    for (let next = folders.shift(); next !== undefined; next = folders.shift())
      for (const name of [...readableNames(this.#files, next.folder)].sort()) {
        const path = join(next.folder, name);
        const kind = SKIPPED.has(name) ? undefined : this.#files.kind(path);
        if (kind === 'folder' && next.depth < MAX_DEPTH && this.#files.linkTarget(path) === undefined)
          folders.push({ folder: path, depth: next.depth + 1 });
        if (kind !== 'file' || ++files > MAX_FILES) continue;
        const text = this.#textOf(path, name);
        if (text !== undefined) yield { file: this.#shown(path), text };
      }
  }

  #textOf(path: string, name: string): string | undefined {
    const isWorkflow = path.includes(join('.github', 'workflows')) && /\.ya?ml$/.test(name);
    const isWhole = isWorkflow || name === '.gitignore' || PAGE.test(name);
    if ((!isWhole && !COMMENTED.test(name)) || this.#files.size(path) > MAX_BYTES) return undefined;
    const text = readableText(this.#files, path);
    return isWhole ? text : text?.match(COMMENT)?.join('\n');
  }
}
