/** Places in the sources of rendered files. */
import type { Location } from '../source/document.ts';
import type { TextPart } from '../ansible/index.ts';
import { lineRangeOfPlace, location } from '../report/locations.ts';
import type { Lines } from '../report/locations.ts';
import { placeIn } from '../stack/place.ts';

/** A place for people. */
export function shownPlace({ document, start, end }: Location): string {
  return location(placeIn(document, { start, end }), new Map([[document.file, document]]));
}

/** A place for programs. */
export function placeForPrograms({ document, start, end }: Location): Lines {
  return lineRangeOfPlace(placeIn(document, { start, end }), new Map([[document.file, document]]));
}

/**
 * The place in the template of a piece of a part that begins at `offset`: the text itself, if the template has it
 * literally.
 */
export function placeOfPiece({ place, isComputed, text }: TextPart, offset: number): Location {
  if (isComputed || offset === 0) return place;
  const { document, start, end } = place;
  const written = document.text.slice(start, end);
  // If the two differ, for example in their line ends, the same number of lines is counted.
  const at =
    written === text ? offset : document.offset(document.position(start).line + linesBefore(text, offset)) - start;
  return { document, start: Math.min(start + Math.max(at, 0), end), end };
}

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
