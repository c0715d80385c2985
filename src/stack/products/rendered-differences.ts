/** Settings that variables declare through a vocabulary, and that the files which roles write have otherwise. */
import type { RenderedDifference } from '../../model/declared-inventory.ts';
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
    if (kind === undefined) return [];
    return settingNamesOf(kind).flatMap((name): RenderedDifference | readonly [] => {
      if (isSecretSetting(name)) return [];
      const [one, other] = [declared(name), rendered(name)];
      if (one.state !== 'known' || other.state !== 'known' || one.byDefault === true || other.byDefault === true)
        return [];
      const [value, written] = [shown(one.value), shown(other.value)];
      if (value === written) return [];
      const { variable, origin: at } = one;
      return { at, host, variable, declared: value, setting: other.variable, rendered: written };
    });
  });
}

/** A value of the model in a sentence; the order of a list does not matter. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(String).sort().join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
