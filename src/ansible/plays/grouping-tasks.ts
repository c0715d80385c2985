/** Tasks that put hosts into groups, and the names in them. */
import type { Document } from '../../source/document.ts';
import { valueAt } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import type { GroupingTask } from '../inventory/entities.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Action } from '../playbook/action.ts';
import type { Task } from '../playbook/task.ts';
import { listOf, patternOfTemplate } from '../playbook/nodes.ts';

/** A name that may be any name. */
const ANY = '{{ any }}';
const HOST = ['name', 'hostname', 'host'];
const GROUPS = ['groupname', 'groups', 'group'];
/** The loops whose items are taken as they are written. */
const LOOPS: ReadonlySet<string> = new Set(['loop', 'items', 'list']);
const ITEM = /\{\{\s*item(?:\.(\w+))?\s*\}\}/;
/** Between the names in a text, but not inside of a template. */
const COMMA = /,(?![^{]*\}\})/;

/** A task with `add_host`: Ansible makes the host and the groups if they do not exist. */
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

/** Tells whether a task gives this name, or a template in it may become this name. */
export function mayName(names: readonly string[], name: string): boolean {
  return names.some((one) => (isTemplate(one) ? patternOfTemplate(one).test(name) : one === name));
}

/** The texts that an argument becomes: one for each item of the task's loop, if the items are written out. */
function textsOf(argument: Node | undefined, { loop }: Task): readonly string[] {
  return listOf(argument).flatMap((node) => {
    const text = node.kind === 'scalar' ? String(node.value) : ANY;
    const [whole, key] = ITEM.exec(text) ?? [];
    if (whole === undefined || loop?.terms.kind !== 'sequence' || !LOOPS.has(loop.kind)) return [text];
    const items = loop.terms.items.map((item) => (key === undefined ? item : valueAt(item, key)));
    return items.map((item) => (item?.kind === 'scalar' ? text.replace(whole, () => String(item.value)) : ANY));
  });
}
