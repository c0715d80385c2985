/** The output of `stacklint inventory`: the chosen hosts and groups, in the chosen form. */
import { graphText } from './graph-output.ts';
import { jsonPrinter } from './json-output.ts';
import { hostVariables, withoutUndecodableBytes } from './output.ts';
import type { DumpOptions } from './output.ts';
import { yamlPrinter } from './yaml-output.ts';
import type { Group, Host, Inventory, InventoryGraph } from '../inventory/entities.ts';
import type { VariableOwners } from '../read-inventory.ts';
import { limitHosts, limitPatterns, refuseAsUnmatched, selectHosts } from '../patterns/host-selection.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import { CannotCheck } from '../../ground/cannot-check.ts';
import type { Files } from '../../ground/files.ts';

/** The options that say what is printed, and in which form. */
export interface PrintRequest {
  readonly cwd: string;
  readonly host?: string | undefined;
  readonly graph: boolean;
  /** With `graph`: the group to start at, instead of `all`. */
  readonly group?: string | undefined;
  readonly vars: boolean;
  /** With `list`: only hosts that this pattern selects. */
  readonly limit?: string | undefined;
  /** True for YAML in place of JSON. */
  readonly yaml?: boolean;
}

/** The part of an inventory that is to be printed: one host, a tree of groups, or all of some hosts. */
type Wanted =
  | { readonly form: 'host'; readonly host: Host }
  | { readonly form: 'graph'; readonly top: Group; readonly vars: boolean; readonly hosts: readonly Host[] }
  | { readonly form: 'list'; readonly groups: readonly Group[]; readonly hosts: readonly Host[] };

/**
 * Finds the hosts and groups that the options ask for.
 *
 * Throws CannotCheck if `--host` or `--graph` names something unknown, BadPattern and FileError.
 */
export function wantedHostsAndGroups(
  read: InventoryGraph,
  files: Files,
  request: PrintRequest,
  { mismatchFails, warnsOfMismatch }: Settings,
  warn: (message: string) => void,
): Wanted {
  const { limit, cwd } = request;
  if (request.host !== undefined) {
    const [host, ...others] = selectHosts(read, request.host, mismatchFails ? refuseAsUnmatched : undefined);
    if (host === undefined || others.length > 0)
      throw new CannotCheck(`--host ${request.host} is ${host === undefined ? 'no host' : 'more than one host'}`);
    return { form: 'host', host };
  }
  const limits = limit === undefined ? undefined : limitPatterns(limit, files, cwd);
  if (request.graph) {
    const top = read.groups.get(request.group ?? 'all');
    if (top === undefined) throw new CannotCheck(`--graph needs a group, and there is no group ${request.group}`);
    return { form: 'graph', top, vars: request.vars, hosts: read.members(top) };
  }
  // A host that is named `all` hides the group of that name.
  const hosts = selectHosts(read, 'all');
  const missed = (pattern: string): void => {
    if (mismatchFails) refuseAsUnmatched(pattern);
    if (warnsOfMismatch) warn(`--limit: no host matches ${pattern}`);
  };
  const limited = limits && new Set(limitHosts(read, limits, missed));
  const shown = limited === undefined ? hosts : hosts.filter((host) => limited.has(host));
  return { form: 'list', groups: [...read.groups.values()], hosts: shown };
}

/** The groups and hosts whose files of variables it takes; Ansible opens no others. */
export function ownersToRead(
  wanted: Wanted,
  { export: exports, playbook: besidePlaybooks }: DumpOptions,
): VariableOwners {
  if (wanted.form === 'graph' && !wanted.vars) return { hosts: [] };
  const hosts = wanted.form === 'host' ? [wanted.host] : wanted.hosts;
  const groups = wanted.form === 'graph' ? below(wanted.top) : wanted.form === 'list' && exports ? wanted.groups : [];
  return exports
    ? { hosts: [], alone: [...groups, ...hosts], besidePlaybooks }
    : { hosts, alone: groups, besidePlaybooks };
}

/** A group with those below it. */
function below(top: Group): readonly Group[] {
  const groups = new Set([top]);
  for (const { children } of groups) for (const child of children) groups.add(child);
  return [...groups];
}

/** Prints it. Throws Unprintable. */
export function printInventory(
  inventory: Inventory,
  wanted: Wanted,
  { yaml = false }: PrintRequest,
  options: DumpOptions,
): string {
  const printer = yaml ? yamlPrinter : jsonPrinter;
  switch (wanted.form) {
    case 'host':
      return printer.host(hostVariables(inventory, wanted.host, options), options);
    case 'graph':
      return withoutUndecodableBytes(graphText(inventory, wanted.top, { ...options, vars: wanted.vars }));
    case 'list':
      return printer.list(inventory, wanted.hosts, options);
  }
}
