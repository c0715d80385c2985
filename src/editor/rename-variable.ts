/** Renames of variables: everywhere that one is set or read, or nowhere. */
import { whyNoVariable } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';
import { CannotRename, CONFIGURATION, lineNaming, scalarsOf } from './rename-scope.ts';
import type { OtherFile, RenameScope } from './rename-scope.ts';

const SETS = ['variable', 'fact', 'given'];
/** Files whose keys are variables. */
const OF_VARIABLES = /(?:^|\/)(?:group_vars|host_vars|vars|defaults)\//;

/** Refuses to rename what Ansible or a role gives a meaning by its name. */
export function refuseMeaningOf(name: string, stacks: readonly OpenedStack[], isSet: boolean): void {
  for (const { values, inventory, vocabulary } of stacks) {
    const [host] = inventory.hosts.values();
    const giver = values.scopes.giverOf(name, isSet ? undefined : host);
    if (giver !== undefined || name.startsWith('ansible_'))
      throw new CannotRename(`${name} has its meaning from Ansible, which knows it by this name`);
    if (vocabulary !== undefined && propertyOf(vocabulary, name) !== undefined)
      throw new CannotRename(`${name} has its meaning from the role ${vocabulary.name}, which knows it by this name`);
  }
}

/** Adds all places of a variable to a scope. Throws CannotRename where some of them cannot be told or edited. */
export function renameVariable(scope: RenameScope, name: string, by: string): void {
  const { stacks, indexes } = scope;
  const isSet = indexes.some((index) => index.assignmentsOf(name).length > 0);
  refuseMeaningOf(name, stacks, isSet);
  refuseNewName(scope, name, by);
  scope.refuseVaulted(name);
  let isRead = false;
  for (const index of indexes)
    for (const { document, key } of index.assignmentsOf(name)) {
      if (index.opened.inventory.savedAnswers.includes(document.file))
        throw new CannotRename(`${document.file} names ${name}, and is a recorded answer`);
      if (document.format !== 'option') scope.add(document, name, key);
    }
  for (const document of scope.documents.values()) {
    refuseFault(document, name);
    scope.refuseComputed(document, 'variable', name, by);
    for (const place of placesIn(document, scope.namesIn(document), name, by)) scope.add(document, name, place);
    isRead ||= scope.namesIn(document).mentions.some((one) => one.kind === 'variable' && one.name === name);
  }
  for (const other of scope.others()) if (wordOf(name).test(other.text)) addOther(scope, other, name, by);
  refuseMissingRoles(scope, name, isRead);
}

/** Refuses a name that is not valid, or that something has already. */
function refuseNewName(scope: RenameScope, name: string, by: string): void {
  const why = whyNoVariable(by);
  if (why !== undefined) throw new CannotRename(`${by} ${why}`);
  if (by === name) throw new CannotRename(`it is called ${name} already`);
  for (const index of scope.indexes) {
    const [set] = index.assignmentsOf(by);
    const [mention] = index.mentionsOf(by).filter(({ kind }) => SETS.includes(kind));
    const at =
      set === undefined ? mention?.document.fileAndLine(mention.start) : set.document.fileAndLine(set.key.start);
    if (at !== undefined) throw new CannotRename(`${by} is in use at ${at}; the two variables would become one`);
  }
  refuseMeaningOf(by, scope.stacks, false);
}

function refuseFault({ file, text, problem }: Document, name: string): void {
  if (problem !== undefined && wordOf(name).test(text))
    throw new CannotRename(`${file} has the word ${name}, and a fault: what it names is not certain`);
}

/** The places in a document that have a variable's name, besides those that set it for hosts. */
function placesIn(
  document: Document,
  { mentions, templates }: ReturnType<RenameScope['namesIn']>,
  name: string,
  by: string,
): readonly Range[] {
  const places = mentions.filter((one) => SETS.includes(one.kind) && one.name === name);
  for (const { names, start, end } of templates) {
    const { read, set, isParsed } = names;
    const at = document.fileAndLine(start);
    if (!isParsed && wordOf(name).test(document.text.slice(start, end)))
      throw new CannotRename(`${at} has the word ${name} in a template that Jinja cannot read`);
    const own = read.filter((one) => one.kind === 'variable' && one.name === name);
    if (own.length === 0) continue;
    if (set.has(name)) throw new CannotRename(`${at} sets a name ${name} of its own, besides the variable`);
    if (set.has(by) || own.some((one) => one.own.has(by)))
      throw new CannotRename(`${at} has a name ${by} of its own, which would hide the variable`);
  }
  return [...places, ...keysIn(document, name)];
}

/** The keys of a file of variables that have a name. */
function keysIn({ file, root }: Document, name: string): readonly Range[] {
  if (!OF_VARIABLES.test(file) || root?.kind !== 'mapping') return [];
  return root.pairs.filter(({ key, mergedAt }) => mergedAt === undefined && key.value === name).map(({ key }) => key);
}

/** Adds the places in a file that no stack reads, if all that has the name there is certain. */
function addOther(scope: RenameScope, other: OtherFile, name: string, by: string): void {
  // It names settings of products and rules, and no variables.
  if (CONFIGURATION.test(other.file)) return;
  const document = scope.documentOf(other);
  if (document === undefined) {
    const line = lineNaming(other, wordOf(name));
    if (line !== undefined)
      throw new CannotRename(`${line} has the word ${name}, in a file that stacklint does not edit`);
    return;
  }
  refuseFault(document, name);
  scope.refuseComputed(document, 'variable', name, by);
  for (const place of placesIn(document, scope.namesIn(document), name, by)) scope.add(document, name, place);
  const { text } = document;
  for (const { start, end } of scalarsOf(document))
    for (const { index } of text.slice(start, end).matchAll(wordOf(name, 'g')))
      if (!scope.has({ start: start + index, end }, document))
        throw new CannotRename(
          `${document.fileAndLine(start + index)} has the word ${name}, and no stack reads that file`,
        );
}

/** Refuses what a role that is not in the project may read: its own variables begin with its name. */
function refuseMissingRoles(scope: RenameScope, name: string, isRead: boolean): void {
  for (const { inventory } of scope.stacks)
    for (const { names, folder, play } of inventory.plays.appliedRoles) {
      if (folder !== undefined) continue;
      const [role = ''] = names;
      const prefix = role.replace(/^.*[.]/, '').replaceAll('-', '_');
      if (isRead && !name.startsWith(prefix)) continue;
      const at = play.document.fileAndLine(play.start);
      throw new CannotRename(`the role ${role} of ${at} is not in the project, and may read ${name}`);
    }
}

/** Makes the pattern of a variable's name. */
function wordOf(name: string, flags = ''): RegExp {
  return new RegExp(`(?<!\\w)${name}(?!\\w)`, flags);
}
