/**
 * Markers, which a template meets instead of a value: for undefined names, values that only a run can know, and errors.
 *
 * Nothing thrown here is an `Error`: that would record a stack trace, which takes longer than the evaluation itself,
 * and a project has thousands of templates that cannot be evaluated without a run.
 */

import type { Scalar } from '../../source/tree.ts';
import type { Cause, MissingKind, PluginKind, Reason } from '../../troubles/cause.ts';
import type { PartOfValue, RenderedText, TemplateCause } from './files/rendered-text.ts';

/** Tells whether what is not there is a plugin. */
export function isPlugin(missing: MissingKind | undefined): missing is PluginKind {
  return missing === 'filter' || missing === 'test' || missing === 'lookup';
}

/** The cause alone of something that has one. */
export function causeOf({ reason, message, name, clause, shared, missing, within }: TemplateCause): TemplateCause {
  return { reason, message, name, clause, shared, missing, within };
}

/**
 * A value in place of a missing one, like Ansible's markers: it passes through attributes, items, filters and calls,
 * and ends the template if anything else is done with it.
 */
export abstract class Marker implements TemplateCause {
  readonly message: string;
  readonly name: string | undefined;
  readonly clause: string | undefined;
  readonly shared: string | undefined;
  readonly missing: MissingKind | undefined;
  readonly within: PartOfValue | undefined = undefined;
  /** The place in the template's text where it arose; set by the expression that first sees it. */
  readonly start: number = 0;
  readonly end: number = 0;
  /** The rendering that the place belongs to; 0 until it has one. */
  readonly rendering: number = 0;
  /** This marker at another place; itself if it has not been moved. */
  readonly original: Marker = this;

  constructor(message: string, name?: string, clause?: string, missing?: MissingKind, shared?: string) {
    this.message = message;
    this.name = name;
    this.clause = clause;
    this.shared = shared;
    this.missing = missing;
  }

  abstract readonly reason: Reason;

  /** A copy at another place: that of the reference which led to it. */
  at(rendering: number, start: number, end: number, within = this.within): this {
    const moved = Object.create(Object.getPrototypeOf(this) as object) as this;
    Object.assign(moved, this, { rendering, start, end, within });
    return moved;
  }

  /** True if both are one missing value that was met twice. */
  isOneWith(other: Marker): boolean {
    return this.original === other.original;
  }
}

/** A name, key or attribute that nothing defines; `default` replaces it. */
export class Undefined extends Marker {
  readonly reason = 'undefined';

  /** A variable that nothing sets, in Ansible's words. */
  static variable(name: string): Undefined {
    return new Undefined(`'${name}' is undefined`, name, 'is undefined', 'variable');
  }
}

/** Something that Ansible refuses to do. `default` does not replace it. */
export class Failure extends Marker {
  readonly reason = 'error';
}

/** A variable that needs its own value. */
export class Loop extends Marker {
  /** The variables of the loop, in order of reference. */
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(`Recursive loop detected in template: ${[...names, names[0]].join(' → ')}`, names[0]);
    this.names = names;
  }

  readonly reason = 'error';
}

/** A value that exists, or may exist, in a run, but is not known without one. Nothing replaces it. */
export class UnknownValue extends Marker {
  readonly reason: Reason;

  constructor(reason: Reason, message: string, name?: string, clause?: string, missing?: MissingKind, shared?: string) {
    super(message, name, clause, missing, shared);
    this.reason = reason;
  }

  /** Says why with a clause that fits after the name: `is encrypted`. */
  static named(reason: Reason, name: string, clause: string): UnknownValue {
    return new UnknownValue(reason, `${name} ${clause}`, name, clause);
  }

  /** A variable whose value is not known, for a cause that has only a clause. */
  static variable(
    name: string,
    { reason, clause, shared }: Pick<Cause, 'reason' | 'shared'> & { readonly clause: string },
  ): UnknownValue {
    return new UnknownValue(reason, `${name} ${clause}`, name, clause, undefined, shared);
  }
}

