/** The address of a host, as its inventory gives it. */
import type { Host, Inventory } from '../ansible/index.ts';
import { isAddress } from '../model/network-address.ts';
import type { Setting } from '../model/setting.ts';
import { DeclaredOrigin } from './origin.ts';
import { placeToSet } from './place.ts';
import { textsIn } from './plain.ts';
import type { Values } from './values.ts';

const SETTING = 'hostAddress';
/** Variables with the address of a host: that of roles that configure nodes with it, and Ansible's own. */
const ADDRESSES = ['config_host', 'ansible_host', 'ansible_ssh_host'];
const PORTS = ['ansible_port', 'ansible_ssh_port'];

/**
 * The address of a host, with the port by which Ansible reaches it if it has one: machines behind one address differ
 * in it. The name of the host counts, if it is an address. Unset if nothing gives one.
 */
export function addressOfHost(host: Host, inventory: Inventory, values: Values): Setting<string> {
  const variables = inventory.variablesOf(host);
  const toSet = { setting: SETTING, variable: 'config_host', origin: placeToSet(inventory, host) };
  const textOf = (variable: string): string | undefined => {
    const assignment = variables.get(variable);
    const result = assignment && values.of(host, assignment.value);
    return result?.state === 'known' && !result.tainted ? textsIn(result.value)[0] : undefined;
  };
  for (const variable of ADDRESSES) {
    const assignment = variables.get(variable);
    const isUnknown = variables.unknown(variable) !== undefined;
    if (assignment === undefined && !isUnknown) continue;
    const address = isUnknown ? undefined : textOf(variable);
    if (assignment === undefined || address === undefined) {
      const message = `only a run can know the ${variable} of ${host.name}`;
      return { state: 'unknown', ...toSet, variable, reason: 'not-applicable', message };
    }
    if (address.trim() === '') continue;
    const port = variable === 'config_host' ? undefined : PORTS.map(textOf).find((one) => one !== undefined);
    const origin = new DeclaredOrigin(assignment.value, assignment, variables);
    const value = port === undefined ? address : `${address}:${port}`;
    return { state: 'known', setting: SETTING, variable, origin, value };
  }
  return isAddress(host.name) ? { state: 'known', ...toSet, value: host.name } : { state: 'unset', ...toSet };
}
