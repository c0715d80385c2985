/** Places in documents that findings and settings point at. */
import type { Assignment, Group, Host, Inventory } from '../ansible/index.ts';
import type { Circumstances, FilePlace } from '../model/setting.ts';
import { MEGABYTES_OF_GB } from '../model/units.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** An anchor with the tag before it, and the blanks and comments after it. */
const ANCHOR = /(?:!\S*\s+)?&[\w-]+(?:\s|#.*)*/y;
const BLANK = /[ \t\r\n\x85\u2028\u2029]/;

/**
 * The place of a range as a person would select it; the head of the file if the text was decrypted. Findings there
 * that differ only in hidden names are folded into one.
 */
export function placeIn(document: Document, range: Range): FilePlace {
  const { file, isDecrypted } = document;
  if (isDecrypted) return { file, start: 0, end: 0 };
  const { start, end } = rangeToSelect(document, range);
  return { file, start, end };
}

/**
 * The place of a value of an assignment, or of a part of it; of what a person tells about a host, with a clause that says
 * so.
 */
export function placeOfValue({ document, level, value }: Assignment, node: Range): FilePlace {
  const place = placeIn(document, node);
  if (level.kind !== 'hardware hint' || value.kind !== 'scalar') return place;
  const gigabytes = Number(value.value) / MEGABYTES_OF_GB;
  return { ...place, supposes: `hardware in ${document.file} says ${String(gigabytes)} GB of memory` };
}

/**
 * The part of a range that a person would select, and that a fix replaces.
 *
 * A node of YAML begins at its anchor, and a block of text ends after its last line break. Neither the anchor, which
 * aliases need, nor the blank lines at the end are selected.
 */
export function rangeToSelect({ text, format }: Document, range: Range): Range {
  let { start, end } = range;
  if (format === 'yaml' && start < end) {
    if (text[start] === '&' || text[start] === '!') {
      ANCHOR.lastIndex = start;
      if (ANCHOR.test(text) && ANCHOR.lastIndex < end) start = ANCHOR.lastIndex;
    }
    while (end > start && BLANK.test(text.charAt(end - 1))) end--;
  }
  return { start, end };
}

/**
 * The place to set a variable of a group or host: the head of its variable file. If it has none: its key in a source,
 * with the path that its file would have.
 */
export function placeToSet(inventory: Inventory, owner: Group | Host): FilePlace & Pick<Circumstances, 'newFile'> {
  const files = inventory.filesOf(owner);
  const file = files.find((document) => document.root?.kind === 'mapping') ?? files[0];
  if (file !== undefined) {
    const first = file.root?.kind === 'mapping' ? file.root.pairs[0]?.key : undefined;
    const { start, end } = first ?? { start: 0, end: 0 };
    return { file: file.file, start, end };
  }
  const place = placeOfOwner(owner);
  const folder = place.file.slice(0, place.file.lastIndexOf('/') + 1);
  return { ...place, newFile: place.file === '' ? undefined : `${folder}${inventory.newFileOf(owner)}` };
}

/** The head of an inventory's first source. */
export function headOfInventory({ documents }: Inventory): FilePlace {
  const [first] = documents.keys();
  return { file: first ?? '', start: 0, end: 0 };
}

/** The first place in the sources that names a group or host. */
export function placeOfOwner(owner: Group | Host): FilePlace {
  const mention = owner.mentions[0];
  if (mention === undefined) return { file: '', start: 0, end: 0 };
  return { file: mention.document.file, start: mention.start, end: mention.end };
}
