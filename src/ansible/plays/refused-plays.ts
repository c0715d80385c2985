/** What makes Ansible stop at a playbook, as far as the text alone tells it for certain. */
import type { Document } from '../../source/document.ts';
import type { Mapping, Node, Pair, Range } from '../../source/tree.ts';
import { plainProblem } from '../plain-words.ts';
import type { Troubles } from '../troubles.ts';
import { mappingsOf, textOf } from './nodes.ts';

/** Playbooks of others that lie in a project, samples, and what a project is made from: nobody runs them there. */
const FOREIGN =
  /[/\\](roles|collections|ansible_collections|galaxy\w*|vendor|docs?|templates?|examples?|samples?|[^/\\]*\{\{[^/\\]*)[/\\]/;
const IMPORT = /^(ansible\.(builtin|legacy)\.)?import_playbook$/;
const TASKS = ['tasks', 'pre_tasks', 'post_tasks', 'handlers'];
/** What a play may say. https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#play */
const KEYWORDS = new Set([
  ...TASKS,
  ...(
    'any_errors_fatal become become_exe become_flags become_method become_user check_mode collections connection ' +
    'debugger diff environment fact_path force_handlers gather_facts gather_subset gather_timeout hosts ' +
    'ignore_errors ignore_unreachable max_fail_percentage module_defaults name no_log order port remote_user roles ' +
    'run_once serial strategy tags throttle timeout user validate_argspec vars vars_files vars_prompt'
  ).split(' '),
]);

/** Tells of playbooks what Ansible refuses before it looks at any host. */
export class RefusedPlays {
  readonly #troubles: Troubles;

  constructor(troubles: Troubles) {
    this.#troubles = troubles;
  }

  add(document: Document, range: Range, reason: string, kind: 'syntax' | 'structure' = 'structure'): void {
    const message = `Ansible stops at this playbook: ${reason}.`;
    this.#troubles.add(document, range, { kind, severity: 'error', message });
  }

  /** Adds what is wrong with the list of plays and with each play by itself. */
  addPlaybook(document: Document): void {
    const { root, problem, text } = document;
    if (problem !== undefined) return this.add(document, problem, plainProblem(problem, text), 'syntax');
    if (root?.kind !== 'sequence' || root.items.length === 0)
      return this.add(document, placeOfRoot(root), `expected a list of plays, but there is ${what(root)}`);
    for (const item of root.items)
      if (item.kind !== 'mapping') this.add(document, item, `expected a play, but there is ${what(item)}`);
      else this.#addPlay(document, item);
  }

  #addPlay(document: Document, play: Mapping): void {
    if (play.pairs.some(({ key }) => /(^|\.)import_playbook$/.test(String(key.value)))) return;
    const hosts = play.get('hosts');
    if (hosts === undefined)
      return this.add(
        document,
        play.pairs[0]?.key ?? play,
        'this play names no hosts; expected hosts or import_playbook',
      );
    const reason = hostsRefused(hosts.value);
    if (reason !== undefined) this.add(document, hosts.key, reason);
    const unknown = play.pairs.find(({ key }) => !KEYWORDS.has(String(key.value)));
    if (unknown !== undefined) this.add(document, unknown.key, `a play has no keyword ${String(unknown.key.value)}`);
  }
}

/**
 * Whether a file that nothing imports is a playbook beyond doubt: lists of other things have `hosts`, too. The path is
 * that from the project's folder on.
 */
export function isSurelyPlaybook(document: Document, path: string): boolean {
  return (
    !FOREIGN.test(path) &&
    // What a template makes playbooks of is none yet.
    !/^\s*\{[%#]/m.test(document.text) &&
    mappingsOf(document.root).some(
      (item) => item.pairs.some(isImport) || (item.get('hosts') !== undefined && isSurelyPlay(item)),
    )
  );
}

/** Whether a pair is what imports a playbook. */
export function isImport({ key }: Pair): boolean {
  return IMPORT.test(String(key.value));
}

/** Whether a mapping with hosts holds tasks, or roles and nothing that no play has: those who map users have them, too. */
function isSurelyPlay(item: Mapping): boolean {
  const holds = (key: string): boolean => item.get(key)?.value.kind === 'sequence';
  if (TASKS.some(holds)) return true;
  return holds('roles') && item.pairs.every(({ key }) => KEYWORDS.has(String(key.value)));
}

/** What is wrong with the hosts of a play; undefined where nothing is, or only a run can know. */
function hostsRefused(hosts: Node): string | undefined {
  const items = hosts.kind === 'sequence' ? hosts.items : [hosts];
  if (items.length === 0 || items.some((item) => isNothing(item) || textOf(item) === ''))
    return 'its hosts are empty; expected names of groups or hosts';
  const isText = (item: Node): boolean => item.kind === 'scalar' && (item.type === 'str' || item.mark !== 'none');
  return items.every(isText) ? undefined : 'hosts should be a text or a list of texts';
}

function placeOfRoot(root: Node | undefined): Range {
  return root === undefined || isNothing(root) ? { start: 0, end: 0 } : root;
}

function isNothing(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function what(node: Node | undefined): string {
  if (node === undefined || isNothing(node)) return 'nothing';
  if (node.kind === 'mapping') return 'a mapping';
  if (node.kind === 'scalar') return 'a single value';
  return node.items.length === 0 ? 'an empty list' : 'a list';
}
