/** Values of hosts with their templates evaluated, and with what must never be shown of them. */
import type { Host } from '../ansible/entities.ts';
import type { Scopes } from '../ansible/scopes.ts';
import type { Reason } from '../model/setting.ts';
import type { Node, Range, Scalar } from '../source/tree.ts';
import type { Secrecy } from './secrecy/secrecy.ts';
import { reasonOf, whyUnknown } from './why.ts';

interface Worth {
  /** What went into it. */
  readonly from: readonly Node[];
  /** True where a secret went into it, or where the template itself is one. The first question takes its time. */
  readonly tainted: boolean;
}

export interface KnownWorth extends Worth {
  readonly state: 'known';
  readonly value: Node;
}

export interface UnknownWorth extends Worth {
  readonly state: 'unknown';
  readonly reason: Reason;
  /** Fits after the variable's name: `depends on ansible_memtotal_mb, which only a run can know`. Holds no secret. */
  readonly why: string;
  /** The template that nobody can tell, with the part of its text at fault, where there is one. */
  readonly fault: TemplatePart | undefined;
}

/** A part of a template's text. */
export interface TemplatePart extends Range {
  readonly template: Scalar;
}

/** What the variables of an inventory are worth. */
export class Values {
  readonly scopes: Scopes;
  readonly secrecy: Secrecy;

  constructor(scopes: Scopes, secrecy: Secrecy) {
    this.scopes = scopes;
    this.secrecy = secrecy;
  }

  /** A host's value with all templates in it evaluated. */
  of(host: Host, node: Node): KnownWorth | UnknownWorth {
    const outcome = this.scopes.resolve(host, node);
    const { from } = outcome;
    const isTainted = (): boolean => [node, ...from].some((one) => this.secrecy.holds(one));
    if (outcome.state === 'known') return { state: 'known', value: outcome.value, from, tainted: isTainted() };
    const all = [node, ...from];
    const unsealed = this.#unsealed(all);
    return {
      state: 'unknown',
      reason: reasonOf(outcome),
      why: whyUnknown(outcome, unsealed, unsealed.length === all.length, isTainted),
      fault: outcome.template && { template: outcome.template, start: outcome.start, end: outcome.end },
      from,
      get tainted() {
        return isTainted();
      },
    };
  }

  /** Those whose text may be spoken of. */
  #unsealed(nodes: readonly Node[]): readonly Node[] {
    return nodes.filter((node) => !this.secrecy.isSealed(node));
  }

  /**
   * Whether a part of a computed value has to be hidden. Of a map that secrets went into, a part that stands in the
   * inventory as it is, and is no secret there, may be shown.
   */
  hides({ value, tainted }: KnownWorth, part: Node): boolean {
    if (!tainted) return false;
    return (part === value && part.kind === 'scalar') || !this.#isPlain(part);
  }

  #isPlain(node: Node): boolean {
    if (node.kind === 'scalar') return this.secrecy.knows(node) && !this.secrecy.holds(node);
    const parts = node.kind === 'sequence' ? node.items : node.pairs.map(({ value }) => value);
    return parts.every((part) => this.#isPlain(part));
  }
}
