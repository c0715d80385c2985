/** What `stacklint inventory` prints of an inventory: which hosts and groups, in which form. */
import { graph } from '../ansible/dump/graph.ts';
import { jsonPrinter } from '../ansible/dump/json.ts';
import { hostVariables, withoutBytes } from '../ansible/dump/shown.ts';
import type { DumpOptions } from '../ansible/dump/shown.ts';
import type { Host, Inventory } from '../ansible/entities.ts';
import { limitHosts, limitPatterns, refuseMissed, selectHosts } from '../ansible/patterns/host-selection.ts';
import type { Settings } from '../ansible/settings/settings.ts';
import { CannotCheck } from '../cannot-check.ts';
import type { Files } from '../files.ts';
import type { InventoryRequest } from './inventory.ts';

/**
 * The text that the options ask for.
 *
 * Throws CannotCheck where `--host` or `--graph` names what is not there, BadPattern, FileError and Unprintable.
 */
export function printed(
  read: Inventory,
  files: Files,
  request: InventoryRequest,
  { mismatchFails, warnsOfMismatch }: Settings,
  options: DumpOptions,
  warn: (message: string) => void,
): string {
  const { printer = jsonPrinter, limit, cwd } = request;
  if (request.host !== undefined) {
    const [host, ...others] = selectHosts(read, request.host, mismatchFails ? refuseMissed : undefined);
    if (host === undefined || others.length > 0)
      throw new CannotCheck(`--host ${request.host} is ${host === undefined ? 'no host' : 'more than one host'}`);
    return printer.host(hostVariables(read, host, options), options);
  }
  const limits = limit === undefined ? undefined : limitPatterns(limit, files, cwd);
  if (request.graph) {
    const top = read.groups.get(request.group ?? 'all');
    if (top === undefined) throw new CannotCheck(`--graph needs a group, and there is no group ${request.group}`);
    return withoutBytes(graph(read, top, { ...options, vars: request.vars }));
  }
  // A host that is named `all` hides the group of that name.
  const hosts: readonly Host[] = selectHosts(read, 'all');
  const missed = (pattern: string): void => {
    if (mismatchFails) refuseMissed(pattern);
    if (warnsOfMismatch) warn(`--limit: no host matches ${pattern}`);
  };
  const limited = limits && new Set(limitHosts(read, limits, missed));
  const shown = limited === undefined ? hosts : hosts.filter((host) => limited.has(host));
  return printer.list(read, shown, options);
}
