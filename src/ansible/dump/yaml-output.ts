/** `ansible-inventory --yaml`: nested groups, in the format of a YAML inventory source. */
import { madeOnce } from '../../ground/made-once.ts';
import { emitYaml, makeEmittedScalar } from '../../source/yaml/emit.ts';
import type { Emitted, EmittedMapping } from '../../source/yaml/emit.ts';
import type { Document } from '../../source/document.ts';
import { Recurrence } from '../../source/tree.ts';
import type { Mapping, Scalar, Sequence, Node } from '../../source/tree.ts';
import type { Assignment, Group, Host, Inventory } from '../inventory/entities.ts';
import { isSetInSource } from '../inventory/level.ts';
import { Computed, valueUnlessUnknowable } from '../template/computed.ts';
import { floatText } from '../../source/python.ts';
import { hasChange } from '../versions.ts';
import type { Version } from '../../ground/releases.ts';
import { groupVariables, hostVariables, sortByPythonKey, DeferredFailure, Unprintable } from './output.ts';
import type { DumpOptions, Printer, ShownVariable } from './output.ts';

export const yamlPrinter: Printer = {
  list(inventory, hosts, options) {
    const all = inventory.groups.get('all');
    const tree = new YamlTree(inventory, hosts, options);
    const entries = all === undefined ? [] : tree.group(all);
    return emitYaml(mapping(tree.failure.orThrow(entries)));
  },
  host: (variables, { version }) => emitYaml(new Values(version).variables(variables)),
};

type NamedValue = readonly [name: string, value: Emitted];

class YamlTree {
  readonly failure = new DeferredFailure();
  readonly #inventory: Inventory;
  readonly #shown: ReadonlySet<Host>;
  readonly #options: DumpOptions;
  readonly #values: Values;
  readonly #seenGroups = new Set<Group>();
  readonly #seenHosts = new Set<Host>();
  readonly #omitsEmptyGroups: boolean;

  constructor(inventory: Inventory, hosts: readonly Host[], options: DumpOptions) {
    this.#inventory = inventory;
    this.#omitsEmptyGroups = hasChange(options.version, 'yamlOmitsEmptyGroups');
    this.#shown = new Set(hasChange(options.version, 'printsSelectedHostsOnly') ? hosts : inventory.hosts.values());
    this.#options = options;
    this.#values = new Values(options.version);
  }

