/** Mending: makes the edits that fixes of findings ask for, and keeps those that a check of the edited files proves. */
import { resolve } from 'node:path';
import type { RuleSelection } from '../engine/active-rules.ts';
import { editsOfFix } from '../edits/edits-of-fix.ts';
import type { EditsByFile } from '../edits/edits-of-fix.ts';
import { applied } from '../edits/text-edit.ts';
import type { TextEdit } from '../edits/text-edit.ts';
import { overlaid } from '../ground/overlaid-files.ts';
import { placeEntry } from '../report/locations.ts';
import type { MendedFile, MendedFinding, Mending, NotMended } from '../report/reported-check.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Finding } from '../model/finding.ts';
import type { Fix } from '../model/fix.ts';
import { check } from './check.ts';
import type { Leniency } from './check.ts';
import { CheckCache } from './check-cache.ts';
import { append, grouped } from '../model/multimap.ts';
import { effectOnOthers } from './effects-of-edits.ts';
import type { CheckedFiles } from './effects-of-edits.ts';
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

/** The edits of a finding's fix. */
interface Draft extends Offer {
  readonly edits: EditsByFile;
}

/** A state of the files, and what a check of it finds. */
interface State extends CheckedFiles {
  /** The texts of edited files, by the paths that are shown. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Mends what a check finds by the fixes that `fixOf` gives. Fixes are tried together; where a check of the
 * edited files does not prove them, fewer of them, down to one, which is then withdrawn. Throws as `check`.
 */
export function mend(given: CheckTarget, selection: RuleSelection, leniency: Leniency, fixOf: FixOf): Mended {
  const checked = checkerOf(given, selection, leniency);
  const first = checked(new Map());
  let state = first;
  const fixed: MendedFinding[] = [];
  const notFixed: NotMended[] = [];
  /** How many of the findings that nothing but their place tells apart are left as they are. */
  const left = new Map<string, number>();
  const told = ({ finding, fix }: Offer): MendedFinding => ({
    rule: finding.rule,
    at: placeEntry(finding.at, state.result.documents),
    title: fix.title,
  });
  const leave = (offer: Offer, why: string): void => {
    notFixed.push({ ...told(offer), why });
    const key = keyOfFinding(offer.finding);
    left.set(key, (left.get(key) ?? 0) + 1);
  };
  for (let most = Infinity; ;) {
    const offers = offersIn(state.result, left, fixOf);
    if (offers.length === 0) break;
    const { batch, refused } = draftsOf(offers, state.result, most);
    for (const [offer, why] of refused) leave(offer, why);
    const [only, ...others] = batch;
    if (only === undefined) continue;
    const after = checked(edited(state, batch));
    const why = whyNotKept(state, after, batch);
    if (why === undefined) {
      fixed.push(...batch.map(told));
      state = after;
    } else if (others.length === 0) leave(only, why);
    // After one that is withdrawn, others like it are near.
    most = why === undefined ? 2 * most : others.length === 0 ? 2 : batch.length >> 1;
  }
  return { result: state.result, fixed, notFixed, files: filesBetween(first, state) };
}

/**
 * Checks a target, and adds to the result the edits of each fix that a check of the edited files proves. Throws as
 * `check`.
 */
export function checkWithSuggestions(given: CheckTarget, selection: RuleSelection, leniency: Leniency): Result {
  const checked = checkerOf(given, selection, leniency);
  const first = checked(new Map());
  const { batch } = draftsOf(offersIn(first.result, new Map(), fixesOffered()), first.result, Infinity);
  const proven = provenOf(batch, first, checked);
  return { ...first.result, suggestions: new Map(proven.map(({ finding, edits }) => [finding, edits])) };
}

function provenOf(batch: readonly Draft[], first: State, checked: Checker): readonly Draft[] {
  if (batch.length === 0 || whyNotKept(first, checked(edited(first, batch)), batch) === undefined) return batch;
  const half = batch.length >> 1;
  return half === 0 ? [] : [batch.slice(0, half), batch.slice(half)].flatMap((part) => provenOf(part, first, checked));
}

/** Checks the files with new texts of some. */
type Checker = (texts: State['texts']) => State;

function checkerOf(given: CheckTarget, selection: RuleSelection, leniency: Leniency): Checker {
  const cache = given.cache ?? new CheckCache();
  return (texts) => {
    const target = { ...given, files: laidOver(given, texts), cache, releasesStacks: false };
    return { texts, target, result: check(target, selection, leniency) };
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

/** The files that are edited between two states. */
function filesBetween(before: State, after: State): readonly MendedFile[] {
  return [...after.texts.keys()].flatMap((file) => {
    const document = after.result.documents.get(file);
    return document === undefined ? [] : [{ file, before: before.result.documents.get(file), after: document }];
  });
}

function laidOver({ files, cwd }: CheckTarget, texts: State['texts']): CheckTarget['files'] {
  const encoder = new TextEncoder();
  return overlaid(files, new Map(Array.from(texts, ([file, text]) => [resolve(cwd, file), encoder.encode(text)])));
}

/** What tells a finding from others while the files are edited: neither its place, nor the hosts that have it. */
function keyOfFinding(finding: Finding): string {
  const { rule, variable, hostlessMessage, message } = finding;
  return JSON.stringify([rule, fileOf(finding), variable, hostlessMessage ?? message]);
}

/** What a finding is about, whatever it says: one that says something else about it has not gone. */
function keyOfSubject(finding: Finding): string {
  return JSON.stringify([finding.rule, fileOf(finding), finding.variable]);
}

/** The file that a finding is in; one that is yet to be made is where a missing value belongs. */
function fileOf({ at, newFile }: Finding): string {
  return newFile ?? ('file' in at ? at.file : at.call);
}

/**
 * The edits of the fixes that can be made together, at most so many, and the fixes that cannot be made. Of fixes whose
 * edits overlap, the first comes now and the others after it, unless they ask for different texts at one place.
 */
function draftsOf(
  offers: readonly Offer[],
  { documents }: Result,
  most: number,
): { readonly batch: readonly Draft[]; readonly refused: readonly (readonly [Offer, why: string])[] } {
  const batch: Draft[] = [];
  const refused: (readonly [Offer, string])[] = [];
  const drafts = offers.flatMap((offer): readonly Draft[] => {
    const edits = editsOfFix(offer.fix, documents);
    if (edits !== undefined) return [{ ...offer, edits }];
    refused.push([offer, NO_PLACE]);
    return [];
  });
  const isAtOdds = whetherAtOdds(drafts);
  const taken = new Map<string, TextEdit[]>();
  for (const draft of drafts) {
    if (batch.length >= most) break;
    if (isAtOdds(draft)) {
      refused.push([draft, AT_ODDS]);
      continue;
    }
    const all = [...draft.edits].flatMap(([file, edits]) => edits.map((edit) => [file, edit] as const));
    const isFree = all.every(([file, edit]) => !(taken.get(file) ?? []).some((one) => overlap(one, edit)));
    if (!isFree) continue;
    for (const [file, edit] of all) append(taken, file, edit);
    batch.push(draft);
  }
  return { batch, refused };
}

const NO_PLACE = 'what stands there cannot be edited by itself';
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

/** Tells whether two edits touch the same text. Two insertions at one place are not told apart. */
function overlap(one: TextEdit, other: TextEdit): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** The texts with the edits of fixes made in them. */
function edited({ texts, result }: State, batch: readonly Draft[]): State['texts'] {
  const byFile = new Map<string, TextEdit[]>();
  for (const { edits } of batch) for (const [file, own] of edits) for (const edit of own) append(byFile, file, edit);
  const after = new Map(texts);
  for (const [file, edits] of byFile) {
    const text = applied(result.documents.get(file)?.text ?? '', edits);
    if (text !== undefined) after.set(file, text);
  }
  return after;
}

/** The reason why edits are withdrawn: what they were to mend is left, something else came, or changes as well. */
function whyNotKept(before: State, after: State, batch: readonly Draft[]): string | undefined {
  const mended = batch.map(({ finding }) => finding);
  const [were, are] = [before, after].map(({ result }) => grouped(result.findings, keyOfFinding));
  for (const [key, own] of grouped(mended, keyOfFinding))
    if ((are?.get(key)?.length ?? 0) > (were?.get(key)?.length ?? 0) - own.length) return 'the finding would stay';
  const least = Math.max(...mended.map(rank));
  const came = findingsThatCame(before.result.findings, after.result.findings, mended).find(
    (one) => rank(one) <= least,
  );
  if (came !== undefined) return `${came.rule} would be found: ${came.message}`;
  const files = new Set(batch.flatMap(({ edits }) => [...edits.keys()]));
  return effectOnOthers(before, after, files, batch);
}

/** The place of a finding's severity among all, the worst first. */
function rank({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}

/** The findings about what was right before, or less wrong, or right for some of their hosts, or that are mended. */
function findingsThatCame(
  before: readonly Finding[],
  after: readonly Finding[],
  mended: readonly Finding[],
): readonly Finding[] {
  const known = grouped(before, keyOfSubject);
  const gone = grouped(mended, keyOfSubject);
  const seen = new Map<string, number>();
  return after.filter((finding) => {
    const key = keyOfSubject(finding);
    const former = known.get(key) ?? [];
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const hosts = new Set(former.flatMap((one) => one.hosts));
    const isWorse = former.every((one) => rank(one) > rank(finding));
    const isMore = times > former.length - (gone.get(key)?.length ?? 0);
    return isMore || isWorse || !finding.hosts.every((host) => hosts.has(host));
  });
}
