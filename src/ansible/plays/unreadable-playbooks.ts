/** Playbooks whose text Ansible cannot read, told by the keys that entries of playbooks have, and what they may set. */
import type { Document } from '../../source/document.ts';
import type { PossibleAssignments } from './possible-assignments.ts';
import { unknownAsMaybeSetAt } from './possible-assignments.ts';

/** Keys of a play that hold lists of tasks. */
export const TASKS = ['tasks', 'pre_tasks', 'post_tasks', 'handlers'];
/** Keys of a play. https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#play */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...TASKS,
  ...(
    'any_errors_fatal become become_exe become_flags become_method become_user check_mode collections connection ' +
    'debugger diff environment fact_path force_handlers gather_facts gather_subset gather_timeout hosts ' +
    'ignore_errors ignore_unreachable max_fail_percentage module_defaults name no_log order port remote_user roles ' +
    'run_once serial strategy tags throttle timeout user validate_argspec vars vars_files vars_prompt'
  ).split(' '),
]);
/** The key of an entry that imports a playbook. */
export const IMPORT = /^(ansible\.(builtin|legacy)\.)?import_playbook$/;
/** The key of older releases for it. */
export const INCLUDE = /^(ansible\.(builtin|legacy)\.)?include$/;
/** Keywords that lists of other things have, too. */
const COMMON = new Set('collections connection environment hosts name order port tags timeout user'.split(' '));
/** Folders and names of playbooks, from the project's folder on. */
const PLACE = /^[/\\](?:(?:.*[/\\])?(?:playbooks?|plays)[/\\].*|(?:site|playbook)[\w.-]*)$/;
/** Beside `roles` and the inventory lie playbooks and a few files of other programs. */
const TOP = /^[/\\][^/\\]+$/;
const FIRST_KEY = /^([ ]*-[ ]+)["']?[\w.]+["']?[ \t]*:(?:\s|$)/m;
const NAME = /(?<![\w.])[A-Za-z_]\w*(?=["']?[ \t]*[:=])/g;

/** Tells whether Ansible cannot read a file. It does not mind a value that contains itself. */
export function isUnparsable({ problem }: Document): boolean {
  return problem !== undefined && problem.recurs !== true;
}

/** Tells whether a broken text has the hosts of plays, or imports playbooks. */
export function looksLikePlays({ text }: Document): boolean {
  return keysOfPlays(text).some((key) => key === 'hosts' || IMPORT.test(key));
}

/**
 * Tells whether a broken text can be nothing but plays: by its keys alone or, if these are common, by its path, too.
 */
export function isPlaysBeyondDoubt({ text }: Document, path: string): boolean {
  const keys = keysOfPlays(text);
  const hasImport = keys.some((key) => IMPORT.test(key));
  return (
    (hasImport || keys.includes('hosts')) &&
    keys.every((key) => KEYWORDS.has(key) || (hasImport && (key === 'when' || IMPORT.test(key)))) &&
    (keys.some((key) => !COMMON.has(key)) || PLACE.test(path))
  );
}

/** Tells whether a path, from the project's folder on, is that of a playbook: for certain, or perhaps. */
export function playbookPathCertainty(path: string): 'surely' | 'perhaps' | undefined {
  return PLACE.test(path) ? 'surely' : TOP.test(path) ? 'perhaps' : undefined;
}

/** Each name that a broken text gives a value may be set by it, wherever its plays would run. */
export function addPossiblySetNames(document: Document, possible: PossibleAssignments): void {
  for (const { 0: name, index } of document.text.matchAll(NAME))
    possible.add(name, unknownAsMaybeSetAt(document, { start: index, end: index + name.length }, 'a broken playbook'));
}

/** The keys in the columns of the first item's, before the fault and after it. */
function keysOfPlays(text: string): readonly string[] {
  const [, lead] = FIRST_KEY.exec(text) ?? [];
  if (lead === undefined) return [];
  const key = new RegExp(`^(?:${lead}|${' '.repeat(lead.length)})["']?([\\w.]+)["']?[ \\t]*:(?=\\s|$)`, 'gm');
  return [...text.matchAll(key)].map(([, name = '']) => name);
}