  /** The entry of a group with everything below it; from `yamlOmitsEmptyGroups` on, an empty group has no entry. */
  group(group: Group): readonly NamedValue[] {
    const parts = [
      ['children', this.#children(group)],
      ['hosts', group.name === 'all' ? [] : this.#hosts(group)],
    ] as const;
    const entries = parts.filter(([, own]) => own.length > 0).map(([name, own]): NamedValue => [name, mapping(own)]);
    if (this.#options.export) {
      const variables = groupVariables(this.#inventory, group, this.#options);
      if (variables.length > 0) entries.push(['vars', this.#variables(variables)]);
    }
    return entries.length === 0 && this.#omitsEmptyGroups ? [] : [[group.name, mapping(entries)]];
  }

  #children({ children }: Group): readonly NamedValue[] {
    return children
      .filter(({ name }) => name !== 'all')
      .flatMap((child): readonly NamedValue[] => {
        if (this.#omitsEmptyGroups && this.#seenGroups.has(child)) return [[child.name, mapping([])]];
        const entries = this.group(child);
        this.#seenGroups.add(child);
        return entries;
      });
  }

  /** The hosts of a group; the variables of a host are printed where it first appears. */
  #hosts({ hosts }: Group): readonly NamedValue[] {
    return hosts
      .filter((host) => this.#shown.has(host))
      .map((host): NamedValue => {
        if (this.#seenHosts.has(host)) return [host.name, mapping([])];
        this.#seenHosts.add(host);
        return [host.name, this.#variables(hostVariables(this.#inventory, host, this.#options))];
      });
  }

  #variables(variables: readonly ShownVariable[]): EmittedMapping {
    return this.failure.attempt(() => this.#values.variables(variables), mapping([]));
  }
}

function mapping(entries: readonly NamedValue[]): EmittedMapping {
  const sorted = sortByPythonKey(entries, ([name]) => name) ?? entries;
  return { kind: 'mapping', pairs: sorted.map(([name, value]) => [text(name), value]), flow: false };
}

/** Makes YAML of the values of variables. One object of Python becomes one node, which is printed once. */
class Values {
  readonly #tagged: boolean;
  readonly #nodes = new Map<unknown, Emitted>();
  /** Documents by number: a source that is read twice is two of them, with objects of their own in Ansible. */
  readonly #documents = new Map<Document | undefined, number>();

  constructor(version: Version) {
    this.#tagged = hasChange(version, 'tagsValues');
  }

  variables(variables: readonly ShownVariable[]): EmittedMapping {
    const sorted = sortByPythonKey(variables, ({ key }) => key) ?? variables;
    const pairs = sorted.map(({ key, value, from }) => {
      const name = typeof key === 'string' ? text(key) : this.#node(key, from, true);
      return [name, this.#variable(value, from)] as const;
    });
    return { kind: 'mapping', pairs, flow: false };
  }

  #variable(value: Node, from: Assignment | undefined): Emitted {
    if (value.kind === 'scalar' || !this.#isCopied(value, from)) return this.#node(value, from, true);
    return madeOnce(this.#nodes, from, () => this.#collection(value, from, false));
  }

  /**
   * Tells whether Ansible copied a value with everything in it: it copies what a source sets, once for each group or
   * host, and the value of a template.
   */
  #isCopied(value: Node, from: Assignment | undefined): boolean {
    if (from?.value instanceof Computed) return valueUnlessUnknowable(from.value) === value;
    return this.#tagged && from?.value === value && isSetInSource(from.level);
  }

  #node(node: Node, from: Assignment | undefined, shared: boolean): Emitted {
    if (node instanceof Recurrence) return this.#node(node.whole, from, true);
    if (node.kind === 'scalar') return this.#scalar(node, from);
    if (!shared) return this.#collection(node, from, false);
    // An alias is another node around the same items or pairs.
    const parts = node.kind === 'mapping' ? node.pairs : node.items;
    return this.#nodes.get(parts) ?? this.#collection(node, from, true);
  }

  /** Makes a collection. A shared one is registered before it is filled, as it may contain itself. */
  #collection(node: Mapping | Sequence, from: Assignment | undefined, shared: boolean): Emitted {
    if (node.kind === 'mapping') {
      const pairs: (readonly [Emitted, Emitted])[] = [];
      const made: Emitted = { kind: 'mapping', pairs, flow: false };
      if (shared) this.#nodes.set(node.pairs, made);
      for (const { key, value } of sortByPythonKey(node.pairs, ({ key }) => key) ?? node.pairs)
        pairs.push([this.#node(key, from, shared), this.#node(value, from, shared)]);
      return made;
    }
    if (!node.unordered || this.#tagged) {
      const items: Emitted[] = [];
      const made: Emitted = { kind: 'sequence', items, flow: false };
      if (shared) this.#nodes.set(node.items, made);
      for (const item of node.items) items.push(this.#node(item, from, shared));
      return made;
    }
    const keys = sortByPythonKey(node.items, (item) => (item.kind === 'scalar' ? item : '')) ?? node.items;
    const pairs = keys.map((key) => [this.#node(key, from, shared), makeEmittedScalar('null', '')] as const);
    const made: Emitted = { kind: 'mapping', tag: 'set', pairs, flow: false };
    if (shared) this.#nodes.set(node.items, made);
    return made;
  }

  #scalar(scalar: Scalar, from: Assignment | undefined): Emitted {
    if (scalar.mark === 'vault')
      return madeOnce(this.#nodes, this.#placeOf(scalar, from), () => vaultScalar(String(scalar.value)));
    const isDate = scalar.type === 'date' || scalar.type === 'datetime';
    return isDate && !this.#tagged
      ? madeOnce(this.#nodes, this.#placeOf(scalar, from), () => plainScalar(scalar))
      : plainScalar(scalar);
  }

  /**
   * Identifies the object of a scalar, which its aliases share. A value that is merged from several documents has
   * `from` of one of them, so the text counts too.
   */
  #placeOf({ start, end, value }: Scalar, from: Assignment | undefined): string {
    const number = madeOnce(this.#documents, from?.document, () => this.#documents.size);
    return `${String(number)}:${String(start)}:${String(end)}:${String(value)}`;
  }
}

function plainScalar({ type, value }: Scalar): Emitted {
  if (type === 'str') return text(value as string);
  if (type === 'time') throw new Unprintable('PyYAML has no form for a time without a date');
  return makeEmittedScalar(type, type === 'float' ? floatText(value as number) : String(value));
}

function vaultScalar(ciphertext: string): Emitted {
  return { kind: 'scalar', tag: '!vault', text: ciphertext, literal: true };
}

/** Throws Unprintable for a byte that is no UTF-8: Python cannot encode it. */
function text(value: string): Emitted {
  if (/\p{Surrogate}/u.test(value)) throw new Unprintable('a text holds a byte that is not UTF-8');
  return makeEmittedScalar('str', value);
}
