/** What the rest of a project says: its plays, roles, templates and requirements, beside the inventory. */
import { join } from 'node:path';
import { FileError } from '../files.ts';
import type { Files } from '../files.ts';

/** Enough for any deployment project, and a bound for a home folder that was named by mistake. */
const MAX_FILES = 5_000;
const MAX_FOLDERS = 5_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;
const MAX_DEPTH = 12;
const READ = /\.(ya?ml|j2|jinja2?|sh|py)$/;
const SKIPPED = new Set(['node_modules', 'venv', '__pycache__', 'group_vars', 'host_vars']);

const DEFAULTS = /[/\\]defaults[/\\]/;
/** Play and role files by their folder; playbooks elsewhere are lists at the top. Scenarios of tests deploy nothing. */
const PLAYS = /[/\\](?:vars|tasks|handlers|playbooks|plays)[/\\]/;
const TRIALS = /[/\\](?:molecule|tests?|fixtures|examples)[/\\]/;
const KEY = /^[ \t-]*(?:set_fact:[ \t]*)?["']?([A-Za-z_]\w*)["']?[ \t]*[:=]/gm;

function isPlay(path: string, text: string): boolean {
  return /\.ya?ml$/.test(path) && !TRIALS.test(path) && (PLAYS.test(path) || /^-[ \t]/m.test(text));
}

/** The texts of a project that may read variables. They are read once, when the first question comes. */
export class Project {
  readonly #files: Files;
  readonly #root: string;
  readonly #inventory: ReadonlySet<string>;
  #texts: readonly { readonly path: string; readonly text: string }[] | undefined;
  #set: Readonly<Record<'above' | 'below', Set<string>>> | undefined;
  /** By their real paths: links lead to the same folder again and again. */
  readonly #seen = new Set<string>();

  /** `inventory` holds the full paths of the inventory's own documents: what they set, they do not read. */
  constructor(files: Files, root: string, inventory: ReadonlySet<string>) {
    this.#files = files;
    this.#root = root;
    this.#inventory = inventory;
  }

  /** Whether some play, role or template holds this word (a variable's name, or a role's). */
  speaksOf(word: string): boolean {
    this.#texts ??= [...this.#read(this.#root, 0, { files: MAX_FILES, characters: MAX_CHARACTERS })];
    const pattern = new RegExp(`(?<![\\w.])${word.replaceAll('.', '\\.')}(?!\\w)`);
    return this.#texts.some(({ text }) => text.includes(word) && pattern.test(text));
  }

  /**
   * Where a play, a role or a task sets a variable: `above` where that overrides the inventory, `below` for a role's
   * defaults; undefined where nothing does, as far as the texts tell.
   */
  sets(name: string): 'above' | 'below' | undefined {
    if (this.#set === undefined) {
      this.#set = { above: new Set(), below: new Set() };
      this.#texts ??= [...this.#read(this.#root, 0, { files: MAX_FILES, characters: MAX_CHARACTERS })];
      for (const { path, text } of this.#texts) {
        const kind = DEFAULTS.test(path) ? 'below' : isPlay(path, text) ? 'above' : undefined;
        if (kind !== undefined) for (const [, key = ''] of text.matchAll(KEY)) this.#set[kind].add(key);
      }
    }
    return this.#set.above.has(name) ? 'above' : this.#set.below.has(name) ? 'below' : undefined;
  }

  *#read(
    folder: string,
    depth: number,
    budget: { files: number; characters: number },
  ): Generator<{ readonly path: string; readonly text: string }> {
    const real = this.#files.real(folder);
    if (this.#seen.has(real) || this.#seen.size >= MAX_FOLDERS) return;
    this.#seen.add(real);
    for (const name of this.#list(folder)) {
      if (name.startsWith('.') || SKIPPED.has(name)) continue;
      if (budget.files <= 0 || budget.characters <= 0) return;
      const path = join(folder, name);
      const kind = this.#files.kind(path);
      if (kind === 'folder' && depth < MAX_DEPTH) yield* this.#read(path, depth + 1, budget);
      if (kind !== 'file' || !READ.test(name) || this.#inventory.has(path)) continue;
      budget.files--;
      const text = this.#text(path);
      if (text === undefined) continue;
      budget.characters -= text.length;
      yield { path, text };
    }
  }

  #list(folder: string): readonly string[] {
    try {
      return [...this.#files.list(folder)].sort();
    } catch (error) {
      if (error instanceof FileError) return [];
      throw error;
    }
  }

  #text(path: string): string | undefined {
    try {
      return new TextDecoder().decode(this.#files.read(path));
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }
}
