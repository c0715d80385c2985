/** The logs of search nodes that shippers on their hosts read. */
import { grouped } from './multimap.ts';
import type { LogInput } from './records.ts';
import type { Unknown } from './setting.ts';
import type { SearchNode, Shipper, Stack } from './stack.ts';

/** A log of a search node, by the name of its part of Filebeat's module. */
export type NodeLog = 'audit' | 'slowlog';

/** The names of the files of a log, by the name of the cluster; which of them there are is up to the release. */
const FILES: Readonly<Record<NodeLog, (cluster: string) => readonly string[]>> = {
  audit: (cluster) => [`${cluster}_audit.json`],
  slowlog: (cluster) =>
    ['json', 'log'].flatMap((form) => ['search', 'indexing'].map((kind) => `${cluster}_index_${kind}_slowlog.${form}`)),
};

/** What reads a log of a node. */
export interface LogReading {
  readonly byModule: boolean;
  readonly inputs: readonly LogInput[];
  /** The reason why it may be read all the same. */
  readonly open: Unknown | undefined;
}

/** What reads the logs of nodes, whichever of the shippers on their hosts it is. */
export class ShippedLogs {
  readonly #byHost: ReadonlyMap<string, readonly Shipper[]>;
  readonly #logsOf: ReadonlyMap<string, NonNullable<Stack['shipping']>[number]['logs']>;

  constructor({ shippers = [], shipping = [] }: Pick<Stack, 'shippers' | 'shipping'>) {
    this.#byHost = grouped(shippers, ({ host }) => host);
    this.#logsOf = new Map(shipping.map(({ host, logs }) => [host, logs]));
  }

  /** Tells what reads a log of a node. */
  of(node: SearchNode, log: NodeLog): LogReading {
    const readings = this.#on(node).map((shipper) => logReading(shipper, node, log));
    const others = readings.length > 0 ? undefined : this.#logsOf.get(node.host)?.();
    return {
      byModule: readings.some(({ byModule }) => byModule),
      inputs: readings.flatMap(({ inputs }) => inputs),
      open: readings.find(({ open }) => open !== undefined)?.open ?? (others?.state === 'unknown' ? others : undefined),
    };
  }

  /** Tells whether a shipper surely reads some log of a node. */
  readsAnyOf(node: SearchNode): boolean {
    const names = /elasticsearch|opensearch/i;
    return this.#on(node).some(
      ({ modules, inputs }) =>
        (modules.state === 'known' && modules.value.includes('elasticsearch')) ||
        inputs.known.some((input) => isOn(input) && pathsOf(input).some((path) => names.test(path))),
    );
  }

  #on({ host }: SearchNode): readonly Shipper[] {
    return (this.#byHost.get(host) ?? []).filter(({ program }) => program === 'filebeat');
  }
}

/** What a shipper on the host of a node reads of a log of that node. */
export function logReading({ inputs, moduleLogs }: Shipper, node: SearchNode, log: NodeLog): LogReading {
  const readBy = inputs.known.map((input) => [input, reads(input, node, log)] as const);
  const [unsure] = readBy.find(([, isRead]) => isRead === undefined) ?? [];
  return {
    byModule: moduleLogs.state === 'known' && moduleLogs.value.includes(`elasticsearch.${log}`),
    inputs: readBy.flatMap(([input, isRead]) => (isRead === true ? [input] : [])),
    open:
      inputs.incomplete ??
      [unsure?.paths, unsure && node.clusterName, moduleLogs].find((setting) => setting?.state === 'unknown'),
  };
}

/** The name of a file of a log of a node. */
export function logFileOf(node: SearchNode, log: NodeLog): string {
  return FILES[log](clusterNameOf(node))[0] ?? '';
}

/** The paths that an input is known to read. */
export function pathsOf({ paths }: Pick<LogInput, 'paths'>): readonly string[] {
  return paths.state === 'known' ? paths.value : [];
}

function clusterNameOf({ clusterName }: SearchNode): string {
  return clusterName.state === 'known' ? clusterName.value : 'elasticsearch';
}

function isOn({ enabled }: LogInput): boolean {
  return enabled.state !== 'known' || enabled.value;
}

/** Tells whether an input reads a log of a node; undefined if that is not known. */
function reads(input: LogInput, node: SearchNode, log: NodeLog): boolean | undefined {
  if (!isOn(input)) return false;
  if (input.paths.state !== 'known') return input.paths.state === 'unknown' ? undefined : false;
  if (node.clusterName.state === 'unknown') return pathsOf(input).some((path) => path.includes(log)) ? true : undefined;
  const files = FILES[log](clusterNameOf(node));
  return pathsOf(input).some((path) => files.some((file) => matches(path.slice(path.lastIndexOf('/') + 1), file)));
}

/** Tells whether a glob for names of files matches one. */
function matches(glob: string, name: string): boolean {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`).test(name);
}
