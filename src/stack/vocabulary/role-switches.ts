/** Switches of a role: it computes some values only if a switch is on. */
import { plainData } from '../../source/tree.ts';
import type { Host, HostVariables } from '../../ansible/index.ts';
import { readBoolean } from '../../model/units.ts';
import { countsAsUnset, isVaulted } from '../plain.ts';
import type { SettingSlot, Switch } from './slots.ts';
import type { Values } from '../values.ts';

/** Slots that depend on switches, as they are with these on and with these off. */
export interface SwitchedSlots {
  readonly on: readonly SettingSlot[];
  readonly off: readonly SettingSlot[];
}

/** Makes both forms of slots; undefined if no slot depends on a switch. */
export function slotsOnAndOff(slots: readonly SettingSlot[]): SwitchedSlots | undefined {
  if (!slots.some(({ needs }) => needs !== undefined)) return undefined;
  return {
    on: slots,
    off: slots.map((slot) => (slot.needs === undefined ? slot : { ...slot, computedBy: undefined })),
  };
}

/** Chooses the slots for a host; those with switches on unless one is surely off. */
export function slotsForHost({ on, off }: SwitchedSlots, host: Host, variables: HostVariables, values: Values) {
  const mayWork = on.every(({ needs }) =>
    (needs ?? []).every((any) => any.some((one) => mayBeOn(one, host, variables, values))),
  );
  return mayWork ? on : off;
}

function mayBeOn({ variable, byDefault }: Switch, host: Host, variables: HostVariables, values: Values): boolean {
  const state = switchState(variable, host, variables, values);
  return state === 'unset' ? byDefault : state !== 'off';
}

/** The state of a switch on a host; `unset` leaves it to the role, `unknown` takes a run or a password to tell. */
export function switchState(
  variable: string,
  host: Host,
  variables: HostVariables,
  values: Values,
): 'on' | 'off' | 'unset' | 'unknown' {
  if (variables.unknown(variable) !== undefined) return 'unknown';
  const assignment = variables.get(variable);
  if (assignment === undefined) return 'unset';
  const result = values.of(host, assignment.value);
  if (result.state === 'unknown' || isVaulted(result.value)) return 'unknown';
  if (countsAsUnset(result.value)) return 'unset';
  const meaning = readBoolean(plainData(result.value));
  return 'value' in meaning && !meaning.value ? 'off' : 'on';
}
