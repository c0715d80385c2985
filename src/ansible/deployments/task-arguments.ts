/** The arguments of a task, as one host sees them. */
import type { Location } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { PlacedCause, RenderedText } from '../template/files/rendered-text.ts';

/** The arguments of one task with their templates evaluated. */
export interface TaskArguments {
  /** The place of the task. */
  readonly place: Location;
  /** The text of the first of some arguments that is given, with its holes; undefined if none is. */
  text(...names: readonly string[]): RenderedText | undefined;
  /** The text if it is known as a whole, or the reason why it is not; undefined if none is given. */
  word(...names: readonly string[]): string | PlacedCause | undefined;
  /** A truth value, as Ansible reads those of modules: `yes`, `on`, `1`, `true`. */
  flag(name: string, standard: boolean): boolean;
  /** The node as it is written. */
  node(name: string): Node | undefined;
}
