/** What templates of a host's variables are evaluated in: Ansible's names for an inventory, host by host. */
import { holds, Mapping, Sequence } from '../source/tree.ts';
import type { Node, Pair, Scalar } from '../source/tree.ts';
import type { Assignment, Host, HostVariables, Inventory } from './entities.ts';
import { localhost, LOCALHOSTS } from './sources/implicit-localhost.ts';
import { inventoryDir } from './sources/inventory-dir.ts';
import { byCodePoint } from '../source/python.ts';
import { evaluate } from './template/evaluate.ts';
import { standardBudget } from './template/budget.ts';
import { Computed } from './template/computed.ts';
import { isTemplate } from './template/is-template.ts';
import { UnknownValue } from './template/trouble.ts';
import type { LoopOutcome, Scope, UnknownOutcome } from './template/evaluate.ts';
import { demandedText } from './vault/demands.ts';
import { readTextValue } from './sources/text-values.ts';

/** Why a variable that no inventory file sets may have a value in a run after all; undefined where it has none. */
export type Elsewhere = (name: string) => UnknownValue | undefined;

/** The value of a node with its templates evaluated, or the first part that cannot be told. */
export type Resolved = { readonly state: 'known'; readonly value: Node; readonly from: readonly Node[] } | Open;

/** A part that cannot be told, with the template in it that its offsets are of, where there is one. */
export type Open = (UnknownOutcome | LoopOutcome) & { readonly template: Scalar | undefined };

/** A value that refers to a value that refers to a value …: more hops than anyone writes. */
const MAX_DEPTH = 50;

