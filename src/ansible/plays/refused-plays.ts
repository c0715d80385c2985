/** Playbooks that Ansible stops at, as far as their text by itself shows it for certain. */
import type { FileError } from '../../ground/files.ts';
import type { Document } from '../../source/document.ts';
import type { Mapping, Node, Pair, Range } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { faultOfText } from '../inventory/source-failure.ts';
import { explainedYamlProblem } from '../../source/yaml/exact-problem.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';
import { isUnparsable, isPlaysBeyondDoubt, IMPORT, INCLUDE, KEYWORDS, TASKS } from './unreadable-playbooks.ts';
import { mappingsOf, textOf } from '../playbook/nodes.ts';

/** Third-party playbooks in a project, samples, and templates of projects: they are not run where they are. */
const FOREIGN =
  /[/\\](roles|collections|ansible_collections|galaxy\w*|vendor|docs?|templates?|examples?|samples?|[^/\\]*\{\{[^/\\]*)[/\\]/;

/** Notes what Ansible refuses in playbooks before it looks at any host. */
export class RefusedPlays {
  readonly #troubles: Troubles;
  readonly #version: Version;
  readonly #runs = new Set<string>();

  constructor(troubles: Troubles, version: Version) {
    this.#troubles = troubles;
    this.#version = version;
  }

  /** `run`: the playbook that a person runs; Ansible reads all of it before it comes to the first play. */
  add(
    document: Document,
    range: Range,
    given: Fault,
    run: string,
    part: 'playbook' | 'role' | 'file' = 'playbook',
  ): void {
    this.stop(run);
    this.#troubles.add(document, range, { ...given, refuses: part });
  }

  /** Notes that Ansible stops before the first play of a run, for a reason that is reported elsewhere. */
  stop(run: string): void {
    this.#runs.add(run);
  }

  /** Adds that a playbook cannot be read here, though other people may be able to read it. */
  addClosed(path: string, error: FileError): void {
    this.#troubles.addUnreadable(path, error, undefined);
  }

  /** Adds what is wrong with a role's file of variables: its YAML, or that it holds no mapping. */
  addRole(document: Document, run: string): void {
    const refusal = refusalOfText(document) ?? refusalOfVariables(document);
    if (refusal !== undefined) this.add(document, refusal.place, refusal.fault, run, 'role');
  }

  /** Adds what is wrong with the YAML of a file of tasks, of handlers, or about a role. */
  addTasks(document: Document, run: string): void {
    const refusal = refusalOfText(document);
    if (refusal !== undefined) this.add(document, refusal.place, refusal.fault, run, 'file');
  }

  /** Adds what is wrong with the list of plays and with each play by itself. */
  addPlaybook(document: Document, run: string): void {
    for (const { place, fault } of refusalsOf(document)) this.add(document, place, fault, run);
  }

  /**
   * Says why Ansible finds no file for the text of an import; undefined if it may. `isMissing` looks beside the
   * playbook.
   */
  missingImport(text: string, isMissing: (name: string) => boolean): Fault | undefined {
    const [name = '', ...words] = text.split(/\s+/);
    const isWhole = words.length === 0 || hasChange(this.#version, 'importsWholeText');
    const file = isWhole ? text : name;
    if ((!isWhole && /["']/.test(text)) || !isMissing(file)) return undefined;
    if (!isWhole || isMissing(name)) return fault('play/missing-import', { file });
    return fault('play/import-with-words', { file, words: words.join(' ') });
  }

  /** Tells whether Ansible ends before it runs a play, wherever in the run the fault is. */
  stops({ refused, run }: { readonly refused: boolean; readonly run: string }): boolean {
    return refused || this.#runs.has(run);
  }
}

/** One reason why Ansible does not run a playbook. */
interface Refusal {
  readonly place: Range;
  readonly fault: Fault;
}

/** The reasons why Ansible refuses a playbook's text: its YAML, that it is not a list of plays, or single plays. */
export function refusalsOf(document: Document): readonly Refusal[] {
  const { root } = document;
  const broken = refusalOfText(document);
  if (broken !== undefined) return [broken];
  if (root?.kind !== 'sequence' || root.items.length === 0)
    return [refusal(placeOfRoot(root), fault('play/not-a-list', { found: what(root) }))];
  return root.items.flatMap((item) =>
    item.kind === 'mapping' ? refusalsOfPlay(item) : [refusal(item, fault('play/not-a-play', { found: what(item) }))],
  );
}

function refusalOfText({ problem, text }: Document): Refusal | undefined {
  if (problem === undefined) return undefined;
  const exact = explainedYamlProblem(problem, text);
  return refusal(exact, faultOfText(exact));
}

function refusalOfVariables({ root }: Document): Refusal | undefined {
  if (root === undefined || root.kind === 'mapping') return undefined;
  return refusal(root, fault('play/role-variables', { found: what(root) }));
}

function refusalsOfPlay(play: Mapping): readonly Refusal[] {
  if (play.pairs.some(({ key }) => /(^|\.)import_playbook$/.test(String(key.value)))) return [];
  const hosts = play.get('hosts');
  const include = play.pairs.find(({ key }) => INCLUDE.test(String(key.value)));
  // https://github.com/ansible/ansible/blob/stable-2.12/changelogs/CHANGELOG-v2.12.rst
  if (hosts === undefined && include !== undefined) return [refusal(include.key, fault('play/include'))];
  if (hosts === undefined) return [refusal(play.pairs[0]?.key ?? play, fault('play/no-hosts'))];
  const refused = hostsRefused(hosts.value);
  const unknown = play.pairs.find(({ key }) => !KEYWORDS.has(String(key.value)));
  return [
    ...(refused === undefined ? [] : [refusal(hosts.key, refused)]),
    ...(unknown === undefined
      ? []
      : [refusal(unknown.key, fault('play/unknown-keyword', { keyword: String(unknown.key.value) }))]),
  ];
}

function refusal({ start, end }: Range, fault: Fault): Refusal {
  return { place: { start, end }, fault };
}

/**
 * Tells whether a file that nothing imports is surely a playbook: lists of other things have `hosts`, too. The path is
 * relative to the project's folder.
 */
export function isSurelyPlaybook(document: Document, path: string): boolean {
  return (
    !FOREIGN.test(path) &&
    // A template that a playbook is made from is not a playbook yet.
    !/^\s*\{[%#]/m.test(document.text) &&
    (mappingsOf(document.root).some(
      (item) => item.pairs.some(isImport) || (item.get('hosts') !== undefined && isSurelyPlay(item)),
    ) ||
      (isUnparsable(document) && isPlaysBeyondDoubt(document, path)))
  );
}

/** Tells whether a pair imports a playbook. */
export function isImport({ key }: Pair): boolean {
  return IMPORT.test(String(key.value));
}

/**
 * Tells whether a mapping with hosts holds tasks, or roles and no key that plays do not have: maps of users have
 * `hosts`, too.
 */
function isSurelyPlay(item: Mapping): boolean {
  const holds = (key: string): boolean => item.get(key)?.value.kind === 'sequence';
  if (TASKS.some(holds)) return true;
  return holds('roles') && item.pairs.every(({ key }) => KEYWORDS.has(String(key.value)));
}

/** Says what is wrong with the hosts of a play; undefined if nothing is, or only a run can know. */
function hostsRefused(hosts: Node): Fault | undefined {
  const items = hosts.kind === 'sequence' ? hosts.items : [hosts];
  if (items.length === 0 || items.some((item) => isNothing(item) || textOf(item) === ''))
    return fault('play/empty-hosts');
  const isText = (item: Node): boolean => item.kind === 'scalar' && (item.type === 'str' || item.mark !== 'none');
  return items.every(isText) ? undefined : fault('play/hosts-type');
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
