/** Hosts that a command line names. */
import { hostsMatching } from '../ansible/index.ts';
import type { Host } from '../ansible/index.ts';
import { didYouMean } from '../model/nearest.ts';
import { listed } from '../model/phrases.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { MAX_NAMES } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';

/** The host of a name, or else those that it selects as a pattern: of a group, or with `*`. */
export function hostsOf({ inventory, hosts }: OpenedStack, name: string | undefined): readonly Host[] {
  if (name === undefined) return hosts;
  const host = inventory.hosts.get(name);
  if (host !== undefined) return [host];
  const selected = hostsMatching(inventory, name);
  return 'refused' in selected ? [] : hosts.filter((each) => selected.includes(each));
}

/** One line for a host that no inventory has. */
export function complaintAboutHost(name: string, opened: readonly OpenedStack[]): string {
  const hosts = opened.flatMap(({ inventory }) => [...inventory.hosts.values()].map(shownHost));
  return `unknown host ${name}${didYouMean(name, hosts, `the inventory has ${listed(hosts, MAX_NAMES)}`)}`;
}
