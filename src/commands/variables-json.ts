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
export function variablesJson(reports: readonly HostReport[], extra: Readonly<Record<string, unknown>> = {}): string {
  const hosts: Record<string, unknown> = {};
  for (const { opened, host, variables } of reports) {
    if (Object.hasOwn(hosts, host.name))
      throw new CannotCheck(`several inventories have a host ${host.name}; choose one with --inventory`);
    const { documents } = opened.inventory;
    hosts[host.name] = Object.fromEntries(
      variables.map((variable) => [variable.name, entry(variable, documents, opened.vocabulary)]),
    );
  }
  return `${printableJson({ version: 1, ...extra, hosts })}\n`;
}

function entry({ name, shown: value, places }: Effective, documents: Documents, vocabulary: Vocabulary | undefined) {
  const [winner, ...overridden] = places;
  return {
    ...told(value),
    origin: origin(winner, documents),
    overrides:
      overridden.length === 0
        ? undefined
        : overridden.map((one) => {
            const { state: _, ...rest } = told(shown(one.value, name, vocabulary));
            return { ...origin(one, documents), ...rest };
          }),
  };
}

function told(value: Shown) {
  if (value.state === 'unknown') return value;
  return value.value instanceof Masked ? { state: value.state, ...value.value.toJSON() } : value;
}

function origin({ document, value, level }: Assignment, documents: Documents) {
  return { ...linesOf({ file: document.file, start: value.start, end: value.end }, documents), level };
}
