/** Settings that no variable sets: they have the role's default or are unset, and point at the place to set them. */
import type { Assignment, Host, HostVariables, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Origin, Setting } from '../../model/setting.ts';
import type { SettingName } from '../../model/settings.ts';
import { placeToSet, placeIn } from '../place.ts';
import { DeclaredOrigin } from '../origin.ts';
import type { Members } from '../parts.ts';
import { countsAsUnset } from '../plain.ts';
import { firstFilledSlot, firstUnknown, valueOfSlot, isInverted, mapVariableOf, meaningInSlot } from './slots.ts';
import type { FoundValue, SettingSlot } from './slots.ts';

/** The absent settings of the members of one part; one that is absent for all of them is one object. */
export class AbsentSettings {
  readonly #inventory: Inventory;
  readonly #members: Members;
  /** The settings that are absent for all hosts, by their slots. */
  readonly #everywhere = new Map<readonly SettingSlot[], Setting<never>>();
  /** By slots, and by the variable whose map lacks them. */
  readonly #inMaps = new Map<readonly SettingSlot[], Map<Assignment, Setting<never>>>();
  readonly #places = new Map<Assignment, Origin>();

  constructor(inventory: Inventory, members: Members) {
    this.#inventory = inventory;
    this.#members = members;
  }

  /** The place of a setting that no host has from anywhere. */
  get place(): Origin {
    return this.#members.head;
  }

  /** True once `of` has found the setting absent for all hosts. */
  isEverywhere(slots: readonly SettingSlot[]): boolean {
    return this.#everywhere.has(slots);
  }

  /** The setting of a host that sets none of the slots. */
  of(
    host: Host,
    variables: HostVariables,
    name: SettingName | undefined,
    slots: readonly SettingSlot[],
  ): Setting<never> {
    let everywhere = this.#everywhere.get(slots);
    const empty = everywhere === undefined ? emptyIn(slots, variables) : undefined;
    if (empty !== undefined) return unsetSetting(name, slots, originOfEmpty(empty, variables));
    const map = mapVariableOf(slots, variables);
    if (map !== undefined) return this.inMap(map, name, slots);
    if (everywhere === undefined && this.#isAbsentEverywhere(slots)) {
      everywhere = unsetSetting(name, slots, this.#members.head);
      this.#everywhere.set(slots, everywhere);
    }
    return everywhere ?? unsetSetting(name, slots, placeToSet(this.#inventory, host));
  }

  /** The setting of a key that a map lacks; it points at the map. */
  inMap(map: Assignment, name: SettingName | undefined, slots: readonly SettingSlot[]): Setting<never> {
    const byMap = madeOnce(this.#inMaps, slots, () => new Map());
    return madeOnce(byMap, map, () => {
      const place = madeOnce(this.#places, map, () => placeIn(map.document, map.key));
      return unsetSetting(name, slots, place);
    });
  }

  #isAbsentEverywhere(slots: readonly SettingSlot[]): boolean {
    return this.#members.hosts.every((host) => {
      const variables = this.#inventory.variablesOf(host);
      return (
        firstFilledSlot(slots, variables) === undefined &&
        firstUnknown(slots, variables, false)?.unknown.reason !== 'task' &&
        emptyIn(slots, variables) === undefined
      );
    });
  }
}

/** The empty text or the null that is written for a setting. */
function emptyIn([slot]: readonly SettingSlot[], variables: HostVariables): FoundValue | undefined {
  const given = slot && valueOfSlot(slot, variables);
  return given !== undefined && countsAsUnset(given.node) ? given : undefined;
}

function originOfEmpty({ slot, node, assignment }: FoundValue, variables: HostVariables): Origin {
  const { document, key } = assignment;
  const isSeen = slot.key !== undefined || node.start < node.end;
  return isSeen ? new DeclaredOrigin(node, assignment, variables) : placeIn(document, key);
}

/** A setting without a value; `origin` is the place to set it. */
export function unsetSetting(
  name: SettingName | undefined,
  slots: readonly SettingSlot[],
  origin: Origin,
): Setting<never> {
  const variable = slots[0]?.label ?? name ?? '';
  if (slots.length === 0) {
    const message = 'the vocabulary has no variable for it';
    return { state: 'unknown', setting: name, variable, reason: 'not-collected', message, origin };
  }
  const role = slots.find(({ computedBy }) => computedBy !== undefined)?.computedBy;
  if (role !== undefined) {
    const message = `${variable} is not set: ${role} computes it at run time`;
    const shared = `${role} computes what is not set at run time`;
    return { state: 'unknown', setting: name, variable, reason: 'role-default', message, shared, origin };
  }
  const inverted = isInverted(slots[0]);
  const own = slots.find((slot) => slot.default !== undefined);
  const fallback = own && meaningInSlot(own, own.default);
  if (fallback !== undefined && 'value' in fallback)
    return {
      state: 'known',
      setting: name,
      variable,
      origin,
      inverted,
      value: fallback.value as never,
      byDefault: true,
    };
  return { state: 'unset', setting: name, variable, origin, inverted };
}
