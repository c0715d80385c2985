/** Settings that something beside the inventory leaves open: a task that may set the variable. */
import type { Doubt, HostVariables } from '../ansible/entities.ts';
import type { Setting } from '../model/setting.ts';
import type { SettingName } from '../model/settings.ts';
import { placeIn } from './place.ts';
import type { SettingSlot } from './slots.ts';

/** A slot whose value is left open, and by what. */
interface Doubtful {
  readonly slot: SettingSlot;
  readonly doubt: Doubt;
}

/** The first of some slots whose value is left open for a host. */
export function doubtAbout(slots: readonly SettingSlot[], variables: HostVariables): Doubtful | undefined {
  for (const slot of slots) {
    const doubt = variables.doubtOf(slot.variable);
    if (doubt !== undefined) return { slot, doubt };
  }
  return undefined;
}

/** The setting of such a slot. */
export function leftOpen(name: SettingName, { slot, doubt }: Doubtful): Setting<never> {
  const origin = placeIn(doubt.document, doubt);
  const message = `${slot.label} ${doubt.message}`;
  return { state: 'unknown', setting: name, variable: slot.label, reason: 'task', message, origin };
}
