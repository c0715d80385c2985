/**
 * Checks that have to find a search cluster, or to understand a stack: `--require-stack`, and vocabularies that a
 * person names.
 */
import { CannotCheck } from '../ground/cannot-check.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { listed } from '../model/phrases.ts';
import { namesOf } from './target.ts';
import type { CheckTarget } from './target.ts';
import type { JudgedStack } from './judged-stack.ts';
import { severityOf } from '../troubles/catalogue.ts';

/** The number of names that a message has. */
const NAMED = 3;

/** The vocabularies to choose from, as the end of a sentence. */
const KNOWN = `there are ${vocabularies.map(({ name }) => name).join(', ')}`;

/**
 * Throws CannotCheck if a search cluster is required and none was found, and if none of the stacks has a
 * host, group or variable of the vocabularies that a person names.
 */
export function refuseMisunderstood(target: CheckTarget, opened: readonly JudgedStack[]): void {
  const decided = opened.filter(hasCompleteInventory);
  if (target.requires === undefined || decided.length < opened.length) return;
  for (const [named, stacks] of byVocabularies(target, decided))
    if (!stacks.some(({ isFitting }) => isFitting))
      throw new CannotCheck(
        `no variable or group of ${listed(named, NAMED)} is in ${sourcesOf(stacks)}${seen(stacks)}; ${KNOWN}`,
      );
  if (target.requires !== 'stack' || decided.some((one) => one.hasClusters && isMeant(one, opened))) return;
  throw new CannotCheck(
    `no cluster of Elasticsearch or OpenSearch was found in ${sourcesOf(decided)}${seen(decided)}; ` +
      `--vocabulary NAME chooses one; ${KNOWN}`,
  );
}

/**
 * Tells whether a stack comes from inventories, or replaces one because there is no inventory at all; false if an
 * inventory exists but its hosts are unknown.
 */
function isMeant({ inventory, sources }: JudgedStack, opened: readonly JudgedStack[]): boolean {
  if (inventory.standIn !== 'made-up') return true;
  return sources.length === 0 && opened.every(({ noneFound }) => noneFound !== undefined);
}

/** The stacks for which a person names vocabularies, by these. */
function byVocabularies(
  { vocabularies: ofAll, stacks: configured = [] }: CheckTarget,
  opened: readonly JudgedStack[],
): readonly (readonly [readonly string[], readonly JudgedStack[]])[] {
  const own = new Map(
    configured.filter((one) => one.vocabularies.length > 0).map((one) => [one.name, namesOf(one.vocabularies)]),
  );
  const others = opened.filter(({ name }) => !own.has(name));
  return [
    ...opened.flatMap((stack) => [[own.get(stack.name) ?? [], [stack]] as const]),
    [namesOf(ofAll), others] as const,
  ].filter(([named, stacks]) => named.length > 0 && stacks.length > 0);
}

/** Tells whether all hosts and variables of a stack are known: a source that is broken or not run may have more. */
export function hasCompleteInventory({ inventory: { hosts, dynamicSources, troubles } }: JudgedStack): boolean {
  return hosts.size > 0 && dynamicSources.length === 0 && !troubles.some((trouble) => severityOf(trouble) === 'error');
}

function sourcesOf(stacks: readonly JudgedStack[]): string {
  return listed(
    stacks.flatMap(({ sources }) => sources),
    NAMED,
  );
}

/** The role of a search stack that a play applies, as the end of a sentence; empty if none does. */
function seen(stacks: readonly JudgedStack[]): string {
  const [role] = stacks.flatMap(({ searchRoles }) => searchRoles);
  return role === undefined ? '' : `: ${role.file} uses ${role.name}, which stacklint has no vocabulary for`;
}
