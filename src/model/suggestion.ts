/** The end of a complaint about an unknown name: the nearest that exist. */
import { nearest } from './nearest.ts';

const FEW = 6;
const NEAR = 3;

/** `; did you mean NAME?`, or all names where they are few, or else the hint. */
export function suggestion(word: string, known: readonly string[], hint: string): string {
  const near = nearestOf(word, known);
  if (near.length > 0) return `; did you mean ${near.join(' or ')}?`;
  return known.length <= FEW ? `; there are ${known.join(', ')}` : `; ${hint}`;
}

/** The name that is a typing mistake away; else names that hold the word, or that share its part before the `/`. */
function nearestOf(word: string, known: readonly string[]): readonly string[] {
  const typed = nearest(word, known);
  if (typed !== undefined) return [typed];
  const byEnd = nearest(word, known.map(lastPart));
  if (byEnd !== undefined) return known.filter((name) => lastPart(name) === byEnd).slice(0, NEAR);
  const holding = known.filter((name) => word.length > 2 && name.includes(word));
  const category = known.filter(
    (name) => name.includes('/') && name.startsWith(word.slice(0, word.indexOf('/') + 1) || ' '),
  );
  return (holding.length > 0 ? holding : category).slice(0, NEAR);
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
