/**
 * Rendered texts as they may be shown: with masks in place of secrets.
 *
 * A secret is told by what went into the text, by the names before it, and by its shape, as everywhere else. What a
 * mask hides is kept for comparisons: whether a secret changes is no secret.
 */
import { inputsOfComputed } from '../ansible/index.ts';
import type { ChoicePart, HolePart, RenderedText, TextPart } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { joined, secretsInText } from '../model/secret-texts.ts';
import type { Hidden } from '../model/hidden.ts';
import { Redaction } from '../report/redaction.ts';
import { Document } from '../source/document.ts';
import type { Node, Range } from '../source/tree.ts';
import { isTemplated, isVaulted } from '../stack/plain.ts';
import { looksSecret } from '../stack/secrecy/secret-search.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';
import { locatePrintedValues } from './printed-values.ts';
import type { PrintedValue } from './printed-values.ts';
import { TemplateLocals } from './template-locals.ts';

/** A piece of a known text. */
export interface Piece {
  readonly text: string;
  readonly part: TextPart;
  /** The position of the piece in the part. */
  readonly offset: number;
  /** The nodes of variables that give it. */
  readonly from: readonly Node[];
}

/** Known text. */
interface ShownText extends Piece {
  readonly kind: 'text';
}

/** A secret: its text is never shown, only compared with another. */
interface ShownSecret extends Piece {
  readonly kind: 'secret';
  /** In UTF-16 code units, without quotes. */
  readonly length: number;
}

interface ShownHole {
  readonly kind: 'hole';
  readonly hole: HolePart;
}

export interface ShownChoice {
  readonly kind: 'choice';
  readonly choice: ChoicePart;
  readonly alternatives: readonly MaskedText[];
}

export type MaskedPart = ShownText | ShownSecret | ShownHole | ShownChoice;
export type MaskedText = readonly MaskedPart[];

/** Texts that say nothing about a secret, even if a secret decides between them. */
const SAYS_NOTHING = /^\s*(?:true|false|yes|no|null|none)?\s*$/i;

/** Masks texts; each once. */
export class TextMask {
  readonly #secrecy: Secrecy;
  readonly #locals: TemplateLocals;
  readonly #known = new WeakMap<RenderedText, MaskedText>();

  constructor(secrecy: Secrecy) {
    this.#secrecy = secrecy;
    this.#locals = new TemplateLocals(secrecy);
  }

  of(text: RenderedText): MaskedText {
    return madeOnce(this.#known, text, () => this.#masked(text));
  }

  #masked(text: RenderedText): MaskedText {
    let flat = '';
    const known: Hidden[] = [];
    const printed: PrintedValue[] = [];
    // Alternatives follow each other, so that the name before a choice is before each of them.
    const add = (parts: RenderedText): void => {
      for (let at = 0; at < parts.length;) {
        const part = parts[at];
        if (part?.kind === 'choice') part.alternatives.forEach(add);
        const whole = part === undefined || part.kind === 'choice' ? [] : expressionAt(parts, at);
        const start = flat.length;
        for (const each of whole) flat += each.kind === 'hole' ? wordFor(each) : each.text;
        const values = this.#printedIn(whole, flat.slice(start));
        printed.push(...(values ?? []).map((value) => movedTo(start, value)));
        known.push(
          ...(values === undefined ? this.#secretParts(whole) : this.#secretValues(values, flat.slice(start))).map(
            (range) => movedTo(start, range),
          ),
        );
        at += Math.max(1, whole.length);
      }
    };
    add(text);
    const hidden = secretsIn(flat, [...known, ...secretsInText(flat)]);
    return new Pieces(
      hidden.flatMap((range) => besideHoles(flat, range)),
      printed,
    ).of(text);
  }

  /** The values of a container, placed in the text that an expression prints for it; undefined for any other text. */
  #printedIn(parts: readonly (TextPart | HolePart)[], text: string): readonly PrintedValue[] | undefined {
    const [container] = parts.flatMap((part) =>
      part.kind === 'text' && part.origin !== undefined ? [part.origin] : [],
    );
    return container === undefined || container.kind === 'scalar'
      ? undefined
      : locatePrintedValues(text, container, (node) => this.#secrecy.isSealed(node));
  }

