/** Templates and files that tasks put on hosts, each read once. */
import { join } from 'node:path';
import { Document } from '../../source/document.ts';
import type { PlayFiles } from '../plays/play-files.ts';

/** The longest text that is rendered: more than any configuration has, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

/** A file that a task names, or the reason why its text is not known. */
export type SourceFile =
  | { readonly document: Document }
  | { readonly unread: 'missing' | 'vault' | 'unreadable' | 'binary' | 'too large'; readonly path: string };

/** Finds the sources of tasks where Ansible looks for them. */
export class SourceFiles {
  readonly #files: PlayFiles;
  readonly #read = new Map<string, SourceFile | undefined>();

  constructor(files: PlayFiles) {
    this.#files = files;
  }

  /**
   * The first file of a name that is there: `name` in each folder. Undefined where there is none. An absolute name is
   * looked for as it is.
   */
  find(name: string, folders: readonly string[]): SourceFile | undefined {
    const paths = name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name));
    for (const path of paths) {
      const found = this.#open(path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The full path of the first folder of a name that is there. */
  folder(name: string, folders: readonly string[]): string | undefined {
    const paths = name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name));
    return paths.find((path) => this.#files.isFolder(path));
  }

  #open(path: string): SourceFile | undefined {
    if (!this.#read.has(path)) this.#read.set(path, this.#opened(path));
    return this.#read.get(path);
  }

  #opened(path: string): SourceFile | undefined {
    const closed = this.#files.closed(path);
    if (closed !== undefined) return { unread: closed === 'vault' ? 'vault' : 'unreadable', path };
    const text = this.#files.text(path);
    if (text === undefined) return undefined;
    if (text.length > MAX_LENGTH) return { unread: 'too large', path };
    if (text.includes('\0')) return { unread: 'binary', path };
    const { documents } = this.#files;
    const { isDecrypted } = documents.text(path);
    return { document: new Document(documents.shown(path), text, 'template', {}, isDecrypted) };
  }
}

/**
 * The folders in which a template (`templates`) or another file (`files`) of a task is looked for, in Ansible's order.
 * `roles`: the folders of the role and of those that brought it in, the innermost first; `tasks`: the folder of the file
 * that holds the task.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbook_pathing.html
 */
export function sourceFolders(
  kind: 'templates' | 'files',
  { roles, tasks, playbook }: { readonly roles: readonly string[]; readonly tasks: string; readonly playbook: string },
): readonly string[] {
  const [own, ...parents] = roles;
  const ofRole = own === undefined ? [] : [join(own, kind), own];
  const ofParents = parents.flatMap((role) => [join(role, kind), role]);
  const all = [...ofRole, join(tasks, kind), tasks, ...ofParents, join(playbook, kind), playbook];
  return [...new Set(all)];
}
