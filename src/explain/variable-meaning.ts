/** What a variable means to its role, and which rules read it. */
import { rules } from '../generated/rules.ts';
import type { OpenedStack } from '../open.ts';
import type { NamedRule } from '../model/rule.ts';
import { settingsRead } from '../model/rule.ts';
import type { SettingName } from '../model/settings.ts';
import { printable } from '../report/text.ts';
import type { PropertySchema } from '../stack/vocabulary.ts';

/** The vocabulary's own words, and below them type, unit and default; empty for a variable that it does not know. */
export function meaning(name: string, stack: OpenedStack): string[] {
  const property = propertyOf(name, stack);
  if (property === undefined) return [];
  const { description, unit, type, secret } = property;
  const facts = [
    ...(type === undefined ? [] : [`type ${typeof type === 'string' ? type : type.join(' or ')}`]),
    ...(unit === undefined ? [] : [`unit ${unit}`]),
    ...(property.default === undefined ? [] : [`default ${JSON.stringify(property.default)}`]),
    ...(secret === true ? ['a secret'] : []),
  ];
  return [printable(description), ...(facts.length > 0 ? [facts.join(', ')] : [])];
}

/** A sentence that names the rules that read it. */
export function readers(name: string, stack: OpenedStack): string {
  const { rules: own, rulesForAll } = rulesReading(propertyOf(name, stack));
  const all = `as every variable, by ${rulesForAll.join(', ')}`;
  return own.length > 0 ? `Read by ${own.join(', ')}; ${all}.` : `Read, ${all}.`;
}

/** For programs: what the first vocabulary that knows the variable says of it, and the rules that read it. */
export function described(name: string, opened: readonly OpenedStack[]): object {
  const property = opened.map((stack) => propertyOf(name, stack)).find((found) => found !== undefined);
  const { description, type, unit, default: fallback, secret } = property ?? {};
  return { name, description, type, unit, default: fallback, secret, ...rulesReading(property) };
}

function propertyOf(name: string, { vocabulary }: OpenedStack): PropertySchema | undefined {
  const properties = vocabulary?.schema.properties ?? {};
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Names of rules. */
interface ReadingRules {
  /** Of the settings that the variable, or a key of its map, fills. */
  readonly rules: readonly string[];
  /** Of variables whatever they are. */
  readonly rulesForAll: readonly string[];
}

function rulesReading(property: PropertySchema | undefined): ReadingRules {
  const { setting, settings = {} } = property ?? {};
  const filled = new Set<SettingName>(Object.values(settings).map((filling) => filling.setting));
  if (setting !== undefined) filled.add(setting);
  const named = (chosen: readonly NamedRule[]) => chosen.map(({ name }) => name);
  return {
    rules: named(rules.filter(({ rule }) => !rule.variable && [...settingsRead(rule)].some((one) => filled.has(one)))),
    rulesForAll: named(rules.filter(({ rule }) => rule.variable !== undefined)),
  };
}
