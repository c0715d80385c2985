/**
 * Rendered text: what a template gives for one host, with holes where only a run can know.
 *
 * It is a list of parts in the order of the text. Text that is there in some runs only stands in a choice, with what is
 * there in its place in the others.
 */
import type { Location } from '../../../source/document.ts';
import type { Node, Range, Scalar } from '../../../source/tree.ts';
import type { Cause } from '../../../troubles/cause.ts';

/** Known text. */
export interface TextPart {
  readonly kind: 'text';
  readonly text: string;
  /** The place where the template, or another file, says it: the text itself, or the expression that gives it. */
  readonly place: Location;
  /** False for text that the template has as it stands, true for what an expression gives. */
  readonly isComputed: boolean;
  /** For the value of an expression: the nodes of variables that went into it. */
  readonly from: readonly Node[];
  /** The node of a variable that the text is, unchanged: a scalar, or a container that is printed as a whole. */
  readonly origin?: Node | undefined;
  /**
   * For a container that is printed, or a piece of its text: the nodes of variables that its parts are, at the keys
   * that lead to them. A container that an expression makes, as `combine` does, has one, too.
   */
  readonly shape?: Node | undefined;
}

/** A part of the text of a variable's value, or of one in a list or mapping. */
export interface PartOfValue extends Range {
  readonly template: Scalar;
}

/** A cause that a template met. */
export interface TemplateCause extends Cause {
  /** The place where it arose, if that was in a value that the evaluated text asked for. */
  readonly within?: PartOfValue | undefined;
}

/** The reason why a text is not known, at the place of what the text was made from. */
export interface PlacedCause extends TemplateCause {
  readonly place: Location;
}

/** A part that only a run can know. */
export interface HolePart extends PlacedCause {
  readonly kind: 'hole';
  /**
   * `lines`: it may hold whole lines of any content, as the file that a package brings. `value`: it is what one
   * expression prints.
   */
  readonly extent: 'value' | 'lines';
  /** True for what a package brings, if tasks only change parts of it. */
  readonly isPackaged?: boolean;
}

/** Text that depends on what only a run can know: exactly one of the alternatives is there. */
export interface ChoicePart {
  readonly kind: 'choice';
  /** The reason why it is not known which. */
  readonly why: PlacedCause;
  /** At least two; an empty one where there may be nothing. */
  readonly alternatives: readonly RenderedText[];
}

export type RenderedPart = TextPart | HolePart | ChoicePart;

export type RenderedText = readonly RenderedPart[];

/** The pieces of a text between its holes, also those of each choice. */
export function textsBetweenHoles(text: RenderedText): readonly string[] {
  const pieces: string[] = [''];
  for (const part of text) {
    if (part.kind === 'text') pieces.push((pieces.pop() ?? '') + part.text);
    else pieces.push(...(part.kind === 'choice' ? part.alternatives.flatMap(textsBetweenHoles) : []), '');
  }
  return pieces;
}
