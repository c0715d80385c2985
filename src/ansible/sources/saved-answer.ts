/**
 * Saved answers: the output of `ansible-inventory --list` or of an inventory program, kept in a JSON file.
 *
 * Ansible itself does not read such files. Here they replace dynamic sources, which are not run.
 */
import type { Document } from '../../source/document.ts';
import { replaceMarkInValue } from '../../source/marks.ts';
import { valueAt } from '../../source/tree.ts';
import type { Mapping, Node, Pair, Scalar } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode } from '../graph/graph-nodes.ts';
import { shape } from '../graph/node-shape.ts';
import { SourceFailure } from '../inventory/source-failure.ts';
import { unknownByUnreadFile } from '../inventory/unknown.ts';

/**
 * Tells whether JSON is an answer, in a shape that Ansible's static plugins refuse or ignore.
 *
 * Its `_meta` has `hostvars`, or some group is a list or has a list of `hosts` or `children`; and no group has mappings
 * there, as in a static inventory.
 */
export function isSavedAnswer(root: Node | undefined): boolean {
  if (root?.kind !== 'mapping') return false;
  let isAnswer = false;
  for (const { key, value } of root.pairs) {
    if (value.kind === 'scalar') return false;
    if (key.value === '_meta') {
      if (valueAt(value, 'hostvars')?.kind === 'mapping') isAnswer = true;
      continue;
    }
    const lists = value.kind === 'sequence' ? [value] : [valueAt(value, 'hosts'), valueAt(value, 'children')];
    for (const list of lists)
      if (list?.kind === 'sequence') isAnswer = true;
      else if (list !== undefined) return false;
  }
  return isAnswer;
}

/**
 * Adds the groups, hosts and variables of an answer to the graph, as Ansible does for a program.
 *
 * The variables of hosts have the level `saved answer`. Without `_meta` they are unknown, as Ansible would ask the
 * program for each host. Throws SourceFailure if Ansible refuses the answer.
 */
export function readSavedAnswer(document: Document, path: string, graph: Graph): void {
  const { root } = document;
  if (root?.kind !== 'mapping') return;
  const answer = new SavedAnswer(document, new Declarations(document, path, graph, { kind: 'saved answer' }));
  for (const pair of root.pairs) if (pair.key.value !== '_meta') answer.group(pair);
  answer.variables(root.get('_meta')?.value);
}

class SavedAnswer {
  readonly #document: Document;
  readonly #declared: Declarations;
  readonly #hosts = new Set<string>();

  constructor(document: Document, declared: Declarations) {
    this.#document = document;
    this.#declared = declared;
  }

  group({ key, value }: Pair): void {
    const group = this.#declared.group(key.value as string, key);
    if (value.kind !== 'mapping') this.#members(group, value);
    else if (!['hosts', 'vars', 'children'].some((name) => valueAt(value, name) !== undefined))
      this.#host(group, key, value);
    else {
      const [hosts, vars, children] = ['hosts', 'vars', 'children'].map((name) => valueAt(value, name));
      if (hosts !== undefined) this.#members(group, hosts);
      if (vars !== undefined) for (const pair of varsOf(group, vars)) this.#declared.set(group.name, pair);
      if (children !== undefined) this.#children(group, children);
    }
  }

  /** Sets the variables of the hosts from `_meta`. */
  variables(meta: Node | undefined): void {
    if (meta === undefined) {
      for (const host of this.#declared.graph.hosts.values())
        if (this.#hosts.has(host.name)) host.unread = unknownByUnreadFile(this.#document, 'dynamic-inventory');
      return;
    }
    const hostvars = valueAt(meta, 'hostvars');
    if (hostvars?.kind !== 'mapping') throw new SourceFailure(fault('source/no-hostvars'), hostvars ?? meta);
    for (const { key, value } of hostvars.pairs) {
      const host = key.value as string;
      if (!this.#hosts.has(host)) continue;
      if (value.kind !== 'mapping')
        throw new SourceFailure(
          fault('source/host-variables', { host, expected: 'a mapping', found: shape(value) }),
          value,
        );
      for (const pair of value.pairs) this.#declared.set(host, pair);
    }
  }

  /** Adds a group without sections: a host of that name with its variables, which are not templates. */
  #host(group: GroupNode, key: Scalar, variables: Mapping): void {
    this.#hosts.add(group.name);
    this.#declared.hosts({ names: [group.name], port: undefined }, key, group, []);
    for (const { key, value, mergedAt } of variables.pairs)
      this.#declared.set(group.name, { key, value: replaceMarkInValue(value, 'none', 'unsafe'), mergedAt });
  }

  #members(group: GroupNode, hosts: Node): void {
    for (const [name, item] of names(group, 'hosts', hosts)) {
      this.#hosts.add(name);
      this.#declared.hosts({ names: [name], port: undefined }, item, group, []);
    }
  }

  #children(group: GroupNode, children: Node): void {
    for (const [name, item] of names(group, 'children', children))
      this.#declared.child(group, this.#declared.group(name, item).name, item);
  }
}

function varsOf({ name: group }: GroupNode, vars: Node): readonly Pair[] {
  if (vars.kind === 'mapping') return vars.pairs;
  const data = { section: 'vars', group, expected: 'a mapping', found: shape(vars) };
  throw new SourceFailure(fault('source/section-type', data), vars);
}

function names(
  { name: group }: GroupNode,
  section: 'hosts' | 'children',
  value: Node,
): readonly (readonly [string, Scalar])[] {
  if (value.kind !== 'sequence') {
    const data = { section, group, expected: 'a list', found: shape(value) };
    throw new SourceFailure(fault('source/section-type', data), value);
  }
  return value.items.map((item) => {
    if (item.kind === 'scalar' && item.type === 'str') return [item.value as string, item] as const;
    throw new SourceFailure(fault('source/member-type', { section, group, found: shape(item) }), item);
  });
}
