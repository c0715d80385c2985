/** Groups and hosts in completions, and what inventories in YAML have. */
import type { OpenedStack } from '../check/opened-stack.ts';
import { shownName } from '../model/secret-texts.ts';
import { CLASS, KEYWORD, MODULE } from './offers.ts';
import type { Offer, Writing } from './offers.ts';
import type { TypedPlace } from './typed-place.ts';
import { purposeOfGroup, purposeOfHost } from './variable-offers.ts';
import { offersInVariables } from './variable-map-offers.ts';

/** The most hosts that are offered at once. */
const MOST_HOSTS = 50;

/** The groups of an inventory. */
export function groupOffers({ inventory }: OpenedStack, taken: ReadonlySet<unknown> = new Set()): readonly Offer[] {
  return [...inventory.groups.values()].flatMap(({ name, hosts, children }): readonly Offer[] =>
    taken.has(name) || shownName(name) !== name || ['all', 'ungrouped'].includes(name)
      ? []
      : [
          {
            label: name,
            kind: MODULE,
            detail: children.length > 0 ? 'a group of groups' : `a group of ${String(hosts.length)}`,
            rank: 0,
            subject: { kind: 'group', name },
          },
        ],
  );
}

/** Hosts whose names begin with what is typed, and no more than a person reads. */
export function hostOffers({ inventory }: OpenedStack, typed: string): readonly Offer[] {
  const offers: Offer[] = [];
  if (typed === '' && inventory.hosts.size > MOST_HOSTS) return offers;
  for (const { name, standsFor } of inventory.hosts.values()) {
    if (!name.startsWith(typed) || standsFor !== undefined || shownName(name) !== name) continue;
    offers.push({ label: name, kind: CLASS, detail: 'a host', rank: 1, subject: { kind: 'host', name } });
    if (offers.length === MOST_HOSTS) break;
  }
  return offers;
}

/** Tells whether hosts may be left out that fit once more is typed, so that an editor has to ask again. */
export function areHostsLeftOut(stacks: readonly OpenedStack[], offers: readonly Offer[]): boolean {
  const isAboutOwners = offers.some(({ subject }) => subject?.kind === 'host' || subject?.kind === 'group');
  return isAboutOwners && stacks.some(({ inventory }) => inventory.hosts.size > MOST_HOSTS);
}

/** What a pattern of hosts may name at a place: groups, and hosts that fit. */
export function patternOffers(opened: OpenedStack, { before }: TypedPlace, typed: string): readonly Offer[] {
  if (!/(?:^|[,:]\s*[&!]?)$/.test(before)) return [];
  const all: Offer = {
    label: 'all',
    kind: MODULE,
    detail: 'all hosts',
    rank: 1,
    subject: { kind: 'group', name: 'all' },
  };
  return [...groupOffers(opened), all, ...hostOffers(opened, typed)];
}

/** The words for what is in a group, in YAML and in INI. */
export const OF_GROUP: Readonly<Record<string, string>> = {
  hosts: 'The hosts of the group.',
  vars: 'Variables of the group.',
  children: 'The groups in it.',
};

/** What an inventory in YAML may have at a place. */
export function inventoryOffers(
  opened: OpenedStack,
  place: TypedPlace,
  typed: string,
  writing: Writing,
): readonly Offer[] {
  const { groups, hosts } = opened.inventory;
  const { route, keyOf } = place;
  const taken = new Set(keyOf?.pairs.map(({ key }) => key.value));
  // Names of groups and words that say what is in them take turns.
  let group: string | undefined;
  for (const [at, step] of route.entries()) {
    if (group === undefined) group = step;
    else if (step === 'children') group = undefined;
    else if (step === 'vars')
      return offersInVariables(opened, purposeOfGroup(opened, groups.get(group)), place, at + 1, writing);
    else if (step === 'hosts') {
      const host = route[at + 1];
      if (host !== undefined) return offersInVariables(opened, purposeOfHost(hosts.get(host)), place, at + 2, writing);
      return keyOf === undefined
        ? []
        : hostOffers(opened, typed)
            .filter(({ label }) => !taken.has(label))
            .map(asKey);
    } else return [];
  }
  if (keyOf === undefined) return [];
  if (group !== undefined)
    return Object.entries(OF_GROUP).flatMap(([label, says]): readonly Offer[] =>
      taken.has(label) ? [] : [{ label, kind: KEYWORD, says, opens: 'block', rank: 0 }],
    );
  const parents = new Set(route.filter((step) => step !== undefined));
  return groupOffers(opened, new Set([...taken, ...parents])).map(asKey);
}

function asKey(offer: Offer): Offer {
  return { ...offer, opens: 'block' };
}
