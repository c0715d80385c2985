/** Facts about the machine and the process of a running node, which no file needs to state. */
import { isMap } from '../../ground/json-map.ts';
import { addressIn } from '../../model/network-address.ts';
import type { Place, Setting } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import { GB } from '../../model/units.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** The settings of the model that a running node tells as facts. */
export type Facts = { readonly [N in SettingName]?: Setting<SettingTypes[N]> };

/** The answers about machines. */
export interface FactAnswers {
  readonly nodes: ClusterAnswer;
  /** Undefined if the call was not made. */
  readonly stats: ClusterAnswer | undefined;
}

/** The facts of one node; `id` is its key in both answers. */
export function factsOfMachine({ nodes, stats }: FactAnswers, id: string): Facts {
  const fact = <N extends SettingName>(
    setting: N,
    answer: ClusterAnswer | undefined,
    keys: readonly string[],
    read: (value: unknown) => SettingTypes[N] | undefined,
  ): Readonly<Record<N, Setting<SettingTypes[N]>>> => {
    const from = answer ?? nodes;
    const path = ['nodes', id, ...keys];
    const value = read(partOfAnswer(answer, path)?.value);
    const common = { setting, variable: keys.join('.'), origin: placeInAnswer(from, path) };
    const one: Setting<SettingTypes[N]> =
      value === undefined ? untold(from, common) : { state: 'known', ...common, value };
    return { [setting]: one } as Readonly<Record<N, Setting<SettingTypes[N]>>>;
  };
  return {
    ...fact('roles', nodes, ['roles'], texts),
    ...fact('release', nodes, ['version'], text),
    ...fact('heapGb', nodes, ['jvm', 'mem', 'heap_max_in_bytes'], gigabytes),
    ...fact('heapStartGb', nodes, ['jvm', 'mem', 'heap_init_in_bytes'], gigabytes),
    ...fact('oldGeneration', stats, ['jvm', 'mem'], oldGenerationOf),
    ...fact('compressedPointers', nodes, ['jvm', 'using_compressed_ordinary_object_pointers'], truth),
    ...fact('memoryLocked', nodes, ['process', 'mlockall'], truth),
    ...fact('fileLimit', stats, ['process', 'max_file_descriptors'], (most) =>
      Number(most) > 0 ? Number(most) : undefined,
    ),
    ...fact('nodeAttributes', nodes, ['attributes'], attributes),
    ...addresses(),
    ...swap(fact('swap', stats, ['os', 'swap', 'total_in_bytes'], (value) => (value === 0 ? 'off' : undefined))),
    ...fact('ramGb', stats, ['os', 'mem'], (mem) => {
      const limit = partOfAnswer(stats, ['nodes', id, 'os', 'cgroup', 'memory', 'limit_in_bytes'])?.value;
      return ramOf(mem, limit);
    }),
  };

  /** The addresses at which others reach the node, those of HTTP and transport once if they are one. */
  function addresses(): { readonly addresses: Setting<readonly string[]> } {
    const keys = [['transport_address'], ['http', 'publish_address']];
    const byAddress = new Map<string, Place>();
    for (const path of keys.map((one) => ['nodes', id, ...one])) {
      const told = partOfAnswer(nodes, path);
      const address = typeof told?.value === 'string' ? addressIn(told.value) : undefined;
      if (told !== undefined && address !== undefined && !byAddress.has(address)) byAddress.set(address, told.place);
    }
    const { addresses: all } = fact('addresses', nodes, ['transport_address'], () =>
      byAddress.size === 0 ? undefined : [...byAddress.keys()],
    );
    return { addresses: all.state === 'known' ? { ...all, items: [...byAddress.values()] } : all };
  }

  /** That a machine has swap does not show whether something keeps it from swapping. */
  function swap({ swap: off }: { readonly swap: Setting<string> }): Facts {
    const size = partOfAnswer(stats, ['nodes', id, 'os', 'swap', 'total_in_bytes'])?.value;
    if (typeof size !== 'number' || size === 0) return { swap: off };
    const { variable, origin } = off;
    return { swap: { state: 'unset', setting: 'swap', variable, origin } };
  }
}

/** The memory of a machine: what its product is told to assume, and no more than its container may have. */
function ramOf(mem: unknown, limit: unknown): number | undefined {
  if (!isMap(mem)) return undefined;
  // A limit is a text, as it may be `max`, or too large for a number of JSON; no limit is a number larger than any
  // memory.
  const [total, most] = [gigabytes(mem['adjusted_total_in_bytes'] ?? mem['total_in_bytes']), gigabytes(Number(limit))];
  return total === undefined || most === undefined ? total : Math.min(total, most);
}

/**
 * The share of the heap that the old generation fills. Garbage comes and goes in the others; some collectors have no
 * generations.
 */
function oldGenerationOf(mem: unknown): number | undefined {
  const pools = isMap(mem) ? mem['pools'] : undefined;
  const old = isMap(pools) ? pools['old'] : undefined;
  if (!isMap(mem) || !isMap(old)) return undefined;
  const [used, most] = [old['used_in_bytes'], mem['heap_max_in_bytes']];
  return typeof used === 'number' && typeof most === 'number' && most > 0
    ? Number(((100 * used) / most).toFixed(1))
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts. */
export function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** A truth value: some are texts. */
export function truth(value: unknown): boolean | undefined {
  const word = String(value);
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}

/** Bytes in GB: some collectors leave out a part of the heap, so that exact numbers would not say more. */
function gigabytes(bytes: unknown): number | undefined {
  return typeof bytes === 'number' && bytes > 0 ? Number((bytes / GB).toFixed(2)) : undefined;
}

/** Attributes as `zone=a`, by name; those that a product gives itself are among them. */
function attributes(value: unknown): readonly string[] | undefined {
  return isMap(value)
    ? Object.keys(value)
        .sort()
        .map((name) => `${name}=${String(value[name])}`)
    : undefined;
}
