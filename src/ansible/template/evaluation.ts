/** One evaluation: its budget, what it has rendered, and the nodes that went into the value. */
import type { Node, Scalar } from '../../source/tree.ts';
import { Mapping, Sequence } from '../../source/tree.ts';
import type { Spending } from './budget.ts';
import { Computed } from './computed.ts';
import { isTemplate } from './syntax/is-template.ts';
import { magic } from './magic.ts';
import { whyKnownOnlyInARun } from './names.ts';
import { ValueRendering } from './value-rendering.ts';
import type { Rendered } from './rendering.ts';
import type { Scope } from './scope.ts';
import { comingFrom, Exhausted, Loop, Marker, UnknownValue } from './markers.ts';
import { freshCopy, Dict, Lazy, List, DateValue, Opaque } from './python/python-values.ts';
import type { Value } from './python/python-values.ts';

interface Known extends Rendered {
  readonly from: ReadonlySet<Node>;
}

interface Hop {
  readonly node: Node;
  readonly scope: Scope;
  readonly name: string;
}

const MAX_HOPS = 60;

/** Evaluates one text, with all variables that it needs. */
export class Evaluation {
  readonly budget: Spending;
  /** The nodes whose values went into what is being rendered. */
  from = new Set<Node>();
  /** The node that the last value is, unchanged, if it is one. */
  origin: Node | undefined;
  readonly #rendered = new Map<Scope, Map<Node, Known>>();
  readonly #path: Hop[] = [];
  #renderings = 0;

  constructor(budget: Spending) {
    this.budget = budget;
  }

  /** A number for each rendering, so that places of one are not taken for another's. */
  nextRendering(): number {
    return ++this.#renderings;
  }

  /** The value of a variable; undefined if nothing sets it. */
  variable(name: string, scope: Scope): Value | undefined {
    this.budget.step();
    const special = magic(name, scope, this);
    if (special !== undefined) return special;
    const found = scope.variable(name);
    if (found === undefined) return this.#unset(name, scope);
    return found instanceof UnknownValue ? found : this.valueOf(found, scope, name);
  }

  /** Says why a name that nothing sets may have a value all the same. */
  #unset(name: string, scope: Scope): UnknownValue | undefined {
    if (scope.missing !== undefined) return scope.missing(name);
    return name === 'item' && scope.hasItems === true ? undefined : whyKnownOnlyInARun(name);
  }

  /** The value of a node: containers stay lazy, a template is rendered. `inside` is the container it was taken from. */
  valueOf(node: Node, scope: Scope, name: string, inside?: Node): Value {
    this.touch(node, inside);
    if (node instanceof Mapping) {
      this.budget.elements(node.pairs.length);
      const dict = new Dict(undefined, node);
      for (const { key, value } of node.pairs) dict.set(scalarValue(key), this.lazy(value, scope, name, node));
      return dict;
    }
    if (node instanceof Sequence) {
      this.budget.elements(node.items.length);
      return new List(
        node.items.map((item) => this.lazy(item, scope, name, node)),
        node,
        node.unordered,
      );
    }
    if (node instanceof Computed) return this.#computed(node, scope, name);
    if (node.mark === 'recurrent') return UnknownValue.named('error', name, 'contains itself');
    if (node.mark === 'vault')
      return scope.decrypted?.(node, name) ?? UnknownValue.named('vault', name, 'is encrypted');
    if (node.type !== 'str' || node.mark === 'unsafe' || !isTemplate(node.value as string)) return scalarValue(node);
    return this.#render(node, scope, name);
  }

  /** The result of an expression that was evaluated when the sources were read. */
  #computed({ outcome }: Computed, scope: Scope, name: string): Value {
    for (const node of outcome.from) this.from.add(node);
    if (outcome.state === 'known') return this.valueOf(outcome.value, scope, name);
    return new UnknownValue(outcome.reason, outcome.message, outcome.name, outcome.clause, undefined, outcome.shared);
  }

  /** An element that is evaluated at most once, and counted as used whenever it is. */
  lazy(node: Node, scope: Scope, name: string, inside?: Node): Lazy {
    let value: Value | undefined;
    let origin: Node | undefined;
    return new Lazy(node, () => {
      if (value === undefined) {
        value = this.valueOf(node, scope, name, inside);
        origin = this.origin;
      } else this.touch(node, inside);
      this.origin = origin;
      return { value, origin };
    });
  }

  /** A value that is already known, with the node that it is. */
  held(value: Value, node: Node): Lazy {
    return new Lazy(node, () => {
      this.touch(node, undefined);
      return { value, origin: node };
    });
  }

  /** The value of a node that holds no templates: what a filter has read. */
  plain(node: Node): Value {
    this.budget.step();
    if (node instanceof Mapping) {
      this.budget.elements(node.pairs.length);
      return Dict.of(node.pairs.map(({ key, value }) => [scalarValue(key), this.plain(value)] as const));
    }
    if (!(node instanceof Sequence)) return scalarValue(node);
    this.budget.elements(node.items.length);
    return new List(
      node.items.map((item) => this.plain(item)),
      undefined,
      node.unordered,
    );
  }

  /** Notes that a node was used; what it was taken from matters no longer. */
  touch(node: Node, inside: Node | undefined): void {
    if (inside !== undefined) this.from.delete(inside);
    this.from.add(node);
    this.origin = node;
  }

  /** Renders a template's text, or that of an expression; every trouble becomes the value. */
  render(text: string, scope: Scope, kind: 'template' | 'expression' = 'template'): Rendered {
    return new ValueRendering(this, scope).render(text, kind);
  }

  #render(node: Scalar, scope: Scope, name: string): Value {
    const known = this.#rendered.get(scope)?.get(node) ?? this.#renderOnce(node, scope, name);
    for (const other of known.from) this.from.add(other);
    this.origin = known.origin;
    return freshCopy(known.value);
  }

  #renderOnce(node: Scalar, scope: Scope, name: string): Known {
    const start = this.#path.findIndex((hop) => hop.node === node && hop.scope === scope);
    if (start >= 0) {
      return { value: new Loop(this.#path.slice(start).map((hop) => hop.name)), origin: undefined, from: new Set() };
    }
    if (this.#path.length >= MAX_HOPS) throw new Exhausted();
    this.#path.push({ node, scope, name });
    const outer = this.from;
    this.from = new Set();
    const result = this.render(node.value as string, scope);
    const value = result.value instanceof Marker ? comingFrom(result.value, node) : result.value;
    const rendered = { value, origin: result.origin, from: this.from };
    this.from = outer;
    this.#path.pop();
    const ofScope = this.#rendered.get(scope) ?? new Map<Node, Known>();
    this.#rendered.set(scope, ofScope);
    if (!(value instanceof Marker) || value instanceof Loop || this.#path.length === 0) ofScope.set(node, rendered);
    return rendered;
  }
}

/** A scalar as it stands, never a template. */
function scalarValue(node: Scalar): Value {
  const { type, value } = node;
  if (type === 'int') return BigInt(value as number | bigint);
  if (type === 'date' || type === 'datetime') return new DateValue(type, value as string);
  if (type === 'bytes' || type === 'time') return new Opaque(node);
  return value;
}
