/** Sources: where the values of a rendered file come from. */
import type { Location } from '../../source/document.ts';
import { isTemplate } from '../../ansible/index.ts';
import type { RenderedText, TextPart } from '../../ansible/index.ts';
import type { Node, Range, Scalar } from '../../source/tree.ts';
import type { Span, World } from './world.ts';

/** Where a value comes from. */
export interface Source {
  /** The place where the template, or the task, says it: the text itself, or the expression that gives it. */
  readonly place: Location;
  /** True if an expression gives it, or a piece of it. */
  readonly isComputed: boolean;
  /** The nodes of variables that went into it, or into all of the container that it is a part of. */
  readonly from: readonly Node[];
  /** True for a part of a container that an expression prints. */
  readonly isPart: boolean;
  /** True for a list, or a mapping, whose text is in the file. */
  readonly isContainer?: boolean;
  /** The node of a variable that it is, unchanged, also within one that is printed as a whole. */
  readonly node?: Node | undefined;
  /** The place of the key before it, if the template itself has that. */
  readonly key?: Location | undefined;
}

/** A step to a value: a key, or the index of an item. */
export type Step = Scalar | IndexStep;

interface IndexStep {
  readonly kind: 'item';
  readonly index: number;
  readonly start: number;
}

/** The steps of a text without keys. */
export const NO_STEPS: readonly Step[] = [];

/** The source of a value of a world, to which `steps` lead. */
export function sourceOfValue(world: World, value: Range, steps: readonly Step[]): Source {
  const range = withoutQuotes(value);
  const spans = spansAt(world, range);
  const [first] = spans;
  const texts = spans.filter(({ part }) => part.kind === 'text');
  const computed = texts.filter(({ part }) => part.kind === 'text' && part.isComputed);
  const from = [...new Set(computed.flatMap(({ part }) => (part.kind === 'text' ? part.from : [])))];
  const isComputed = computed.length > 0 || texts.length < spans.length;
  const node =
    spans.length === 1 && first?.part.kind === 'text' ? nodeOf(first, first.part, range, world, steps) : undefined;
  const isPart = computed.some(({ part }) => part.kind === 'text' && part.shape !== undefined);
  const isContainer = 'kind' in value && value.kind !== 'scalar';
  return { place: placeOf(spans, range), isComputed, from, isPart, isContainer, node };
}

/**
 * The text of a value of a world that `steps` lead to: in the parts that it is made of, unless the value reads
 * differently, like a text with escapes.
 */
export function textOfValue(world: World, value: Range | Scalar, steps: readonly Step[]): RenderedText {
  const range = withoutQuotes(value);
  const spans = range.end > range.start ? world.spansIn(range) : [];
  const isKnown = spans.every(({ part }) => part.kind === 'text');
  if (isKnown && 'value' in value && String(value.value) !== world.text.slice(range.start, range.end)) {
    const { node, ...source } = sourceOfValue(world, value, steps);
    return [{ kind: 'text', text: String(value.value), ...source, origin: node }];
  }
  return spans.map((span) =>
    span.part.kind === 'hole' ? span.part : slicePart(span.part, ...offsetsIn(span, span.part, range)),
  );
}

/** A piece of a part, from one offset to another. */
export function slicePart(part: TextPart, from: number, to: number): TextPart {
  if (from === 0 && to === part.text.length) return part;
  return { ...part, text: part.text.slice(from, to), place: placeOfPiece(part, from, to), origin: undefined };
}

/** The place in the template of a range of a world. */
export function placeInTemplate(world: World, range: Range): Location {
  return placeOf(spansAt(world, range), range);
}

/** The place of a range of a world, if the template holds that text literally. */
export function literalPlace(world: World, range: Range): Location | undefined {
  const spans = spansAt(world, range);
  const isLiteral = spans.every(({ part }) => part.kind === 'text' && !part.isComputed);
  return isLiteral ? placeOf(spans, range) : undefined;
}

function withoutQuotes(range: Range): Range {
  const isQuoted = 'style' in range && (range.style === 'single' || range.style === 'double');
  return isQuoted && range.end - range.start > 2 ? { start: range.start + 1, end: range.end - 1 } : range;
}

/** The spans of a range; for an empty one, that of the character before it, or else after it. */
function spansAt(world: World, { start, end }: Range): readonly Span[] {
  return world.spansIn({ start: end > start ? start : Math.max(start - 1, 0), end: Math.max(end, 1) });
}

/** The range of a template from the first to the last span; only spans in the file of the first one count. */
function placeOf([first, ...others]: readonly Span[], range: Range): Location {
  if (first === undefined) throw new Error('a place outside of the text');
  const { document } = first.part.place;
  const own = [first, ...others].map((span) => placeOfSpan(span, range)).filter((place) => place.document === document);
  return {
    document,
    start: Math.min(...own.map(({ start }) => start)),
    end: Math.max(...own.map(({ end }) => end)),
  };
}

/** The place of the part of a range that a span holds. */
function placeOfSpan(span: Span, range: Range): Location {
  return span.part.kind === 'hole' ? span.part.place : placeOfPiece(span.part, ...offsetsIn(span, span.part, range));
}

/** The offsets, in a part, of what its span holds of a range. */
function offsetsIn({ offset, start }: Span, { text }: TextPart, range: Range): readonly [from: number, to: number] {
  const from = offset + Math.max(range.start - start, 0);
  return [from, Math.max(from, Math.min(offset + range.end - start, text.length))];
}

/** The place of a piece of a part; of literal text the very characters, as far as the template has them. */
function placeOfPiece(part: TextPart, from: number, to: number): Location {
  const { place } = part;
  if (part.isComputed) return place;
  const { document } = place;
  const piece = part.text.slice(from, to);
  // If the template's own text has another length, for example because of its line ends, the same words are searched
  // for.
  const isSame = place.end - place.start === part.text.length && document.text.startsWith(piece, place.start + from);
  const start = isSame ? place.start + from : document.text.indexOf(piece, place.start);
  return start < 0 || start + piece.length > place.end ? place : { document, start, end: start + piece.length };
}

/** The node of a variable that is the value in a span, or that holds it at the same keys. */
function nodeOf({ start }: Span, part: TextPart, range: Range, world: World, steps: readonly Step[]): Node | undefined {
  const { origin, shape, from, text } = part;
  if (!part.isComputed) return undefined;
  const whole = world.text.slice(range.start, range.end).trim() === text.trim();
  if (whole && origin !== undefined) return origin;
  // The keys before the part are the template's own, or those of a container around the printed one.
  const own = steps.filter((step) => step.start >= start);
  if (own.length === 0) return undefined;
  const value = world.text.slice(range.start, range.end);
  const printed = shape ?? origin;
  const containers = printed === undefined ? [...from].reverse() : [printed];
  const leaves = containers.flatMap((container) => leafAt(container, own) ?? []);
  const same = leaves.find((leaf) => leaf.kind !== 'scalar' || String(leaf.value) === value);
  if (same !== undefined) return same;
  const [only] = leaves;
  return leaves.length === 1 && only?.kind === 'scalar' && typeof only.value === 'string' && isTemplate(only.value)
    ? only
    : origin;
}

/** The part of a container at some steps. */
function leafAt(container: Node, steps: readonly Step[]): Node | undefined {
  let node: Node | undefined = container;
  for (const step of steps) {
    if (step.kind === 'item') node = node?.kind === 'sequence' ? node.items[step.index] : undefined;
    else
      node =
        node?.kind === 'mapping'
          ? node.pairs.find(({ key }) => String(key.value) === String(step.value))?.value
          : undefined;
  }
  return node;
}
