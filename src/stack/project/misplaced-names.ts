/** Names of hosts or groups that were meant as something else: keywords, assignments, separators. */
import type { Group, Host, SourcedInventory, Location } from '../../ansible/entities.ts';
import type { MisplacedName } from '../../model/declared-inventory.ts';
import { shownHost } from '../hosts.ts';
import { placeIn } from '../place.ts';

/** Keys that a group has in YAML; `hosts` is also a common name of a group. */
const KEYWORDS: Readonly<Record<'host' | 'group', readonly string[]>> = {
  host: ['hosts', 'vars', 'children'],
  group: ['vars', 'children'],
};

/** Names of usual form, which can only be misplaced as keywords. */
const ORDINARY = /^[\w.:-]+$/;

/** The misplaced names of an inventory: hosts in the order in which they were named, then groups, then empty ranges. */
export function namesMistakenForHosts({ hosts, groups, emptyRanges }: SourcedInventory): readonly MisplacedName[] {
  const found: MisplacedName[] = [];
  for (const host of hosts.values()) {
    const kind = kindOf(host);
    if (kind !== undefined) found.push(...strange(host, kind, shownHost(host), [shownHost(host)]));
  }
  for (const group of groups.values())
    if (isKeyword(group, 'group'))
      found.push(...strange(group, isAtTop(group) ? 'topKeyword' : 'groupKeyword', group.name, []));
  for (const at of emptyRanges)
    found.push({ kind: 'emptyRange', name: at.document.text.slice(at.start, at.end), at: placeOf(at), hosts: [] });
  return found;
}

function strange(
  { mentions: [at] }: Host | Group,
  kind: MisplacedName['kind'],
  name: string,
  hosts: readonly string[],
): readonly MisplacedName[] {
  return at === undefined ? [] : [{ kind, name, at: placeOf(at), hosts }];
}

function placeOf(at: Location): MisplacedName['at'] {
  return placeIn(at.document, at);
}

function kindOf(host: Host): MisplacedName['kind'] | undefined {
  const { name } = host;
  if (ORDINARY.test(name)) return isKeyword(host, 'host') ? 'keyword' : undefined;
  if (name.startsWith('\uFEFF')) return 'byteOrderMark';
  if (/^\w+=/.test(name)) return 'assignment';
  // A pattern cannot name such a host: a comma begins the next one there.
  if (/[,;]$/.test(name)) return 'separator';
  if (/\{[^}]*(?:\.\.|,)[^}]*\}/.test(name)) return 'braces';
  return undefined;
}

function isAtTop({ mentions: [at] }: Group): boolean {
  const root = at?.document.root;
  return root?.kind === 'mapping' && root.pairs.some(({ key }) => key.start === at?.start);
}

function isKeyword({ name, mentions: [at] }: Host | Group, kind: keyof typeof KEYWORDS): boolean {
  return KEYWORDS[kind].includes(name) && at?.document.format === 'yaml';
}
