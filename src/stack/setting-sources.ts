/** Combines the sources of a member's settings: variables, files, requests, and what is known of its host. */
import { madeOnce } from '../ground/made-once.ts';
import { isOnlyObserved } from '../model/settings.ts';
import type { SettingName, SettingTypes } from '../model/settings.ts';
import type { Origin, Setting, Unknown } from '../model/setting.ts';
import type { SettingSource } from '../model/stack.ts';
import type { RequestedSettings } from './products/deployed-settings.ts';

/** Settings of the model that no setting of a product fills, each made when it is asked for. */
export type Facts = { readonly [N in SettingName]?: () => Setting<SettingTypes[N]> };

/** A source in which facts take the place of what it says. */
export function withFacts(source: SettingSource, facts: Facts): SettingSource {
  return <N extends SettingName>(name: N): Setting<SettingTypes[N]> => facts[name]?.() ?? source(name);
}

/** The settings that variables declare and, if these say nothing, those in files. */
export function firstGiven(declared: SettingSource | undefined, files: SettingSource | undefined): SettingSource {
  if (declared === undefined || files === undefined) return declared ?? files ?? nothingKnown;
  return <N extends SettingName>(name: N): Setting<SettingTypes[N]> => {
    const own = declared(name);
    if (own.state === 'malformed' || (own.state === 'known' && own.byDefault !== true)) return own;
    const rendered = files(name);
    // Of what the vocabulary has no variable for, the files say best why it is unknown; what no variable sets, a template may.
    const isOpenInFile = own.state === 'unset' && !isNotStated(rendered);
    if (rendered.state === 'unknown') return isNotStated(own) || isOpenInFile ? rendered : own;
    // What neither sets is set in the variable of the role.
    return rendered.state === 'unset' && own.state === 'unset' ? own : rendered;
  };
}

/** The settings of a node, and what requests to its cluster say of those that nothing sets. */
export function countingRequests(given: SettingSource, requested: RequestedSettings): SettingSource {
  return <N extends SettingName>(name: N): Setting<SettingTypes[N]> => {
    const own = given(name);
    const isOpen = own.state === 'unset' || isNotStated(own);
    // The cluster that a request reaches is told by its name.
    return (isOpen && name !== 'clusterName' ? requested(name) : undefined) ?? own;
  };
}

/** Makes sources that have what an inventory can have: what a running cluster alone tells is one unknown for all. */
export function declarableAt(origin: Origin): (source: SettingSource) => SettingSource {
  const observed = new Map<SettingName, Unknown>();
  const whyUnknown = (name: SettingName): Unknown =>
    madeOnce(observed, name, () => {
      const message = `only a running cluster tells ${name}`;
      return { state: 'unknown', setting: name, variable: name, reason: 'not-applicable', message, origin };
    });
  return (source) =>
    <N extends SettingName>(name: N): Setting<SettingTypes[N]> =>
      isOnlyObserved(name) ? whyUnknown(name) : source(name);
}

function nothingKnown(): never {
  throw new Error('a member that neither variables nor files declare');
}

function isNotStated(setting: Setting<unknown>): boolean {
  return setting.state === 'unknown' && (setting.reason === 'not-collected' || setting.reason === 'not-applicable');
}
