/** The origins of settings. */
import type { Assignment, HostVariables, PartOfValue, Scopes } from '../ansible/index.ts';
import { placeOfOrigin } from '../model/setting.ts';
import type { Circumstances, FilePlace, Origin, Place, Unknown } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import { containsNode } from '../source/tree.ts';
import type { Node, Sequence } from '../source/tree.ts';
import { rangeOfPart } from '../source/scalar-offsets.ts';
import { placeIn, placeOfValue } from './place.ts';
import type { FoundValue, UnknownSlot } from './vocabulary/slots.ts';
import { whatDecides } from './what-decides.ts';
import type { UnknownResult } from './values.ts';

/**
 * The place of a value. Each value that a rule reads has one, so the parts that few rules ask for are computed late.
 */
export class DeclaredOrigin implements FilePlace, Circumstances {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly supposes: FilePlace['supposes'];
  readonly #node: Node;
  readonly #assignment: Assignment;
  readonly #variables: HostVariables | undefined;

  /** `variables` tells what the assignment overrides; undefined if it is itself overridden. */
  constructor(node: Node, assignment: Assignment, variables: HostVariables | undefined) {
    const { value } = assignment;
    // Text that was read out of another text has the place of the whole.
    const inside = value.kind !== 'scalar' || node === value;
    const { file, start, end, supposes } = placeOfValue(assignment, inside ? node : value);
    this.supposes = supposes;
    this.file = file;
    this.start = start;
    this.end = end;
    this.#node = node;
    this.#assignment = assignment;
    this.#variables = variables;
  }

  get usedAt(): readonly FilePlace[] {
    const { document, value } = this.#assignment;
    const range = this.#node.usedAt ?? value.usedAt;
    return range === undefined ? [] : [placeIn(document, range)];
  }

  get overrides(): readonly Origin[] {
    const candidates = this.#variables?.candidates(this.#assignment.name) ?? [];
    return candidates.slice(1).map((one) => new DeclaredOrigin(one.value, one, undefined));
  }
}

/**
 * Finds the place where a person would change the result of a template.
 *
 * A template that only picks a value points at that value, with the template as the place of use; one that computes
 * points at itself, with what went into it.
 */
export function originOfComputed(
  { node, assignment }: FoundValue,
  outcome: { readonly value: Node; readonly from: readonly Node[] },
  variables: HostVariables,
  scopes: Scopes,
): Origin {
  const template = new DeclaredOrigin(node, assignment, variables);
  const picked = scopes.assignmentOf(outcome.value);
  if (picked !== undefined) {
    const value = placeOfValue(picked, outcome.value);
    return { ...value, usedAt: [placeOfOrigin(template)], overrides: [] };
  }
  const computedFrom = outcome.from.flatMap((source) => {
    const from = source === assignment.value ? undefined : scopes.assignmentOf(source);
    return from === undefined ? [] : [placeOfValue(from, source)];
  });
  return { ...placeOfOrigin(template), overrides: template.overrides, computedFrom };
}

/** The places of the items of a list that a template only picks, or that contains templates itself. */
export function placesOfComputedItems(
  { node, assignment }: FoundValue,
  { value }: { readonly value: Node },
  scopes: Scopes,
): readonly Place[] | undefined {
  if (value.kind !== 'sequence') return undefined;
  const picked = scopes.assignmentOf(value);
  if (picked !== undefined) return placesOfItems(picked, value);
  // An item that is left out moves the others.
  return node.kind === 'sequence' && node.items.length === value.items.length
    ? placesOfItems(assignment, node)
    : undefined;
}

/**
 * The places of a list's items; undefined if the list was read out of a text, because its parts have no places then.
 */
export function placesOfItems({ document, value }: Assignment, list: Sequence): readonly Place[] | undefined {
  return value.kind === 'scalar' ? undefined : list.items.map((item) => placeIn(document, item));
}

/** The reason why a value is unknown, as a clause that fits after its name, with the part of a template at fault. */
export type WhyUnknown = Pick<UnknownResult, 'reason' | 'message'> &
  Partial<Pick<UnknownResult, 'shared' | 'fault' | 'name'>>;

/** A value of a host's variable, or a part of it, that is not known; `label` is what people call it. */
export function unknownValue(
  label: string,
  { node, assignment, variables }: Pick<FoundValue, 'node' | 'assignment'> & { readonly variables: HostVariables },
  { reason, message, shared, fault, name }: WhyUnknown,
  scopes: Scopes,
): Unknown {
  const origin = new DeclaredOrigin(node, assignment, variables);
  const part = fault && placeOfFault(fault, assignment, scopes);
  const decidedBy = whatDecides(reason, name);
  return { state: 'unknown', variable: label, origin, part, reason, message: `${label} ${message}`, shared, decidedBy };
}

/** The setting of a slot whose variable has a value that is not known. */
export function openSetting(name: SettingName | undefined, { slot, unknown }: UnknownSlot): Unknown {
  const { reason, clause, shared, place } = unknown;
  const variable = slot.label;
  const origin = placeIn(place.document, place);
  const message = `${variable} ${clause}`;
  // One that leaves other variables open as well is not decided by a value of this.
  const decidedBy = whatDecides(reason, shared === undefined ? slot.variable : undefined);
  return { state: 'unknown', setting: name, variable, reason, message, shared, decidedBy, origin };
}

/** The part of a template that is at fault; undefined if its place in the file is not known. */
export function placeOfFault(
  { template, ...part }: PartOfValue,
  assignment: Assignment,
  scopes: Scopes,
): FilePlace | undefined {
  const { document } = containsNode(assignment.value, template) ? assignment : (scopes.assignmentOf(template) ?? {});
  const range = document && rangeOfPart(document.text, template, part);
  return range && { file: document.file, ...range };
}
