/** Mending: makes the edits that fixes of findings ask for, and keeps those that a check of the edited files proves. */
import { resolve } from 'node:path';
import type { RuleSelection } from '../engine/active-rules.ts';
import { editsOfFix } from '../edits/edits-of-fix.ts';
import type { EditsByFile, Refusal } from '../edits/edits-of-fix.ts';
import { applied } from '../edits/text-edit.ts';
import type { TextEdit } from '../edits/text-edit.ts';
import { byPlace } from '../engine/run.ts';
import { overlaid } from '../ground/overlaid-files.ts';
import { placeEntry } from '../report/locations.ts';
import type { MendedFile, MendedFinding, Mending, NotMended } from '../report/reported-check.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { check } from './check.ts';
import type { Leniency } from './check.ts';
import { CheckCache } from './check-cache.ts';
import { madeOnce } from '../ground/made-once.ts';
import { append } from '../model/multimap.ts';
import type { CheckedFiles } from './effects-of-edits.ts';
import { keyOfFinding, objectionsTo } from './objections.ts';
import type { Draft } from './objections.ts';
import type { Result } from './result.ts';
import type { CheckTarget } from './target.ts';

/** A project as it is mended. */
export interface Mended extends Pick<Mending, 'fixed' | 'notFixed' | 'files'> {
  readonly result: Result;
}

