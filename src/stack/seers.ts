/** Who sees a value: the hosts for which it is the one that counts. */
import type { Assignment, Host, HostVariables, Inventory } from '../ansible/entities.ts';

/** A host for which the value of a place is the one that counts. */
export interface Seer {
  readonly host: Host;
  readonly variables: HostVariables;
  readonly assignment: Assignment;
}

/**
 * The hosts for which a value wins, in one of their plays at least; of mappings that are merged, each is seen in part.
 */
export function seersOf({ name, value }: Pick<Assignment, 'name' | 'value'>, inventory: Inventory): readonly Seer[] {
  return [...inventory.hosts.values()].flatMap((host) => {
    const variables = inventory.variablesOf(host);
    const isMerged = value.kind === 'mapping' && variables.value(name) !== variables.get(name)?.value;
    const seen = isMerged ? variables.candidates(name) : variables.winners(name);
    const assignment = seen.find((one) => one.value === value);
    return assignment === undefined ? [] : [{ host, variables, assignment }];
  });
}
