/** The events of a text. */
import type { ScalarStyle } from '../../tree.ts';

/** What the parser tells, in the order of the text. Marks are offsets; `tag` is resolved by the directives. */
export interface Handler {
  documentStart(start: number, end: number, explicit: boolean): void;
  documentEnd(start: number, end: number, explicit: boolean): void;
  alias(start: number, end: number, name: string): void;
  /** `plain` is true where the type follows from the text: a plain scalar without a tag, or any with the tag `!`. */
  scalar(
    start: number,
    end: number,
    anchor: string,
    tag: string,
    value: string,
    style: ScalarStyle,
    plain: boolean,
  ): void;
  sequenceStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void;
  mappingStart(start: number, end: number, anchor: string, tag: string, flow: boolean): void;
  collectionEnd(start: number, end: number): void;
}
