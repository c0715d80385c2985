/** The inventory plugin `constructed`: variables and groups from expressions over the hosts read so far. */
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import type { Node, Pair, Range } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import { evaluateClassicExpression, evaluateCondition } from './constructed-condition.ts';
import { readConstructedOptions } from './constructed-options.ts';
import type { ConstructedOptions } from './constructed-options.ts';
import { ConstructedScopes } from './constructed-scopes.ts';
import type { ReadingState } from './constructed-scopes.ts';
import { Declarations } from '../sources/declarations.ts';
import { safeGroupName, setDepths } from '../graph/graph.ts';
import type { HostNode, PossibleGroup } from '../graph/graph-nodes.ts';
import { groupNames, canNameGroups, readKeyedGroup, namePrefix } from './keyed-group.ts';
import type { KeyedGroup } from './keyed-group.ts';
import { shape } from '../graph/node-shape.ts';
import { SourceFailure } from '../inventory/source-failure.ts';
import { evaluate, evaluateExpression } from '../template/evaluate.ts';
import { Computed } from '../template/computed.ts';
import { UnknownValue, unknownOrder } from '../template/markers.ts';
import type { Scope } from '../template/evaluate.ts';
import type { KnownOutcome, Outcome, UnknownOutcome } from '../template/outcome.ts';
import { whyKnownOnlyInARun } from '../template/names.ts';
import type { Troubles } from '../inventory/troubles.ts';
import type { Layer } from '../variables/vars-files.ts';

export interface ConstructedContext extends Omit<ReadingState, 'missing'> {
  readonly troubles: Troubles;
  readonly extraVars: readonly Layer[] | undefined;
  /** Is called if only a run can know which hosts some groups of a source have. */
  readonly leaveOpen: (document: Document) => void;
}

/**
 * Adds the variables and groups that a `constructed` source makes for the hosts read so far. `names`: the names of the
 * plugin that its configuration may give.
 *
 * If only a run can know, a variable gets an unknown value and a host a possible group. Throws SourceFailure if
 * Ansible gives the source up; what was added before stays.
 */
export function readConstructed(document: Document, names: ReadonlySet<string>, context: ConstructedContext): void {
  const source = new Constructed(document, readConstructedOptions(document, names, context.settings), context);
  for (const host of [...context.graph.hosts.values()]) source.addFor(host);
}

/** The variable or group that an expression is for, and the option that has it. */
interface GroupEntry {
  readonly option: 'compose' | 'groups' | 'keyed_groups';
  readonly name: string;
}

class Constructed {
  readonly #document: Document;
  readonly #options: ConstructedOptions;
  readonly #context: ConstructedContext;
  readonly #scopes: ConstructedScopes;
  readonly #declare: Declarations;
  readonly #extra: readonly Layer[];
  readonly #keyed = new Map<Node, KeyedGroup | undefined>();

  constructor(document: Document, options: ConstructedOptions, context: ConstructedContext) {
    this.#document = document;
    this.#options = options;
    this.#extra = options.useExtraVars ? (context.extraVars ?? []) : [];
    this.#context = context;
    const bases = options.useVarsPlugins ? context.bases : [];
    this.#scopes = new ConstructedScopes({ ...context, bases, missing: (name) => this.#missing(name) });
    this.#declare = new Declarations(document, '', context.graph);
    setDepths(context.graph);
  }

  addFor(host: HostNode): void {
    const { compose, groups, keyedGroups } = this.#options;
    if (compose.length > 0) this.#setComposed(host, this.#scope(host, this.#extra));
    if (groups.length === 0 && keyedGroups.length === 0) return;
    // Conditions do not see --extra-vars, and no expression sees the result of another.
    const scope = this.#scope(host, []);
    const scopeOfKeys = this.#extra.length === 0 ? scope : this.#scope(host, this.#extra);
    for (const pair of groups) this.#addToGroup(pair, host, scope);
    for (const entry of keyedGroups) this.#addKeyedGroups(entry, host, scopeOfKeys);
  }

