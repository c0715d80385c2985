/** The implicit host `localhost` of Ansible, which no source names. */
import { Document } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Host, InventoryGraph } from '../inventory/entities.ts';
import { HostNode } from './graph-nodes.ts';

/** The names that Ansible takes for the machine it runs on (`C.LOCALHOST`). */
export const LOCALHOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * The host for a name of the local machine that no source has: the inventory's first host with another name of that
 * machine, else an implicit one.
 *
 * The implicit host is in no group, but has the variables of `all` and of host_vars. Its `ansible_python_interpreter`
 * is the template that Ansible's documentation gives, as no Python runs here
 * (https://docs.ansible.com/ansible/latest/inventory/implicit_localhost.html).
 */
export function localhostOf(inventory: InventoryGraph, name: string): Host {
  for (const host of inventory.hosts.values()) if (LOCALHOSTS.includes(host.name)) return host;
  const host = new HostNode(name, undefined);
  const document = new Document(name, '', 'text', {});
  for (const [variable, value] of [
    ['ansible_python_interpreter', '{{ ansible_playbook_python }}'],
    ['ansible_connection', 'local'],
  ] as const) {
    const key = new Scalar(0, 0, 'str', variable);
    const pair = { key, value: new Scalar(0, 0, 'str', value), mergedAt: undefined };
    host.assign(pair, document);
  }
  return host;
}