/** A finding with its fix. */
interface Offer {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Tells of each finding with a fix, in each state of the files, whether that is to be made. */
export type FixChoice = (offer: Offer) => boolean;

/** The fix that is to be made for a finding, in each state of the files. */
export type FixOf = (finding: Finding) => Fix | undefined;

/** The fixes that rules offer, as far as they are wanted. */
export function fixesOffered(isWanted: FixChoice = () => true): FixOf {
  return (finding) => {
    const { fix } = finding;
    return fix !== undefined && isWanted({ finding, fix }) ? fix : undefined;
  };
}

/** A state of the files, and what a check of it finds. */
interface State extends CheckedFiles {
  /** The texts of edited files, by the paths that are shown. */
  readonly texts: ReadonlyMap<string, string>;
  /** The edits of the fixes of its findings, as far as they were asked for. */
  readonly editsOf: (offer: Offer) => EditsByFile | Refusal;
}

/**
 * Mends what a check finds by the fixes that `fixOf` gives. Fixes are tried together; those that a check of the edited files
 * speaks against are withdrawn, once it speaks against nothing else. Throws as `check`.
 */
export function mend(given: CheckTarget, selection: RuleSelection, leniency: Leniency, fixOf: FixOf): Mended {
  const checked = checkerOf(given, selection, leniency);
  const first = checked(new Map());
  let state = first;
  const fixed: (readonly [Finding, MendedFinding])[] = [];
  const notFixed: (readonly [Finding, NotMended])[] = [];
  /** How many of the findings that nothing but their place tells apart are left as they are. */
  const left = new Map<string, number>();
  /** The findings whose fixes wait until no other is to be tried. */
  const waiting = new Set<Finding>();
  const told = ({ finding, fix }: Offer): MendedFinding => ({
    rule: finding.rule,
    at: placeEntry(finding.at, state.result.documents),
    title: fix.title,
  });
  const leave = (offer: Offer, why: string): void => {
    notFixed.push([offer.finding, { ...told(offer), why }]);
    const key = keyOfFinding(offer.finding);
    left.set(key, (left.get(key) ?? 0) + 1);
  };
  for (;;) {
    const offers = offersIn(state.result, left, fixOf);
    if (offers.length === 0) break;
    const { batch, refused } = draftsOf(
      offers.filter(({ finding }) => !waiting.has(finding)),
      state,
    );
    for (const [offer, why] of refused) leave(offer, why);
    if (batch.length === 0) {
      waiting.clear();
      continue;
    }
    const after = checked(edited(state, batch));
    const { kept, convicted, doubtful } = triedTogether(state, after, batch);
    if (kept) {
      for (const draft of batch) fixed.push([draft.finding, told(draft)]);
      state = after;
      waiting.clear();
    }
    for (const [draft, why] of convicted) leave(draft, why);
    for (const { finding } of doubtful) waiting.add(finding);
  }
  return {
    result: state.result,
    fixed: inOrder(fixed),
    notFixed: inOrder(notFixed),
    files: filesBetween(first, state),
  };
}

/** The entries of findings, by their places: the order in which fixes were tried does not show. */
function inOrder<Told>(findings: readonly (readonly [Finding, Told])[]): readonly Told[] {
  return [...findings].sort(([a], [b]) => byPlace(a, b)).map(([, told]) => told);
}

/**
 * Checks a target, and adds to the result the edits of each fix that a check of the edited files proves. Throws as
 * `check`.
 */
export function checkWithSuggestions(given: CheckTarget, selection: RuleSelection, leniency: Leniency): Result {
  const checked = checkerOf(given, selection, leniency);
  const first = checked(new Map());
  const { batch } = draftsOf(offersIn(first.result, new Map(), fixesOffered()), first);
  const proven = provenOf(batch, first, checked);
  return { ...first.result, suggestions: new Map(proven.map(({ finding, edits }) => [finding, edits])) };
}

function provenOf(batch: readonly Draft[], first: State, checked: Checker): readonly Draft[] {
  if (batch.length === 0) return [];
  const { kept, convicted, doubtful } = triedTogether(first, checked(edited(first, batch)), batch);
  if (kept) return batch;
  const set = new Set(doubtful);
  const others = batch.filter((draft) => !convicted.has(draft) && !set.has(draft));
  return [others, doubtful].flatMap((part) => provenOf(part, first, checked));
}

/** The outcome of drafts that are tried together. */
interface Trial {
  readonly kept: boolean;
  /** The drafts from which alone something comes that speaks against them, with the reason. */
  readonly convicted: ReadonlyMap<Draft, string>;
  /** Where none is convicted: those that are to be tried apart from the others. */
  readonly doubtful: readonly Draft[];
}

function triedTogether(before: State, after: State, batch: readonly Draft[]): Trial {
  const objections = objectionsTo(before, after, batch);
  const convicted = new Map<Draft, string>();
  for (const { why, suspects, isExcused } of objections) {
    const [only, ...others] = suspects;
    const isSure = others.length === 0 && isExcused !== true;
    if (only !== undefined && isSure && !convicted.has(only)) convicted.set(only, why);
  }
  const isOpen = objections.length > 0 && convicted.size === 0;
  const suspects = new Set(isOpen ? objections.flatMap((one) => one.suspects) : []);
  const doubtful = suspects.size < batch.length ? [...suspects] : batch.slice(batch.length >> 1);
  return { kept: objections.length === 0, convicted, doubtful };
}

/** Checks the files with new texts of some. */
type Checker = (texts: State['texts']) => State;

function checkerOf(given: CheckTarget, selection: RuleSelection, leniency: Leniency): Checker {
  const cache = given.cache ?? new CheckCache();
  return (texts) => {
    const target = { ...given, files: laidOver(given, texts), cache, releasesStacks: false };
    const result = check(target, selection, leniency);
    const made = new Map<Finding, EditsByFile | Refusal>();
    const editsOf = ({ finding, fix }: Offer): EditsByFile | Refusal =>
      madeOnce(made, finding, () => editsOfFix(fix, result.documents));
    return { texts, target, result, editsOf };
  };
}

/** The fixes of findings but for those that are left as they are. */
function offersIn({ findings }: Result, left: ReadonlyMap<string, number>, fixOf: FixOf): readonly Offer[] {
  const passed = new Map<string, number>();
  return findings.flatMap((finding): readonly Offer[] => {
    const fix = fixOf(finding);
    if (fix === undefined) return [];
    const key = keyOfFinding(finding);
    const before = passed.get(key) ?? 0;
    passed.set(key, before + 1);
    return before < (left.get(key) ?? 0) ? [] : [{ finding, fix }];
  });
}

/** The files that are edited between two states, by name. */
function filesBetween(before: State, after: State): readonly MendedFile[] {
  return [...after.texts.keys()].sort().flatMap((file) => {
    const document = after.result.documents.get(file);
    return document === undefined ? [] : [{ file, before: before.result.documents.get(file), after: document }];
  });
}

function laidOver({ files, cwd }: CheckTarget, texts: State['texts']): CheckTarget['files'] {
  const encoder = new TextEncoder();
  return overlaid(files, new Map(Array.from(texts, ([file, text]) => [resolve(cwd, file), encoder.encode(text)])));
}

/**
 * The edits of the fixes that can be made together, and the fixes that cannot be made. Of fixes whose
 * edits overlap, the first comes now and the others after it, unless they are the same, or ask for different texts at one
 * place.
 */
function draftsOf(
  offers: readonly Offer[],
  { editsOf }: State,
): { readonly batch: readonly Draft[]; readonly refused: readonly (readonly [Offer, why: string])[] } {
  const batch: Draft[] = [];
  const refused: (readonly [Offer, string])[] = [];
  const drafts = offers.flatMap((offer): readonly Draft[] => {
    const edits = editsOf(offer);
    if (!('why' in edits)) return [{ ...offer, edits }];
    refused.push([offer, edits.why]);
    return [];
  });
  const isAtOdds = whetherAtOdds(drafts);
  const taken = new Map<string, TextEdit[]>();
  for (const draft of drafts) {
    if (isAtOdds(draft)) {
      refused.push([draft, AT_ODDS]);
      continue;
    }
    const all = [...draft.edits].flatMap(([file, edits]) => edits.map((edit) => [file, edit] as const));
    const isFree = all.every(
      ([file, edit]) => !(taken.get(file) ?? []).some((one) => !isSame(one, edit) && overlap(one, edit)),
    );
    if (!isFree) continue;
    for (const [file, edit] of all) append(taken, file, edit);
    batch.push(draft);
  }
  return { batch, refused };
}

const AT_ODDS = 'hosts that share the value need different ones';

/** Makes a test of drafts among others: whether another one writes a different text in place of the same. */
function whetherAtOdds(drafts: readonly Draft[]): (draft: Draft) => boolean {
  const placesOf = ({ edits }: Draft): readonly (readonly [place: string, text: string])[] =>
    [...edits].flatMap(([file, own]) =>
      own.flatMap(({ start, end, text }) => (start < end ? [[JSON.stringify([file, start, end]), text] as const] : [])),
    );
  const texts = new Map<string, Set<string>>();
  for (const [place, text] of drafts.flatMap(placesOf)) texts.set(place, (texts.get(place) ?? new Set()).add(text));
  return (draft) => placesOf(draft).some(([place]) => (texts.get(place)?.size ?? 0) > 1);
}

/**
 * Tells whether two edits touch the same text. Two insertions at one place are not told apart, nor are one at the end of a
 * line and one at the start of the next.
 */
function overlap(one: TextEdit, other: TextEdit): boolean {
  return one.start <= other.end + LINE_BREAK && other.start <= one.end + LINE_BREAK;
}

/** The length of the longest line break. */
const LINE_BREAK = 2;

/** Tells whether two edits are one: hosts may each need what their group is to have. */
function isSame(one: TextEdit, other: TextEdit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

/** The texts with the edits of fixes made in them. */
function edited({ texts, result }: State, batch: readonly Draft[]): State['texts'] {
  const byFile = new Map<string, TextEdit[]>();
  for (const { edits } of batch)
    for (const [file, own] of edits)
      for (const edit of own)
        if (byFile.get(file)?.some((one) => isSame(one, edit)) !== true) append(byFile, file, edit);
  const after = new Map(texts);
  for (const [file, edits] of byFile) {
    const text = applied(result.documents.get(file)?.text ?? '', edits);
    if (text !== undefined) after.set(file, text);
  }
  return after;
}
