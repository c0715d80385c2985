/** The scopes in which templates of hosts are evaluated: their variables, and Ansible's magic ones. */
import { madeOnce } from '../ground/made-once.ts';
import { sentenceOf } from '../troubles/catalogue.ts';
import { shortHostname } from './patterns/host-pattern.ts';
import { descendantsOf, valueAt } from '../source/tree.ts';
import type { Node, Scalar } from '../source/tree.ts';
import type { Assignment, Group, Host, HostVariables, Inventory } from './inventory/entities.ts';
import { stableHostCount } from './inventory/host-order.ts';
import { localhostOf, LOCALHOSTS } from './graph/implicit-localhost.ts';
import { inventoryDirOfSource, isHiddenByMagic } from './inventory/magic-host-variables.ts';
import { byCodePoint } from '../source/python.ts';
import { evaluateTemplatesIn } from './template/resolve-value.ts';
import type { Resolved } from './template/resolve-value.ts';
import { evaluateExpression } from './template/evaluate.ts';
import type { GroupHosts, Scope } from './template/evaluate.ts';
import { referenceIn } from './template/syntax/reference.ts';
import { isFunction, whyKnownOnlyInARun } from './template/names.ts';
import { UnknownValue } from './template/markers.ts';
import { decryptedOrRefused } from './vault/require-password.ts';
import { readTextForFilter } from './sources/text-values.ts';

/**
 * Says why a run may set a variable that no inventory file sets, in a clause after its name; undefined if it does
 * not.
 */
type Elsewhere = (name: string) => string | undefined;

/** The scopes of an inventory's hosts; the same object for the same host. */
export class Scopes {
  readonly playbookDir: string | undefined;
  readonly #inventory: Inventory;
  readonly #elsewhere: Elsewhere;
  readonly #scopes = new Map<Host, HostScope>();
  /** The scopes of hosts as templates of others see them in `hostvars`. */
  readonly #hostvars = new Map<Host, HostScope>();
  /** The assignments that evaluations have used, by their values, to find where a computed value comes from. */
  readonly #assignments = new Map<Node, Assignment>();
  /** The list or mapping that each part of one of them belongs to; those of `#unsearched` are still missing. */
  readonly #containers = new Map<Node, Node>();
  #unsearched: Node[] = [];
  /** Names that the current evaluation asked for and no inventory file sets. */
  readonly #missing = new Set<string>();
  #asksElsewhere = false;
  #localhost: Host | undefined;
  #groups: ReadonlyMap<string, GroupHosts> | undefined;

  /** `playbookDir`: the full path of the folder that counts for all plays, if there is one. */
  constructor(inventory: Inventory, elsewhere: Elsewhere, playbookDir?: string) {
    this.#inventory = inventory;
    this.#elsewhere = elsewhere;
    this.playbookDir = playbookDir;
  }

