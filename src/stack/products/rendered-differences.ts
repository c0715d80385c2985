/** Settings that variables declare through a vocabulary but that have other values in the files that roles write. */
import type { RenderedDifference } from '../../model/declared-inventory.ts';
import type { Known, Setting } from '../../model/setting.ts';
import { isSecretSetting, settingNamesOf } from '../../model/settings.ts';
import type { MemberKind } from '../../model/settings.ts';
import type { SettingSource } from '../../model/stack.ts';

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
    return differences(names, declared, rendered).map(({ one, other, values: [value, written] }) => {
      const { variable, origin: at } = one;
      return { at, host, variable, declared: value, setting: other.variable, rendered: written };
    });
  });
}

/** A setting for which two sources know different values. */
interface Difference {
  readonly one: Known<unknown>;
  readonly other: Known<unknown>;
  /** Both values as they are shown. */
  readonly values: readonly [one: string, other: string];
}

/** Finds the settings that two sources set to different values; none of them may be a secret. */
export function differences<Name extends string>(
  names: readonly Name[],
  one: (name: Name) => Setting<unknown> | undefined,
  other: (name: Name) => Setting<unknown> | undefined,
): readonly Difference[] {
  return names.flatMap((name): Difference | readonly [] => {
    const [left, right] = [one(name), other(name)];
    if (left?.state !== 'known' || right?.state !== 'known') return [];
    if (left.byDefault === true || right.byDefault === true) return [];
    const values = [shown(left.value), shown(right.value)] as const;
    return values[0] === values[1] ? [] : { one: left, other: right, values };
  });
}

/** A value of the model in a sentence; the order of a list does not matter. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(String).sort().join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
