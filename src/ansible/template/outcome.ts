/** The outcome of an evaluation: a value, a cause for which it is not known, or a loop. */
import type { TemplateCause } from './files/rendered-text.ts';
import type { Node } from '../../source/tree.ts';

/** The value of a template. */
export interface KnownOutcome {
  readonly state: 'known';
  /**
   * The very node of the variable where the template only refers to it; else nodes placed at the template's offsets.
   * A computed text is marked `unsafe`: it is never a template again.
   */
  readonly value: Node;
  /** The nodes that went into the value: where a person would change it. */
  readonly from: readonly Node[];
}

/** A value that is not known. Offsets are those of the reference or expression in the template's own text. */
export interface UnknownOutcome extends TemplateCause {
  readonly state: 'unknown';
  readonly start: number;
  readonly end: number;
  readonly from: readonly Node[];
}

/** Variables that need each other's values: Ansible gives up. */
export interface LoopOutcome {
  readonly state: 'loop';
  readonly names: readonly string[];
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly from: readonly Node[];
}

export type Outcome = KnownOutcome | UnknownOutcome | LoopOutcome;
