/** The host `localhost` that Ansible makes up where no source names it. */
import { Document } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Host, InventoryGraph } from '../entities.ts';
import { HostNode } from '../graph-nodes.ts';

/** What Ansible takes for the machine that it runs on (`C.LOCALHOST`). */
export const LOCALHOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/**
 * The host that a name of this very machine stands for where no source has it: the first such host of the inventory
 * under another of its names, else one that Ansible makes up.
 *
 * That host is in no group, but has the variables of `all` and of host_vars. Its `ansible_python_interpreter` is the
 * Python that runs Ansible; here is none, so it is the template which Ansible's documentation gives for it
 * (https://docs.ansible.com/ansible/latest/inventory/implicit_localhost.html).
 */
export function localhost(inventory: InventoryGraph, name: string): Host {
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
