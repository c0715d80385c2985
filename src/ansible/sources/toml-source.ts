/** An inventory source in TOML: tables of groups with `hosts`, `vars` and `children`. */
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import type { Node, Pair } from '../../source/tree.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph.ts';
import type { GroupNode } from '../graph-nodes.ts';
import { expandPattern } from '../patterns/host-pattern.ts';
import { shape } from './section-shape.ts';
import { SkippedKeys } from './skipped-keys.ts';
import { SourceFailure, unreadText } from './source-failure.ts';
import type { Troubles } from '../troubles.ts';

/**
 * Adds what a TOML source declares to the graph.
 *
 * Stricter than YAML: `hosts` and `vars` are tables and `children` is a list of names, never a single name. Throws
 * SourceFailure where Ansible gives the file up; what was added before stays.
 */
export function readTomlSource(document: Document, path: string, graph: Graph, troubles: Troubles): void {
  const { root, problem } = document;
  if (problem !== undefined) throw unreadText(problem);
  if (root?.kind !== 'mapping' || root.pairs.length === 0)
    throw new SourceFailure('structure', 'it is empty', undefined);
  const plugin = root.get('plugin');
  if (plugin !== undefined && !isFalsy(plugin.value))
    throw new SourceFailure('structure', 'it is the configuration of a plugin, not an inventory', plugin.key);
  const source = new TomlSource(document, new Declarations(document, path, graph), troubles);
  try {
    for (const pair of root.pairs) source.group(pair);
  } finally {
    source.skipped.report(document, troubles);
  }
}

class TomlSource {
  readonly skipped = new SkippedKeys();
  readonly #document: Document;
  readonly #declared: Declarations;
  readonly #troubles: Troubles;

  constructor(document: Document, declared: Declarations, troubles: Troubles) {
    this.#document = document;
    this.#declared = declared;
    this.#troubles = troubles;
  }

  group({ key, value: body }: Pair): void {
    const name = key.value as string;
    if (body.kind !== 'mapping')
      return this.#warn(body, `Ansible skips ${name}: a group needs a table of hosts, vars and children.`);
    const group = this.#declared.group(name, key);
    for (const { key, value } of body.pairs)
      switch (key.value) {
        case 'vars':
          for (const pair of table('vars', group, value)) this.#declared.set(group.name, pair);
          break;
        case 'children':
          this.#children(group, value);
          break;
        case 'hosts':
          for (const pair of table('hosts', group, value)) this.#hosts(group, pair);
          break;
        default:
          this.skipped.add(key, String(key.value), group.name);
      }
  }

  #children(group: GroupNode, children: Node): void {
    if (children.kind !== 'sequence') throw wrong('children', group, 'a list', children);
    for (const child of children.items) {
      const name = child.kind === 'scalar' && child.type === 'str' ? (child.value as string) : undefined;
      if (name === undefined)
        throw new SourceFailure(
          'structure',
          `the name of a group must be a string, and this is ${shape(child)}`,
          child,
        );
      this.#declared.group(name, child);
      this.#declared.child(group, name, child);
    }
  }

  #hosts(group: GroupNode, { key, value }: Pair): void {
    const expanded = this.#declared.at(key, () => expandPattern(key.value as string));
    if (value.kind !== 'mapping')
      throw new SourceFailure(
        'structure',
        `the variables of host ${String(key.value)} should be a table, but are ${shape(value)}`,
        value,
      );
    this.#declared.hosts(expanded, key, group, value.pairs);
  }

  #warn(node: Node, message: string): void {
    this.#troubles.add(this.#document, node, { kind: 'structure', severity: 'warning', message });
  }
}

function table(section: string, group: GroupNode, value: Node): readonly Pair[] {
  if (value.kind !== 'mapping') throw wrong(section, group, 'a table', value);
  return value.pairs;
}

function wrong(section: string, group: GroupNode, expected: string, value: Node): SourceFailure {
  const message = `Invalid "${section}" entry for "${group.name}" group, requires ${expected}, found ${shape(value)} instead`;
  return new SourceFailure('structure', message, value);
}
