/** Private words in place of what is not known while a text is made from it: they are cut out of the text again. */
import type { Spending } from '../budget.ts';
import { Marker } from '../markers.ts';
import { Dict, forced, List, Tuple, Word } from '../python/python-values.ts';
import type { Value } from '../python/python-values.ts';
import type { RenderedPart, RenderedText, TextPart } from './rendered-text.ts';

/** The words of one file. */
export class Words {
  readonly #parts: RenderedPart[] = [];

  wordFor(part: RenderedPart): Word {
    return new Word(`zq7Hole${this.#parts.push(part) - 1}x`);
  }

  /** The parts of a text that holds words; `known` is what is said of the text between them. */
  cut(text: string, known: Omit<TextPart, 'text'>): RenderedText {
    const pieces = text.split(/zq7Hole(\d+)x/);
    return pieces.flatMap((piece, index): readonly RenderedPart[] => {
      const part = index % 2 === 1 ? this.#parts[Number(piece)] : undefined;
      if (part !== undefined) return [part];
      const written = index % 2 === 1 ? `zq7Hole${piece}x` : piece;
      return written === '' ? [] : [{ ...known, text: written }];
    });
  }

  /**
   * A text with words in place of everything in it that is not known; `replace` may put something else in place of a
   * choice.
   */
  textWith(parts: RenderedText, replace: (part: RenderedPart) => RenderedPart): string {
    return parts.map((part) => (part.kind === 'text' ? part.text : this.wordFor(replace(part)).text)).join('');
  }

  /** A copy of a container with words for what is not known in it. One that occurs twice does so in the copy. */
  valueWith(value: Value, wordOf: (marker: Marker) => Value, budget: Spending): Value {
    const seen = new Map<Value, Value>();
    const copied = (value: Value): Value => {
      budget.step();
      if (value instanceof Marker) return wordOf(value);
      const known = seen.get(value);
      if (known !== undefined) return known;
      const copy = copyOf(value, copied);
      if (copy !== value) seen.set(value, copy);
      return copy;
    };
    return copied(value);
  }
}

function copyOf(value: Value, copied: (value: Value) => Value): Value {
  if (value instanceof List)
    return new List(
      value.items.map((slot) => copied(forced(slot))),
      undefined,
      value.unordered,
    );
  if (value instanceof Tuple)
    return new Tuple(
      value.items.map((slot) => copied(forced(slot))),
      value.fields,
    );
  if (!(value instanceof Dict) || value.typeName !== 'dict') return value;
  return Dict.of(value.pairs().map(([key, slot]) => [key, copied(forced(slot))] as const));
}
