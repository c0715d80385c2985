/** Lines with labels, which the report for people has under a place. */
import type { Paint } from './colour.ts';
import { displayWidth, wrap } from './terminal-text.ts';

/** The layout of a text for people. */
export interface Layout {
  readonly width: number;
  readonly paint: Paint;
}

/** Columns of the labels, `warning` and `clusters` among them. */
const LABEL_WIDTH = 9;
const INDENT = 2;

/** The columns for the text next to a label. */
export function widthBesideLabel({ width }: Layout): number {
  return width - LABEL_WIDTH - INDENT;
}

/** A label and, next to it, a wrapped text. */
export function labelledText(label: string, text: string, layout: Layout): string[] {
  return labelled(layout.paint.faint(label), displayWidth(label), wrap(text, widthBesideLabel(layout)));
}

/** Lines next to a label that has its colours already and takes `width` columns. */
export function labelled(label: string, width: number, lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const head = index === 0 ? label + ' '.repeat(LABEL_WIDTH - width) : ' '.repeat(LABEL_WIDTH);
    return `${' '.repeat(INDENT)}${head}${line}`;
  });
}