  #scope(host: HostNode, extra: readonly Layer[]): Scope {
    return this.#scopes.of(host, extra, ({ reason, place }) => {
      const isEncrypted = reason === 'vault' && !this.#context.isolated;
      const code = isEncrypted ? 'constructed/encrypted-variables' : 'constructed/unreadable-variables';
      throw new SourceFailure(fault(code, { file: place.document.file }), undefined);
    });
  }

  /** Says why a name that nothing sets may have a value: a cache may hold its fact, or `-e` may set it. */
  #missing(name: string): UnknownValue | undefined {
    const { isolated, settings, extraVars } = this.#context;
    const isFact = /^ansible_(?:user_|ssh_host_key_)/.test(name) || whyKnownOnlyInARun(name)?.reason === 'fact';
    if (isFact && (settings.factCache || !isolated))
      return UnknownValue.named('fact', name, 'is a fact, which only a run can know');
    if (this.#options.useExtraVars && extraVars === undefined)
      return UnknownValue.named('task', name, 'may be given with -e');
    return undefined;
  }

  /** Sets the variables of `compose`. No expression sees the result of another; those before a refused one stay. */
  #setComposed(host: HostNode, scope: Scope): void {
    const made: Pair[] = [];
    try {
      for (const pair of this.#options.compose) {
        const value = this.#composedValue(pair, host, scope);
        if (value !== undefined) made.push({ ...pair, value });
      }
    } finally {
      for (const pair of made) this.#declare.set(host.name, pair);
    }
  }

  #composedValue({ key, value }: Pair, host: HostNode, scope: Scope): Computed | undefined {
    const { isolated } = this.#context;
    const outcome = this.#evaluate(value, scope);
    const names = { variable: String(key.value), host: host.name };
    if (outcome.state !== 'known' && this.#isRefused(outcome))
      return this.#failIfStrict(outcome, value, (reason) =>
        fault('constructed/variable-refused', { ...names, reason }),
      );
    // An unknown value speaks for itself, except in a listing, which leaves it out.
    if (outcome.state !== 'known')
      this.#leaveUnknown({ option: 'compose', name: names.variable }, outcome, value, isolated);
    if (value.kind !== 'scalar') return undefined;
    const open = isolated && outcome.state === 'known' ? whyUnordered(outcome) : undefined;
    if (open !== undefined) this.#report({ option: 'compose', name: names.variable }, open, value);
    return new Computed(value, String(value.value), open ?? outcome);
  }

  #addToGroup({ key, value }: Pair, host: HostNode, scope: Scope): void {
    if (key.type !== 'str' && !isFalsy(key))
      throw new SourceFailure(fault('source/group-name-type', { found: shape(key) }), key);
    const name = isFalsy(key) ? '' : safeGroupName(String(key.value));
    const verdict = evaluateCondition(value, scope, this.#context.settings.allowBrokenConditions);
    if (verdict.state === 'known') {
      if (verdict.value) this.#declare.child(this.#declare.group(name, key), host.name, key);
    } else if (this.#isRefused(verdict))
      this.#failIfStrict(verdict, value, (reason) =>
        fault('constructed/group-refused', { host: host.name, group: name, reason }),
      );
    else this.#addPossibleGroup(host, { name }, { option: 'groups', name }, verdict, value);
  }

  #addKeyedGroups(node: Node, host: HostNode, scope: Scope): void {
    if (!this.#keyed.has(node))
      this.#declare.at(node, () => this.#keyed.set(node, readKeyedGroup(node, scope.classic === undefined)));
    const entry = this.#keyed.get(node);
    if (entry === undefined) throw new SourceFailure(fault('constructed/keyed-group'), node);
    const { key, place } = entry;
    const { leadingSeparator, strict } = this.#options;
    const outcome = this.#evaluate(key, scope);
    if (outcome.state !== 'known' && this.#isRefused(outcome))
      return this.#failIfStrict(outcome, place, (reason) =>
        fault('constructed/keyed-refused', { host: host.name, reason }),
      );
    const start = safeGroupName(namePrefix(entry, leadingSeparator));
    if (outcome.state !== 'known')
      return this.#addPossibleGroup(host, { start }, { option: 'keyed_groups', name: `${start}…` }, outcome, place);
    if (!this.#declare.at(place, () => canNameGroups(entry, outcome.value, strict))) return;
    const parent = this.#parent(entry, scope);
    if (parent.state === 'known')
      for (const name of this.#declare.at(place, () => groupNames(entry, outcome.value, leadingSeparator)))
        this.#addNamedGroup(name, parent.value, place, host);
    else if (this.#isRefused(parent))
      this.#failIfStrict(parent, place, (reason) => fault('constructed/parent-refused', { host: host.name, reason }));
    else this.#addPossibleGroup(host, { start }, { option: 'keyed_groups', name: `${start}…` }, parent, place);
  }

  /** The name of the parent group, if there is to be one. */
  #parent(
    { parent }: KeyedGroup,
    scope: Scope,
  ): UnknownOutcome | { readonly state: 'known'; readonly value: Node | undefined } {
    if (parent === undefined) return { state: 'known', value: undefined };
    if (parent.kind !== 'scalar' || parent.type !== 'str' || parent.mark !== 'none')
      return { state: 'known', value: parent };
    const outcome = evaluate(String(parent.value), scope, true);
    return outcome.state === 'unknown' && outcome.reason === 'omit' ? { state: 'known', value: undefined } : outcome;
  }

  #addNamedGroup(name: string, parent: Node | undefined, place: Range, host: HostNode): void {
    const group = this.#declare.group(name, place);
    this.#declare.hosts({ names: [host.name], port: undefined }, place, group, []);
    if (parent === undefined || isFalsy(parent)) return;
    if (parent.kind !== 'scalar' || parent.type !== 'str')
      throw new SourceFailure(fault('source/group-name-type', { found: shape(parent) }), parent);
    this.#declare.child(this.#declare.group(safeGroupName(String(parent.value)), place), group.name, place);
    setDepths(this.#context.graph);
  }

  #evaluate(node: Node, scope: Scope): Outcome {
    if (scope.classic !== undefined) return evaluateClassicExpression(node, scope);
    if (node.kind === 'scalar' && node.type === 'str' && node.mark === 'none')
      return evaluateExpression(String(node.value), scope);
    const message = 'an expression has to be text that may be a template';
    return { state: 'unknown', reason: 'error', message, name: undefined, start: 0, end: 0, from: [] };
  }

  /** Tells whether Ansible itself fails to evaluate an expression: it goes on with the next, unless it is strict. */
  #isRefused({ reason }: UnknownOutcome): boolean {
    return ['undefined', 'error', 'omit'].includes(reason);
  }

  /** Fails in strict mode. Values that Ansible's words quote are left out: one may be a secret. */
  #failIfStrict({ message }: UnknownOutcome, at: Range, faultOf: (reason: string) => Fault): undefined {
    if (!this.#options.strict) return undefined;
    const { text } = this.#document;
    const reason = message.replace(/'[^']*'|"[^"]*"/g, (quote) => (text.includes(quote.slice(1, -1)) ? quote : '…'));
    throw new SourceFailure(faultOf(reason), at);
  }

  #leaveUnknown(entry: GroupEntry, outcome: UnknownOutcome, at: Range, isSaid = true): void {
    if (this.#options.strict)
      throw new SourceFailure(fault('constructed/open-source', { ...entry, reason: outcome.message }), at);
    if (isSaid) this.#report(entry, outcome, at);
  }

  #report(entry: GroupEntry, { message: reason }: UnknownOutcome, at: Range): void {
    this.#context.troubles.add(this.#document, at, fault('constructed/open', { ...entry, reason }));
  }

  #addPossibleGroup(
    host: HostNode,
    opening: PossibleGroup,
    entry: GroupEntry,
    outcome: UnknownOutcome,
    at: Range,
  ): void {
    this.#leaveUnknown(entry, outcome, at);
    host.possibleGroups = [...host.possibleGroups, opening];
    this.#context.leaveOpen(this.#document);
  }
}

/** Says why a listing cannot show a list that was made from a set: its members are known, their order is not. */
function whyUnordered({ value, from }: KnownOutcome): UnknownOutcome | undefined {
  const isOpen = (node: Node): boolean => {
    if (node.kind === 'mapping') return node.pairs.some((pair) => isOpen(pair.value));
    return node.kind === 'sequence' && ((node.unordered && !from.includes(node)) || node.items.some(isOpen));
  };
  if (!isOpen(value)) return undefined;
  const { reason, message } = unknownOrder();
  return { state: 'unknown', reason, message, name: undefined, start: 0, end: 0, from };
}
