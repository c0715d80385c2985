/** Parts of a text: at another place, joined, and with the line ends that are missing. */
import type { Location } from '../../../source/document.ts';
import type { Node } from '../../../source/tree.ts';
import type { ChoicePart, RenderedPart, RenderedText } from './rendered-text.ts';

/** The parts at another place, with further nodes that went in. */
export function partsMovedTo(parts: RenderedText, place: Location, from: readonly Node[]): RenderedPart[] {
  return parts.map((part): RenderedPart => {
    if (part.kind === 'hole') return { ...part, place };
    if (part.kind === 'text') return { ...part, place, isComputed: true, from: union(part.from, from) };
    const alternatives = part.alternatives.map((alternative) => partsMovedTo(alternative, place, from));
    return { ...part, why: { ...part.why, place }, alternatives };
  });
}

function union(nodes: readonly Node[], others: readonly Node[]): readonly Node[] {
  return nodes.length === 0 ? others : [...new Set([...nodes, ...others])];
}

/** The text of parts that are all known; undefined if one is not. */
export function textOfParts(parts: RenderedText): string | undefined {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.kind !== 'text') return undefined;
    texts.push(part.text);
  }
  return texts.join('');
}

/** Tells whether two texts have the same parts, from the same places. */
export function areSameParts(one: RenderedText, other: RenderedText): boolean {
  return one === other || (one.length === other.length && one.every((part, at) => isSamePart(part, other[at])));
}

function isSamePart(one: RenderedPart, other: RenderedPart | undefined): boolean {
  if (one === other) return true;
  if (one.kind !== other?.kind) return false;
  if (one.kind === 'choice' && other.kind === 'choice')
    return (
      isSameReason(one.why, other.why) &&
      one.alternatives.length === other.alternatives.length &&
      one.alternatives.every((text, at) => areSameParts(text, other.alternatives[at] ?? []))
    );
  if (one.kind === 'hole' && other.kind === 'hole') return one.extent === other.extent && isSameReason(one, other);
  if (one.kind !== 'text' || other.kind !== 'text') return false;
  const isFromSame = one.from.length === other.from.length && one.from.every((node, at) => node === other.from[at]);
  return one.text === other.text && one.origin === other.origin && isFromSame && isSamePlace(one.place, other.place);
}

function isSameReason(one: ChoicePart['why'], other: ChoicePart['why']): boolean {
  return one.reason === other.reason && one.message === other.message && isSamePlace(one.place, other.place);
}

function isSamePlace(one: Location, other: Location): boolean {
  return one.document === other.document && one.start === other.start && one.end === other.end;
}

/** The line ends that a text ends with, up to some count; `undefined` if nothing was printed. */
type Ending = number | undefined;

/**
 * Ansible gives back to what a template printed the line ends that Jinja drops at the template's end: up to `count`
 * of them. They are a part of their own; if their number depends on something unknown, they are a choice.
 */
export function withFinalLineEnds(parts: RenderedText, count: number, newline: string, place: Location): RenderedText {
  return count === 0 ? parts : completed(parts, new Set([undefined]), { count, newline, place, why: unclear(place) });
}

interface Missing {
  readonly count: number;
  readonly newline: string;
  readonly place: Location;
  /** Why it is not known how many are missing. */
  readonly why: ChoicePart['why'];
}

/** Parts with the line ends that are missing, after text that may end as `before` says. */
function completed(parts: RenderedText, before: ReadonlySet<Ending>, missing: Missing): RenderedText {
  const last = parts.at(-1);
  if (last?.kind === 'choice') {
    const around = endings(parts.slice(0, -1), before, missing.count);
    const alternatives = last.alternatives.map((alternative) =>
      completed(alternative, around, { ...missing, why: last.why }),
    );
    return [...parts.slice(0, -1), { ...last, alternatives }];
  }
  const lacking = [...endings(parts, before, missing.count)].map((ending) =>
    ending === undefined ? 0 : missing.count - ending,
  );
  const [only = 0, ...others] = new Set(lacking);
  if (others.length === 0) return [...parts, ...lineEnds(only, missing)];
  const alternatives = [only, ...others].map((lacks) => lineEnds(lacks, missing));
  return [...parts, { kind: 'choice', why: missing.why, alternatives }];
}

function unclear(place: Location): ChoicePart['why'] {
  return { reason: 'template', message: 'it is not known what is printed last', name: undefined, place };
}

function lineEnds(count: number, { newline, place }: Missing): RenderedPart[] {
  return count === 0 ? [] : [{ kind: 'text', text: newline.repeat(count), place, isComputed: false, from: [] }];
}

/**
 * The possible endings of parts that stand after others. A hole may be empty; else it is taken without line ends at
 * its end.
 */
function endings(parts: RenderedText, before: ReadonlySet<Ending>, count: number): ReadonlySet<Ending> {
  // Nothing before a text counts that is more than line ends.
  const last = parts.findLastIndex((part) => part.kind === 'text' && !/^\n*$/.test(part.text));
  return parts.slice(Math.max(last, 0)).reduce<ReadonlySet<Ending>>((possible, part) => {
    if (part.kind === 'hole') return new Set([...possible, 0]);
    if (part.kind === 'choice')
      return new Set(part.alternatives.flatMap((alternative) => [...endings(alternative, possible, count)]));
    const own = /\n*$/.exec(part.text)?.[0].length ?? 0;
    if (own < part.text.length) return new Set([Math.min(own, count)]);
    return new Set(Array.from(possible, (ending) => Math.min((ending ?? 0) + own, count)));
  }, before);
}
