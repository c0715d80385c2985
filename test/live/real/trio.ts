/** Three nodes that are alike, a fourth that may join them, and inventories that declare them exactly. */
import { join } from 'node:path';
import { ask } from '../cluster/ask.ts';
import type { Asked } from '../cluster/ask.ts';
import type { Release } from '../cluster/distributions.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import type { Cluster, RunningNode, SettingValue } from '../cluster/start-cluster.ts';
import { send } from './yard.ts';

/** The index of which every shard has a replica. */
export const INDEX = 'books';

/** Starts three nodes that vote and hold data, each with an address of its own, as machines have. */
export async function startTrio(release: Release): Promise<Cluster> {
  const isOpenSearch = release.product === 'opensearch';
  const cluster = await startCluster({
    release,
    settings: {
      'cluster.name': 'trio',
      'node.roles': rolesOf(release, true),
      ...(isOpenSearch ? {} : { 'xpack.security.enabled': false }),
    },
    nodes: [2, 3, 4, 5].map((number) => ({
      name: `trio-${number - 1}`,
      heap: '1g',
      host: `127.0.0.${number}`,
      joinsLater: number === 5,
    })),
  });
  await send(cluster, [
    ['PUT /_snapshot/backup', { type: 'fs', settings: { location: join(cluster.repository, 'backup') } }],
    [`PUT /${INDEX}`, { settings: { number_of_shards: 3, number_of_replicas: 1 } }],
  ]);
  await untilGreen(cluster);
  return cluster;
}

/** The roles of a node that holds data, and may lead as well. */
export function rolesOf({ product }: Release, leads: boolean): readonly string[] {
  return leads ? [product === 'opensearch' ? 'cluster_manager' : 'master', 'data'] : ['data'];
}

/** What an inventory says other than what runs. */
export interface Said {
  readonly heapGb?: number;
  readonly roles?: Readonly<Record<string, readonly string[]>>;
}

/** What the role sets by variables or itself, and what is for the first start alone. */
const OF_ROLE: readonly string[] = [
  'cluster.name',
  'node.roles',
  'path.repo',
  'node.name',
  'cluster.initial_master_nodes',
  'cluster.initial_cluster_manager_nodes',
];

/** The files of an inventory that declares nodes as they run. */
export function inventoryOf(
  folder: string,
  nodes: readonly RunningNode[],
  { heapGb = 1, roles = {} }: Said = {},
): Readonly<Record<string, string>> {
  const hosts = nodes.map(({ name, settings }) => [name, { ansible_host: settings['network.host'] }]);
  const ofHosts = nodes.map(({ name, settings }): readonly [string, string] => {
    const others = Object.entries(settings).filter(([setting]) => !OF_ROLE.includes(setting));
    const variables: Readonly<Record<string, SettingValue | object | undefined>> = {
      search_cluster_name: settings['cluster.name'],
      search_heap: heapGb,
      search_node_types: roles[name] ?? settings['node.roles'],
      search_fs_repo: settings['path.repo'],
      search_extra_config: Object.fromEntries(others),
    };
    return [`${folder}/host_vars/${name}.yml`, `${JSON.stringify(variables)}\n`];
  });
  // Values of JSON are values of YAML.
  const source = JSON.stringify({ search: { hosts: Object.fromEntries(hosts) as object } });
  return { [`${folder}/hosts.yml`]: `${source}\n`, ...Object.fromEntries(ofHosts) };
}

/** Asks nodes one after the other until one answers, as a client does that knows all of them; undefined if none does. */
export async function askAny(
  nodes: readonly RunningNode[],
  path: string,
  options: { readonly method?: string; readonly body?: unknown } = {},
): Promise<Asked | undefined> {
  let last: Asked | undefined;
  for (const { url } of nodes) {
    const answer = await ask(`${url}${path}`, options).catch(() => undefined);
    // One that stops refuses what others accept.
    if (answer !== undefined && answer.status < 500) return answer;
    last = answer ?? last;
  }
  return last;
}

/** Waits until a cluster is green. */
export async function untilGreen({ nodes }: Pick<Cluster, 'nodes'>): Promise<void> {
  const answer = await askAny(nodes, '/_cluster/health?wait_for_status=green&wait_for_events=languid&timeout=90s');
  if (answer?.status !== 200) throw new Error(`it is not green: ${JSON.stringify(answer)}`);
}
