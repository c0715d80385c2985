/** Values of hosts with their templates evaluated: known ones, or the reason why not in words without secrets. */
import type { Host, PartOfValue, Scopes } from '../ansible/index.ts';
import type { Cause, Reason } from '../troubles/cause.ts';
import type { Node } from '../source/tree.ts';
import type { Secrecy } from './secrecy/secrecy.ts';
import { isTemplated } from './plain.ts';

interface Result {
  /** The nodes that went into it. */
  readonly from: readonly Node[];
  /**
   * True if a secret went into it, or if the template itself is one. Computed when first asked for, which takes time.
   */
  readonly tainted: boolean;
}

type Unresolved = Exclude<ReturnType<Scopes['resolve']>, { readonly state: 'known' }>;

export interface KnownResult extends Result {
  readonly state: 'known';
  readonly value: Node;
}

/** A value that is not known; its message holds no secret. */
export interface UnknownResult extends Result, Pick<Cause, 'reason' | 'message' | 'shared'> {
  readonly state: 'unknown';
  /** The variable that is to blame, if it may be named. */
  readonly name: string | undefined;
  /** The template whose value is not known, with the part of its text at fault, if there is one. */
  readonly fault: PartOfValue | undefined;
}

/** Values of the variables of an inventory. */
export class Values {
  readonly scopes: Scopes;
  readonly secrecy: Secrecy;

  constructor(scopes: Scopes, secrecy: Secrecy) {
    this.scopes = scopes;
    this.secrecy = secrecy;
  }

  /** A host's value with all templates in it evaluated. */
  of(host: Host, node: Node): KnownResult | UnknownResult {
    const outcome = this.scopes.resolve(host, node);
    const { from } = outcome;
    const isTainted = (): boolean => [node, ...from].some((one) => this.secrecy.containsSecret(one));
    if (outcome.state === 'known') return { state: 'known', value: outcome.value, from, tainted: isTainted() };
    const all = [node, ...from];
    const unsealed = this.#unsealed(all);
    return {
      state: 'unknown',
      reason: outcome.reason,
      name: undefined,
      ...whyUnknown(outcome, unsealed, unsealed.length === all.length, isTainted),
      fault: outcome.template && { template: outcome.template, start: outcome.start, end: outcome.end },
      from,
      get tainted() {
        return isTainted();
      },
    };
  }

  /** The nodes whose text may be shown. */
  #unsealed(nodes: readonly Node[]): readonly Node[] {
    return nodes.filter((node) => !this.secrecy.isSealed(node));
  }

  /**
   * Tells whether a part of a computed value has to be hidden. In a map that secrets went into, a part that is
   * written literally in the inventory, and is not a secret there, may be shown.
   */
  hides({ value, tainted }: KnownResult, part: Node): boolean {
    if (!tainted) return false;
    return (part === value && part.kind === 'scalar') || !this.#isPlain(part);
  }

  #isPlain(node: Node): boolean {
    if (node.kind === 'scalar') return this.secrecy.isWritten(node) && !this.secrecy.containsSecret(node);
    const parts = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
    return parts.every((part) => this.#isPlain(part));
  }
}

/**
 * Says why a template has no value, in a clause that fits after the name of its variable, as in `depends on the fact
 * ansible_memtotal_mb, known only during a run`, and as a sentence, if others may depend on the same.
 *
 * Ansible's own messages quote values. Where a secret went into the template (`isTainted`, asked only where it
 * matters), nothing is said but names that the templates themselves have: the value's own, and those that it refers
 * to. For a loop, these are named as well, unless `mayNameAll` (no template was decrypted).
 */
function whyUnknown(
  outcome: Unresolved,
  templates: readonly Node[],
  mayNameAll: boolean,
  isTainted: () => boolean,
): Pick<UnknownResult, 'message' | 'shared'> & { readonly name?: string } {
  const { reason, message, name, clause, shared, loop } = outcome;
  if (loop !== undefined) {
    const mayName = mayNameAll || loop.every((one) => namedIn(templates, one));
    return { message: `is refused by Ansible: ${mayName ? message : 'its templates lead back to themselves'}` };
  }
  const isMissing = reason === 'undefined' && clause !== undefined;
  if (name !== undefined && isMissing && namedIn(templates, name))
    return { message: dependsOnUndefined(name), shared: `${name} is undefined`, name };
  if (reason === 'omit') return { message: 'is left out: its value is omit' };
  const tainted = isTainted();
  if (tainted && !namedIn(templates, name))
    return { message: 'is not known: a secret goes into it, so what is wrong with it is not shown' };
  if (reason === 'fact') {
    const fact = name ?? 'facts';
    return { message: dependsOnFact(fact), shared: `only a run can know ${fact}`, name: fact };
  }
  if (name !== undefined && tainted) return { message: TAINTED[reason](name) };
  if (reason === 'error') return { message: `is refused by Ansible: ${message}` };
  if (name === undefined || clause === undefined) return { message: `is not known: ${message}`, shared: message };
  const depends = isMissing ? dependsOnUndefined(name) : `depends on ${name}, which ${clause}`;
  return { message: depends, shared: shared ?? `${name} ${clause}`, name };
}

/** Says of a value that a fact goes into it. */
export function dependsOnFact(name: string): string {
  return `depends on ${name === 'facts' || name === 'ansible_facts' ? '' : 'the fact '}${name}, known only during a run`;
}

/** Only templates of other hosts miss what Ansible calls `hostvars` and `vars`. */
function dependsOnUndefined(name: string): string {
  const where = name === 'hostvars' || name === 'vars' ? ' in a template that hostvars leads to' : '';
  return `depends on ${name}, which is undefined${where}`;
}

function maybeInInventory(name: string): string {
  return `depends on ${name}, which may be set in the inventory, but none was found`;
}

const TAINTED: Readonly<Record<Exclude<Reason, 'omit' | 'fact'>, (name: string) => string>> = {
  unreadable: (name) => `depends on ${name}, which may be set in a file that cannot be read`,
  'dynamic-inventory': (name) => `depends on ${name}, which only a run can know`,
  vault: (name) => `depends on ${name}, which is encrypted`,
  lookup: (name) => `uses the lookup ${name}, which only a run can do`,
  'no-inventory': maybeInInventory,
  'not-collected': maybeInInventory,
  task: (name) => `depends on ${name}, which only a run can know`,
  undefined: dependsOnUndefined,
  error: (name) => `is refused by Ansible for ${name}`,
  template: (name) => `uses ${name}, which is not evaluated`,
};

/**
 * Tells whether a template contains a name literally; otherwise a value may have been taken for a name. The name of a
 * plugin may have its collection before it.
 */
function namedIn(nodes: readonly Node[], name: string | undefined): boolean {
  if (name === undefined || !/^\w+(?:\.\w+)*$/.test(name)) return false;
  const whole = new RegExp(`(?<!\\w)${name.replaceAll('.', '\\.')}(?!\\w)`);
  return nodes.some((node) => {
    if (node.kind === 'scalar') return isTemplated(node) && whole.test(String(node.value));
    return namedIn(node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value), name);
  });
}
