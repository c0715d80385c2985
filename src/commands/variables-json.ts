/** Variables for programs, version 1. */
import type { Assignment, Host } from '../ansible/entities.ts';
import { CannotCheck } from '../cannot-check.ts';
import type { OpenedStack } from '../index.ts';
import { linesOf } from '../report/places.ts';
import type { Documents } from '../report/places.ts';
import { printableJson } from '../report/text.ts';
import type { Vocabulary } from '../stack/vocabulary.ts';
import type { Effective, Shown } from './effective.ts';
import { Masked, shown } from './effective.ts';

/** The variables of one host that are to be told. */
export interface HostReport {
  readonly opened: OpenedStack;
  readonly host: Host;
  readonly variables: readonly Effective[];
}

/** All hosts with their variables as one JSON object. Two stacks may not both have a host that is told. */
export function variablesJson(reports: readonly HostReport[]): string {
  const hosts = new Map<string, unknown>();
  for (const { opened, host, variables } of reports) {
    if (hosts.has(host.name))
      throw new CannotCheck(`several inventories have a host ${host.name}; choose one with --inventory`);
    const { documents } = opened.inventory;
    const entries = variables.map((one) => [one.name, entry(one, documents, opened.vocabulary)] as const);
    hosts.set(host.name, Object.fromEntries(entries));
  }
  return `${printableJson({ version: 1, hosts: Object.fromEntries(hosts) })}\n`;
}

function entry({ name, shown: winning, places }: Effective, documents: Documents, vocabulary: Vocabulary | undefined) {
  const [winner, ...overridden] = places;
  const overrides = overridden.map((one) => ({
    ...origin(one, documents),
    ...worth(shown(one.value, name, vocabulary)),
  }));
  return {
    state: winning.state,
    ...worth(winning),
    origin: origin(winner, documents),
    overrides: overrides.length > 0 ? overrides : undefined,
  };
}

function worth(value: Shown) {
  if (value.state === 'unknown') return { reason: value.reason, message: value.message, raw: value.raw };
  return value.value instanceof Masked ? value.value.toJSON() : { value: value.value };
}

function origin({ document, value, level }: Assignment, documents: Documents) {
  return { ...linesOf({ file: document.file, start: value.start, end: value.end }, documents), level };
}
