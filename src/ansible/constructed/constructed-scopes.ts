/** The scopes of expressions in a `constructed` source: the variables of a host as read so far. */
import { sentenceOf } from '../../troubles/catalogue.ts';
import { shortHostname } from '../patterns/host-pattern.ts';
import { Scalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { withValue } from '../inventory/assignment.ts';
import type { Assignment, HostVariables } from '../inventory/entities.ts';
import { byPrecedence } from '../graph/graph.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode, HostNode } from '../graph/graph-nodes.ts';
import { GroupOrder } from '../variables/group-order.ts';
import { inventoryDirOfSource, isHiddenByMagic } from '../inventory/magic-host-variables.ts';
import { byCodePoint } from '../../source/python.ts';
import { allGroupsOf } from '../graph/reconcile.ts';
import { classicTemplateKind } from '../settings/ansible-settings.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { unknowable } from '../template/computed.ts';
import { UnknownValue } from '../template/markers.ts';
import type { Scope } from '../template/evaluate.ts';
import { readTextForFilter } from '../sources/text-values.ts';
import type { Unknown } from '../inventory/unknown.ts';
import { layered, SharedLayers } from '../variables/layers.ts';
import type { PrecedenceStep } from '../variables/layers.ts';
import { inlineLayer } from '../variables/inventory-variables.ts';
import { decryptedOrWhy } from '../vault/opening.ts';
import type { Vault } from '../vault/vault.ts';
import type { Layer, VarsFiles } from '../variables/vars-files.ts';

/** The state of reading the sources of an inventory. */
export interface ReadingState {
  readonly graph: Graph;
  readonly settings: Settings;
  readonly files: VarsFiles;
  /** The folders of the sources read so far, whose variable files count with `use_vars_plugins`; without it none. */
  readonly bases: readonly string[];
  readonly vault: Vault;
  /** True for `ansible-inventory` by itself: no run follows that would tell more, and decrypted values may be used. */
  readonly isolated: boolean;
  /** Says why a name that nothing sets may still have a value. */
  readonly missing: (name: string) => UnknownValue | undefined;
}

/** Makes scopes; each sees the variables as they are when it is made. */
export class ConstructedScopes {
  readonly #state: ReadingState;
  readonly #order: GroupOrder;

  constructor(state: ReadingState) {
    this.#state = state;
    this.#order = new GroupOrder(state.graph);
  }

  /** The scope of a host now, with `extra` over its variables. `refuse` is called for an unreadable variable file. */
  of(host: HostNode, extra: readonly Layer[], refuse: (unread: Unknown) => void): Scope {
    const { settings, bases, files } = this.#state;
    const groups = [...allGroupsOf(host)].sort(byPrecedence);
    const fromGroups: PrecedenceStep = [
      groups.map(inlineLayer),
      ...bases.map((base) => this.#filesOfGroups(base, host)),
    ];
    const own: PrecedenceStep = [[inlineLayer(host)], ...bases.map((base) => files.load(base, 'host_vars', host.name))];
    for (const layer of [...fromGroups.slice(1), ...own.slice(1)].flat())
      if (layer.unread !== undefined) refuse(layer.unread);
    const variables = layered(new SharedLayers([fromGroups]), [own, [extra]], settings);
    return new ConstructedScope(this.#state, host, groups, variables);
  }

  #filesOfGroups(base: string, host: HostNode): readonly Layer[] {
    const { files } = this.#state;
    return this.#order.of(host).flatMap((groups) => {
      const loaded = groups.map((group) => files.load(base, 'group_vars', group.name));
      return groups.length === 1 ? loaded.flat() : [...loaded.flat(), ambiguousLayer(groups, loaded)];
    });
  }
}

/** Makes a layer of the variables that several of these groups set: unknown, as the groups have no fixed order. */
function ambiguousLayer(groups: readonly GroupNode[], loaded: readonly (readonly Layer[])[]): Layer {
  const setters = new Map<string, Assignment[]>();
  for (const layers of loaded)
    for (const one of new Map(layers.flatMap(({ assignments }) => [...assignments])).values())
      setters.set(one.name, [...(setters.get(one.name) ?? []), one]);
  const names = groups.map(({ name }) => name).join(' and ');
  const message = `Ansible takes the variable files of ${names} in no fixed order here`;
  const assignments = new Map<string, Assignment>();
  for (const [name, [first, ...others]] of setters)
    if (first !== undefined && others.length > 0)
      assignments.set(name, withValue(first, unknowable(first.value, new UnknownValue('template', message, name))));
  return { assignments, document: undefined };
}

class ConstructedScope implements Scope {
  readonly inventoryHostname: string;
  readonly groupNames: readonly string[] | UnknownValue;
  readonly groups: UnknownValue;
  readonly hosts: UnknownValue;
  readonly classic: Scope['classic'];
  readonly read = readTextForFilter;
  readonly #state: ReadingState;
  readonly #host: HostNode;
  readonly #variables: HostVariables;

  constructor(state: ReadingState, host: HostNode, groups: readonly GroupNode[], variables: HostVariables) {
    this.#state = state;
    this.#host = host;
    this.#variables = variables;
    this.inventoryHostname = host.name;
    this.classic = classicTemplateKind(state.settings);
    const names = groups.map(({ name }) => name).filter((name) => name !== 'all');
    this.groupNames = host.mayHaveMoreGroups
      ? new UnknownValue('template', `only a run can know all groups of ${host.name}`, 'group_names')
      : names.sort(byCodePoint);
    this.groups = new UnknownValue('template', 'groups are not complete while the sources are read', 'groups');
    this.hosts = this.groups;
  }

  /** Decrypts a value only if no run follows: names of groups computed from it would be shown. */
  decrypted(value: Scalar, name: string): string | UnknownValue {
    const { vault, isolated } = this.#state;
    if (!isolated) return UnknownValue.named('vault', name, 'is encrypted');
    const text = decryptedOrWhy(vault, value);
    return typeof text === 'string' ? text : new UnknownValue('error', sentenceOf(text.faultOf(name)), name);
  }

  get inventoryHostnameShort(): string {
    return shortHostname(this.inventoryHostname);
  }

  variable(name: string): Node | UnknownValue | undefined {
    const [unread] = this.#variables.unreadAbove(name);
    if (unread !== undefined)
      return new UnknownValue('template', `${unread.place.document.file} may set ${name}, and does not tell`, name);
    const isSealed = this.#variables.get(name)?.document.isDecrypted === true;
    if (isSealed && !this.#state.isolated) return UnknownValue.named('vault', name, 'is encrypted');
    const value = isHiddenByMagic(name, this.#variables) ? undefined : this.#variables.value(name);
    if (value !== undefined) return value;
    if (name !== 'inventory_file' && name !== 'inventory_dir') return undefined;
    const { source } = this.#host;
    if (source !== undefined) return text(name === 'inventory_file' ? source : inventoryDirOfSource(source));
    // Ansible sets it for the group of that name, from which other hosts may get it.
    return new UnknownValue(
      'template',
      `${this.inventoryHostname} is named like a group, which gets its ${name}`,
      name,
    );
  }

  hostvars(): undefined {
    return undefined;
  }

  missing(name: string): UnknownValue | undefined {
    return this.#state.missing(name);
  }
}

function text(value: string): Scalar {
  return new Scalar(0, 0, 'str', value, 'bare', 'unsafe');
}