/** Text with holes. It is printed as its parts; for whatever else is done with it, it is the marker `whole`. */
export class PartialText extends UnknownValue {
  readonly parts: RenderedText;
  /** The marker in which the text would end if it had no parts. */
  readonly whole: Marker;
  /** False if the places of the parts mean nothing to others: they get that of the expression that prints them. */
  readonly isPlaced: boolean;

  constructor(parts: RenderedText, whole: Marker, isPlaced: boolean) {
    super(whole.reason, whole.message, whole.name, whole.clause, whole.missing, whole.shared);
    this.parts = parts;
    this.whole = whole;
    this.isPlaced = isPlaced;
  }
}

/** A marker as those meet it who ask for a value with this text; one that came from another value before keeps that. */
export function comingFrom(marker: Marker, template: Scalar): Marker {
  const all = { template, start: 0, end: String(template.value).length };
  if (marker instanceof PartialText) {
    const { parts, whole, isPlaced } = marker;
    // Where in the text its holes arose is not known any more.
    return isPlaced ? marker : new PartialText(partsFrom(parts, all), comingFrom(whole, template), isPlaced);
  }
  const { within, rendering, start, end } = marker;
  return within === undefined
    ? marker.at(rendering, start, end, rendering === 0 ? all : { template, start, end })
    : marker;
}

/** Parts whose holes say in which value they arose. */
function partsFrom(parts: RenderedText, within: PartOfValue): RenderedText {
  return parts.map((part) => {
    if (part.kind === 'text') return part;
    if (part.kind === 'hole') return { ...part, within: part.within ?? within };
    const { why } = part;
    const alternatives = part.alternatives.map((alternative) => partsFrom(alternative, within));
    return { ...part, why: { ...why, within: why.within ?? within }, alternatives };
  });
}

/** The marker that is met if a marker is used for more than printing. */
export function markerWithoutParts(marker: Marker): Marker {
  return marker instanceof PartialText ? marker.whole : marker;
}

/** Thrown if something is done with a marker: it becomes the value of the nearest filter, call or template. */
export class Tripped {
  readonly marker: Marker;

  constructor(marker: Marker) {
    this.marker = markerWithoutParts(marker);
  }
}

type PythonError =
  | 'TypeError'
  | 'ValueError'
  | 'KeyError'
  | 'IndexError'
  | 'ZeroDivisionError'
  | 'OverflowError'
  | 'AttributeError'
  | 'AnsibleError';

/** Thrown if Python would raise: `kind` is its exception's name, `place` the expression that failed. */
export class Raised {
  readonly kind: PythonError;
  readonly message: string;
  place: { readonly start: number; readonly end: number } | undefined;

  constructor(kind: PythonError, message: string) {
    this.kind = kind;
    this.message = message;
  }
}

/** Thrown where Python refuses a regular expression. */
export class BadExpression extends Raised {
  /** Python's words without the position, which differs where several expressions are joined. */
  readonly reason: string;

  constructor(reason: string, position: number) {
    super('ValueError', `${reason} at position ${position}`);
    this.reason = reason;
  }
}

/** Thrown where the text is no template that Jinja can read. */
export class TemplateSyntaxError {
  readonly message: string;
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    this.message = message;
    this.start = start;
    this.end = end;
  }
}

/** Thrown when the budget of steps or of size is spent; nothing catches it but the evaluation itself. */
export class Exhausted {
  readonly message = 'the template is too large to evaluate';
}

/** The marker of a result that depends on the order of a set, or of what Ansible takes from one. */
export function unknownOrder(): UnknownValue {
  return new UnknownValue('template', 'the result depends on the order of a set, which is by hash');
}

/** Ends the filter, call or template if the order of a set decides. */
export function tripAsUnknownOrder(): never {
  throw new Tripped(unknownOrder());
}

/** Ends the filter, call or template with a value that is not evaluated here. */
export function tripAsUnsupported(what: string, name?: string): never {
  const clause = what === name ? 'is not evaluated' : undefined;
  throw new Tripped(new UnknownValue('template', `${what} is not evaluated`, name, clause));
}
