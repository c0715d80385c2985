/**
 * Rendered texts as they may be shown: with masks in place of secrets.
 *
 * A secret is told by what went into the text, by the names before it, and by its shape, as everywhere else. What a mask
 * hides is kept for comparisons: whether a secret changes is no secret.
 */
import { sourcesOf } from '../ansible/deployments/loops.ts';
import type { ChoicePart, HolePart, RenderedText, TextPart } from '../ansible/template/rendered-text.ts';
import { joined, secretsInText } from '../model/secret-texts.ts';
import type { Hidden } from '../model/secret-texts.ts';
import { Redaction } from '../report/redaction.ts';
import { Document } from '../source/document.ts';
import type { Node } from '../source/tree.ts';
import { isVaulted } from '../stack/plain.ts';
import type { Secrecy } from '../stack/secrecy/secrecy.ts';

/** Known text, or a piece of one. */
export interface ShownText {
  readonly kind: 'text';
  readonly text: string;
  readonly part: TextPart;
  /** The place of the piece in the part. */
  readonly offset: number;
}

/** A secret. */
export interface ShownSecret {
  readonly kind: 'secret';
  /** Never shown: only compared with another. */
  readonly text: string;
  /** In UTF-16 code units, without quotes. */
  readonly length: number;
  readonly part: TextPart;
  readonly offset: number;
}

export interface ShownHole {
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

/** Texts that say nothing about a secret, even where one decides which of them it is. */
const SAYS_NOTHING = /^\s*(?:true|false|yes|no|null|none)?\s*$/i;

/** Masks texts; each once. */
export class TextMask {
  readonly #secrecy: Secrecy;
  readonly #known = new WeakMap<RenderedText, MaskedText>();

  constructor(secrecy: Secrecy) {
    this.#secrecy = secrecy;
  }

  of(text: RenderedText): MaskedText {
    let masked = this.#known.get(text);
    if (masked === undefined) this.#known.set(text, (masked = this.#masked(text)));
    return masked;
  }

  #masked(text: RenderedText): MaskedText {
    let flat = '';
    const known: Hidden[] = [];
    // Alternatives follow each other, so that the name before a choice is before each of them.
    const add = (parts: RenderedText): void => {
      for (const part of parts) {
        if (part.kind === 'choice') {
          part.alternatives.forEach(add);
          continue;
        }
        const start = flat.length;
        flat += part.kind === 'hole' ? wordFor(part) : part.text;
        const end = flat.length;
        if (part.kind === 'text' && this.#isSecret(part)) known.push({ start, end, length: end - start });
      }
    };
    add(text);
    return new Pieces(secretsIn(flat, [...known, ...secretsInText(flat)])).of(text);
  }

  /** Tells whether a secret went into a text, or the text is of a file that was decrypted. */
  #isSecret({ text, place, isComputed, from, origin }: TextPart): boolean {
    if (SAYS_NOTHING.test(text)) return false;
    if (place.document.isDecrypted) return true;
    if (!isComputed) return false;
    // What an expression only picks is as secret as where it is written.
    if (origin?.kind === 'scalar' && this.#secrecy.isWritten(origin)) return this.#isTainted(origin);
    return [...from, ...(origin === undefined ? [] : [origin])].some((node) => this.#isTainted(node));
  }

  #isTainted(node: Node): boolean {
    const secrecy = this.#secrecy;
    if (secrecy.containsSecret(node) || secrecy.isSealed(node)) return true;
    if (node.kind === 'sequence') return node.items.some((item) => this.#isTainted(item));
    if (node.kind === 'mapping') return node.pairs.some(({ value }) => this.#isTainted(value));
    if (isVaulted(node) || secrecy.usedByTemplates.has(node)) return true;
    return !secrecy.isWritten(node) && sourcesOf(node).some((source) => this.#isTainted(source));
  }
}

/** What stands for a hole while secrets are looked for: a character of private use, or the end of a line. */
function wordFor({ extent }: HolePart): string {
  return extent === 'lines' ? '\n' : '\ue000';
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

/** Cuts the parts of a text at the ranges to hide, which are those of its flat form. */
class Pieces {
  readonly #hidden: readonly Hidden[];
  #at = 0;
  /** The first range that does not end before `#at`. */
  #next = 0;

  constructor(hidden: readonly Hidden[]) {
    this.#hidden = hidden;
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
    for (let from = start; from < end;) {
      while ((this.#hidden[this.#next]?.end ?? Infinity) <= from) this.#next++;
      const secret = this.#hidden[this.#next];
      const isIn = secret !== undefined && secret.start <= from;
      const to = Math.min(end, isIn ? secret.end : (secret?.start ?? end));
      const [offset, text] = [from - start, part.text.slice(from - start, to - start)];
      // A secret that goes on in another part is that of both.
      const length = isIn && secret.start === from && secret.end === to ? secret.length : text.length;
      pieces.push(isIn ? { kind: 'secret', text, length, part, offset } : { kind: 'text', text, part, offset });
      from = to;
    }
    this.#at = end;
    return pieces;
  }
}
