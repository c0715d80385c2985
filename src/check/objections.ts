/** Objections to edits: what a check of the edited files finds that speaks against them. */
import type { EditsByFile } from '../edits/edits-of-fix.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Finding } from '../model/finding.ts';
import { hostsOfFix } from '../model/fix.ts';
import type { Fix } from '../model/fix.ts';
import { grouped } from '../model/multimap.ts';
import { effectsOnOthers } from './effects-of-edits.ts';
import type { CheckedFiles } from './effects-of-edits.ts';

/** A finding with its fix, and the edits which that makes. */
export interface Draft {
  readonly finding: Finding;
  readonly fix: Fix;
  readonly edits: EditsByFile;
}

/** A reason why edits are not to be kept, and the drafts from which it may come: all of them if that is not known. */
export interface Objection {
  readonly why: string;
  readonly suspects: readonly Draft[];
  /** True if it may as well come from a draft that mends something worse, against which it does not speak. */
  readonly isExcused?: boolean;
}

/** The objections to drafts: what they were to mend is left, something as severe came, or something else changes. */
export function objectionsTo(before: CheckedFiles, after: CheckedFiles, batch: readonly Draft[]): readonly Objection[] {
  const suspected = (why: string, among: readonly Draft[], isSuspect: (draft: Draft) => boolean): Objection => {
    const suspects = among.filter(isSuspect);
    return { why, suspects: suspects.length === 0 ? among : suspects };
  };
  return [
    ...draftsThatMendNothing(before, after, batch).map((draft) => ({
      why: 'the finding would stay',
      suspects: [draft],
    })),
    ...findingsThatCame(before.result.findings, after.result.findings, batch).flatMap((one) => {
      const hosts = new Set(one.hosts);
      const file = fileOf(one);
      const isNear = ({ finding, fix, edits }: Draft): boolean =>
        edits.has(file) || hostsOfFix({ finding, fix }).some((host) => hosts.has(host));
      const among = batch.filter(({ finding }) => rank(one) <= rank(finding));
      const isExcused = batch.some((draft) => isNear(draft) && !among.includes(draft));
      const why = `${one.rule} would be found: ${one.message}`;
      return among.length === 0 ? [] : [{ ...suspected(why, among, isNear), isExcused }];
    }),
    ...effectsOnOthers(before, after, batch).map(({ what, files }) =>
      suspected(what, batch, ({ edits }) => [...edits.keys()].some((file) => files.has(file))),
    ),
  ];
}

/** The text that tells a finding from others while the files are edited: neither its place, nor the hosts that have it. */
export function keyOfFinding(finding: Finding): string {
  const { rule, variable, hostlessMessage, message } = finding;
  return JSON.stringify([rule, fileOf(finding), variable, hostlessMessage ?? message]);
}

/** The subject of a finding, whatever it says: one that says something else about it has not gone. */
function keyOfSubject(finding: Finding): string {
  return JSON.stringify([finding.rule, fileOf(finding), finding.variable]);
}

/** The file that a finding is in; one that is yet to be made is where a missing value belongs. */
function fileOf({ at, newFile }: Finding): string {
  return newFile ?? ('file' in at ? at.file : at.call);
}

/**
 * The drafts whose finding is still there, for some of its hosts; those of findings that nothing but their place tells
 * apart go together.
 */
function draftsThatMendNothing(before: CheckedFiles, after: CheckedFiles, batch: readonly Draft[]): readonly Draft[] {
  const [were, are] = [before, after].map(({ result }) => grouped(result.findings, keyOfFinding));
  const countOf = (findings: typeof were, key: string): number => findings?.get(key)?.length ?? 0;
  return [...grouped(batch, ({ finding }) => keyOfFinding(finding))].flatMap(([key, own]) => {
    if (countOf(are, key) <= countOf(were, key) - own.length) return [];
    const hosts = new Set((are?.get(key) ?? []).flatMap((one) => one.hosts));
    return own.filter(({ finding }) => finding.hosts.length === 0 || finding.hosts.some((host) => hosts.has(host)));
  });
}

/** The place of a finding's severity among all, the worst first. */
function rank({ severity }: Finding): number {
  return SEVERITIES.indexOf(severity);
}

/** The findings about what was right before, or less wrong, or right for some of their hosts, or that was to be mended. */
function findingsThatCame(
  before: readonly Finding[],
  after: readonly Finding[],
  batch: readonly Draft[],
): readonly Finding[] {
  const mended = batch.map(({ finding }) => finding);
  const [known, found, gone] = [before, after, mended].map((all) => grouped(all, keyOfSubject));
  const [same, sameNow] = [before, after].map((all) => grouped(all, keyOfFinding));
  return after.filter((finding) => {
    const [key, own] = [keyOfSubject(finding), keyOfFinding(finding)];
    const former = known?.get(key) ?? [];
    const isAsSevere = (one: Finding): boolean => rank(one) <= rank(finding);
    const countIn = (all: typeof known): number => (all?.get(key) ?? []).filter(isAsSevere).length;
    const hosts = new Set(former.flatMap((one) => one.hosts));
    const isWorse = !former.some(isAsSevere);
    const isNew = (sameNow?.get(own)?.length ?? 0) > (same?.get(own)?.length ?? 0);
    const isMore = isNew && countIn(found) > countIn(known) - countIn(gone);
    return isMore || isWorse || !finding.hosts.every((host) => hosts.has(host));
  });
}
