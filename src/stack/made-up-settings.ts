/** Settings of made-up hosts: the inventory that was not found may set what only a default sets now. */
import type { Inventory } from '../ansible/index.ts';
import type { Origin, Setting } from '../model/setting.ts';
import type { SettingName, SettingTypes } from '../model/settings.ts';
import type { SettingSource } from '../model/stack.ts';

/**
 * The settings of a made-up host. Those that are unset, depend on an undefined variable, or have a default, of a role
 * or in a template, are unknown.
 */
export function settingsOfMadeUpHost(source: SettingSource, inventory: Inventory): SettingSource {
  const defaults = filesOfDefaults(inventory);
  return <N extends SettingName>(name: N): Setting<SettingTypes[N]> => {
    const setting = source(name);
    if (!mayBeSet(setting, defaults)) return setting;
    const { variable, origin } = setting;
    const message = `${variable} may be set in the inventory, but none was found`;
    const shared = 'no inventory was found';
    return { state: 'unknown', setting: name, variable, origin, reason: 'not-collected', message, shared };
  };
}

/** Tells whether an inventory may set what the setting has, or lacks. */
function mayBeSet(setting: Setting<unknown>, defaults: ReadonlySet<string>): boolean {
  if (setting.state === 'unset') return true;
  if (setting.state === 'unknown') return ['undefined', 'no-inventory', 'role-default'].includes(setting.reason);
  if (setting.state !== 'known') return false;
  const { origin, byDefault } = setting;
  // A template that no values go into gives its defaults for variables that nothing sets.
  return byDefault === true || origin.computedFrom?.length === 0 || filesOf(origin).some((file) => defaults.has(file));
}

/** The files that a value comes from. */
function filesOf(origin: Origin): readonly string[] {
  return [origin, ...(origin.computedFrom ?? [])].flatMap((place) => ('file' in place ? [place.file] : []));
}

/** The files of defaults of the roles that plays apply. */
function filesOfDefaults({ plays: { assignments } }: Inventory): ReadonlySet<string> {
  return new Set(assignments.flatMap(({ level, document }) => (level.kind === 'role defaults' ? [document.file] : [])));
}
