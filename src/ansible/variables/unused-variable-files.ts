/** Finds files of group_vars and host_vars that Ansible never opens, and the reasons. */
import { basename, dirname, extname, join } from 'node:path';
import { readableNames, readableText, whyPathIsUnknown } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { readYaml } from '../../source/yaml/read.ts';
import type { BaseFolders, SourcedInventory } from '../inventory/entities.ts';
import { LOCALHOSTS } from '../graph/implicit-localhost.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { isSopsPath, VARS_FOLDERS } from './vars-files.ts';
import type { VarsFolder } from './vars-files.ts';
import { HEADER } from '../vault/header.ts';

export interface UnusedPath {
  /** Absolute. */
  readonly path: string;
  /** Its folder `group_vars` or `host_vars`. */
  readonly folder: string;
  readonly kind: VarsFolder;
  readonly why: 'noOwner' | 'hidden' | 'extension' | 'deeper' | 'misnamed' | 'dangling';
  /** The name of the group or host (`noOwner`), the path that hides it, or the right name (`extension`, `misnamed`). */
  readonly name: string;
}

/** Names of notes, copies and samples, which are not meant to be read. */
const NOTES_AND_COPIES =
  /^(?:\.|README|LICENSE|CHANGELOG|Makefile)|~$|[._-](?:sample|example|dist|template|tmpl|tpl|j2|jinja2?|orig|bak|backup|old|save|swp|disabled|off|inactive|unused|rej|retry|md|rst|adoc|license|sh|py|gpg|asc|pem|key|crt|log)$/i;
/** Names of variable files and their folders. */
const VARIABLE_FILE = /^[^.]+(?:\.ya?ml|\.json)?$/i;
/** Wrong extensions that people give to variable files, and the right ones in another case. */
const WRONG_EXTENSION = /^\.(?:ya?ml|yam|yl|ymal|yalm|yml?l|json|txt|ini|cfg|conf|toml|vars?)$/i;

/**
 * Finds the unused files in the variable folders of an inventory.
 *
 * `readers` gives the other inventories that may read a folder: a file named after a group or host of one is used.
 */
export function unusedPaths(
  files: Files,
  own: SourcedInventory,
  readers: (folder: string) => readonly SourcedInventory[],
  settings: Settings,
  shown: (path: string) => string,
): readonly UnusedPath[] {
  const found: UnusedPath[] = [];
  for (const base of foldersOf(own.bases)) {
    const entries = readableNames(files, base);
    for (const kind of VARS_FOLDERS) {
      const folder = join(base, kind);
      found.push(...misnamed(files, base, entries, kind));
      if (entries.includes(kind) && isBrokenLink(files, folder))
        found.push({ path: folder, folder, kind, why: 'dangling', name: kind });
      if (files.kind(folder) !== 'folder') continue;
      const prefix = `${shown(folder)}/`;
      const isRead = (entry: string): boolean => own.documents.has(prefix + entry);
      const search = new UnusedFileSearch(files, { folder, kind, isRead }, settings);
      const unused = search.unused(ownerNames([own], kind));
      // Other inventories are looked for and read only if something is unused, which is seldom.
      if (unused.length > 0) found.push(...search.unused(ownerNames([own, ...readers(folder)], kind)));
    }
  }
  const deeper = own.sources
    .filter((source) => files.kind(source) === 'folder')
    .flatMap((source) => variableFoldersBelow(files, source, 0));
  for (const folder of deeper)
    if (readers(folder).length === 0)
      found.push({ path: folder, folder, kind: basename(folder) as VarsFolder, why: 'deeper', name: dirname(folder) });
  return found;
}

/** Mistaken names of variable folders. */
const MISNAMED: Readonly<Record<VarsFolder, RegExp>> = {
  group_vars: /^groups?[-_. ]?vars?$/i,
  host_vars: /^hosts?[-_. ]?vars?$/i,
};

function misnamed(files: Files, base: string, names: readonly string[], kind: VarsFolder): readonly UnusedPath[] {
  return names
    .filter((name) => name !== kind && MISNAMED[kind].test(name))
    .map((name) => join(base, name))
    .filter((path) => containsVariableFile(files, path))
    .map((path) => ({ path, folder: path, kind, why: 'misnamed', name: kind }));
}

/** Tells whether an entry of a folder is a broken link. */
function isBrokenLink(files: Files, path: string): boolean {
  return files.kind(path) === undefined && whyPathIsUnknown(files, path) === undefined;
}

