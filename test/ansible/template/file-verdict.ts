/** Tells whether a rendered text allows for what Ansible renders. */
import type { RenderedText } from '../../../src/ansible/template/files/rendered-text.ts';
import type { FileAnswer } from './file-oracle.ts';

/** `partial`: it has holes, and everything known in it is there; `undecided`: Ansible refuses, and it has holes. */
export type Verdict = 'equal' | 'partial' | 'undecided' | 'different';

export function verdictOf(ours: RenderedText, theirs: FileAnswer): Verdict {
  if (theirs.error === 'too large') return 'undecided';
  const isKnown = ours.every(({ kind }) => kind === 'text');
  // What is undefined may be given on the command line: if it is not printed, no part of the text depends on it.
  if (theirs.text === undefined)
    return isKnown && theirs.error !== 'AnsibleUndefinedVariable' ? 'different' : 'undecided';
  if (hasUnknownOrder(ours)) return 'undecided';
  if (!allows(ours, theirs.text)) return 'different';
  return isKnown ? 'equal' : 'partial';
}

/**
 * True if a text is one of those that the parts allow. A hole may be anything; a choice may occur several times, as
 * it does if it represents the passes of a loop.
 */
export function allows(parts: RenderedText, text: string): boolean {
  return endsOf(parts, text, new Set([0])).has(text.length);
}

/** The offsets at which parts may end that start at one of others. */
function endsOf(parts: RenderedText, text: string, starts: ReadonlySet<number>): ReadonlySet<number> {
  return parts.reduce<ReadonlySet<number>>((at, part) => {
    if (part.kind === 'text')
      return new Set(
        [...at].filter((start) => text.startsWith(part.text, start)).map((start) => start + part.text.length),
      );
    if (part.kind === 'hole') {
      const first = Math.min(...at);
      return new Set(at.size === 0 ? [] : Array.from({ length: text.length - first + 1 }, (_, index) => first + index));
    }
    const ends = new Set<number>();
    for (let fresh: ReadonlySet<number> = at; fresh.size > 0;) {
      const reached = part.alternatives.flatMap((alternative) => [...endsOf(alternative, text, fresh)]);
      fresh = new Set(reached.filter((end) => !ends.has(end)));
      for (const end of fresh) ends.add(end);
    }
    return ends;
  }, starts);
}

/** True for text that depends on the order of a set: it shows two of all orders. */
function hasUnknownOrder(parts: RenderedText): boolean {
  return parts.some(
    (part) =>
      part.kind === 'choice' &&
      (part.why.message.includes('order of a set') || part.alternatives.some(hasUnknownOrder)),
  );
}
