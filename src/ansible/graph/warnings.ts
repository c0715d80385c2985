/** Warnings of Ansible: reserved names, and names, tags and files that not every release accepts. */
import type { Document, Location } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import type { Assignment, Group, Host } from '../inventory/entities.ts';
import type { Graph } from './graph.ts';
import { safeGroupName } from './graph.ts';
import { listed } from '../../model/phrases.ts';
import { LOCALHOSTS } from './implicit-localhost.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { fault } from '../../troubles/fault.ts';
import type { Troubles } from '../inventory/troubles.ts';
import { nameOfKey } from '../inventory/assignment.ts';
import { hasChange } from '../versions.ts';

/** Words of Jinja, which cannot be names of variables. */
const KEYWORDS = /^(?:true|false|none|True|False|None|not)$/;
const OLD_TAGS: readonly string[] = ['!vault-encrypted', '!!omap', '!!pairs'];
/** The most names in one warning. */
const MOST_NAMED = 5;

/** Warns of the groups, hosts and inline variables of all sources. */
export function warnOfGraph(graph: Graph, settings: Settings, troubles: Troubles): void {
  if (settings.warnsOfGroupNames) warnOfGroupNames(graph, settings, troubles);
  warnOfLocalhosts(graph, troubles);
  warnOfInlineNames(graph, settings, troubles);
  for (const [parent, at] of graph.ungrouped.parents.map((one) => [one, one.attachments.get(graph.ungrouped)] as const))
    if (at !== undefined && parent !== graph.all)
      troubles.add(at.document, at, fault('source/ungrouped-below', { parent: parent.name }));
}

/** Warns of the names of a variable file's variables. */
export function warnOfVariables(document: Document, settings: Settings, troubles: Troubles): void {
  if (document.root?.kind === 'mapping' && hasChange(settings.version, 'warnsOfReservedNames'))
    for (const { key } of document.root.pairs) warnOfName(document, key, troubles);
  warnOfDeprecatedTags(document, settings, troubles);
}

/** Warns of tags that a later release drops. */
export function warnOfDeprecatedTags(document: Document, { version }: Settings, troubles: Troubles): void {
  const { text, root, format } = document;
  if (!hasChange(version, 'deprecatesOldNames')) return;
  if (format !== 'yaml' || root === undefined || !text.includes('!')) return;
  if (!OLD_TAGS.some((tag) => text.includes(tag))) return;
  const tagged = new RegExp(String.raw`(?:&\S+\s+)?(?:${OLD_TAGS.join('|')})(?=\s|$)`, 'y');
  for (const node of nodesOf(root)) {
    tagged.lastIndex = node.start;
    if (!tagged.test(text)) continue;
    const tag = text.slice(text.indexOf('!', node.start), tagged.lastIndex);
    const expected = tag === '!vault-encrypted' ? '!vault' : 'a list of maps';
    const range = { start: node.start, end: tagged.lastIndex };
    troubles.add(document, range, fault('variables/old-tag', { tag, expected }));
  }
}

/** Warns of the first byte of a source that is not UTF-8; `at` is undefined if all of them are. */
export function warnOfBytes(document: Document, at: number | undefined, troubles: Troubles): void {
  if (at === undefined) return;
  troubles.add(document, { start: at, end: at + 1 }, fault('file/not-utf8'));
}

/** Warns of an `.ini` file in a folder of sources, which not every release of Ansible reads. */
export function warnOfIniInFolder(document: Document, troubles: Troubles): void {
  troubles.add(document, undefined, fault('source/ini-in-folder'));
}

function* nodesOf(node: Node): Iterable<Node> {
  yield node;
  if (node.kind === 'sequence') for (const item of node.items) yield* nodesOf(item);
  if (node.kind === 'mapping') for (const { value } of node.pairs) yield* nodesOf(value);
}

