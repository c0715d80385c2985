/** The memory of hosts, where an inventory has the fact that Ansible would gather. */
import type { Host, Inventory } from '../../ansible/index.ts';
import type { Setting } from '../../model/setting.ts';
import { MEGABYTES_OF_GB } from '../../model/units.ts';
import { DeclaredOrigin } from '../origin.ts';
import { placeToSet } from '../place.ts';
import type { Values } from '../values.ts';

const SETTING = 'ramGb';
const FACT = 'ansible_memtotal_mb';

/** The memory of a host in GB; not applicable if nothing that is declared tells it. */
export function ramOfHost(host: Host, inventory: Inventory, values: Values): Setting<number> {
  const variables = inventory.variablesOf(host);
  const assignment = variables.unknown(FACT) === undefined ? variables.get(FACT) : undefined;
  const result = assignment && values.of(host, assignment.value);
  const megabytes =
    result?.state === 'known' && result.value.kind === 'scalar' && result.value.value !== null
      ? Number(result.value.value)
      : NaN;
  if (assignment !== undefined && megabytes > 0) {
    const origin = new DeclaredOrigin(assignment.value, assignment, variables);
    return { state: 'known', setting: SETTING, variable: FACT, origin, value: megabytes / MEGABYTES_OF_GB };
  }
  const message = 'nothing that is declared tells how much memory the host has';
  const origin = placeToSet(inventory, host);
  return { state: 'unknown', setting: SETTING, variable: FACT, reason: 'not-applicable', message, origin };
}
