/** Templates and files that tasks put on hosts, each read once. */
import { join, posix } from 'node:path';
import { madeOnce } from '../../ground/made-once.ts';
import type { Document } from '../../source/document.ts';
import type { PlayFiles } from '../plays/play-files.ts';
import { foldersToSearch } from '../plays/task-paths.ts';

/** The longest text that is rendered: more than any configuration has, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

/** A file that a task names, or the reason why its text is not known. */
export type SourceFile = { readonly document: Document } | { readonly unread: WhyUnread };

export type WhyUnread = 'vault' | 'unreadable' | 'binary' | 'too large';

/** The full paths of the folders around a task. */
export interface TaskFolders {
  /** Those of the role and of the roles that brought it in, the innermost first. */
  readonly roles: readonly string[];
  /** That of the file that holds the task. */
  readonly tasks: string;
  readonly playbook: string;
}

/** Templates, or files that stay as they are. */
type SourceKind = 'templates' | 'files';

const FORMATS = { templates: 'template', files: 'text' } as const;

/** Finds the sources of tasks where Ansible looks for them. */
export class SourceFiles {
  readonly #files: PlayFiles;
  readonly #read = {
    templates: new Map<string, SourceFile | undefined>(),
    files: new Map<string, SourceFile | undefined>(),
  };
  readonly #ofProject = new Set<Document>();
  readonly #loaders = new Map<string, SourceLoader>();

  constructor(files: PlayFiles) {
    this.#files = files;
  }

  /** The files of the project that were read. */
  get ofProject(): ReadonlySet<Document> {
    return this.#ofProject;
  }

  /**
   * The first file of a name that exists: `name` in each folder; undefined if there is none. An absolute name is
   * looked for as it is.
   */
  find(name: string, kind: SourceKind, folders: readonly string[]): SourceFile | undefined {
    const paths = name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name));
    for (const path of paths) {
      const found = this.#open(path, kind);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The full path of the first folder of a name that exists. */
  folder(name: string, folders: readonly string[]): string | undefined {
    const paths = name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name));
    return paths.find((path) => this.#files.isFolder(path));
  }

  /** The loader of tasks in some folders; the same one for the same folders. */
  loaderFor(folders: TaskFolders): SourceLoader {
    const key = [folders.tasks, folders.playbook, ...folders.roles].join('\0');
    return madeOnce(this.#loaders, key, () => new SourceLoader(this, folders, key));
  }

  /** The full paths of all files in a folder. */
  filesIn(folder: string): readonly string[] {
    return this.#files.allIn(folder);
  }

  #open(path: string, kind: SourceKind): SourceFile | undefined {
    const read = this.#read[kind];
    if (!read.has(path)) read.set(path, this.#opened(path, kind));
    return read.get(path);
  }

  #opened(path: string, kind: SourceKind): SourceFile | undefined {
    const closed = this.#files.closed(path);
    if (closed !== undefined) return { unread: closed === 'vault' ? 'vault' : 'unreadable' };
    const text = this.#files.text(path);
    if (text === undefined) return undefined;
    if (text.length > MAX_LENGTH) return { unread: 'too large' };
    if (text.includes('\0')) return { unread: 'binary' };
    const document = this.#files.documents.unparsed(path, FORMATS[kind]);
    if (this.#files.isOfProject(path)) this.#ofProject.add(document);
    return { document };
  }
}

/** Finds what tasks name by a path: the place of a task decides where it is looked for. */
export class SourceLoader {
  /** A text that is the same for all tasks that find the same file. */
  readonly key: string;
  /** The full paths of the folders in which templates and other files are looked for. */
  readonly folders: Readonly<Record<SourceKind, readonly string[]>>;
  readonly #sources: SourceFiles;
  readonly #found = new Map<string, SourceFile | undefined>();

  constructor(sources: SourceFiles, folders: TaskFolders, key: string) {
    this.key = key;
    this.#sources = sources;
    this.folders = { templates: sourceFolders('templates', folders), files: sourceFolders('files', folders) };
  }

  /** The file of a name. `beside`: a folder that is searched last, as for an include. */
  find(name: string, kind: SourceKind, beside?: string): SourceFile | undefined {
    const key = `${kind}\0${name}\0${beside ?? ''}`;
    if (this.#found.has(key)) return this.#found.get(key);
    const folders = this.folders[kind];
    const found = this.#sources.find(name, kind, beside === undefined ? folders : [...folders, beside]);
    this.#found.set(key, found);
    return found;
  }

  /** The full path of a folder below `files`. */
  folder(name: string): string | undefined {
    return this.#sources.folder(name, this.folders.files);
  }

  /** The full paths of all files in a folder. */
  filesIn(folder: string): readonly string[] {
    return this.#sources.filesIn(folder);
  }
}

/**
 * The paths at which a task looks for a file that it names, as they are shown. `file`: the file that holds the task;
 * `playbooks`: the folders of the playbooks that may reach it, if it belongs to a role.
 */
export function pathsLookedAt(
  kind: 'tasks' | 'source',
  name: string,
  file: string,
  playbooks: readonly string[],
): readonly string[] {
  const folder = posix.dirname(file);
  const role = /^(.*)\/(?:tasks|handlers)(?:\/|$)/.exec(`${folder}/`)?.[1];
  return (role === undefined ? [folder] : playbooks).flatMap((playbook) => {
    const around = { roles: role === undefined ? [] : [role], tasks: folder, playbook };
    const folders =
      kind === 'tasks'
        ? foldersToSearch('tasks', file, { role, playbook, inventories: [] })
        : [...sourceFolders('templates', around), ...sourceFolders('files', around)];
    return folders.map((each) => posix.join(each, name));
  });
}

/**
 * The folders in which a template (`templates`) or another file (`files`) of a task is looked for, in Ansible's order.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbook_pathing.html
 */
export function sourceFolders(kind: SourceKind, { roles, tasks, playbook }: TaskFolders): readonly string[] {
  const [own, ...parents] = roles;
  const ofRole = own === undefined ? [] : [join(own, kind), own];
  const ofParents = parents.flatMap((role) => [join(role, kind), role]);
  const all = [...ofRole, join(tasks, kind), tasks, ...ofParents, join(playbook, kind), playbook];
  return [...new Set(all)];
}