/** The scopes of an inventory's hosts; the same object for the same host. */
export class Scopes {
  readonly #inventory: Inventory;
  readonly #elsewhere: Elsewhere;
  readonly #scopes = new Map<Host, HostScope>();
  /** The scopes of hosts that templates of others look into. */
  readonly #hostvars = new Map<Host, HostScope>();
  /** The assignments that evaluations have asked for, by their values, to tell where a computed value comes from. */
  readonly #assignments = new Map<Node, Assignment>();
  /** Those of lists and mappings: few, and a value may be a part of one. */
  readonly #containers = new Map<Node, Assignment>();
  /** Names that the evaluation at hand asked for and no inventory file sets. */
  readonly #missing = new Set<string>();
  #asksElsewhere = false;
  #localhost: Host | undefined;
  #groups: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(inventory: Inventory, elsewhere: Elsewhere) {
    this.#inventory = inventory;
    this.#elsewhere = elsewhere;
  }

  of(host: Host): Scope {
    let scope = this.#scopes.get(host);
    if (scope === undefined)
      this.#scopes.set(host, (scope = new HostScope(this, this.#inventory, host, this.#inventory.variablesOf(host))));
    return scope;
  }

  /** `hostvars[host]`. */
  hostvarsOf(host: Host): Scope {
    let scope = this.#hostvars.get(host);
    if (scope === undefined)
      this.#hostvars.set(host, (scope = new HostScope(this, this.#inventory, host, this.#inventory.hostvarsOf(host))));
    return scope;
  }

  /**
   * A host's value with all templates in it evaluated.
   *
   * Who else may set a variable takes a search of the whole project, so it is asked only for a value that would hold if
   * nobody did: what is unknown stays so either way.
   */
  resolve(host: Host, node: Node): Resolved {
    this.#missing.clear();
    const outcome = this.#resolve(host, node);
    if (outcome.state !== 'known') return outcome;
    if (![...this.#missing].some((name) => this.#elsewhere(name) !== undefined)) return outcome;
    this.#asksElsewhere = true;
    try {
      return this.#resolve(host, node);
    } finally {
      this.#asksElsewhere = false;
    }
  }

  #resolve(host: Host, node: Node): Resolved {
    const from = new Set<Node>();
    const resolved = resolveNode(node, this.of(host), from, 0);
    return 'state' in resolved ? resolved : { state: 'known', value: resolved, from: [...from] };
  }

  /** What Ansible makes up for the names of its own machine that no source has. */
  get localhost(): Host {
    return (this.#localhost ??= localhost(this.#inventory, 'localhost'));
  }

  /** The assignment whose value a node is, or is a part of, if an evaluation has asked for it. */
  assignmentOf(node: Node): Assignment | undefined {
    const whole = this.#assignments.get(node);
    if (whole !== undefined) return whole;
    for (const [value, assignment] of this.#containers)
      if (value.start <= node.start && node.end <= value.end && holds(value, node)) return assignment;
    return undefined;
  }

  /** For HostScope: what a name is for a host. */
  lookUp(variables: HostVariables, name: string): Node | UnknownValue | undefined {
    const assignment = variables.get(name);
    const [hiding] = variables.obscuredBy(name);
    if (hiding !== undefined) {
      const vaulted = hiding.reason === 'vault';
      if (assignment === undefined || !vaulted)
        return new UnknownValue(
          vaulted ? 'vault' : 'template',
          `${name} may be set in ${hiding.document.file}, which is not readable`,
        );
    }
    const doubt = variables.doubtOf(name);
    if (doubt !== undefined) return new UnknownValue('task', `${name} ${doubt.message}`, name);
    if (assignment === undefined) {
      this.#missing.add(name);
      return this.#asksElsewhere ? this.#elsewhere(name) : undefined;
    }
    this.#assignments.set(assignment.value, assignment);
    if (assignment.value.kind !== 'scalar') this.#containers.set(assignment.value, assignment);
    return variables.value(name);
  }

  get groups(): ReadonlyMap<string, readonly string[]> {
    const names = (group: Parameters<Inventory['members']>[0]) =>
      this.#inventory.members(group).map(({ name }) => name);
    this.#groups ??= new Map([...this.#inventory.groups].map(([name, group]) => [name, names(group)]));
    return this.#groups;
  }
}

class HostScope implements Scope {
  readonly inventoryHostname: string;
  readonly inventoryFile: string | undefined;
  readonly inventoryDir: string | undefined;
  readonly classic: Inventory['classic'];
  readonly #scopes: Scopes;
  readonly #inventory: Inventory;
  readonly #host: Host;
  readonly #variables: HostVariables;

  constructor(scopes: Scopes, inventory: Inventory, host: Host, variables: HostVariables) {
    this.#scopes = scopes;
    this.#inventory = inventory;
    this.#host = host;
    this.#variables = variables;
    this.inventoryHostname = host.name;
    this.classic = inventory.classic;
    this.inventoryFile = host.source;
    this.inventoryDir = host.source === undefined ? undefined : inventoryDir(host.source);
  }

  variable(name: string): Node | UnknownValue | undefined {
    return this.#scopes.lookUp(this.#variables, name);
  }

  decrypted(value: Scalar, name: string): string | UnknownValue {
    const text = demandedText(this.#inventory, value);
    if (typeof text === 'string') return text;
    if (text.kind === 'broken') return new UnknownValue('error', `${name} ${text.why}`, name);
    return new UnknownValue('vault', `${name} is encrypted`, name);
  }

  read(...text: Parameters<typeof readTextValue>): ReturnType<typeof readTextValue> {
    return readTextValue(...text);
  }

  get groupNames(): readonly string[] | UnknownValue {
    if (this.#host.isOpen)
      return new UnknownValue('template', `only a run can know all groups of ${this.#host.name}`, 'group_names');
    const names = this.#inventory.groupsOf(this.#host).map(({ name }) => name);
    return names.filter((name) => name !== 'all').sort(byCodePoint);
  }

  get groups(): ReadonlyMap<string, readonly string[]> | UnknownValue {
    const [dynamic] = this.#inventory.dynamic;
    if (dynamic === undefined) return this.#scopes.groups;
    return new UnknownValue('template', `${dynamic} may name more hosts, which only a run can know`, 'groups');
  }

  hostvars(name: string): Scope | UnknownValue | undefined {
    const host = this.#inventory.hosts.get(name);
    if (host !== undefined) return this.#scopes.hostvarsOf(host);
    const [dynamic] = this.#inventory.dynamic;
    if (dynamic !== undefined)
      return new UnknownValue('template', `${dynamic} may name a host ${name}, which only a run can know`, name);
    return LOCALHOSTS.includes(name) ? this.#scopes.hostvarsOf(this.#scopes.localhost) : undefined;
  }
}

/** The node with its templates evaluated, in the same order; the very node where there are none. */
function resolveNode(node: Node, scope: Scope, from: Set<Node>, depth: number): Node | Open {
  if (depth > MAX_DEPTH) return tooDeep(node);
  if (node instanceof Computed) {
    for (const source of node.outcome.from) from.add(source);
    if (node.outcome.state !== 'known') return { ...node.outcome, template: undefined };
    return resolveNode(node.outcome.value, scope, from, depth + 1);
  }
  if (node.kind === 'scalar') {
    if (node.mark === 'recurrent') return containsItself(node);
    if (node.type !== 'str' || node.mark !== 'none' || !isTemplate(node.value as string)) return node;
    const outcome = evaluate(node.value as string, scope, standardBudget, depth > 0);
    for (const source of outcome.from) from.add(source);
    if (outcome.state !== 'known') return { ...outcome, template: node };
    return resolveNode(outcome.value, scope, from, depth + 1);
  }
  if (node.kind === 'sequence') {
    const items: Node[] = [];
    for (const item of node.items) {
      const resolved = resolveNode(item, scope, from, depth + 1);
      if ('state' in resolved) {
        if (isOmitted(resolved)) continue;
        return resolved;
      }
      items.push(resolved);
    }
    return items.every((item, at) => item === node.items[at]) && items.length === node.items.length
      ? node
      : new Sequence(node.start, node.end, items, node.unordered, node.usedAt);
  }
  const pairs: Pair[] = [];
  for (const pair of node.pairs) {
    const value = resolveNode(pair.value, scope, from, depth + 1);
    if ('state' in value) {
      if (isOmitted(value)) continue;
      return value;
    }
    pairs.push(value === pair.value ? pair : { ...pair, value });
  }
  return pairs.every((pair, at) => pair === node.pairs[at]) && pairs.length === node.pairs.length
    ? node
    : new Mapping(node.start, node.end, pairs, node.usedAt);
}

/** A part that is `omit` is left out of its list or mapping. */
function isOmitted(outcome: Open): boolean {
  return outcome.state === 'unknown' && outcome.reason === 'omit';
}

function containsItself({ start, end }: Node): Open {
  const message = 'the value contains itself';
  return { state: 'unknown', reason: 'error', message, name: undefined, start, end, from: [], template: undefined };
}

function tooDeep({ start, end }: Node): Open {
  const message = 'it refers to other values too many times over';
  return { state: 'unknown', reason: 'template', message, name: undefined, start, end, from: [], template: undefined };
}