/** Warns of invalid names of groups, once for each document. */
function warnOfGroupNames({ groups, renamed }: Graph, { transformGroupNames }: Settings, troubles: Troubles): void {
  const named = transformGroupNames
    ? renamed
    : [...groups.values()].flatMap(({ name, mentions: [at] }) =>
        at && safeGroupName(name) !== name ? [{ name, at }] : [],
      );
  const byDocument = new Map<Document, { first: Location; names: Set<string> }>();
  for (const { name, at } of named) {
    const entry = byDocument.get(at.document) ?? { first: at, names: new Set() };
    byDocument.set(at.document, entry);
    entry.names.add(name);
  }
  for (const { first, names } of byDocument.values()) {
    const groups = listed([...names], MOST_NAMED);
    const code = transformGroupNames ? 'name/group-renamed' : 'name/group-characters';
    troubles.add(first.document, first, fault(code, { groups }));
  }
}

function warnOfLocalhosts({ hosts }: Graph, troubles: Troubles): void {
  const [first, ...others] = [...hosts.values()].filter(({ name }) => LOCALHOSTS.includes(name));
  for (const { name, mentions } of others)
    if (first !== undefined && mentions[0] !== undefined)
      troubles.add(mentions[0].document, mentions[0], fault('name/two-local-hosts', { name, other: first.name }));
}

function warnOfInlineNames({ groups, hosts }: Graph, { version }: Settings, troubles: Troubles): void {
  const warnsOfReserved = hasChange(version, 'warnsOfReservedNames');
  const deprecates = hasChange(version, 'deprecatesOldNames');
  const harmless = new Set<string>();
  for (const owner of [...groups.values(), ...hosts.values()])
    owner.variables.forEach((last, name) => {
      if (harmless.has(name)) return;
      if (isValid(name) && !isReserved(name)) harmless.add(name);
      else
        for (let one: Assignment | undefined = last; one !== undefined; one = one.replaced) {
          // Ansible checks the names in the merged variables of hosts.
          if (warnsOfReserved && reachesHosts(owner)) warnOfName(one.document, one.key, troubles);
          if (deprecates && !isValid(name))
            troubles.add(one.document, one.key, fault('name/not-an-identifier', { name: shown(one.key) }));
        }
    });
}

/** Tells whether the variables of a group or host reach any host. */
function reachesHosts(owner: Group | Host): boolean {
  if (!('children' in owner)) return true;
  const groups = new Set([owner]);
  for (const { hosts, children } of groups) {
    if (hosts.length > 0) return true;
    for (const child of children) groups.add(child);
  }
  return false;
}

function isValid(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.test(name);
}

function shown(key: Scalar): string {
  return key.value === '' ? 'an empty text' : String(key.value);
}

function warnOfName(document: Document, key: Scalar, troubles: Troubles): void {
  const name = nameOfKey(key);
  if (isReserved(name)) troubles.add(document, key, fault('name/reserved', { name }));
}

/**
 * Names that Ansible reserves: keywords of plays, roles, blocks and tasks, and the functions of its templates
 * (`ansible.vars.reserved.get_reserved_names` of ansible-core 2.19, without those that it does not warn of;
 * https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html).
 */
const NAMES =
  'action always any_errors_fatal args async async_val become become_exe become_flags become_method become_user block ' +
  'changed_when check_mode collections connection cycler debugger delay delegate_facts delegate_to dict diff ' +
  'environment fact_path failed_when force_handlers gather_facts gather_timeout handlers hosts ignore_errors ' +
  'ignore_unreachable joiner lipsum local_action lookup loop loop_control loop_with max_fail_percentage ' +
  'module_defaults name namespace no_log notify now omit order poll port post_tasks pre_tasks q query range register ' +
  'remote_user rescue retries roles run_once serial strategy tags tasks throttle timeout undef until vars_files ' +
  'vars_prompt when with_';

/** The words that Python and Jinja do not read as names. */
const WORDS_OF_PYTHON =
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield false none true';

/** Says why no variable can have a name, in words that fit after it; undefined if one can. */
export function whyNoVariable(name: string): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'is no name of a variable: letters, digits and _, and no digit at first';
  if (WORDS_OF_PYTHON.split(' ').includes(name)) return 'is no name of a variable: Python has the word for itself';
  return isReserved(name) ? 'is a reserved name in Ansible' : undefined;
}

let names: ReadonlySet<string> | undefined;

/** Tells whether Ansible warns of a variable of this name, which is also a keyword or a function. */
function isReserved(name: string): boolean {
  names ??= new Set(NAMES.split(' '));
  return names.has(name);
}