  #secretParts(parts: readonly (TextPart | HolePart)[]): readonly Hidden[] {
    let end = 0;
    return parts.flatMap((part) => {
      const start = end;
      end += part.kind === 'hole' ? wordFor(part).length : part.text.length;
      return part.kind === 'text' && this.#isSecret(part) ? [{ start, end, length: end - start }] : [];
    });
  }

  #secretValues(values: readonly PrintedValue[], text: string): readonly Hidden[] {
    return values.flatMap(({ start, end, node }) =>
      !SAYS_NOTHING.test(text.slice(start, end)) && this.#isTainted(node) ? [{ start, end, length: end - start }] : [],
    );
  }

  /** Tells whether a secret went into a text, or the text comes from a decrypted file. */
  #isSecret(part: TextPart): boolean {
    const { text, place, isComputed, from, origin } = part;
    if (SAYS_NOTHING.test(text)) return false;
    if (place.document.isDecrypted) return true;
    if (!isComputed || this.#isWrittenInTask(part)) return false;
    // A value that an expression only picks is as secret as in the place where it is written.
    if (origin?.kind === 'scalar' && this.#secrecy.isWritten(origin)) return this.#isTainted(origin);
    const nodes = nodesOf({ origin, from });
    if (nodes.some((node) => this.#isTainted(node))) return true;
    // What went into a text that a module made, such as the head of a section, is not known.
    if (nodes.length === 0 && this.#secrecy.quotesSecret(text)) return true;
    return this.#locals.mayBringSecret(place, nodes.length > 0) && !this.#isKey(text);
  }

  /**
   * Tells whether a module made a text of signs, and of words that its task has for everyone to see: `[Service]`, ` =
   * `.
   */
  #isWrittenInTask({ text, place: { document, start, end }, from, origin }: TextPart): boolean {
    if (from.length > 0 || origin !== undefined || document.format !== 'yaml') return false;
    const words = text.replace(/^[\W_]+|[\W_]+$/g, '');
    if (words === '') return text.trim().length < SHORTEST_OF_SIGNS;
    const at = document.text.indexOf(words, start);
    return (
      at >= 0 &&
      at + words.length <= end &&
      !this.#secrecy.rangesIn(document).some((one) => one.start < at + words.length && one.end > at)
    );
  }

  /** Tells whether a text is a key of some map, as loops over maps print them. */
  #isKey(text: string): boolean {
    return this.#secrecy.hasKey(text) && !this.#secrecy.quotesSecret(text);
  }

  #isTainted(node: Node): boolean {
    const secrecy = this.#secrecy;
    if (secrecy.containsSecret(node) || secrecy.isSealed(node)) return true;
    if (node.kind === 'sequence') return node.items.some((item) => this.#isTainted(item));
    if (node.kind === 'mapping') return node.pairs.some(({ key, value }) => looksSecret(key) || this.#isTainted(value));
    if (isVaulted(node) || secrecy.usedByTemplates.has(node)) return true;
    if (isTemplated(node)) return looksSecret(node) || secrecy.mentionsSecret(String(node.value));
    return !secrecy.isWritten(node) && inputsOfComputed(node).some((source) => this.#isTainted(source));
  }
}

/** Fewer signs than this are those of a format: ` = `. */
const SHORTEST_OF_SIGNS = 4;

/** The known parts of a range with holes; the quotes around these are not secret. */
function besideHoles(text: string, { start, end, length }: Hidden): readonly Hidden[] {
  const parts = text.slice(start, end).split(HOLE);
  if (parts.length === 1) return [{ start, end, length }];
  let from = start;
  return parts.flatMap((part, at) => {
    const opening = at === 0 && /^["']/.test(part) ? 1 : 0;
    const closing = at === parts.length - 1 && part.length > opening && /["']$/.test(part) ? 1 : 0;
    const own = { start: from + opening, end: from + part.length - closing };
    from += part.length + HOLE.length;
    return own.end > own.start ? [{ ...own, length: own.end - own.start }] : [];
  });
}

/** The parts that one expression gives, from one part on: several if it prints a container with holes in it. */
function expressionAt(parts: RenderedText, at: number): readonly (TextPart | HolePart)[] {
  const isOf = (part: RenderedText[number] | undefined, place: TextPart['place']): part is TextPart | HolePart =>
    part !== undefined &&
    part.kind !== 'choice' &&
    (part.kind === 'hole' || part.isComputed) &&
    part.place.document === place.document &&
    part.place.start === place.start &&
    part.place.end === place.end;
  const found: (TextPart | HolePart)[] = [];
  for (let next = parts[at]; next !== undefined && next.kind !== 'choice'; next = parts[at + found.length]) {
    const [first = next] = found;
    if (found.length > 0 && !isOf(next, first.place)) break;
    found.push(next);
  }
  return found;
}

function nodesOf({ origin, from }: Pick<TextPart, 'origin' | 'from'>): readonly Node[] {
  return origin === undefined ? from : [origin, ...from.filter((node) => node !== origin)];
}

function movedTo<Found extends Range>(start: number, found: Found): Found {
  return { ...found, start: found.start + start, end: found.end + start };
}

const HOLE = '\ue000';

/** The text in place of a hole while secrets are looked for: a character of private use, or the end of a line. */
function wordFor({ extent }: HolePart): string {
  return extent === 'lines' ? '\n' : HOLE;
}

/** All ranges of a text to hide: those that are known, and comments beside a secret or about one. */
function secretsIn(text: string, known: readonly Hidden[]): readonly Hidden[] {
  const document = new Document('', text, 'text', {});
  const redaction = new Redaction([{ secrecy: { rangesIn: () => joined(known), isBroken: () => false } }]);
  const hidden: Hidden[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    hidden.push(...redaction.within(document, start, end < 0 ? text.length : end));
    start = end < 0 ? text.length : end + 1;
  }
  return joined(hidden);
}

/** Cuts the parts of a text at the ranges to hide and at printed values, which are those of its flat form. */
class Pieces {
  readonly #hidden: RangesInOrder<Hidden>;
  readonly #printed: RangesInOrder<PrintedValue>;
  #at = 0;

  constructor(hidden: readonly Hidden[], printed: readonly PrintedValue[]) {
    this.#hidden = new RangesInOrder(hidden);
    this.#printed = new RangesInOrder([...printed].sort((a, b) => a.start - b.start));
  }

  of(text: RenderedText): MaskedText {
    return text.flatMap((part): readonly MaskedPart[] => {
      if (part.kind === 'choice')
        return [{ kind: 'choice', choice: part, alternatives: part.alternatives.map((each) => this.of(each)) }];
      if (part.kind === 'text') return this.#cut(part);
      this.#at += wordFor(part).length;
      return [{ kind: 'hole', hole: part }];
    });
  }

  #cut(part: TextPart): readonly MaskedPart[] {
    const pieces: MaskedPart[] = [];
    const start = this.#at;
    const end = start + part.text.length;
    const isPrint = part.origin !== undefined && part.origin.kind !== 'scalar';
    for (let at = start; at < end;) {
      const [secret, value] = [this.#hidden.from(at), this.#printed.from(at)];
      const isIn = secret !== undefined && secret.start <= at;
      const isValue = value !== undefined && value.start <= at;
      const toSecret = isIn ? secret.end : (secret?.start ?? end);
      // A secret is in one piece.
      const toValue = isIn ? end : isValue ? value.end : (value?.start ?? end);
      const to = Math.min(end, toSecret, toValue);
      const from = isValue ? [value.node] : isPrint ? [] : part.isComputed ? nodesOf(part) : [];
      const piece = { text: part.text.slice(at - start, to - start), part, offset: at - start, from };
      // A secret that goes on in another part is that of both.
      const isAll = isIn && secret.start === at && secret.end === to;
      const length = isAll ? secret.length : piece.text.length;
      pieces.push(isIn ? { kind: 'secret', ...piece, length } : { kind: 'text', ...piece });
      at = to;
    }
    this.#at = end;
    return pieces;
  }
}

/** Ranges that do not overlap, asked for from the first to the last. */
class RangesInOrder<Found extends Range> {
  readonly #ranges: readonly Found[];
  #next = 0;

  constructor(ranges: readonly Found[]) {
    this.#ranges = ranges;
  }

  /** The first range that ends after a place. */
  from(at: number): Found | undefined {
    while ((this.#ranges[this.#next]?.end ?? Infinity) <= at) this.#next++;
    return this.#ranges[this.#next];
  }
}
