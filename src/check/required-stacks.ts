/** Checks that have to find a search cluster, or to understand a stack: `--require-stack`, and vocabularies that a person names. */
import type { Inventory } from '../ansible/entities.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { vocabularies } from '../generated/vocabularies.ts';
import { listed } from '../model/phrases.ts';
import { hasMembers } from '../model/stack.ts';
import type { CheckTarget } from './target.ts';
import type { OpenedStack } from './opened-stack.ts';
import { severityOf } from '../troubles/catalogue.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';

/** The number of names that a message has. */
const NAMED = 3;

/** The vocabularies to choose from, as the end of a sentence. */
const KNOWN = `there are ${vocabularies.map(({ name }) => name).join(', ')}`;

/** Words in the names of roles that deploy search stacks. */
const SEARCH = /elastic|opensearch|kibana|logstash|filebeat|\belk\b/i;

/**
 * Throws CannotCheck where a search cluster is required and none was found, and where none of the stacks has a
 * host, group or variable of the vocabularies that a person names.
 */
export function refuseMisunderstood(target: CheckTarget, opened: readonly OpenedStack[]): void {
  const decided = opened.filter(hasCompleteInventory);
  if (target.requires === undefined || decided.length < opened.length) return;
  for (const [named, stacks] of byVocabularies(target, decided))
    if (!stacks.some(isFitting))
      throw new CannotCheck(
        `no variable or group of ${listed(named, NAMED)} is in ${sourcesOf(stacks)}${seen(stacks)}; ${KNOWN}`,
      );
  if (target.requires !== 'stack' || decided.some((one) => one.stack.clusters.length > 0 && isMeant(one, opened)))
    return;
  throw new CannotCheck(
    `no cluster of Elasticsearch or OpenSearch was found in ${sourcesOf(decided)}${seen(decided)}; ` +
      `--vocabulary NAME chooses one; ${KNOWN}`,
  );
}

/** Tells whether a stack is one of inventories, or stands in where there is none: not where one is there without its hosts. */
function isMeant({ inventory, sources }: OpenedStack, opened: readonly OpenedStack[]): boolean {
  if (inventory.standIn !== 'made-up') return true;
  return sources.length === 0 && opened.every(({ noneFound }) => noneFound !== undefined);
}

/** The stacks for which a person names vocabularies, by these. */
function byVocabularies(
  { vocabularies: ofAll, stacks: configured = [] }: CheckTarget,
  opened: readonly OpenedStack[],
): readonly (readonly [readonly string[], readonly OpenedStack[]])[] {
  const names = (all: CheckTarget['vocabularies']): readonly string[] =>
    all.map((one) => (typeof one === 'string' ? one : one.name));
  const own = new Map(
    configured.filter((one) => one.vocabularies.length > 0).map((one) => [one.name, one.vocabularies]),
  );
  const others = opened.filter(({ name }) => !own.has(name));
  return [
    ...opened.flatMap((stack) => [[own.get(stack.name) ?? [], [stack]] as const]),
    [names(ofAll), others] as const,
  ].filter(([named, stacks]) => named.length > 0 && stacks.length > 0);
}

/** Tells whether all hosts and variables of a stack are known: a source that is broken or not run may have more. */
export function hasCompleteInventory({ inventory: { hosts, dynamicSources, troubles } }: OpenedStack): boolean {
  return hosts.size > 0 && dynamicSources.length === 0 && !troubles.some((trouble) => severityOf(trouble) === 'error');
}

/** Tells whether a stack has anything of its vocabulary. */
function isFitting({ vocabulary, inventory, stack }: OpenedStack): boolean {
  if (vocabulary === undefined) return false;
  if (hasMembers(stack)) return true;
  const set = [...inventory.assignments(), ...inventory.plays.assignments].map(({ name }) => name);
  // Extra variables are those of every host.
  const ofHost = [...inventory.hosts.values()].slice(0, 1).flatMap((host) => [...inventory.variablesOf(host).names()]);
  return [...set, ...ofHost].some((name) => propertyOf(vocabulary, name) !== undefined);
}

function sourcesOf(stacks: readonly OpenedStack[]): string {
  return listed(
    stacks.flatMap(({ sources }) => sources),
    NAMED,
  );
}

/** The role of a search stack that a play applies, as the end of a sentence; empty where none does. */
function seen(stacks: readonly OpenedStack[]): string {
  const [role] = stacks.flatMap(({ inventory }) => searchRoles(inventory));
  return role === undefined ? '' : `: ${role.file} uses ${role.name}, which stacklint has no vocabulary for`;
}

/** Roles whose names speak of a search stack, each with the playbook that applies it. */
function searchRoles({ plays }: Inventory): readonly { readonly file: string; readonly name: string }[] {
  return plays.appliedRoles.flatMap(({ names: [name = ''], play }) =>
    SEARCH.test(name) ? [{ file: play.document.file, name }] : [],
  );
}
