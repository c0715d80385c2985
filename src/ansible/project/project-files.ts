/** Lists the files of a project that may be plays, roles, templates or requirements, and the folders of variables. */
import { extname, join, sep } from 'node:path';
import { VARS_FOLDERS } from '../variables/vars-files.ts';
import { readableNames } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { foldersAbove } from '../../ground/paths.ts';

/** Enough for any deployment project, and a bound for a home folder that was named by mistake. */
const MAX_FILES = 5_000;
const MAX_FOLDERS = 5_000;
const MAX_DEPTH = 12;
const READABLE: ReadonlySet<string> = new Set(['.yml', '.yaml', '.j2', '.jinja', '.jinja2', '.sh', '.py']);
/** The endings of files with requests that people send from the console of a dashboard, or from an editor. */
const OF_REQUESTS: ReadonlySet<string> = new Set(['.console', '.es', '.http']);
const VARIABLES: ReadonlySet<string> = new Set(VARS_FOLDERS);
const SKIPPED = new Set(['node_modules', 'venv', '__pycache__', ...VARIABLES]);

/** Folders of fetched roles and collections, of their documentation, and of files that deploy nothing. */
const FOREIGN =
  /[/\\](?:collections|ansible_collections|galaxy\w*|vendor|docs?|examples?|samples?|molecule|tests?|fixtures|roles[/\\][\w-]+\.[\w.-]+)[/\\]/;
const TEMPLATES = /[/\\]templates?[/\\]/;

/** The files of a project. All paths are full ones. */
export interface ProjectFiles {
  /** The project's folder. */
  readonly root: string;
  /** The files that may be plays, roles, templates or requirements, in the order of their names. */
  readonly paths: readonly string[];
  /** The files that may hold requests for people to send. */
  readonly ofRequests: readonly string[];
  /** The folders with `group_vars` or `host_vars` in them. */
  readonly variableFolders: ReadonlySet<string>;
  /** True if the project has more files or folders than stacklint reads. */
  readonly isCut: boolean;
}

/** Lists the files of the project in a folder. */
export function listProject(files: Files, root: string): ProjectFiles {
  const variableFolders = new Set<string>();
  // By their real paths: links may lead to the same folder again, or to one above the project.
  const seen = new Set(foldersAbove(files.real(root)));
  const paths: string[] = [];
  const ofRequests: string[] = [];
  let isCut = false;
  const walk = (folder: string, depth: number): void => {
    const real = files.real(folder);
    if (seen.has(real)) return;
    isCut ||= seen.size >= MAX_FOLDERS;
    if (isCut) return;
    seen.add(real);
    const folders: string[] = [];
    for (const name of [...readableNames(files, folder)].sort()) {
      const path = join(folder, name);
      if (VARIABLES.has(name) && files.kind(path) === 'folder') variableFolders.add(folder);
      if (name.startsWith('.') || SKIPPED.has(name)) continue;
      const kind = files.kind(path);
      if (kind === 'folder' && depth < MAX_DEPTH) folders.push(path);
      if (kind === 'file' && OF_REQUESTS.has(extname(name))) ofRequests.push(path);
      if (kind !== 'file' || !READABLE.has(extname(name))) continue;
      isCut ||= paths.length === MAX_FILES;
      if (isCut) return;
      paths.push(path);
    }
    // Last, so that playbooks are listed however many roles are below them.
    for (const path of folders) walk(path, depth + 1);
  };
  walk(root, 0);
  // Folders are sorted among files by their names, and what they hold stays together.
  const keys = paths.map((path) => path.replaceAll(sep, '\0')).sort();
  return { root, paths: keys.map((key) => key.replaceAll('\0', sep)), ofRequests, variableFolders, isCut };
}

/** Makes the test whether an inventory plugin of some name may be among the files of a project. */
export function pluginTestFor({ paths, isCut }: ProjectFiles): (name: string) => boolean {
  return (name) => {
    const ends = ['inventory_plugins', 'plugins/inventory'].map((folder) => join(sep, folder, `${name}.py`));
    return paths.some((path) => ends.some((end) => path.endsWith(end))) || isCut;
  };
}

/** Tells whether a file was written elsewhere or deploys nothing. */
export function isForeign({ root }: ProjectFiles, path: string): boolean {
  return FOREIGN.test(path.slice(root.length));
}

/** Tells whether a file is neither a playbook nor part of an inventory: it is foreign, or among templates. */
export function isAside(files: ProjectFiles, path: string): boolean {
  return isForeign(files, path) || TEMPLATES.test(path.slice(files.root.length));
}