function ownerNames(inventories: readonly SourcedInventory[], kind: VarsFolder): ReadonlySet<string> {
  return new Set(inventories.flatMap(({ groups, hosts }) => [...(kind === 'group_vars' ? groups : hosts).keys()]));
}

/** The variable folders that an inventory reads, by their real paths. */
export function foldersRead(files: Files, bases: BaseFolders): ReadonlySet<string> {
  return new Set([...foldersOf(bases)].flatMap((base) => VARS_FOLDERS.map((kind) => files.real(join(base, kind)))));
}

/** Tells whether a folder has variable files, other than notes and copies. */
export function containsVariableFile(files: Files, folder: string): boolean {
  return readableNames(files, folder).some((name) => VARIABLE_FILE.test(name) && !NOTES_AND_COPIES.test(name));
}

function foldersOf({ sources, playbooks }: BaseFolders): ReadonlySet<string> {
  return new Set([...sources, ...playbooks]);
}

interface Place {
  readonly folder: string;
  readonly kind: VarsFolder;
  /** Tells whether an entry is a file that was read. */
  readonly isRead: (entry: string) => boolean;
}

class UnusedFileSearch {
  readonly #files: Files;
  readonly #folder: string;
  readonly #kind: VarsFolder;
  readonly #isRead: Place['isRead'];
  readonly #readsSops: boolean;
  /** The extensions that may follow the name of a group or host. */
  readonly #extensions: readonly string[];
  /** The extensions of files in the folder of a group or host: to these, Ansible does not add a dot. */
  readonly #inside: readonly string[];

