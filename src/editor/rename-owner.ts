/** Renames of groups and hosts: in sources, plays and templates, and the files and folders of their variables. */
import { posix } from 'node:path';
import type { Group, Host, Inventory } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { nameMatcher } from '../ground/globs.ts';
import type { Document } from '../source/document.ts';
import { valueAt } from '../source/tree.ts';
import type { Mapping, Node, Range } from '../source/tree.ts';
import { CannotRename, CONFIGURATION, isOutside, lineNaming, scalarsOf, wordOf } from './rename-scope.ts';
import type { MovedPath, OtherFile, RenameScope } from './rename-scope.ts';
import { fullPathOf, shownPathOf } from './snapshot.ts';

type Kind = 'group' | 'host';

const FOLDERS = { group: 'group_vars', host: 'host_vars' } as const;

/** Refuses what cannot have another name: what Ansible, a range, a plugin or a role names. */
export function refuseOwner(kind: Kind, name: string, stacks: readonly OpenedStack[]): void {
  if (kind === 'group' && (name === 'all' || name === 'ungrouped'))
    throw new CannotRename(`${name} is the name that Ansible itself gives the group`);
  for (const { inventory, vocabulary } of stacks) {
    const owner = kind === 'group' ? inventory.groups.get(name) : inventory.hosts.get(name);
    const [dynamic = inventory.lockedSources[0]] = inventory.dynamicSources;
    if (dynamic !== undefined) throw new CannotRename(`${dynamic} may name ${name}, which only a run can know`);
    if (inventory.standIn !== undefined) throw new CannotRename('there is no inventory: its hosts are made up');
    if (inventory.groups.has(name) && inventory.hosts.has(name))
      throw new CannotRename(`${name} is the name of a group and of a host, which is not told apart everywhere`);
    for (const mention of owner?.mentions ?? []) refuseMention(kind, name, mention, inventory);
    const parts = Object.values(vocabulary?.head.parts ?? {});
    const isOfRole = parts.some(({ members }) => members !== undefined && 'group' in members && members.group === name);
    if (kind === 'group' && (isOfRole || vocabulary?.head.ownGroups?.includes(name) === true))
      throw new CannotRename(`the role ${vocabulary?.name ?? ''} knows the group by its name ${name}`);
  }
}

function refuseMention(
  kind: Kind,
  name: string,
  { document, start, end }: Group['mentions'][number],
  { savedAnswers }: Inventory,
): void {
  const at = document.fileAndLine(start);
  const written = document.text.slice(start, end);
  if (document.root?.kind === 'mapping' && document.root.get('plugin') !== undefined)
    throw new CannotRename(`${at} makes the ${kind} ${name} from an expression`);
  if (savedAnswers.includes(document.file))
    throw new CannotRename(`${document.file} names ${name}, and is a recorded answer`);
  if (/\[.*\]/.test(written)) throw new CannotRename(`${name} is one of the hosts of the range ${written} at ${at}`);
}

/** Adds all places of a group or host to a scope; the files and folders to move. Throws CannotRename. */
export function renameOwner(scope: RenameScope, kind: Kind, name: string, by: string): readonly MovedPath[] {
  refuseOwner(kind, name, scope.stacks);
  refuseNewName(scope, kind, name, by);
  for (const { inventory } of scope.stacks) {
    const owner = kind === 'group' ? inventory.groups.get(name) : inventory.hosts.get(name);
    for (const mention of owner?.mentions ?? []) if (mention.start < mention.end) addMention(scope, name, mention);
    if (kind === 'group') refuseOtherOrder(inventory, name, by);
  }
  for (const document of scope.documents.values()) {
    if (document.problem !== undefined && wordOf(name).test(document.text))
      throw new CannotRename(`${document.file} has the word ${name}, and a fault: what it names is not certain`);
    addDocument(scope, document, kind, name, by);
  }
  for (const other of scope.others()) if (wordOf(name).test(other.text)) addOther(scope, other, kind, name, by);
  return movesOf(scope, kind, name, by);
}

