/** The outcome of an evaluation: a value, or a cause for which it is not known. */
import type { TemplateCause } from './files/rendered-text.ts';
import type { Node } from '../../source/tree.ts';

/** The value of a template. */
export interface KnownOutcome {
  readonly state: 'known';
  /**
   * The very node of the variable if the template only refers to it; else nodes placed at the template's offsets. A
   * computed text is marked `unsafe`: it is never a template again.
   */
  readonly value: Node;
  /** The nodes that went into the value: where a person would change it. */
  readonly from: readonly Node[];
}

/** A value that is not known. Offsets are those of the reference or expression in the template's own text. */
export interface UnknownOutcome extends TemplateCause {
  readonly state: 'unknown';
  /** The variables that need each other's values, in order of reference, if that is why: Ansible gives up. */
  readonly loop?: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly from: readonly Node[];
}

export type Outcome = KnownOutcome | UnknownOutcome;
