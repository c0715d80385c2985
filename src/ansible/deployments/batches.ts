/**
 * Batches of a play: how many of its hosts run it together.
 *
 * Ansible evaluates `serial` before it looks at any host, so that variables of the inventory do not count: a template
 * that falls back on a default gets that default, whatever the inventory sets.
 */
import type { Location } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import type { Host } from '../inventory/entities.ts';
import type { PlayOnHost, Plays } from '../plays/plays.ts';
import type { Scopes } from '../scopes.ts';
import type { PlacedCause } from '../template/files/rendered-text.ts';
import { UnknownValue } from '../template/markers.ts';
import type { Scope } from '../template/scope.ts';
import { evaluateTaskValue } from './loops.ts';
import { TaskScope } from './task-scope.ts';
import { whyOf } from './task-values.ts';

export interface Batches {
  /** The number of hosts of each, in order, or why it is not known. */
  readonly sizes: readonly number[] | PlacedCause;
  /** The number of hosts of the largest, which may be known where the number of hosts is not. */
  readonly largest: number | PlacedCause;
  /** The place of `serial`; undefined if all hosts of the play run it together. */
  readonly serial: Location | undefined;
}

/** A size as it is written: a number of hosts, or a part of all hosts of the play. */
type Size = { readonly hosts: number } | { readonly percent: number };

/** The batches of a play, from the view of one of its hosts. */
export function batchesOf(play: PlayOnHost, host: Host, plays: Plays, scopes: Scopes): Batches {
  const { document, serial, hosts, node } = play.reading.play;
  const place = { document, ...rangeOf(serial?.value ?? hosts?.value ?? node) };
  const count = hostCount(play, plays, place);
  if (serial === undefined)
    return { sizes: typeof count === 'number' ? [count] : count, largest: count, serial: undefined };
  const sizes = sizesOf(serial.value, scopeOfKeywords(play, host, plays, scopes), place);
  if ('reason' in sizes) return { sizes, largest: sizes, serial: place };
  if (typeof count !== 'number') return { sizes: count, largest: largestOfUncounted(sizes, count), serial: place };
  const batches = batchSizes(sizes, count);
  return { sizes: batches, largest: Math.max(0, ...batches), serial: place };
}

/** The sizes of the batches of some hosts: the last size counts for all that follow. */
export function batchSizes(sizes: readonly Size[], hosts: number): readonly number[] {
  const batches: number[] = [];
  let left = hosts;
  for (let at = 0; left > 0; at++) {
    const size = sizes[Math.min(at, sizes.length - 1)];
    const wanted = size === undefined ? 0 : 'hosts' in size ? size.hosts : partOf(size.percent, hosts);
    // Ansible takes all that are left for a number below one.
    const batch = wanted > 0 ? Math.min(wanted, left) : left;
    batches.push(batch);
    left -= batch;
  }
  return batches;
}

/** A part of all hosts, at least one. */
function partOf(percent: number, hosts: number): number {
  return Math.trunc((percent / 100) * hosts) || 1;
}

function largestOfUncounted(sizes: readonly Size[], why: PlacedCause): number | PlacedCause {
  const numbers = sizes.map((size) => ('hosts' in size ? size.hosts : 0));
  return numbers.length > 0 && numbers.every((number) => number > 0) ? Math.max(...numbers) : why;
}

/** The number of hosts of a play, or why it is not known. */
function hostCount({ hosts }: PlayOnHost, plays: Plays, place: Location): number | PlacedCause {
  const { standIn, dynamicSources, lockedSources } = plays.inventory;
  const unknown = (message: string): PlacedCause => ({ reason: 'task', message, name: undefined, place });
  if (hosts === undefined) return unknown('only a run can know the hosts of the play');
  if (standIn !== undefined) return unknown('the inventory was not found');
  if (dynamicSources.length + lockedSources.length > 0)
    return unknown('only a run can know all hosts of the inventory');
  return hosts.length;
}

function sizesOf(node: Node, scope: Scope, place: Location): readonly Size[] | PlacedCause {
  const value = evaluateTaskValue(node, scope);
  if (value instanceof UnknownValue) return whyOf(value, place.document, node);
  const sizes: Size[] = [];
  for (const item of value.kind === 'sequence' ? value.items : [value]) {
    const size = sizeOf(item);
    if (size === undefined) {
      const message = 'serial is neither a number nor a percentage, nor a list of them';
      return { reason: 'error', message, name: undefined, place };
    }
    sizes.push(size);
  }
  return sizes;
}

function sizeOf(item: Node): Size | undefined {
  if (item.kind !== 'scalar') return undefined;
  if (typeof item.value === 'number' || typeof item.value === 'bigint')
    return { hosts: Math.trunc(Number(item.value)) };
  const [, digits, percent] = /^\s*([-+]?\d+)\s*(%?)$/.exec(String(item.value)) ?? [];
  if (digits === undefined) return undefined;
  return percent === '%' ? { percent: Number(digits) } : { hosts: Number(digits) };
}

/** The scope of a play's own keywords: its variables and those of its roles, but no host. */
function scopeOfKeywords(play: PlayOnHost, host: Host, plays: Plays, scopes: Scopes): Scope {
  const { reading, files } = play;
  const layers = {
    below: reading.importedLayers('defaults'),
    own: {
      value: () => undefined,
      get: () => undefined,
      candidates: () => [],
      winners: () => [],
      names: () => [],
      unreadAbove: () => [],
    },
    above: [...reading.variables, ...files, ...reading.importedLayers('vars')],
    included: [],
    open: [],
    facts: new Map<string, never>(),
    passedBy: [],
    params: [],
    extra: plays.extra,
    address: undefined,
    magic: () => undefined,
    use: () => undefined,
    elsewhere: (name: string) => {
      const unread = plays.unreadable(name);
      return unread && UnknownValue.variable(name, unread);
    },
  };
  const { mergeHashes } = plays;
  return new TaskScope(withoutHost(scopes.of(host)), layers, { playbookDir: reading.play.folder, mergeHashes });
}

function withoutHost(scope: Scope): Scope {
  const unknown = (name: string): UnknownValue =>
    UnknownValue.named('task', name, 'is not there for keywords of plays');
  return {
    variable: () => undefined,
    inventoryHostname: undefined,
    inventoryHostnameShort: undefined,
    groupNames: unknown('group_names'),
    groups: scope.groups,
    hosts: unknown('hostvars'),
    hostvars: () => unknown('hostvars'),
    classic: scope.classic,
    inventoryDir: scope.inventoryDir,
    inventoryFile: scope.inventoryFile,
    decrypted: (value, name) => scope.decrypted?.(value, name) ?? UnknownValue.named('vault', name, 'is encrypted'),
    read: (format, text) => scope.read?.(format, text),
  };
}

function rangeOf({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end };
}
