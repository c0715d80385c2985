/** Names of hosts or groups that were meant as something else: keywords, assignments, separators. */
import type { Location } from '../../source/document.ts';
import type { Group, Host, SourcedInventory } from '../inventory/entities.ts';
import type { NameMistake } from '../../troubles/mistake.ts';

/** A name that Ansible takes for a host or group, and that was meant as something else. */
export interface MisplacedName extends NameMistake {
  readonly at: Location;
  /** What it names, where Ansible takes it for a host. */
  readonly host: Host | undefined;
}

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
    if (kind !== undefined) found.push(...strange(host, kind, host));
  }
  for (const group of groups.values())
    if (isKeyword(group, 'group'))
      found.push(...strange(group, isAtTop(group) ? 'topKeyword' : 'groupKeyword', undefined));
  for (const at of emptyRanges)
    found.push({ kind: 'emptyRange', name: at.document.text.slice(at.start, at.end), at, host: undefined });
  return found;
}

function strange(
  { name, mentions: [at] }: Host | Group,
  kind: MisplacedName['kind'],
  host: Host | undefined,
): readonly MisplacedName[] {
  return at === undefined ? [] : [{ kind, name, at, host }];
}

function kindOf(host: Host): MisplacedName['kind'] | undefined {
  const { name } = host;
  if (ORDINARY.test(name)) return isKeyword(host, 'host') ? 'keyword' : undefined;
  if (name.startsWith('\uFEFF')) return 'byteOrderMark';
  if (/^\w+=/.test(name)) return 'assignment';
  // A pattern cannot name a host like this: there, a comma begins the next host.
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
