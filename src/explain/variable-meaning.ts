/** The meaning of a variable to its role, and the rules that read it. */
import type { Assignment } from '../ansible/index.ts';
import { rules } from '../generated/rules.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { NamedRule } from '../model/rule.ts';
import { settingsRead, sidesOf } from '../model/rule.ts';
import type { FilePlace, Place, Setting } from '../model/setting.ts';
import { settingNamesOf } from '../model/settings.ts';
import type { MemberKind, SettingName } from '../model/settings.ts';
import { unitOfForm } from '../model/units.ts';
import { printable } from '../report/terminal-text.ts';
import { placeIn } from '../stack/place.ts';
import { slotsBySetting } from '../stack/vocabulary/slots.ts';
import { propertyOf } from '../stack/vocabulary/vocabulary.ts';

/**
 * The vocabulary's own words, and below them type, unit and default; for a name that it does not know but that has
 * its prefix, the nearest one. Empty for any other variable.
 */
export function meaningOfVariable(name: string, stack: OpenedStack): string[] {
  const property = propertyOf(stack.vocabulary, name);
  if (property === undefined) return unknownToRole(name, stack);
  const { description, form, type, secret } = property;
  const unit = unitOfForm(form);
  const facts = [
    ...(type === undefined ? [] : [`type ${typeof type === 'string' ? type : type.join(' or ')}`]),
    ...(unit === undefined ? [] : [`unit ${unit}`]),
    ...(property.default === undefined ? [] : [`default ${JSON.stringify(property.default)}`]),
    ...(secret === true ? ['a secret'] : []),
  ];
  return [printable(description), ...(facts.length > 0 ? [facts.join(', ')] : [])];
}

function unknownToRole(name: string, { stack }: OpenedStack): string[] {
  const declared = stack.documents.flatMap(({ variables }) => variables).find((each) => each.name === name);
  if (declared?.belongs !== 'unknown' || declared.used) return [];
  const { role = 'The role', nearest } = declared;
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return [printable(`${role} has no such variable, and nothing else reads it${meant}`)];
}

/** A sentence that names the rules that read it. */
export function readingRulesSentence(name: string, stack: OpenedStack): string {
  const { rules: own, rulesForAll } = rulesReading(name, stack);
  const all = `as every variable, by ${rulesForAll.join(', ')}`;
  return own.length > 0 ? `Read by ${own.join(', ')}; ${all}.` : `Read, ${all}.`;
}

/** For programs: what the first vocabulary that knows the variable says about it, and the rules that read it. */
export function variableMeaningJson(name: string, opened: readonly OpenedStack[]): object {
  const knowing = opened.find((stack) => propertyOf(stack.vocabulary, name) !== undefined);
  const property = propertyOf(knowing?.vocabulary, name);
  const { description, type, form, default: fallback, secret } = property ?? {};
  return {
    name,
    description,
    type,
    unit: unitOfForm(form),
    default: fallback,
    secret,
    ...rulesReading(name, knowing ?? opened[0]),
  };
}

/** Names of rules. */
interface ReadingRules {
  /** Rules that judge a setting which the variable, or a key of its map, fills. */
  readonly rules: readonly string[];
  /** Rules that judge every variable. */
  readonly rulesForAll: readonly string[];
}

/** The rules that read a variable; those that judge running clusters alone read none. */
export function rulesReading(variable: string, opened: OpenedStack | undefined): ReadingRules {
  const filled = opened === undefined ? new Set<string>() : settingsFilledBy(variable, opened);
  const named = (chosen: readonly NamedRule[]) => chosen.map(({ name }) => name);
  const declared = rules.filter(({ rule }) => sidesOf(rule) !== 'observed');
  const reads = ({ rule }: NamedRule) => !rule.variable && [...settingsRead(rule)].some((one) => filled.has(one));
  return {
    rules: named(declared.filter(reads)),
    rulesForAll: named(declared.filter(({ rule }) => rule.variable !== undefined)),
  };
}

/** The number of values whose settings are looked at: what the first ones fill, the others do. */
const MAX_WINNERS = 10;

/** The settings of the model that a variable fills: by the vocabulary, or in the files that plays put on hosts. */
function settingsFilledBy(variable: string, { vocabulary, stack, inventory }: OpenedStack): ReadonlySet<string> {
  const filled = new Set<string>();
  for (const [setting, { whole, items }] of vocabulary === undefined ? [] : slotsBySetting(vocabulary))
    if ([...whole, ...[...items.values()].flat()].some((slot) => slot.variable === variable)) filled.add(setting);
  // Hosts with the same value have the same settings of it.
  const seen = new Set<Assignment>();
  const take = (kind: MemberKind, member: { readonly host: string }): void => {
    const host = inventory.hosts.get(member.host);
    const winner = host && inventory.variablesOf(host).get(variable);
    if (winner === undefined || seen.has(winner) || seen.size >= MAX_WINNERS) return;
    seen.add(winner);
    const whole = placeIn(winner.document, winner.value);
    const settings = member as Readonly<Partial<Record<SettingName, Setting<unknown>>>>;
    for (const name of settingNamesOf(kind)) {
      const { origin } = settings[name] ?? {};
      const places = origin === undefined ? [] : [origin, ...(origin.computedFrom ?? [])];
      if (settings[name]?.state !== 'unset' && places.some((place) => isWithin(place, whole))) filled.add(name);
    }
  };
  for (const { nodes } of stack.clusters) for (const node of nodes) take('node', node);
  for (const { instances } of stack.dashboards) for (const instance of instances) take('dashboard', instance);
  for (const { each } of stack.pipelines) for (const pipeline of each) take('pipeline', pipeline);
  return filled;
}

function isWithin(place: Place, { file, start, end }: FilePlace): boolean {
  return 'file' in place && place.file === file && place.start >= start && place.end <= end && end > 0;
}