function addMention(scope: RenameScope, name: string, { document, start, end }: Group['mentions'][number]): void {
  // A host may be written with its port.
  const written = document.text.slice(start, end);
  const at = start + written.indexOf(name);
  const hasPort = /^:\d+["']?$/.test(written.slice(at - start + name.length));
  scope.add(document, name, hasPort ? { start: at, end: at + name.length } : { start, end });
}

function refuseNewName(scope: RenameScope, kind: Kind, name: string, by: string): void {
  if (by === name) throw new CannotRename(`it is called ${name} already`);
  const isValid =
    kind === 'group'
      ? /^[A-Za-z_]\w*$/.test(by) || (name.includes('-') && /^[\w][\w-]*$/.test(by))
      : /^\w[\w.-]*$/.test(by);
  if (!isValid)
    throw new CannotRename(
      `${by} is no name of a ${kind}: ${kind === 'group' ? 'letters, digits and _' : 'letters, digits, _, - and .'}`,
    );
  if (by === 'all' || by === 'ungrouped' || by === 'localhost')
    throw new CannotRename(`${by} has its meaning from Ansible`);
  for (const { inventory, vocabulary } of scope.stacks) {
    const there = inventory.groups.get(by) ?? inventory.hosts.get(by);
    const [mention] = there?.mentions ?? [];
    if (there !== undefined)
      throw new CannotRename(
        `there is a ${inventory.groups.has(by) ? 'group' : 'host'} ${by} already${mention === undefined ? '' : `, at ${mention.document.fileAndLine(mention.start)}`}`,
      );
    const parts = Object.values(vocabulary?.head.parts ?? {});
    if (
      kind === 'group' &&
      parts.some(({ members }) => members !== undefined && 'group' in members && members.group === by)
    )
      throw new CannotRename(`the role ${vocabulary?.name ?? ''} knows a group by the name ${by}`);
  }
}

/** Refuses a name by which another group would win: of groups of equal depth, the last by name does. */
function refuseOtherOrder(inventory: Inventory, name: string, by: string): void {
  const group = inventory.groups.get(name);
  if (group === undefined) return;
  const beside = new Set(inventory.members(group).flatMap((host) => inventory.groupsOf(host)));
  for (const other of beside) {
    if (other === group || other.depth !== group.depth || other.priority !== group.priority) continue;
    if (name < other.name === by < other.name) continue;
    const own = new Set(inventory.ownVariablesOf(group).names());
    const shared = [...inventory.ownVariablesOf(other).names()].find((variable) => own.has(variable));
    if (shared !== undefined)
      throw new CannotRename(
        `${shared} of the group ${other.name} would ${by < other.name ? '' : 'no longer '}override that of ${by}, as Ansible sorts groups by their names`,
      );
  }
}

/** Adds the places in a document of plays, roles, templates or the configuration. */
function addDocument(scope: RenameScope, document: Document, kind: Kind, name: string, by: string): void {
  if (CONFIGURATION.test(document.file)) return addConfiguration(scope, document, kind, name, by);
  const { mentions, templates } = scope.namesIn(document);
  scope.refuseComputed(document, kind, name, by);
  for (const mention of mentions)
    if (mention.name === name && (mention.kind === kind || mention.kind === 'member'))
      scope.add(document, name, mention);
  for (const { names, start, end } of templates)
    if (!names.isParsed && wordOf(name).test(document.text.slice(start, end)))
      throw new CannotRename(
        `${document.fileAndLine(start)} has the word ${name} in a template that Jinja cannot read`,
      );
  if (kind === 'host') refuseOtherWords(scope, document, name);
}

/** Refuses to rename a host that a text names: what is read there may be an address, or the name. */
function refuseOtherWords(scope: RenameScope, document: Document, name: string): void {
  const { text, format } = document;
  const isTree = format !== 'template' && format !== 'text' && format !== 'ini';
  const searched = isTree ? text : withoutComments(text);
  const starts = Array.from(searched.matchAll(wordOf(name, 'g')), ({ index }) => index);
  const others = starts.filter((start) => !scope.has({ start, end: start + name.length }, document));
  if (others.length === 0) return;
  // What no key or value has is in a comment.
  const parts: readonly Range[] = isTree ? scalarsOf(document) : [{ start: 0, end: text.length }];
  const at = others.find((start) => parts.some((part) => part.start <= start && start < part.end));
  if (at !== undefined)
    throw new CannotRename(`${document.fileAndLine(at)} has ${name} in a text, which may be an address or the host`);
}

function withoutComments(text: string): string {
  return text.replace(/^\s*[#;].*$|\s[#;].*$|\{#[^]*?#\}/gm, (comment) => comment.replace(/./g, ' '));
}

/** Adds the places in a file that no stack reads. */
function addOther(scope: RenameScope, other: OtherFile, kind: Kind, name: string, by: string): void {
  const document = scope.documentOf(other);
  if (document !== undefined) return addDocument(scope, document, kind, name, by);
  // A group often has the name of something else, as of a program; a command names it as hosts.
  const inCommand = new RegExp(`^.*(?:ansible|--limit|-l\\b).*${wordOf(name).source}.*$`, 'm');
  const line = lineNaming(other, kind === 'host' ? wordOf(name) : inCommand);
  if (line !== undefined)
    throw new CannotRename(`${line} has the word ${name}, in a file that stacklint does not edit`);
}

/** Adds the places of `stacklint.yml`; one that is a pattern has to fit both names, or neither. */
function addConfiguration(scope: RenameScope, document: Document, kind: Kind, name: string, by: string): void {
  const { root } = document;
  const overrides = root?.kind === 'mapping' ? mappingsOf(root.get('overrides')?.value) : [];
  const owners = overrides.flatMap((override) => listOf(override.get(`${kind}s`)?.value));
  const memory = valueAt(root, 'hardware', 'ram-gb');
  const patterns = memory?.kind === 'mapping' ? memory.pairs.map(({ key }) => key) : [];
  for (const node of [...owners, ...patterns]) {
    if (node.kind !== 'scalar') continue;
    const text = String(node.value);
    const matches = nameMatcher([text]);
    if (text === name) scope.add(document, name, node);
    else if (matches(name) !== matches(by) || (/[,:&!]/.test(text) && wordOf(name).test(text)))
      throw new CannotRename(`${document.fileAndLine(node.start)} has the pattern ${text}, which means ${name}`);
  }
}

function listOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.kind === 'sequence' ? node.items : [node];
}

function mappingsOf(node: Node | undefined): readonly Mapping[] {
  return listOf(node).filter((item) => item.kind === 'mapping');
}

/** The files and folders of variables that have the name. No other file may have that of a host, as a key of it has. */
function movesOf({ paths, snapshot }: RenameScope, kind: Kind, name: string, by: string): readonly MovedPath[] {
  const moves = new Map<string, MovedPath>();
  for (const path of paths) {
    const file = shownPathOf(snapshot, path);
    const parts = file.split('/');
    const folder = parts.findIndex((part, index) => part === FOLDERS[kind] && index < parts.length - 1);
    const entry = parts[folder + 1] ?? '';
    const ending = folder === parts.length - 2 ? (/\.(?:ya?ml|json)$/.exec(entry)?.[0] ?? '') : '';
    const owner = entry.slice(0, entry.length - ending.length);
    if (folder >= 0 && owner === by) throw new CannotRename(`${file} is there, and would become that of ${by}`);
    if (folder >= 0 && owner === name && isOutside(file)) throw new CannotRename(`${file} is outside of the project`);
    if (folder >= 0 && owner === name) {
      const from = parts.slice(0, folder + 1);
      const [old, other] = [entry, by + ending].map((last) => fullPathOf(snapshot, [...from, last].join('/')));
      if (old !== undefined && other !== undefined) moves.set(old, { from: old, to: other });
    } else if (kind === 'host' && parts.some((part) => part === name || posix.parse(part).name === name))
      throw new CannotRename(`${file} has the name of the host`);
  }
  return [...moves.values()];
}

/** The hosts and groups that can be renamed, of those that one word means. */
export function ownerNamed(
  groups: readonly Group[],
  hosts: readonly Host[],
): { readonly kind: Kind; readonly name: string } | undefined {
  const [group] = groups;
  const [host, ...others] = hosts;
  if (group !== undefined) return { kind: 'group', name: group.name };
  if (host === undefined) return undefined;
  if (others.length > 0) {
    const [mention] = host.mentions;
    if (mention !== undefined)
      throw new CannotRename(
        `${mention.document.text.slice(mention.start, mention.end)} names ${String(hosts.length)} hosts`,
      );
  }
  return { kind: 'host', name: host.name };
}
