/** The paths that tasks name, with what is known about them wherever the task runs. */
import { dirname, join } from 'node:path';
import { Scalar, valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { evaluate } from '../template/evaluate.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { scopeBeforeInventory } from './scope-before-inventory.ts';
import { listOf, pairsOf, textOf } from '../playbook/nodes.ts';
import type { Loop, Task } from '../playbook/task.ts';

/** The place of a task, which decides where its files are looked for. */
export interface TaskPlace {
  /** The role's folder; undefined for the tasks of a play. */
  readonly role: string | undefined;
  /** The playbook's folder. */
  readonly playbook: string;
  /** The values of `inventory_dir` for all hosts. */
  readonly inventories: readonly string[];
}

interface TaskPaths {
  /** The paths; what only a run can know of them stays a template. */
  readonly paths: readonly string[];
  /** True if the first that is there is meant, not all of them: `first_found`. */
  readonly isFirst: boolean;
}

const FIRST_FOUND = /\bfirst_found\b/;
const QUOTED = /'([^']*)'|"([^"]*)"/g;

/** The paths that a text of a task means: one for each item of its loop. */
export function pathsOf(text: string, task: Task, place: TaskPlace): TaskPaths {
  const { paths, isFirst } = ofItems(text, task);
  return { paths: [...new Set(paths.flatMap((path) => filledIn(path, place)))], isFirst };
}

/**
 * The folders in which a relative path is looked for, in Ansible's order, and that of the playbook last, for roles,
 * too. `kind`: what is looked for; `path`: the file that holds the task.
 */
export function foldersToSearch(
  kind: 'tasks' | 'vars',
  path: string,
  { role, playbook }: TaskPlace,
): readonly string[] {
  const own = dirname(path);
  const ofFile = kind === 'vars' ? [join(own, kind), own] : [own];
  const ofRole = role === undefined ? [] : [join(role, kind), role];
  const folders = kind === 'vars' ? [...ofRole, ...ofFile] : [...ofFile, ...ofRole];
  return [...new Set([...folders, join(playbook, kind), playbook])];
}

/** The folder from which the `dir` of an `include_vars` leads on: Ansible looks in no other. */
export function baseFolderOfIncludeVars(dir: string, path: string, { role }: TaskPlace): string {
  if (role === undefined) return dirname(path);
  return /^vars(?:\/|$)/.test(dir) ? role : join(role, 'vars');
}

function ofItems(text: string, task: Task): TaskPaths {
  if (FIRST_FOUND.test(text)) return { paths: lookedUp(text, task), isFirst: true };
  const { loop } = task;
  const name = (loop?.variable ?? 'item').replace(/\W/g, '');
  const item = new RegExp(`\\{\\{\\s*${name}(?:\\.(\\w+))?\\s*\\}\\}`);
  const [whole, key] = item.exec(text) ?? [];
  if (loop === undefined || whole === undefined) return { paths: [text], isFirst: false };
  const given = textOf(loop.terms) ?? '';
  const isFirst = loop.kind === 'first_found' || FIRST_FOUND.test(given);
  const items = FIRST_FOUND.test(given)
    ? lookedUp(given, task)
    : isFirst
      ? firstFoundPaths(loop.terms)
      : texts(loop, key);
  const paths = items.map((each) => text.replace(whole, () => each));
  return { paths: paths.length > 0 ? paths : [text], isFirst };
}

/** The items of a loop, or what each has under a key; those of `with_fileglob` with a template for each star. */
function texts({ kind, terms }: Loop, key: string | undefined): readonly string[] {
  const items = listOf(terms).flatMap((item) => {
    return textOf(key === undefined ? item : valueAt(item, key)) ?? [];
  });
  return kind === 'fileglob' ? items.map((item) => item.replaceAll('*', '{{ any }}')) : items;
}

/** The paths that a template with `first_found` may find: by the texts in it, and by the variables of its task. */
function lookedUp(template: string, { vars }: Task): readonly string[] {
  const quoted = [...template.replace(FIRST_FOUND, '').matchAll(QUOTED)].map(([, one, other]) => one ?? other ?? '');
  const variables = pairsOf(vars).flatMap(({ value }) => firstFoundPaths(value));
  // An ending alone is what something else is joined with: `ansible_os_family ~ '.yml'`.
  const named = quoted.filter((text) => text.includes('.')).map((text) => text.replace(/^\.\w/, `{{ name }}$&`));
  const paths = [...variables, ...named];
  return paths.length > 0 ? paths : [template];
}

/**
 * The paths that `first_found` tries: texts, `files` in each of `paths`, and lists of both. It splits texts.
 * https://docs.ansible.com/ansible/latest/collections/ansible/builtin/first_found_lookup.html
 */
export function firstFoundPaths(terms: Node): readonly string[] {
  return listOf(terms).flatMap((term) => {
    if (term.kind !== 'mapping') return split(term, ',;');
    const files = listOf(term.get('files')?.value).flatMap((file) => split(file, ',;'));
    const folders = listOf(term.get('paths')?.value).flatMap((folder) => split(folder, ',:;'));
    return folders.length === 0 ? files : folders.flatMap((folder) => files.map((file) => below(folder, file)));
  });
}

/** A file below a folder; `..` may leave again what a template replaces. */
function below(folder: string, file: string): string {
  return isTemplate(folder) ? `${folder}/${file}` : join(folder, file);
}

/** Splits a text at some signs outside of templates. */
function split(node: Node, signs: string): readonly string[] {
  const parts = (textOf(node) ?? '').split(new RegExp(`[${signs}](?![^{]*\\}\\})`));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `role_path`, `playbook_dir` and `inventory_dir` are known wherever the task runs. */
function filledIn(path: string, { role, playbook, inventories }: TaskPlace): readonly string[] {
  if (!isTemplate(path)) return [path];
  const folders = /\binventory_dir\b/.test(path) && inventories.length > 0 ? inventories : [undefined];
  return folders.map((inventory) => {
    const known = new Map([
      ['role_path', role],
      ['playbook_dir', playbook],
      ['inventory_dir', inventory],
    ]);
    const text = path.replace(/\{\{\s*(\w+)\s*\}\}/g, (template, name: string) => known.get(name) ?? template);
    if (!isTemplate(text)) return text;
    const scope = scopeBeforeInventory([]);
    const outcome = evaluate(text, {
      ...scope,
      playbookDir: playbook,
      variable: (name) => {
        const folder = known.get(name);
        return folder === undefined ? scope.variable(name) : new Scalar(0, folder.length, 'str', folder);
      },
    });
    return (outcome.state === 'known' ? textOf(outcome.value) : undefined) ?? text;
  });
}
