/** Units that settings are written in. Each reader gives undefined for a text that has no meaning to the product. */

/** A disk watermark: a share of the disk that is used, or a size that is left free. */
export interface Watermark {
  readonly kind: 'share' | 'size';
  /** For `share`: percent used, 0 to 100. For `size`: bytes free. */
  readonly amount: number;
  /** As written. */
  readonly text: string;
}
