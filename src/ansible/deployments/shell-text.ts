/** The commands in a text, and their words, as far as they are known without a shell. */
import type { HolePart, RenderedPart, RenderedText, TextPart } from '../template/files/rendered-text.ts';

/** The end of a command, or what expands in a shell: only a run can know it. */
const ENDS = /[;|&\n<>()]/;
const EXPANDS = /\$(?:\w+|\{[^}]*\}|\([^)]*\)?)|`[^`]*`?/y;

/** The words of each command in a text. */
export function commandsIn(text: RenderedText): readonly (readonly RenderedText[])[] {
  return new ShellText(text).commands;
}

/** In place of what is not known. */
const HOLE = '\ufffc';

/** A text with `\ufffc` in place of each part that is not known. */
export function shownWord(text: RenderedText): string {
  return text.map((part) => (part.kind === 'text' ? part.text : HOLE)).join('');
}

/** A text from an offset on; a part that is not known counts as one character. */
export function sliceText(text: RenderedText, from: number, to = Infinity): RenderedText {
  let at = 0;
  return text.flatMap((part): RenderedText => {
    const length = part.kind === 'text' ? part.text.length : 1;
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)];
    at += length;
    if (start >= end) return [];
    return [part.kind === 'text' ? pieceOf(part, start, end) : part];
  });
}

function pieceOf(part: TextPart, from: number, to: number): TextPart {
  const { place, text, isComputed } = part;
  const isLiteral = !isComputed && place.end - place.start === text.length;
  const own = isLiteral ? { ...place, start: place.start + from, end: place.start + to } : place;
  return { ...part, text: text.slice(from, to), place: own };
}

/** The words of the commands in a text, as a shell would separate them. */
class ShellText {
  readonly #text: RenderedText;
  readonly #flat: string;
  readonly #commands: RenderedText[][] = [[]];
  #word: RenderedPart[] | undefined;

  constructor(text: RenderedText) {
    this.#text = text;
    this.#flat = shownWord(text);
  }

  get commands(): readonly (readonly RenderedText[])[] {
    const flat = this.#flat;
    for (let at = 0; at < flat.length;) at = this.#next(at);
    this.#endWord();
    return this.#commands;
  }

  /** Reads what begins at an offset, and returns where it ends. */
  #next(at: number): number {
    const flat = this.#flat;
    const letter = flat.charAt(at);
    if (letter === "'") {
      const end = flat.indexOf("'", at + 1);
      this.#add(at + 1, end < 0 ? flat.length : end);
      return end < 0 ? flat.length : end + 1;
    }
    if (letter === '"') return this.#quoted(at + 1);
    if (letter === '\\') {
      if (flat[at + 1] !== '\n') this.#add(at + 1, at + 2);
      return at + 2;
    }
    if (letter === '#' && this.#word === undefined) return `${flat}\n`.indexOf('\n', at);
    if (ENDS.test(letter)) {
      this.#endWord();
      this.#commands.push([]);
      return at + 1;
    }
    if (/\s/.test(letter)) {
      this.#endWord();
      return at + 1;
    }
    return this.#expanded(at) ?? this.#run(at, /['"\\;|&<>()\s$`]/g);
  }

  #quoted(from: number): number {
    const flat = this.#flat;
    this.#word ??= [];
    let at = from;
    while (at < flat.length && flat[at] !== '"') {
      if (flat[at] === '\\' && /["\\$`\n]/.test(flat.charAt(at + 1))) {
        this.#add(at + 1, at + 2);
        at += 2;
      } else at = this.#expanded(at) ?? this.#run(at, /["\\$`]/g);
    }
    return at + 1;
  }

  /** Takes a character with all that follow up to one that may mean something: as a whole, it is found in its file. */
  #run(at: number, special: RegExp): number {
    special.lastIndex = at + 1;
    const end = special.exec(this.#flat)?.index ?? this.#flat.length;
    this.#add(at, end);
    return end;
  }

  /** Takes what a shell replaces by a variable, or by the output of a command, as a hole; undefined if there is none. */
  #expanded(at: number): number | undefined {
    EXPANDS.lastIndex = at;
    const [whole] = EXPANDS.exec(this.#flat) ?? [];
    const [part] = whole === undefined ? [] : sliceText(this.#text, at, at + 1);
    if (whole === undefined || part === undefined || part.kind === 'choice') return undefined;
    const message = `only the shell knows ${whole}`;
    const hole: HolePart = {
      kind: 'hole',
      extent: 'value',
      reason: 'task',
      message,
      name: undefined,
      place: part.place,
    };
    (this.#word ??= []).push(hole);
    return at + whole.length;
  }

  #add(from: number, to: number): void {
    const word = (this.#word ??= []);
    for (const part of sliceText(this.#text, from, to)) {
      const last = word.at(-1);
      const isNext =
        last?.kind === 'text' &&
        part.kind === 'text' &&
        last.place.document === part.place.document &&
        last.place.end === part.place.start &&
        !last.isComputed &&
        !part.isComputed;
      if (isNext)
        word[word.length - 1] = { ...last, text: last.text + part.text, place: { ...last.place, end: part.place.end } };
      else word.push(part);
    }
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#commands.at(-1)?.push(this.#word);
    this.#word = undefined;
  }
}
