/** Tasks that put hosts into groups: the names in them, and the variables that come with the groups. */
import { join, relative } from 'node:path';
import type { Document } from '../../source/document.ts';
import { valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { GroupingTask, SourcedInventory } from '../entities.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Action } from '../playbook/action.ts';
import type { Task } from '../playbook/task.ts';
import { unknownAsMaybeSetAt, PossibleAssignments } from './possible-assignments.ts';
import { listOf, patternOfTemplate } from '../playbook/nodes.ts';
import type { PlayFiles } from './play-files.ts';
import type { PlayReading } from './role-applications.ts';
import { isUnparsable } from './unreadable-playbooks.ts';
import type { Role } from './roles.ts';

/** A name that may be each. */
const ANY = '{{ any }}';
const HOST = ['name', 'hostname', 'host'];
const GROUPS = ['groupname', 'groups', 'group'];
/** A text that may hold such a task. */
const GROUPING = /\b(?:add_host|group_by)\b/;
/** The loops whose items are taken as they are written. */
const LOOPS: ReadonlySet<string> = new Set(['loop', 'items', 'list']);
const ITEM = /\{\{\s*item(?:\.(\w+))?\s*\}\}/;
/** Between the names in a text, but not inside of a template. */
const COMMA = /,(?![^{]*\}\})/;

/** A task with `add_host`: Ansible makes the host where there is none of its name, and the groups, too. */
export function groupingOfAddHost(action: Action, task: Task, document: Document): GroupingTask {
  const given = (names: readonly string[]): Node | undefined =>
    names.map((name) => action.get(name)).find((node) => node !== undefined);
  const isOpen = action.free !== undefined && isTemplate(action.free);
  const hosts = isOpen ? [ANY] : textsOf(given(HOST), task).map((name) => name.replace(/:\d+$/, ''));
  const groups = isOpen ? [ANY] : textsOf(given(GROUPS), task).flatMap((text) => text.split(COMMA));
  const names = groups.map((name) => name.trim()).filter((name) => name !== '');
  return { action: 'add_host', hosts, groups: names, document, start: task.node.start, end: task.node.end };
}

/** A task with `group_by`: Ansible puts the hosts of the play into the group, and the group below its parents. */
export function groupingOfGroupBy(action: Action, task: Task, document: Document): GroupingTask {
  const own = [...textsOf(action.get('key'), task), ...(action.get('key') === undefined ? [action.free ?? ''] : [])];
  const groups = [...own, ...textsOf(action.get('parents'), task)].map((name) =>
    isTemplate(name) ? name : name.replaceAll(' ', '-'),
  );
  return { action: 'group_by', hosts: [], groups, document, start: task.node.start, end: task.node.end };
}

/** The grouping of a text that cannot be read: a task in it may name any host and any group. */
export function groupingOfUnreadable(document: Document): GroupingTask {
  return { action: undefined, hosts: [ANY], groups: [ANY], document, start: 0, end: 0 };
}

/** Tells whether a name is one that a task gives, or that a template in it may become. */
export function mayName(names: readonly string[], name: string): boolean {
  return names.some((one) => (isTemplate(one) ? patternOfTemplate(one).test(name) : one === name));
}

/** The texts that an argument comes to: with one for each item of the task's loop where these are written out. */
function textsOf(argument: Node | undefined, { loop }: Task): readonly string[] {
  return listOf(argument).flatMap((node) => {
    const text = node.kind === 'scalar' ? String(node.value) : ANY;
    const [whole, key] = ITEM.exec(text) ?? [];
    if (whole === undefined || loop?.terms.kind !== 'sequence' || !LOOPS.has(loop.kind)) return [text];
    const items = loop.terms.items.map((item) => (key === undefined ? item : valueAt(item, key)));
    return items.map((item) => (item?.kind === 'scalar' ? text.replace(whole, () => String(item.value)) : ANY));
  });
}

/**
 * The variables that hosts may get from groups which tasks with `group_by` put them into: from the files of group_vars, and
 * where the inventory has the group, from there.
 *
 * A template makes groups of its own (`os_{{ ansible_distribution }}`): it is not expected to name one of the inventory's.
 */
export function possibleGroupVariables(
  groupings: readonly GroupingTask[],
  files: PlayFiles,
  { groups, bases }: SourcedInventory,
): PossibleAssignments {
  const possible = new PossibleAssignments();
  const folders = [...new Set([...bases.sources, ...bases.playbooks])].map((base) => join(base, 'group_vars'));
  for (const { action, groups: names, document, ...range } of groupings) {
    if (action !== 'group_by') continue;
    const unknown = unknownAsMaybeSetAt(document, range, action);
    for (const name of names) {
      for (const variable of groups.get(name)?.variables.keys() ?? []) possible.add(variable, unknown);
      const isMeant = (group: string): boolean =>
        (isTemplate(name) ? !groups.has(group) : true) && mayName([name], group);
      for (const folder of folders)
        for (const path of files.below(folder)) {
          const owner = groupOf(relative(folder, path));
          if (isMeant(owner)) possible.addLayer(files.layer(path, { kind: 'group_vars', owner }), unknown);
        }
    }
  }
  return possible;
}

/** The group that a file below group_vars is of: `web.yml`, `web/main.yml`. */
function groupOf(path: string): string {
  return path.replace(/[/\\].*$|\.(?:ya?ml|json)$/s, '');
}

/**
 * The tasks of plays that put hosts into groups, in their roles, too, or in a text that cannot be read. Where a
 * template names a role, or there is no play to name one, any of the project's may be meant: `roles`.
 */
export function groupingsOf(plays: readonly PlayReading[], roles: readonly Role[]): readonly GroupingTask[] {
  const isOpen = plays.length === 0 || plays.some((play) => play.isOpen);
  return [
    ...plays.flatMap(({ groupings }) => groupings),
    ...plays
      .map(({ play: { document } }) => document)
      .filter((document) => isUnparsable(document) && GROUPING.test(document.text))
      .map(groupingOfUnreadable),
    ...(isOpen ? roles.flatMap((role) => role.tasks(role.path).groupings) : []),
  ];
}
