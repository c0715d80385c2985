/** Settings that a person names: `node.attr.zone` is one of as many attributes as a node is given. */
import { placeOfOrigin } from '../model/setting.ts';
import type { Given, Origin, Setting } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';

/** What gives settings by a product's own names. */
interface Names {
  /** The names of what may be given, of those with this beginning. */
  names(beginning: string): readonly string[];
  given(own: string): Given<unknown> | undefined;
  placeToSet(own: string): Origin;
}

/**
 * The setting of the model that all settings with one beginning make, each as `zone=a`. It is unknown if one of them is,
 * or if there may be more.
 */
export function familyOf(source: Names, setting: SettingName, beginning: string): Setting<readonly string[]> {
  const given = [...source.names(beginning)]
    .sort()
    .map((name) => ({ name: name.slice(beginning.length), one: source.given(name) }));
  // No product has a setting of this name: it is unknown where any may be set.
  const open = [...given.map(({ one }) => one), source.given(`${beginning}*`)].find((one) => one?.state === 'unknown');
  if (open?.state === 'unknown') return { ...open, setting };
  const known = given.flatMap(({ name, one }) => (one?.state === 'known' ? [{ ...one, name }] : []));
  const [first] = known;
  const any = `${beginning}*`;
  if (first === undefined) return { state: 'unset', setting, variable: any, origin: source.placeToSet(any) };
  return {
    state: 'known',
    setting,
    variable: first.variable,
    origin: first.origin,
    value: known.map(({ name, value }) => `${name}=${[value].flat().map(String).join(',')}`),
    items: known.map(({ origin }) => placeOfOrigin(origin)),
  };
}
