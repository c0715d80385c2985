/** Variables for programs, version 1. */
import { shownLevel } from '../ansible/index.ts';
import type { Assignment, Host } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import { orderedObject } from '../model/exact-json.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { SettingReason } from '../model/setting.ts';
import { lineRangeOfPlace } from '../report/locations.ts';
import type { Lines } from '../report/locations.ts';
import { printableJson } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { Masked } from '../stack/secrecy/masked.ts';
import { placeIn } from '../stack/place.ts';
import type { Effective, ShownValue, Source } from './effective-values.ts';
import { evaluateForDisplay } from './effective-values.ts';
import type { ProductSetting } from './settings-of-host.ts';

/** The variables of one host to report. */
export interface HostReport {
  readonly opened: OpenedStack;
  readonly host: Host;
  readonly variables: readonly Effective[];
  /** The settings of products in the files of the host, if no vocabulary names its variables. */
  readonly settings?: readonly ProductSetting[];
}

/** The variables of hosts, version 1 of `vars --format json`. */
export interface VariablesReport<Entry = VariableEntry> {
  readonly version: 1;
  /** The description of the single variable that was asked for. */
  readonly variable?: object | undefined;
  /** Values by the names of hosts, then of variables. */
  readonly hosts: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
}

/** A value, or the length of a secret, or why it is unknown; and the template that gives it, if there is one. */
type ValueEntry = {
  readonly raw?: string | undefined;
} & (
  | { readonly value: unknown }
  | { readonly secret: true; readonly length?: number | undefined }
  | { readonly reason: SettingReason; readonly message: string }
);

interface PlacedEntry extends Lines {
  readonly level: string;
}

/** A variable of a host: its value, the place that sets it, and the places that it overrides, the nearest first. */
export type VariableEntry = ValueEntry & {
  readonly state: 'known' | 'unknown';
  readonly origin: PlacedEntry;
  readonly overrides?: readonly (PlacedEntry & ValueEntry)[] | undefined;
  /** The values that went into a template. */
  readonly from?:
    readonly (Pick<Lines, 'file' | 'line' | 'column'> & { readonly variable: string | undefined })[] | undefined;
};

/** A setting of a product: its value, and the variable or the place in a template that gives it. */
type SettingEntry = ValueEntry & {
  readonly state: 'known' | 'unknown';
  readonly origin?: (Lines & { readonly level?: string | undefined }) | undefined;
  readonly usedAt?: Lines | undefined;
  readonly from?: VariableEntry['from'];
};

/** All hosts with their variables. Throws CannotCheck if two stacks have a host of one name. */
export function variablesObject(reports: readonly HostReport[], variable?: object): VariablesReport {
  return reportOf(reports, variableEntries, variable);
}

/** The report as text, with a line end, and with the settings of products. Throws as `variablesObject`. */
export function variablesJson(reports: readonly HostReport[], variable?: object): string {
  const entries = (report: HostReport) => [...variableEntries(report), ...settingEntries(report)];
  return `${printableJson(reportOf<VariableEntry | SettingEntry>(reports, entries, variable))}\n`;
}

function reportOf<Entry>(
  reports: readonly HostReport[],
  entriesOf: (report: HostReport) => readonly (readonly [string, Entry])[],
  variable: object | undefined,
): VariablesReport<Entry> {
  const hosts = new Map<string, Readonly<Record<string, Entry>>>();
  for (const report of reports) {
    const name = shownHost(report.host);
    if (hosts.has(name)) throw new CannotCheck(`several inventories have a host ${name}; choose one with --inventory`);
    hosts.set(name, orderedObject(entriesOf(report)));
  }
  return { version: 1, variable, hosts: orderedObject([...hosts]) };
}

function variableEntries({ opened, host, variables }: HostReport): readonly (readonly [string, VariableEntry])[] {
  return variables.map((one) => [one.name, entry(one, opened, host)]);
}

function settingEntries({ opened, settings = [] }: HostReport): readonly (readonly [string, SettingEntry])[] {
  return settings.map((one) => [one.name, settingEntry(one, opened)]);
}

function entry({ name, shown, places }: Effective, opened: OpenedStack, host: Host): VariableEntry {
  const [winner, ...others] = places;
  const overrides = others.map((one) => ({
    ...origin(one, opened),
    ...valueEntry(evaluateForDisplay(opened, host, name, one.value)),
  }));
  return {
    state: shown.state,
    ...valueEntry(shown),
    origin: origin(winner, opened),
    overrides: overrides.length > 0 ? overrides : undefined,
    from: shown.from.length > 0 ? shown.from.map((source) => sourceEntry(source, opened)) : undefined,
  };
}

function settingEntry({ shown, at, usedAt }: ProductSetting, opened: OpenedStack): SettingEntry {
  return {
    state: shown.state,
    ...valueEntry(shown),
    origin: at && { ...linesOf(at), level: at.level },
    usedAt: usedAt && linesOf(usedAt),
    from: shown.from.length > 0 ? shown.from.map((source) => sourceEntry(source, opened)) : undefined,
  };
}

/** The lines of a place in a document, which may be a template. */
function linesOf({ document, range }: NonNullable<ProductSetting['at']>): Lines {
  return lineRangeOfPlace(placeIn(document, range), new Map([[document.file, document]]));
}

function valueEntry(shown: ShownValue): ValueEntry {
  const { raw } = shown;
  if (shown.state === 'unknown') return { reason: shown.reason, message: shown.message, raw };
  return { ...(shown.value instanceof Masked ? shown.value.toJSON() : { value: shown.value }), raw };
}

function origin({ document, value, level }: Assignment, { inventory }: OpenedStack): PlacedEntry {
  return { ...lineRangeOfPlace(placeIn(document, value), inventory.documents), level: shownLevel(level) };
}

function sourceEntry({ assignment, node }: Source, { inventory, secrecy }: OpenedStack) {
  const { file, line, column } = lineRangeOfPlace(placeIn(assignment.document, node), inventory.documents);
  return { variable: secrecy.nameIn(assignment.document, assignment.name), file, line, column };
}
