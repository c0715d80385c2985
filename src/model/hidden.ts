/** A range of text that is shown as its length. */
export interface Hidden {
  readonly start: number;
  readonly end: number;
  /** The length of the secret without quotes, in UTF-16 code units. */
  readonly length: number;
}
