/** Which characters YAML allows, and how much of a text libyaml reads before it meets another one. */
import { fault } from '../../troubles/fault.ts';
import { TextFault } from '../text-fault.ts';

const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
const LONE_SURROGATES = /[\ud800-\udfff]+/u;
/** The bytes that libyaml reads at a time. */
const CHUNK = 16384;

/**
 * Gives how much of the text can be read before a character that YAML forbids stops libyaml: all of it, or up to the
 * start of the chunk of bytes that holds the character, as a chunk is checked before it is scanned.
 */
export function readableLength(text: string): number {
  const at = text.search(FORBIDDEN);
  if (at < 0) return text.length;
  // PyYAML encodes the whole text before it reads any: a lone surrogate stops it at once.
  if (LONE_SURROGATES.test(text)) return 0;
  let chunkStart = 0;
  let chunkBytes = CHUNK;
  for (let i = 0; i <= at;) {
    const c = text.charCodeAt(i);
    const astral = (c & 0xfc00) === 0xd800;
    const bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : astral ? 4 : 3;
    if (bytes > chunkBytes) {
      // The bytes of a character that is cut at the end of a chunk are moved to the start of the next one.
      chunkStart = i;
      chunkBytes = CHUNK;
    }
    chunkBytes -= bytes;
    i += astral ? 2 : 1;
  }
  return chunkStart;
}

/** Makes the fault of the first character of a text that YAML forbids. */
export function forbiddenCharacterFault(text: string): TextFault {
  const lone = LONE_SURROGATES.exec(text);
  if (lone !== null) return new TextFault(fault('yaml/half-character'), lone.index);
  const at = text.search(FORBIDDEN);
  const character = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return new TextFault(fault('yaml/control-character', { character }), at);
}