  of(host: Host): Scope {
    return madeOnce(this.#scopes, host, () => new HostScope(this, this.#inventory, host, false));
  }

  /** The scope of `hostvars[host]`. */
  hostvarsOf(host: Host): Scope {
    return madeOnce(this.#hostvars, host, () => new HostScope(this, this.#inventory, host, true));
  }

  /**
   * Evaluates all templates in a value of a host.
   *
   * To know whether plays and tasks may set a variable takes a search of the whole project, done only for a value
   * that is known without it.
   */
  resolve(host: Host, node: Node): Resolved {
    this.#missing.clear();
    const outcome = evaluateTemplatesIn(node, this.of(host));
    if (outcome.state !== 'known') return outcome;
    if (![...this.#missing].some((name) => this.#elsewhere(name) !== undefined)) return outcome;
    this.#asksElsewhere = true;
    try {
      return evaluateTemplatesIn(node, this.of(host));
    } finally {
      this.#asksElsewhere = false;
    }
  }

  /**
   * Says who gives a value to a name that nothing sets: Ansible itself, or a run, in a clause after the name;
   * undefined if nothing does.
   */
  giverOf(name: string, host: Host | undefined): 'Ansible' | { readonly clause: string } | undefined {
    const run = whyKnownOnlyInARun(name);
    if (run !== undefined) return { clause: run.clause ?? 'is known in a run only' };
    return host !== undefined && evaluateExpression(name, this.of(host)).state === 'known' ? 'Ansible' : undefined;
  }

  /** The value that a template refers to and nothing else, among those that went into something. */
  referredBy(template: Scalar, from: readonly Node[]): Node | undefined {
    const [variable, ...keys] = referenceIn(String(template.value)) ?? [];
    return from.find((one) => {
      const by = one === template ? undefined : this.assignmentOf(one);
      if (by === undefined) return false;
      // The name may be that of an item of a loop over a list.
      if (by.value.kind === 'sequence') return by.value.items.some((item) => valueAt(item, ...keys) === one);
      return by.name === variable && valueAt(by.value, ...keys) === one;
    });
  }

  /** The implicit localhost. */
  get localhost(): Host {
    return (this.#localhost ??= localhostOf(this.#inventory, 'localhost'));
  }

  /** The assignment whose value a node is or is part of, if an evaluation has used it. */
  assignmentOf(node: Node): Assignment | undefined {
    const whole = this.#assignments.get(node);
    if (whole !== undefined) return whole;
    for (const container of this.#unsearched) this.#findParts(container);
    this.#unsearched = [];
    const container = this.#containers.get(node);
    return container && this.#assignments.get(container);
  }

  #findParts(container: Node): void {
    const { start, end } = container;
    for (const part of descendantsOf(container))
      // An alias is a part of the value that it repeats.
      if (start <= part.start && part.end <= end && !this.#containers.has(part)) this.#containers.set(part, container);
  }

  /** Notes that an evaluation uses the value of an assignment, for `assignmentOf` to find it. */
  use(assignment: Assignment): void {
    const { value } = assignment;
    if (value.kind !== 'scalar' && !this.#assignments.has(value)) this.#unsearched.push(value);
    this.#assignments.set(value, assignment);
  }

  /** Looks up a name for a HostScope. */
  lookUp(variables: HostVariables, name: string): Node | UnknownValue | undefined {
    const assignment = variables.get(name);
    const unknown = variables.unknown(name);
    // A file that may set any variable does not make a variable of a name with a meaning of its own.
    const isNamed = assignment !== undefined || (unknown !== undefined && unknown.isOfAny !== true);
    if (!isNamed && isFunction(name)) return undefined;
    if (unknown !== undefined && (isNamed || whyKnownOnlyInARun(name) === undefined))
      return UnknownValue.variable(name, unknown);
    if (assignment === undefined) {
      this.#missing.add(name);
      const clause = this.#asksElsewhere ? this.#elsewhere(name) : undefined;
      return clause === undefined ? undefined : UnknownValue.named('task', name, clause);
    }
    this.use(assignment);
    return variables.value(name);
  }

  get groups(): ReadonlyMap<string, GroupHosts> {
    const hostsOf = (group: Group): GroupHosts => ({
      names: this.#inventory.members(group).map(({ name }) => name),
      isOrdered: stableHostCount(group) === Infinity,
    });
    this.#groups ??= new Map([...this.#inventory.groups].map(([name, group]) => [name, hostsOf(group)]));
    return this.#groups;
  }
}

class HostScope implements Scope {
  readonly inventoryHostname: string;
  readonly inventoryFile: string | undefined;
  readonly inventoryDir: string | undefined;
  readonly playbookDir: string | undefined;
  readonly classic: Inventory['classic'];
  readonly viaHostvars: boolean;
  readonly read = readTextForFilter;
  readonly #scopes: Scopes;
  readonly #inventory: Inventory;
  readonly #host: Host;
  readonly #variables: HostVariables;
  #groupNames: readonly string[] | undefined;

  constructor(scopes: Scopes, inventory: Inventory, host: Host, viaHostvars: boolean) {
    this.#scopes = scopes;
    this.#inventory = inventory;
    this.#host = host;
    this.#variables = viaHostvars ? inventory.hostvarsOf(host) : inventory.variablesOf(host);
    this.viaHostvars = viaHostvars;
    this.inventoryHostname = host.name;
    this.playbookDir = scopes.playbookDir;
    this.classic = inventory.classic;
    this.inventoryFile = host.source;
    this.inventoryDir = host.source === undefined ? undefined : inventoryDirOfSource(host.source);
  }

  get inventoryHostnameShort(): string {
    return shortHostname(this.inventoryHostname);
  }

  variable(name: string): Node | UnknownValue | undefined {
    if (isHiddenByMagic(name, this.#variables)) return undefined;
    return this.#scopes.lookUp(this.#variables, name);
  }

  get supposedMemory(): Node | undefined {
    const supposed = this.#inventory.supposedMemory?.of(this.#host);
    if (supposed !== undefined) this.#scopes.use(supposed);
    return supposed?.value;
  }

  decrypted(value: Scalar, name: string): string | UnknownValue {
    const text = decryptedOrRefused(this.#inventory, value);
    if (typeof text === 'string') return text;
    if (text.kind === 'broken') return new UnknownValue('error', sentenceOf(text.faultOf(name)), name);
    return UnknownValue.named('vault', name, 'is encrypted');
  }

  get groupNames(): readonly string[] | UnknownValue {
    if (this.#host.mayHaveMoreGroups)
      return new UnknownValue('template', `only a run can know all groups of ${this.#host.name}`, 'group_names');
    const open = this.#whyIncomplete('group_names', 'put hosts into more groups');
    if (open !== undefined) return open;
    this.#groupNames ??= this.#inventory
      .groupsOf(this.#host)
      .map(({ name }) => name)
      .filter((name) => name !== 'all')
      .sort(byCodePoint);
    return this.#groupNames;
  }

  get groups(): ReadonlyMap<string, GroupHosts> | UnknownValue {
    return this.#whyIncomplete('groups') ?? this.#scopes.groups;
  }

  get hosts(): readonly string[] | UnknownValue {
    return this.#whyIncomplete('hostvars') ?? [...this.#inventory.hosts.keys()];
  }

  /** Says why a magic variable may hold more than the sources that were read. */
  #whyIncomplete(name: string, what = 'name more hosts'): UnknownValue | undefined {
    if (this.#inventory.standIn === 'made-up')
      return new UnknownValue('not-collected', `the inventory, which was not found, may ${what}`, name);
    const [dynamic] = this.#inventory.dynamicSources;
    if (dynamic !== undefined)
      return new UnknownValue('template', `${dynamic} may ${what}, which only a run can know`, name);
    const [closed] = this.#inventory.lockedSources;
    return closed === undefined
      ? undefined
      : new UnknownValue('vault', `${closed} may ${what}, but it is vaulted`, name);
  }

  hostvars(name: string): Scope | UnknownValue | undefined {
    const host = this.#inventory.hosts.get(name);
    if (host !== undefined) return this.#scopes.hostvarsOf(host);
    const open = this.#whyIncomplete(name, `name a host ${name}`);
    if (open !== undefined) return open;
    return LOCALHOSTS.includes(name) ? this.#localhost() : undefined;
  }

  /** The scope of the implicit localhost. A broken file of it fails only the templates that ask for it. */
  #localhost(): Scope | UnknownValue {
    const { localhost } = this.#scopes;
    const broken = this.#inventory
      .hostvarsOf(localhost)
      .unreadAbove('')
      .find(({ reason }) => reason === 'unreadable');
    if (broken === undefined) return this.#scopes.hostvarsOf(localhost);
    return new UnknownValue('error', `${broken.place.document.file} cannot be read`, localhost.name);
  }
}
