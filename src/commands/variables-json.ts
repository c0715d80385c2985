/** Variables for programs, version 1. */
import type { Assignment, Host } from '../ansible/entities.ts';
import { CannotCheck } from '../cannot-check.ts';
import type { OpenedStack } from '../index.ts';
import { linesOf } from '../report/places.ts';
import { printableJson } from '../report/text.ts';
import { shownHost } from '../stack/host-name.ts';
import { Masked } from '../stack/secrecy/masked.ts';
import { placeIn } from '../stack/place.ts';
import type { Effective, ShownValue, Source } from './effective.ts';
import { shownValue } from './effective.ts';

/** The variables of one host that are to be told. */
export interface HostReport {
  readonly opened: OpenedStack;
  readonly host: Host;
  readonly variables: readonly Effective[];
}

/**
 * All hosts with their variables as one JSON object. Two stacks may not both have a host that is told. `variable` is what
 * is to be said of the one that was asked for.
 */
export function variablesJson(reports: readonly HostReport[], variable?: object): string {
  const hosts = new Map<string, unknown>();
  for (const { opened, host, variables } of reports) {
    const name = shownHost(host);
    if (hosts.has(name)) throw new CannotCheck(`several inventories have a host ${name}; choose one with --inventory`);
    hosts.set(name, Object.fromEntries(variables.map((one) => [one.name, entry(one, opened, host)] as const)));
  }
  return `${printableJson({ version: 1, variable, hosts: Object.fromEntries(hosts) })}\n`;
}

function entry({ name, shown, places }: Effective, opened: OpenedStack, host: Host) {
  const [winner, ...others] = places;
  const overrides = others.map((one) => ({
    ...origin(one, opened),
    ...told(shownValue(opened, host, name, one.value)),
  }));
  return {
    state: shown.state,
    ...told(shown),
    origin: origin(winner, opened),
    overrides: overrides.length > 0 ? overrides : undefined,
    from: shown.from.length > 0 ? shown.from.map((source) => sourceEntry(source, opened)) : undefined,
  };
}

function told(shown: ShownValue) {
  const { raw } = shown;
  if (shown.state === 'unknown') return { reason: shown.reason, message: shown.message, raw };
  return { ...(shown.value instanceof Masked ? shown.value.toJSON() : { value: shown.value }), raw };
}

function origin({ document, value, level }: Assignment, { inventory }: OpenedStack) {
  return { ...linesOf(placeIn(document, value), inventory.documents), level };
}

function sourceEntry({ assignment, node }: Source, { inventory, secrecy }: OpenedStack) {
  const { file, line, column } = linesOf(placeIn(assignment.document, node), inventory.documents);
  return { variable: secrecy.nameIn(assignment.document, assignment.name), file, line, column };
}
