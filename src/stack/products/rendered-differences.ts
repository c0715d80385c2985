/** Settings that variables declare through a vocabulary but that have other values in the files that roles write. */
import type { RenderedDifference } from '../../model/declared-inventory.ts';
import { isSecretSetting, settingNamesOf, typeOfSetting } from '../../model/settings.ts';
import type { MemberKind } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';
import { comparedSettings, isSameValue, shownValue } from './compared-settings.ts';

/** A member whose settings both variables and files say. */
export interface Comparable {
  readonly host: string;
  readonly declared: SettingSource;
  readonly rendered: SettingSource;
  readonly kind: MemberKind | undefined;
}

/** Finds the settings of members that are known by both ways, and differ. */
export function renderedDifferences(members: readonly Comparable[]): readonly RenderedDifference[] {
  return members.flatMap(({ host, declared, rendered, kind }) => {
    const names = kind === undefined ? [] : settingNamesOf(kind).filter((name) => !isSecretSetting(name));
    const isSame = (one: unknown, other: unknown, name: (typeof names)[number]) =>
      isSameValue(one, other, typeOfSetting(name));
    const told = new Set<string>();
    return comparedSettings(names, declared, rendered, isSame).flatMap((compared) => {
      // A variable may fill several settings: the sizes at which a heap starts and ends.
      if (compared.outcome !== 'different' || told.has(compared.one.variable)) return [];
      told.add(compared.one.variable);
      const { variable, origin: at, value } = compared.one;
      const { variable: setting, value: written } = compared.other;
      return { at, host, variable, declared: shownValue(value), setting, rendered: shownValue(written) };
    });
  });
}
