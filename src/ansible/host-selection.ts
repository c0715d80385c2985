/** Patterns that select hosts of an inventory: `--host`, `--limit`, and the `hosts` of a play. */
import { parseAddress, Refused } from './host-pattern.ts';
import type { Group, Host, Inventory } from './entities.ts';

/**
 * The hosts that a pattern selects, in Ansible's order.
 *
 * A pattern is names, globs (`es-*`), regular expressions (`~es-\d+`) and positions (`search[0]`, `search[1:3]`),
 * joined by `,` or `:`; `&` keeps only what matches too, `!` takes away. Throws Refused for a position out of range.
 */
export function selectHosts(inventory: Inventory, pattern: string): readonly Host[] {
  const parts = splitPattern(pattern).filter((part) => part !== '');
  const plain = parts.filter((part) => !/^[!&]/.test(part));
  const ordered = [
    ...(plain.length > 0 ? plain : ['all']),
    ...parts.filter((part) => part.startsWith('&')),
    ...parts.filter((part) => part.startsWith('!')),
  ];
  let selected: readonly Host[] = [];
  for (const part of ordered) {
    const host = inventory.hosts.get(part);
    if (host !== undefined) selected = [...selected, host];
    else if (part.startsWith('&')) selected = selected.filter(within(matching(inventory, part.slice(1))));
    else if (part.startsWith('!')) {
      const excluded = within(matching(inventory, part.slice(1)));
      selected = selected.filter((each) => !excluded(each));
    } else selected = [...selected, ...matching(inventory, part)];
  }
  return [...new Set(selected)];
}

function within(hosts: readonly Host[]): (host: Host) => boolean {
  const set = new Set(hosts);
  return (host) => set.has(host);
}

/** Splits at commas; without one at colons, unless the whole is an address. */
function splitPattern(pattern: string): readonly string[] {
  if (pattern.includes(',')) return pattern.split(',').map((part) => part.trim());
  if (parseAddress(pattern) !== undefined) return [pattern];
  return pattern.match(/(?:[^\s:[\]]|\[[^\]]*\])+/g) ?? [];
}

function matching(inventory: Inventory, pattern: string): readonly Host[] {
  const position = pattern.startsWith('~') ? null : /^(.+)\[(?:(-?\d+)|(\d+)[:-](\d*))\]$/.exec(pattern);
  const [, expression = pattern, index, from, to] = position ?? [];
  const hosts = enumerate(inventory, expression);
  if (position === null || hosts.length === 0) return hosts;
  if (index === undefined) return hosts.slice(Number(from), to === '' ? hosts.length : Number(to) + 1);
  const host = hosts.at(Number(index));
  if (host === undefined) throw new Refused(`No hosts matched the subscripted pattern '${pattern}'`);
  return [host];
}

function enumerate(inventory: Inventory, pattern: string): readonly Host[] {
  const matches = matcher(pattern);
  const groups: Group[] = [...inventory.groups.values()].filter(({ name }) => matches(name));
  const hosts = groups.flatMap((group) => [...inventory.members(group)]);
  if (groups.length === 0 || /^~|[.?*[]/.test(pattern))
    for (const host of inventory.hosts.values()) if (matches(host.name)) hosts.push(host);
  return hosts;
}

function matcher(pattern: string): (name: string) => boolean {
  if (!pattern.startsWith('~') && !/[?*[]/.test(pattern)) return (name) => name === pattern;
  try {
    const expression = new RegExp(pattern.startsWith('~') ? `^(?:${pattern.slice(1)})` : glob(pattern), 's');
    return (name) => expression.test(name);
  } catch {
    throw new Refused(`Invalid host list pattern: ${pattern}`);
  }
}

function glob(pattern: string): string {
  const translated = pattern.replace(
    /\*+|\?|\[(!?)(\]?[^\]]*)\]|[\\^$.+()[\]{}|/]/g,
    (part, not?: string, set?: string) => {
      if (part.startsWith('*')) return '.*';
      if (part === '?') return '.';
      return set === undefined ? `\\${part}` : `[${not === '!' ? '^' : ''}${set.replace(/[\\\]^[]/g, '\\$&')}]`;
    },
  );
  return `^(?:${translated})$`;
}
