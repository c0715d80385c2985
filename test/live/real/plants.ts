/** Faults that requests plant in a cluster that has none: what is sent, and all that the rules about it find then. */
import type { Release } from '../cluster/distributions.ts';
import { SLOW_LOGS } from './yard.ts';
import type { Request } from './yard.ts';

export interface Plant {
  /** What is wrong, as the rest of a sentence that begins with "finds". */
  readonly name: string;
  readonly rules: readonly string[];
  readonly planted: readonly Request[];
  readonly found: readonly string[];
  /** What takes it back besides the remedies that are printed. */
  readonly undone?: readonly Request[];
}

const SETTINGS = '/_cluster/settings';
const DISK = 'cluster.routing.allocation.disk';
const WATERMARK = `${DISK}.watermark`;
const ALL = '[yard-1 yard-2 yard-3 yard-4 yard-5]';

function told(settings: Readonly<Record<string, unknown>>, scope = 'persistent'): Request {
  return [`PUT ${SETTINGS}`, { [scope]: settings }];
}

function watermarks(low: string | null, high: string | null, flood: string | null): Request {
  return told({ [`${WATERMARK}.low`]: low, [`${WATERMARK}.high`]: high, [`${WATERMARK}.flood_stage`]: flood });
}

const USUAL = watermarks('85%', '90%', '95%');

