/** Writes to files whose names only a run can know: which files they may be. */
import type { Location } from '../../source/document.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { RenderedText, PlacedCause } from '../template/files/rendered-text.ts';

/** A write to a file whose name is not known. */
export interface UnknownWrite {
  readonly action: string;
  readonly place: Location;
  readonly why: PlacedCause;
  /** The path with its unknown parts; undefined if nothing about it is known, and it may be any file. */
  readonly path: RenderedText | undefined;
}

/** The beginning of a path that has an unknown folder. */
const UNKNOWN_FOLDER = /^.*\{\{.*\}\}[^/]*/;

const patterns = new WeakMap<RenderedText, { readonly whole: RegExp; readonly last: RegExp }>();

/**
 * Tells whether a write may be one to a path. An unknown part of a path leads no further up than the folder before
 * it.
 */
export function mayWriteTo({ path: written }: UnknownWrite, path: string): boolean {
  if (written === undefined) return true;
  const { whole, last } = madeOnce(patterns, written, () => {
    const pattern = patternOf(written);
    return { whole: new RegExp(`^${pattern}$`), last: new RegExp(`(?:^|/)${pattern.replace(/^.*\//, '')}$`) };
  });
  return UNKNOWN_FOLDER.test(path) ? last.test(path.replace(UNKNOWN_FOLDER, '')) : whole.test(path);
}

/** A regular expression for the texts that a path may be. */
function patternOf(text: RenderedText): string {
  return text
    .map((part) =>
      part.kind === 'text' ? part.text.replace(/\/+/g, '/').replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*',
    )
    .join('');
}
