/**
 * Fixes: edits of files that a rule offers. A rule says what is to be true of a setting or a place; the bytes that this
 * takes, and whether it may be offered at all, are worked out later.
 */
import { keyOfPlace } from './setting.ts';
import type { Place, Setting } from './setting.ts';

/** A value as a file writes it: numbers of a setting are in the unit of the model. */
export type FixValue = string | number | boolean | readonly string[];

export type FixEdit =
  /** A setting gets a value: where it is written, or, if nothing sets it, where it belongs, written as that of `like` is. */
  | {
      readonly does: 'set';
      readonly setting: Setting<unknown>;
      readonly value: FixValue;
      readonly like?: Setting<unknown> | undefined;
    }
  /** What is written at a place is written otherwise. */
  | { readonly does: 'write'; readonly at: Place; readonly value: string | number | boolean }
  /**
   * The key, or the word, at a place gets another name. `from` is the name that it replaces, if the text may have only the end
   * of that there, as within a map, or more after it: a collection with its module, a module with its arguments.
   */
  | { readonly does: 'rename'; readonly at: Place; readonly name: string; readonly from?: string | undefined }
  /** The key at a place, with its value, or the item of a list there, is removed. */
  | { readonly does: 'remove'; readonly at: Place }
  /** A comment accepts what a rule finds at a place. */
  | { readonly does: 'suppress'; readonly at: Place; readonly rule: string; readonly because: string }
  /** The option that gives a setting its value is there once more, with another name: `-Xms4g` before `-Xmx4g`. */
  | { readonly does: 'double'; readonly setting: Setting<unknown>; readonly option: string; readonly as: string }
  /** The list at a place, or that a setting has, gets an item at its end. */
  | { readonly does: 'add'; readonly setting: Setting<unknown>; readonly items: readonly string[] };

/** Edits that mend a finding, of which each is made or none. */
export interface Fix {
  /** True if they change nothing of what a run deploys, or what is meant is plain. */
  readonly isSafe: boolean;
  /** What they do, as a command without its full stop: `Set search_heap to 30`. */
  readonly title: string;
  readonly edits: readonly FixEdit[];
  /** The hosts that it is about, if they are more than those that see the place of its finding. */
  readonly hosts?: readonly string[] | undefined;
}

/** The hosts that the fix of a finding is about. */
export function hostsOfFix({
  finding,
  fix,
}: {
  readonly finding: { readonly hosts: readonly string[] };
  readonly fix: Fix;
}): readonly string[] {
  return fix.hosts ?? finding.hosts;
}

/** The ways to offer a fix. */
interface Offers {
  /** Gives a setting a value. `like`: the setting whose unit it has where nothing sets it. */
  readonly set: (setting: Setting<unknown>, value: FixValue, like?: Setting<unknown>) => Fix;
  readonly write: (at: Place, value: string | number | boolean) => Fix;
  /** `from`: the name that it replaces, if another one may be written at the place. */
  readonly rename: (at: Place, name: string, from?: string) => Fix;
  /** `what`: the name of what is removed, for its title. */
  readonly remove: (at: Place, what: string) => Fix;
  readonly add: (setting: Setting<unknown>, items: readonly string[]) => Fix;
  /** Sets an option beside another one, which gives a setting its value, to the same. */
  readonly double: (setting: Setting<unknown>, option: string, as: string) => Fix;
  /** A fix, and with it a value for a setting that it needs, where nothing sets that. */
  readonly withUnset: (fix: Fix, setting: Setting<unknown>, value: FixValue) => Fix;
  /** Several fixes as one; `hosts`: those of all of them, if they have several. */
  readonly all: (title: string, fixes: readonly Fix[], hosts?: readonly string[]) => Fix;
}

function offers(isSafe: boolean): Offers {
  const one = (title: string, edit: FixEdit): Fix => ({ isSafe, title, edits: [edit] });
  const set: Offers['set'] = (setting, value, like) =>
    one(`Set ${setting.variable} to ${shownValue(value)}`, { does: 'set', setting, value, like });
  return {
    set,
    write: (at, value) => one(`Write ${shownValue(value)}`, { does: 'write', at, value }),
    rename: (at, name, from) => one(`Rename it to ${name}`, { does: 'rename', at, name, from }),
    remove: (at, what) => one(`Remove ${what}`, { does: 'remove', at }),
    add: (setting, items) => one(`Add ${items.join(', ')} to ${setting.variable}`, { does: 'add', setting, items }),
    double: (setting, option, as) => one(`Set ${as} to the size of ${option}`, { does: 'double', setting, option, as }),
    withUnset: (fix, setting, value) =>
      setting.state === 'unset' ? { ...fix, edits: [...fix.edits, ...set(setting, value).edits] } : fix,
    all: (title, fixes, hosts) => ({ isSafe, title, edits: fixes.flatMap(({ edits }) => edits), hosts }),
  };
}

/** A value as YAML has it in a line. */
export function shownValue(value: FixValue): string {
  return typeof value === 'object' ? `[${value.join(', ')}]` : String(value);
}

/** Fixes that change nothing of what a run deploys. */
export const safe = offers(true);
/** Fixes that change what a run deploys. */
export const unsafe = offers(false);

/** A key that is the same for fixes that do the same. */
export function keyOfFix({ edits }: Fix): string {
  return edits.map(keyOfEdit).join('\n');
}

/** A key that is the same for edits that do the same at one place. */
export function keyOfEdit(edit: FixEdit): string {
  const [place, variable] = 'setting' in edit ? [edit.setting.origin, edit.setting.variable] : [edit.at, ''];
  return JSON.stringify([keyOfPlace(place), variable, { ...edit, setting: undefined, at: undefined, like: undefined }]);
}
