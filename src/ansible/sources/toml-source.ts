/** An inventory source in TOML: tables of groups with `hosts`, `vars` and `children`. */
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import type { Node, Pair } from '../../source/tree.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode } from '../graph/graph-nodes.ts';
import { expandPattern } from '../patterns/host-pattern.ts';
import { shape } from '../graph/node-shape.ts';
import { SkippedKeys } from './skipped-keys.ts';
import { SourceFailure, unreadText } from '../inventory/source-failure.ts';
import { fault } from '../../troubles/fault.ts';
import type { Troubles } from '../inventory/troubles.ts';

/**
 * Adds what a TOML source declares to the graph.
 *
 * Stricter than YAML: `hosts` and `vars` are tables and `children` is a list of names, never a single name. Throws
 * SourceFailure if Ansible gives the file up; what was added before stays.
 */
export function readTomlSource(document: Document, path: string, graph: Graph, troubles: Troubles): void {
  const { root, problem } = document;
  if (problem !== undefined) throw unreadText(problem);
  if (root?.kind !== 'mapping' || root.pairs.length === 0) throw new SourceFailure(fault('source/empty'), undefined);
  const plugin = root.get('plugin');
  if (plugin !== undefined && !isFalsy(plugin.value))
    throw new SourceFailure(fault('source/plugin-configuration'), plugin.key);
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
      return this.#troubles.add(this.#document, body, fault('source/skipped-group', { group: name, form: 'table' }));
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
      if (name === undefined) throw new SourceFailure(fault('source/group-name-type', { found: shape(child) }), child);
      this.#declared.group(name, child);
      this.#declared.child(group, name, child);
    }
  }

  #hosts(group: GroupNode, { key, value }: Pair): void {
    const expanded = this.#declared.at(key, () => expandPattern(key.value as string));
    if (value.kind !== 'mapping')
      throw new SourceFailure(
        fault('source/host-variables', { host: String(key.value), expected: 'a table', found: shape(value) }),
        value,
      );
    this.#declared.hosts(expanded, key, group, value.pairs);
  }
}

function table(section: string, group: GroupNode, value: Node): readonly Pair[] {
  if (value.kind !== 'mapping') throw wrong(section, group, 'a table', value);
  return value.pairs;
}

function wrong(section: string, group: GroupNode, expected: string, value: Node): SourceFailure {
  const data = { section, group: group.name, expected, found: shape(value) };
  return new SourceFailure(fault('source/section-type', data), value);
}
