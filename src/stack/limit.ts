/** `--limit`: which hosts are reported. */
import { hostsMatching } from '../ansible/index.ts';
import type { Host, Inventory } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Files } from '../ground/files.ts';
import { nearest } from '../model/nearest.ts';
import { shownHost } from './hosts.ts';

interface Limit {
  readonly files: Files;
  readonly cwd: string;
  /** A pattern of hosts as Ansible has it; undefined lets all through. */
  readonly limit?: string | undefined;
}

/** The hosts of an inventory that a limit lets through. Throws CannotCheck if the limit has no meaning. */
export function reportedHosts({ files, cwd, limit }: Limit, inventory: Inventory): readonly Host[] {
  if (limit === undefined) return [...inventory.hosts.values()];
  const hosts = hostsMatching(inventory, limit, { files, cwd });
  if ('refused' in hosts) throw new CannotCheck(`--limit ${limit}: ${hosts.refused}`);
  return hosts;
}

/** Throws CannotCheck, with the nearest name, for a limit that lets no host of any stack through. */
export function refuseEmptyLimit(
  { limit }: Limit,
  stacks: readonly {
    readonly inventory: Inventory;
    readonly hosts: readonly Host[];
    readonly sources: readonly string[];
  }[],
): void {
  if (limit === undefined || stacks.some(({ hosts }) => hosts.length > 0)) return;
  const names = stacks.flatMap(({ inventory: { groups, hosts } }) => [
    ...groups.keys(),
    ...[...hosts.values()].map(shownHost),
  ]);
  const near = limit
    .split(/[,:]/)
    .map((part) => part.trim().replace(/^[&!]/, ''))
    .filter((part) => !names.includes(part))
    .map((part) => nearest(part, names))
    .find((name) => name !== undefined);
  const sources = stacks[0]?.sources.map((source) => `-i ${source} `).join('') ?? '';
  const hint =
    near === undefined ? `stacklint inventory ${sources}--graph shows groups and hosts` : `did you mean ${near}?`;
  throw new CannotCheck(`--limit ${limit} matches no host; ${hint}`);
}
