/** The installed Ansible as an oracle, and when its answer and ours agree. */
import type { Outcome } from '../../../src/ansible/template/outcome.ts';
import { askOracle } from '../../python.ts';
import type { Answer, Tagged } from './tagged.ts';
import { answerOf } from './tagged.ts';

interface Case {
  readonly template: string;
  readonly variables: unknown;
}

/** Ansible's answers about templates. */
export function ask(cases: readonly Case[]): readonly Answer[] {
  return askOracle(new URL('oracle.py', import.meta.url), cases) as readonly Answer[];
}

export type Verdict = 'equal' | 'undecided' | 'different';

/** False where our answer is that nobody can tell: the oracle need not be asked, and might never answer. */
export function isDecided(outcome: Outcome): boolean {
  return !('state' in answerOf(outcome));
}

/** Compares by value and type; of errors by whether something is undefined or refused. */
export function judge(outcome: Outcome, theirs: Answer): Verdict {
  return judgeAnswer(answerOf(outcome), theirs);
}

/** As `judge`, of an outcome that became an answer already. */
export function judgeAnswer(ours: Answer | Outcome, theirs: Answer): Verdict {
  if ('state' in ours || theirs.error === 'too large') return 'undecided';
  if (ours.omit === true || theirs.omit === true) return ours.omit === theirs.omit ? 'equal' : 'different';
  if (ours.error === undefined || theirs.error === undefined) {
    if (ours.error !== theirs.error) return 'different';
    return agrees(ours.value ?? null, theirs.value ?? null) ? 'equal' : 'different';
  }
  // Python may refuse a marker by its type before the marker says what is missing.
  if (theirs.message?.includes('UndefinedMarker') === true || theirs.message?.includes(ours.message ?? '') === true)
    return 'equal';
  return (ours.error === 'undefined') === (theirs.error === 'AnsibleUndefinedVariable') ? 'equal' : 'different';
}

function agrees(ours: Tagged, theirs: Tagged): boolean {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return (
      ours.length === theirs.length && ours.every((item, index) => agrees(item as Tagged, theirs[index] as Tagged))
    );
  }
  if (ours === null || theirs === null || typeof ours !== 'object' || typeof theirs !== 'object')
    return ours === theirs;
  if ('unordered' in ours && Array.isArray(theirs)) {
    const rest = [...(theirs as readonly Tagged[])];
    return (ours['unordered'] as readonly Tagged[]).every((item) => {
      const at = rest.findIndex((other) => agrees(item, other));
      return at >= 0 && rest.splice(at, 1).length === 1;
    });
  }
  const [mine, its] = [Object.entries(ours), Object.entries(theirs)];
  if (mine.length !== its.length) return false;
  return its.every(([tag, item]) => tag in ours && agrees((ours as Record<string, Tagged>)[tag] ?? null, item));
}
