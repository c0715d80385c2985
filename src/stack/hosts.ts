/** Hosts in findings: those that see a value, and the names that reports give hosts. */
import { possibleReaders } from '../ansible/index.ts';
import type { Assignment, Host, HostVariables, Inventory } from '../ansible/index.ts';
import { shownName } from '../model/secret-texts.ts';
import { textsIn } from './plain.ts';
import type { Values } from './values.ts';

/** A host for which an assignment wins. */
export interface SeeingHost {
  readonly host: Host;
  readonly variables: HostVariables;
  readonly assignment: Assignment;
}

/** Finds the hosts for which a value wins in at least one of their plays; merged mappings all win. */
export function hostsWhereValueWins(
  { name, value, document, level }: Pick<Assignment, 'name' | 'value' | 'document' | 'level'>,
  inventory: Inventory,
): readonly SeeingHost[] {
  const readers = possibleReaders({ document, level }, inventory) ?? inventory.hosts.values();
  return [...new Set(readers)].flatMap((host) => {
    const variables = inventory.variablesOf(host);
    const isMerged = value.kind === 'mapping' && variables.value(name) !== variables.get(name)?.value;
    const seen = isMerged ? variables.candidates(name) : variables.winners(name);
    const assignment = seen.find((one) => one.value === value);
    return assignment === undefined ? [] : [{ host, variables, assignment }];
  });
}

/**
 * The name of a host as reports show it; for a made-up host, what it represents. Below a mistyped section of INI,
 * `password=…` may be taken for a host.
 */
export function shownHost({ name, standsFor }: Host): string {
  return standsFor === undefined ? shownName(name) : `a made-up host of ${standsFor.kind} ${standsFor.name}`;
}

/** Variables with the address of a host. */
const ADDRESSES = ['ansible_host', 'ansible_ssh_host', 'config_host'];

/** The names and addresses of a host in its inventory, as far as they are known. */
export function namesOfHost(host: Host, inventory: Inventory, values: Values): readonly string[] {
  const variables = inventory.variablesOf(host);
  const addresses = ADDRESSES.flatMap((name) => {
    const assignment = variables.unknown(name) === undefined ? variables.get(name) : undefined;
    const result = assignment && values.of(host, assignment.value);
    return result?.state === 'known' ? textsIn(result.value) : [];
  });
  return [host.name, ...addresses];
}
