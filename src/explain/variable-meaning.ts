/** The meaning of a variable to its role, and the rules that read it. */
import { rules } from '../generated/rules.ts';
import type { OpenedStack } from '../open.ts';
import type { NamedRule } from '../model/rule.ts';
import { settingsRead } from '../model/rule.ts';
import type { SettingName } from '../model/settings.ts';
import { unitOf } from '../model/units.ts';
import { printable } from '../report/terminal-text.ts';
import { slotsOf } from '../stack/slots.ts';
import type { PropertySchema, Vocabulary } from '../stack/vocabulary.ts';

/**
 * The vocabulary's own words, and below them type, unit and default; of a name that it does not know but that has its prefix,
 * the nearest one. Empty for any other variable.
 */
export function meaningOfVariable(name: string, stack: OpenedStack): string[] {
  const property = propertyOf(name, stack);
  if (property === undefined) return unknownToRole(name, stack);
  const { description, form, type, secret } = property;
  const unit = unitOf(form);
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
export function rulesThatRead(name: string, stack: OpenedStack): string {
  const { rules: own, rulesForAll } = rulesReading(name, stack.vocabulary);
  const all = `as every variable, by ${rulesForAll.join(', ')}`;
  return own.length > 0 ? `Read by ${own.join(', ')}; ${all}.` : `Read, ${all}.`;
}

/** For programs: what the first vocabulary that knows the variable says of it, and the rules that read it. */
export function variableMeaningJson(name: string, opened: readonly OpenedStack[]): object {
  const knowing = opened.find((stack) => propertyOf(name, stack) !== undefined);
  const property = knowing && propertyOf(name, knowing);
  const vocabulary = knowing?.vocabulary;
  const { description, type, form, default: fallback, secret } = property ?? {};
  return { name, description, type, unit: unitOf(form), default: fallback, secret, ...rulesReading(name, vocabulary) };
}

function propertyOf(name: string, { vocabulary }: OpenedStack): PropertySchema | undefined {
  const properties = vocabulary?.schema.properties ?? {};
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Names of rules. */
interface ReadingRules {
  /** Rules that judge a setting which the variable, or a key of its map, fills. */
  readonly rules: readonly string[];
  /** Rules that judge every variable. */
  readonly rulesForAll: readonly string[];
}

function rulesReading(variable: string, vocabulary: Vocabulary | undefined): ReadingRules {
  const filled = new Set<SettingName>();
  for (const [setting, { whole, items }] of vocabulary === undefined ? [] : slotsOf(vocabulary))
    if ([...whole, ...[...items.values()].flat()].some((slot) => slot.variable === variable)) filled.add(setting);
  const named = (chosen: readonly NamedRule[]) => chosen.map(({ name }) => name);
  return {
    rules: named(rules.filter(({ rule }) => !rule.variable && [...settingsRead(rule)].some((one) => filled.has(one)))),
    rulesForAll: named(rules.filter(({ rule }) => rule.variable !== undefined)),
  };
}