  constructor(files: Files, { folder, kind, isRead }: Place, settings: Settings) {
    this.#files = files;
    this.#folder = folder;
    this.#kind = kind;
    this.#isRead = isRead;
    this.#readsSops = settings.readsSopsFiles;
    this.#extensions = [
      '',
      ...settings.yamlExtensions.map((one) => (one === '' || one.includes('.') ? one : `.${one}`)),
    ];
    this.#inside = ['', ...settings.yamlExtensions.filter((one) => /^\.[^.]*$/.test(one))];
  }

  unused(names: ReadonlySet<string>): readonly UnusedPath[] {
    const entries = new Set(readableNames(this.#files, this.#folder));
    const found: UnusedPath[] = [];
    for (const entry of [...entries].sort()) {
      if (this.#readsSops && this.#isOfSops(entry, names)) continue;
      const owner = this.#ownerOf(entry, names);
      if (owner !== undefined) {
        if (this.#isRead(entry)) continue;
        const path = join(this.#folder, entry);
        const first = this.#extensions
          .map((extension) => owner + extension)
          .find((name) => this.#exists(name, entries));
        if (isBrokenLink(this.#files, path)) found.push(this.#unused(entry, 'dangling', owner));
        else if (first !== undefined && first !== entry)
          found.push(this.#unused(entry, 'hidden', join(this.#folder, first)));
        else if (this.#files.kind(path) === 'folder') found.push(...this.#unusedInFolder(entry));
      } else if (!NOTES_AND_COPIES.test(entry)) found.push(...this.#unmatched(entry, names));
    }
    return found;
  }

  /** Tells whether the plugin for SOPS reads a file for some group or host. */
  #isOfSops(entry: string, names: ReadonlySet<string>): boolean {
    const stem = entry.slice(0, entry.lastIndexOf('.sops.'));
    return isSopsPath(entry) && (names.has(stem) || LOCALHOSTS.includes(stem));
  }

  /** Tells whether the folder has an entry of this name that is not a broken link. */
  #exists(name: string, entries: ReadonlySet<string>): boolean {
    return entries.has(name) && (this.#isRead(name) || !isBrokenLink(this.#files, join(this.#folder, name)));
  }

  /** The group or host that an entry is named after. */
  #ownerOf(entry: string, names: ReadonlySet<string>): string | undefined {
    const extension = this.#extensions.find(
      (one) => entry.endsWith(one) && names.has(entry.slice(0, entry.length - one.length)),
    );
    if (extension !== undefined) return entry.slice(0, entry.length - extension.length);
    const bare = withoutExtension(entry, this.#extensions);
    // For a name with a slash, Ansible looks into a folder.
    const leads = [...names].some((name) => name.startsWith(`${entry}/`));
    return LOCALHOSTS.includes(bare) || leads ? bare : undefined;
  }

  #unmatched(entry: string, names: ReadonlySet<string>): readonly UnusedPath[] {
    const extension = extname(entry);
    const stem = entry.slice(0, entry.length - extension.length);
    if (WRONG_EXTENSION.test(extension) && !this.#extensions.includes(extension)) {
      if (/^\.txt$/i.test(extension) && (!names.has(stem) || this.#isNoteOnFile(entry))) return [];
      if (names.has(stem))
        return this.#holdsVariables(entry)
          ? [this.#unused(entry, 'extension', stem + usualExtension(this.#extensions))]
          : [];
    }
    if (!this.#holdsAnything(entry)) return [];
    const owner = this.#readsSops && isSopsPath(entry) ? entry.slice(0, entry.lastIndexOf('.sops.')) : undefined;
    return [this.#unused(entry, 'noOwner', owner ?? withoutExtension(entry, this.#extensions))];
  }

  /** The files that Ansible skips in the folder of a group or host. */
  #unusedInFolder(folder: string, above: readonly string[] = []): readonly UnusedPath[] {
    const real = this.#files.real(join(this.#folder, folder));
    if (above.includes(real)) return [];
    return readableNames(this.#files, join(this.#folder, folder)).flatMap((name) => {
      const path = join(folder, name);
      const extension = extname(name);
      if (NOTES_AND_COPIES.test(name)) return [];
      if (isBrokenLink(this.#files, join(this.#folder, path))) return [this.#unused(path, 'dangling', name)];
      if (this.#files.kind(join(this.#folder, path)) === 'folder') {
        if (extension === '') return this.#unusedInFolder(path, [...above, real]);
        return this.#holdsAnything(path) ? [this.#unused(path, 'extension', name.slice(0, -extension.length))] : [];
      }
      if (this.#inside.includes(extension) || !WRONG_EXTENSION.test(extension) || this.#isNoteOnFile(path)) return [];
      if (!this.#holdsVariables(path)) return [];
      return [this.#unused(path, 'extension', name.slice(0, -extension.length) + usualExtension(this.#inside))];
    });
  }

  #unused(entry: string, why: UnusedPath['why'], name: string): UnusedPath {
    return { path: join(this.#folder, entry), folder: this.#folder, kind: this.#kind, why, name };
  }

  /** Tells a file, or a folder with files: those that only keep a folder in the repository do not count. */
  #holdsAnything(entry: string): boolean {
    const path = join(this.#folder, entry);
    const kind = this.#files.kind(path);
    return kind === 'folder' ? this.#holdsFiles(path, []) : kind === 'file';
  }

  #holdsFiles(folder: string, above: readonly string[]): boolean {
    const real = this.#files.real(folder);
    if (above.includes(real)) return false;
    return readableNames(this.#files, folder).some((name) => {
      const path = join(folder, name);
      if (NOTES_AND_COPIES.test(name)) return false;
      const kind = this.#files.kind(path);
      return kind === 'folder' ? this.#holdsFiles(path, [...above, real]) : kind === 'file';
    });
  }

  /** Tells whether a file is named after another one with `.txt` appended, like notes on it or a copy. */
  #isNoteOnFile(entry: string): boolean {
    const [, stem] = /^(.+)\.txt$/i.exec(entry) ?? [];
    return stem !== undefined && this.#files.kind(join(this.#folder, stem)) !== undefined;
  }

  /** Tells whether a file holds variables rather than notes. */
  #holdsVariables(entry: string): boolean {
    const path = join(this.#folder, entry);
    if (this.#files.kind(path) === 'folder') return this.#holdsAnything(entry);
    const text = readableText(this.#files, path);
    if (text === undefined) return false;
    const { root, problem } = readYaml(text);
    if (problem !== undefined || root?.kind !== 'mapping') return text.startsWith(HEADER);
    return root.pairs.every(({ key }) => /^\w+$/.test(String(key.value)));
  }
}

/** The extension that people usually give to a file. */
function usualExtension(extensions: readonly string[]): string {
  return extensions.includes('.yml') ? '.yml' : (extensions.find((one) => one !== '') ?? '');
}

function withoutExtension(entry: string, extensions: readonly string[]): string {
  const extension = extensions.find((one) => one !== '' && entry.endsWith(one)) ?? '';
  return entry.slice(0, entry.length - extension.length);
}

/** The variable folders in subfolders of a folder of sources. */
function variableFoldersBelow(files: Files, folder: string, depth: number): readonly string[] {
  if (depth > 4) return [];
  return readableNames(files, folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith('.') || files.kind(path) !== 'folder') return [];
    if (!(VARS_FOLDERS as readonly string[]).includes(name)) return variableFoldersBelow(files, path, depth + 1);
    return depth > 0 ? [path] : [];
  });
}
