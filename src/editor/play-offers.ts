/** What may be written in plays, tasks and lists of roles. */
import { MODULES } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { patternOffers, hostOffers } from './inventory-offers.ts';
import { knownNamesOf } from './known-names.ts';
import { CLASS, FUNCTION } from './offers.ts';
import type { Offer, Writing } from './offers.ts';
import type { Step, TypedPlace } from './typed-place.ts';
import { offersInVariables } from './variable-map-offers.ts';
import { variableKeys } from './variable-offers.ts';
import type { TypedFor } from './variable-offers.ts';

/** A place in plays or tasks, with what is around it. */
export interface PlaceInPlays {
  readonly place: TypedPlace;
  /** The word as far as it is typed. */
  readonly typed: string;
  readonly text: string;
  /** True in a file of tasks, false in one of plays. */
  readonly isTasks: boolean;
  readonly purpose: TypedFor;
  readonly writing: Writing;
}

const LISTS_OF_TASKS: ReadonlySet<Step> = new Set(['tasks', 'pre_tasks', 'post_tasks', 'handlers']);
const BLOCKS: ReadonlySet<Step> = new Set(['block', 'rescue', 'always']);
const APPLIES_ROLE = /^(?:ansible\.builtin\.)?(?:include|import)_role$/;
const SETS_FACTS = /^(?:ansible\.builtin\.)?set_fact$/;

/** Keys whose values are expressions without braces. */
const EXPRESSIONS: ReadonlySet<Step> = new Set(['when', 'failed_when', 'changed_when', 'until', 'that', 'var']);

/** Tells whether a value is an expression without braces. */
export function isExpression({ route, keyOf }: TypedPlace): boolean {
  return keyOf === undefined && EXPRESSIONS.has(route.filter((step) => step !== undefined).at(-1));
}

/** The offers at a place in plays or tasks. */
export function playOffers(opened: OpenedStack, at: PlaceInPlays): readonly Offer[] {
  const { place, typed, isTasks } = at;
  const [item, ...steps] = place.route;
  if (item !== undefined || place.route.length === 0) return [];
  if (isTasks) return taskOffers(opened, at, 1);
  const [key, entry] = steps;
  if (LISTS_OF_TASKS.has(key)) return steps.length > 1 ? taskOffers(opened, at, 3) : [];
  if (key === 'hosts') return patternOffers(opened, place, typed);
  if (key === 'vars') return offersInVariables(opened, at.purpose, place, 2, at.writing);
  return key === 'roles' && steps.length > 1 && entry === undefined ? roleOffers(opened, place, 3) : [];
}

/** The roles that an entry of a list of roles may name; such an entry is at `depth`. */
function roleOffers(opened: OpenedStack, place: TypedPlace, depth: number): readonly Offer[] {
  const [key, ...deeper] = place.route.slice(depth);
  const isAlone = place.keyOf === undefined || place.isAlone;
  const isName = key === undefined ? place.route.length === depth && isAlone : key === 'role' || key === 'name';
  return isName && deeper.length === 0 && place.before === '' ? rolesNamed(opened) : [];
}

/** The roles that `meta/main.yml` of a role may depend on. */
export function dependencyOffers(opened: OpenedStack, place: TypedPlace): readonly Offer[] {
  return place.route[0] === 'dependencies' && place.route.length > 1 ? roleOffers(opened, place, 2) : [];
}

function rolesNamed(opened: OpenedStack): readonly Offer[] {
  const names = knownNamesOf(opened);
  return names.roles.map((label) => {
    const hosts = names.hostsOfRole(label).size;
    const detail = hosts === 0 ? 'a role' : `a role, applied to ${String(hosts)} of the hosts`;
    return { label, kind: CLASS, detail, rank: 0, subject: { kind: 'role', name: label } };
  });
}

/** The offers in a task, or in a block of tasks; `depth` steps lead to it. */
function taskOffers(opened: OpenedStack, at: PlaceInPlays, depth: number): readonly Offer[] {
  const { place, typed, purpose, writing } = at;
  const [key = '', argument, ...deeper] = place.route.slice(depth);
  if (BLOCKS.has(key)) return place.route.length > depth + 1 ? taskOffers(opened, at, depth + 2) : [];
  if (place.route.length === depth) return place.keyOf === undefined ? [] : moduleOffers(at);
  if (key === 'vars') return offersInVariables(opened, purpose, place, depth + 1, writing);
  if (key === 'delegate_to') return place.before === '' ? hostOffers(opened, typed) : [];
  const isArgument = place.route.length === depth + 1 && place.keyOf !== undefined;
  if (SETS_FACTS.test(key) && isArgument)
    return variableKeys(opened, purpose, new Set(place.keyOf.pairs.map(({ key: set }) => String(set.value))));
  const isRole = APPLIES_ROLE.test(key) && (argument === 'name' || argument === 'role') && deeper.length === 0;
  return isRole && place.keyOf === undefined && place.before === '' ? rolesNamed(opened) : [];
}

const FULL = 'ansible.builtin.';
/** A task that names a module of ansible-core by its short name. */
const SHORT = new RegExp(`^\\s*(?:- +)?(?:${MODULES.ofCore.join('|')}):(?:\\s|$)`, 'm');

/** The modules that stacklint knows, first in the form that the file has. */
function moduleOffers({ place, text }: PlaceInPlays): readonly Offer[] {
  const others = place.keyOf?.pairs.map(({ key }) => String(key.value)) ?? [];
  const isModule = (name: string): boolean => OF_CORE.has(name.replace(FULL, ''));
  // A task has one action.
  if (others.some(isModule)) return [];
  const isShort = !text.includes(FULL) && SHORT.test(text);
  const offer = (label: string, detail: string, rank: number): Offer => ({
    label,
    kind: FUNCTION,
    opens: 'block',
    detail,
    rank,
  });
  return [
    ...MODULES.ofCore.map((name) => offer(`${FULL}${name}`, 'a module of ansible-core', isShort ? 1 : 0)),
    ...MODULES.ofCore.map((name) => offer(name, 'a module of ansible-core', isShort ? 0 : 1)),
    ...MODULES.moved.map((name) => offer(name, 'a module that a collection has now', 2)),
  ];
}

const OF_CORE: ReadonlySet<string> = new Set(MODULES.ofCore);