/** The faults, for clusters of a release. */
export function plantsFor({ product, version }: Release): readonly Plant[] {
  const template = (settings: object): Request => [SLOW_LOGS[0], { index_patterns: ['*'], template: { settings } }];
  const older = { index_patterns: ['*'], settings: { ...SLOW_LOGS[1].template.settings, number_of_replicas: 0 } };
  // OpenSearch never flattens the settings of templates, nor did Elasticsearch at first.
  const isNested = product === 'opensearch' || version.startsWith('7.');
  const warn = ['index', 'search', 'slowlog', 'threshold', 'query', 'warn'].join(isNested ? '/' : '.');
  // Where percentages have a most that is to be free, sizes may not have one.
  const headrooms = ['low', 'high', 'flood_stage'].map((stage) => [`${WATERMARK}.${stage}.max_headroom`, null]);
  const hasHeadrooms = product === 'elasticsearch' && !version.startsWith('7.');
  const sizes = (low: string, high: string): readonly Request[] => [
    ...(hasHeadrooms ? [told(Object.fromEntries(headrooms) as Record<string, null>)] : []),
    watermarks(low, high, '1b'),
  ];
  return [
    {
      name: 'allocation that is switched off, and rebalancing',
      rules: ['health/allocation'],
      planted: [told({ 'cluster.routing.allocation.enable': 'none', 'cluster.routing.rebalance.enable': 'none' })],
      found: [
        `error health/allocation ${SETTINGS}#/persistent/cluster.routing.allocation.enable`,
        `error health/allocation ${SETTINGS}#/persistent/cluster.routing.rebalance.enable`,
      ],
    },
    {
      name: 'a transient setting',
      rules: ['health/transient-settings'],
      planted: [told({ 'indices.recovery.max_bytes_per_sec': '50mb' }, 'transient')],
      found: [`info health/transient-settings ${SETTINGS}#/transient`],
      undone: [told({ 'indices.recovery.max_bytes_per_sec': null })],
    },
    {
      name: 'disk watermarks that are ignored',
      rules: ['disk/watermarks-*'],
      planted: [told({ [`${DISK}.threshold_enabled`]: false })],
      found: [`error disk/watermarks-set ${SETTINGS}#/persistent/${DISK}.threshold_enabled ${ALL}`],
    },
    {
      name: 'a disk watermark that is not set beside others',
      rules: ['disk/watermarks-*'],
      planted: [watermarks('85%', '90%', null)],
      found: [`warning disk/watermarks-set ${SETTINGS}#/persistent/${WATERMARK}.flood_stage ${ALL}`],
    },
    {
      name: 'a transient disk watermark over the persistent one',
      rules: ['disk/watermarks-*'],
      planted: [told({ [`${WATERMARK}.low`]: '80%' }, 'transient')],
      found: [`warning disk/watermarks-set ${SETTINGS}#/transient/${WATERMARK}.low ${ALL}`],
    },
    {
      name: 'disk watermarks that are too high',
      rules: ['disk/watermarks-*'],
      planted: [watermarks('86%', '90%', '97%')],
      found: ['flood_stage', 'low'].map(
        (stage) => `warning disk/watermarks-recommended ${SETTINGS}#/persistent/${WATERMARK}.${stage} ${ALL}`,
      ),
    },
    {
      name: 'disks past the low watermark',
      rules: ['disk/usage'],
      planted: sizes('900tb', '2b'),
      found: ['yard-4', 'yard-5'].map(
        (node) => `warning disk/usage /_nodes/stats#/nodes/${node}/fs/data/0/available_in_bytes [${node}]`,
      ),
      undone: [USUAL],
    },
    {
      name: 'disks past the high watermark',
      rules: ['disk/usage'],
      planted: sizes('900tb', '800tb'),
      found: ['yard-4', 'yard-5'].map(
        (node) => `error disk/usage /_nodes/stats#/nodes/${node}/fs/data/0/available_in_bytes [${node}]`,
      ),
      undone: [USUAL],
    },
    {
      name: 'an index that a full disk made read-only',
      rules: ['disk/read-only-indices'],
      planted: [['PUT /books/_settings', { 'index.blocks.read_only_allow_delete': true }]],
      found: ['error disk/read-only-indices /_all/_settings#/books/settings/index.blocks.read_only_allow_delete'],
    },
    {
      name: 'a raised limit of shards',
      rules: ['health/shard-capacity'],
      planted: [told({ 'cluster.max_shards_per_node': 5000 })],
      found: [`info health/shard-capacity ${SETTINGS}#/persistent/cluster.max_shards_per_node ${ALL}`],
      undone: [told({ 'cluster.max_shards_per_node': null })],
    },
    {
      name: 'shards up to their limit',
      rules: ['health/shard-capacity'],
      planted: [told({ 'cluster.max_shards_per_node': 1 })],
      found: ['warning health/shard-capacity /_cluster/health#/status'],
      undone: [told({ 'cluster.max_shards_per_node': null })],
    },
    {
      name: 'a replica that has no place, as yellow',
      rules: ['health/status'],
      planted: [['PUT /books/_settings', { 'index.number_of_replicas': 2 }]],
      found: ['warning health/status /_cluster/health#/status'],
      undone: [['PUT /books/_settings', { 'index.number_of_replicas': 1 }]],
    },
    {
      name: 'a primary shard that has no place, as red',
      rules: ['health/status'],
      planted: [
        [
          'PUT /lost?wait_for_active_shards=0',
          { settings: { number_of_replicas: 0, 'index.routing.allocation.require._name': 'nobody' } },
        ],
      ],
      found: ['error health/status /_cluster/health#/status'],
      undone: [['DELETE /lost']],
    },
    {
      name: 'no template of slow logs',
      rules: ['monitoring/slow-log'],
      planted: [['DELETE /_index_template/slow-log']],
      found: ['warning monitoring/slow-log /_index_template#/index_templates'],
    },
    {
      name: 'slow logs that are too slow, or not set',
      rules: ['monitoring/slow-log'],
      planted: [template({ 'index.search.slowlog.threshold.query.warn': '1m' })],
      found: [
        ...Array<string>(3).fill(`warning monitoring/slow-log /_index_template#/index_templates/0/index_template`),
        `warning monitoring/slow-log /_index_template#/index_templates/0/index_template/template/settings/${warn}`,
      ],
      undone: [SLOW_LOGS],
    },
    {
      name: 'slow logs by a template of the older kind, which sets no replicas',
      rules: ['monitoring/slow-log', 'topology/replicas'],
      planted: [['DELETE /_index_template/slow-log'], ['PUT /_template/older', older]],
      found: ['warning topology/replicas /_template#/older/settings/index.number_of_replicas'],
      undone: [['DELETE /_template/older'], SLOW_LOGS],
    },
    {
      name: 'no repository of snapshots',
      rules: ['snapshot/repository'],
      planted: [['DELETE /_snapshot/backup']],
      found: ['error snapshot/repository /_snapshot#'],
    },
    {
      name: 'a node that is left excluded from voting',
      rules: ['topology/odd-masters', 'topology/master-quorum', 'topology/dedicated-masters'],
      planted: [['POST /_cluster/voting_config_exclusions?node_names=yard-3']],
      found: ['error topology/odd-masters /_cluster/state#/metadata/cluster_coordination/voting_config_exclusions'],
    },
    {
      name: 'a node that is being drained, and an exclusion of one that is gone',
      rules: ['drift/drained', 'drift/exclusion-left'],
      planted: [told({ 'cluster.routing.allocation.exclude._name': 'yard-5,yard-9' })],
      found: [
        `error drift/exclusion-left ${SETTINGS}#/persistent/cluster.routing.allocation.exclude._name`,
        `info drift/drained ${SETTINGS}#/persistent/cluster.routing.allocation.exclude._name [yard-5]`,
      ],
      undone: [told({ 'cluster.routing.allocation.exclude._name': null })],
    },
  ];
}
