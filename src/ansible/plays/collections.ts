/** The collections of a project: where each lies, and which playbooks and roles their full names lead to. */
import { basename, dirname, join } from 'node:path';
import { isBelow } from '../../ground/paths.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { textOf } from '../playbook/nodes.ts';
import type { PlayFiles } from './play-files.ts';

const ENDING = /\.ya?ml$/;

interface CollectionPaths {
  /** `collections_path`. */
  readonly configured: readonly string[];
  /** The project's folder. */
  readonly root: string;
  /** The folder of the collection that the project is an example of. */
  readonly around?: string | undefined;
}

/** A playbook that the full name of an import leads to. */
interface PlaybookOfCollection {
  /** Undefined if the project does not have it. */
  readonly path: string | undefined;
  /** The folder that surely lacks it; undefined if it may be in a collection that is installed elsewhere. */
  readonly missingFrom: string | undefined;
}

/** A collection that the project has. */
interface Found {
  readonly folder: string;
  /** True if Ansible finds no other of the name before this one. */
  readonly isCertain: boolean;
}

/**
 * Finds collections as Ansible does: beside the playbook that a person runs, then in `collections_path`; the first of
 * a name hides all others. A collection that only an installation would bring to one of these places is found where
 * it lies in the project.
 *
 * https://docs.ansible.com/ansible/latest/collections_guide/collections_using_playbooks.html
 */
export class Collections {
  readonly #files: PlayFiles;
  readonly #configured: readonly string[];
  readonly #root: string;
  /** The collection that the project is, or lies in, if it does. */
  readonly #own: { readonly name: string; readonly folder: string } | undefined;

  constructor(files: PlayFiles, { configured, root, around = root }: CollectionPaths) {
    this.#files = files;
    this.#configured = configured;
    this.#root = root;
    const name =
      root === above(root)?.folder ? above(root)?.name : (nameInGalaxy(files, root) ?? nameInGalaxy(files, around));
    const folder = nameInGalaxy(files, root) === undefined ? around : root;
    this.#own = name === undefined ? undefined : { name, folder };
  }

  /**
   * The playbook that a text names in full; undefined if it is not a full name. `run`: the playbook that a person
   * runs.
   */
  playbook(text: string, run: string): PlaybookOfCollection | undefined {
    const [ending = ''] = ENDING.exec(text) ?? [];
    const [collection, name] = partsOfFullName(text.slice(0, text.length - ending.length));
    if (collection === undefined || name === undefined) return undefined;
    const found = this.#find(collection, run);
    if (found === undefined) return { path: undefined, missingFrom: undefined };
    const folder = join(found.folder, 'playbooks');
    const endings = ending === '' ? ['', '.yml', '.yaml'] : [ending];
    const paths = endings.map((each) => join(folder, ...name.split('.')) + each);
    const path = paths.find((each) => this.#files.documents.kind(each) !== undefined);
    const isMissing = path === undefined && found.isCertain && this.#files.isFolder(folder);
    return { path, missingFrom: isMissing ? folder : undefined };
  }

  /**
   * The folders that a role's name may mean: that of its collection if the name is a full one, else those that are
   * searched.
   */
  rolesNamed(name: string, searched: readonly string[], run: string): readonly string[] {
    const [own, inOwn] = partsOfFullName(name);
    const names = own === undefined ? searched : [own];
    return names.flatMap((collection) => {
      const found = this.#find(collection, run);
      return found === undefined ? [] : [join(found.folder, 'roles', ...(inOwn ?? name).split('.'))];
    });
  }

  /** Tells whether a collection that may have roles is not in the project. */
  lacks(collection: string, run: string): boolean {
    return !/^ansible\.(?:builtin|legacy)$/.test(collection) && this.#find(collection, run) === undefined;
  }

  /** The collection that a file or folder belongs to, for those who run a playbook. */
  of(path: string, run: string): string | undefined {
    const name = above(path)?.name;
    if (name === undefined)
      return ['playbooks', 'roles'].some((folder) => isBelow(path, join(this.#root, folder)))
        ? this.#own?.name
        : undefined;
    const found = this.#find(name, run);
    return found !== undefined && isBelow(path, found.folder) ? name : undefined;
  }

  #find(collection: string, run: string): Found | undefined {
    const searched = [join(dirname(run), 'collections'), ...this.#configured];
    const near = [join(this.#root, 'collections'), this.#root];
    const candidates = [...searched, ...near].map((path) => folderIn(path, collection));
    const at = candidates.findIndex((folder) => this.#files.isFolder(folder));
    const folder = candidates[at];
    if (folder === undefined)
      return collection === this.#own?.name ? { folder: this.#own.folder, isCertain: false } : undefined;
    const isInside = searched.slice(0, at + 1).every((path) => isBelow(path, this.#root));
    return { folder, isCertain: at < searched.length && isInside };
  }
}

function folderIn(path: string, collection: string): string {
  const parent = basename(path) === 'ansible_collections' ? path : join(path, 'ansible_collections');
  return join(parent, ...collection.split('.'));
}

/** The collection that a path leads into, by the names of its folders: `ansible_collections/acme/search`. */
function above(path: string): { readonly folder: string; readonly name: string } | undefined {
  const [folder, namespace = '', name = ''] =
    /^.*[/\\]ansible_collections[/\\]([^/\\]+)[/\\]([^/\\]+)(?![^/\\])/.exec(path) ?? [];
  return folder === undefined ? undefined : { folder, name: `${namespace}.${name}` };
}

/**
 * The collection in a full name, and the rest: `acme.search.site`, or `acme.search.sub.site` with folders between. No
 * parts if the name is not a full one.
 */
function partsOfFullName(name: string): readonly string[] {
  // Here, because classes of Unicode take a while to compile, and few projects have such names.
  const full = /^([\p{L}_][\p{L}\p{N}_]*\.[\p{L}_][\p{L}\p{N}_]*)\.([\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*)$/u;
  return full.exec(name)?.slice(1) ?? [];
}

function nameInGalaxy(files: PlayFiles, root: string): string | undefined {
  const path = join(root, 'galaxy.yml');
  const document = files.text(path) === undefined ? undefined : files.document(path);
  const { root: tree } = document ?? {};
  if (tree?.kind !== 'mapping') return undefined;
  const [namespace, name] = ['namespace', 'name'].map((key) => textOf(tree.get(key)?.value));
  return namespace === undefined || name === undefined || isTemplate(name) ? undefined : `${namespace}.${name}`;
}
