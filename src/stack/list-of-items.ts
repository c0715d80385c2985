/** Lists that are made of truth values: `node.master: true` puts `master` into the roles of a node. */
import { placeOfOrigin } from '../model/setting.ts';
import type { Setting } from '../model/setting.ts';

/** An item of a list, and the truth value that puts it in. */
export interface ListItem {
  readonly item: string;
  readonly setting: Setting<boolean>;
}

/** Tells whether a setting has a value that is written somewhere, or may have one. */
export function isGiven(setting: Setting<unknown>): boolean {
  return setting.state !== 'unset' && !(setting.state === 'known' && setting.byDefault === true);
}

/** Makes the list of the items whose truth values are true; undefined if none of them is given. */
export function listOfTrueItems(truths: readonly ListItem[]): Setting<readonly string[]> | undefined {
  const given = truths.map(({ setting }) => setting).filter(isGiven);
  const [first] = given;
  if (first === undefined) return undefined;
  for (const setting of given) if (setting.state === 'unknown' || setting.state === 'malformed') return setting;
  const { variable, origin, setting } = first;
  const own = truths.filter(({ setting: truth }) => truth.state === 'known' && truth.value);
  const items = own.map(({ setting: { origin } }) => placeOfOrigin(origin));
  return { state: 'known', setting, variable, origin, value: own.map(({ item }) => item), items };
}
