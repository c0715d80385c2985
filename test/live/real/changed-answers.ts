/**
 * What no request plants in the servers of these tests, as their distributions lack it or a machine has it: an answer
 * is changed on its way instead, and all that rules find then.
 */
import type { ServerProduct } from '../cluster/distributions.ts';
import type { Changes } from './between.ts';

export interface ChangedAnswer {
  /** What the cluster seems to have. */
  readonly name: string;
  readonly rules: readonly string[];
  readonly changes: Changes;
  readonly found: readonly string[];
}

interface Node {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly process: object;
  readonly os: object;
  readonly jvm: { readonly mem: { readonly heap_max_in_bytes: number } };
}

interface OfNodes {
  readonly nodes: Readonly<Record<string, Node>>;
}

/** The answer about nodes with some of them changed. */
function nodes(change: (node: Node) => object): Changes[string] {
  return (body: OfNodes) => ({
    ...body,
    nodes: Object.fromEntries(Object.entries(body.nodes).map(([id, node]) => [id, { ...node, ...change(node) }])),
  });
}

const DAY = 86_400_000;
const ago = (days: number): number => Date.now() - days * DAY;
const ALL = '[yard-1 yard-2 yard-3 yard-4 yard-5]';

/** Settings and machines, which all products answer alike. */
const OF_NODES: readonly ChangedAnswer[] = [
  {
    name: 'memory that is locked',
    rules: ['memory/memory-lock'],
    changes: { '/_nodes': nodes(({ process }) => ({ process: { ...process, mlockall: true } })) },
    found: [],
  },
  {
    name: 'swap, and no lock of memory',
    rules: ['memory/memory-lock'],
    changes: {
      '/_nodes': nodes(({ settings }) => ({ settings: { ...settings, 'bootstrap.memory_lock': 'false' } })),
      '/_nodes/stats': nodes(({ os }) => ({
        os: { ...os, swap: { total_in_bytes: 2 ** 30, free_in_bytes: 2 ** 29, used_in_bytes: 2 ** 29 } },
      })),
    },
    found: [`error memory/memory-lock /_nodes#/nodes/yard-1/settings/bootstrap.memory_lock ${ALL}`],
  },
  {
    name: 'an old generation that fills the heap',
    rules: ['health/heap-use'],
    changes: {
      '/_nodes/stats': nodes(({ name, jvm }) => {
        if (name !== 'yard-4') return {};
        const old = { used_in_bytes: jvm.mem.heap_max_in_bytes * 0.95, max_in_bytes: jvm.mem.heap_max_in_bytes };
        return { jvm: { ...jvm, mem: { ...jvm.mem, pools: { old } } } };
      }),
    },
    found: ['warning health/heap-use /_nodes/stats#/nodes/yard-4/jvm/mem [yard-4]'],
  },
  {
    name: 'disk watermarks that are out of order, which the product refuses',
    rules: ['disk/watermarks-order'],
    changes: {
      '/_cluster/settings': (body: { readonly persistent: object }) => ({
        ...body,
        persistent: { ...body.persistent, 'cluster.routing.allocation.disk.watermark.low': '93%' },
      }),
    },
    found: [
      `error disk/watermarks-order /_cluster/settings#/persistent/cluster.routing.allocation.disk.watermark.high ${ALL}`,
    ],
  },
  {
    name: 'a node that is a cluster on its own beside others',
    rules: ['topology/discovery-mode'],
    changes: {
      '/_nodes': nodes(({ name, settings }) =>
        name === 'yard-2' ? { settings: { ...settings, 'discovery.type': 'single-node' } } : {},
      ),
    },
    found: ['error topology/discovery-mode /_nodes#/nodes/yard-2/settings/discovery.type [yard-2]'],
  },
  {
    name: 'more master-eligible nodes than help',
    rules: ['topology/too-many-masters'],
    changes: {
      '/_nodes': (body: OfNodes) => {
        const [first] = Object.entries(body.nodes).filter(([, { name }]) => name === 'yard-1');
        const more = [6, 7, 8, 9, 10, 11].map((number) => [`id${number}`, { ...first?.[1], name: `yard-${number}` }]);
        return { ...body, nodes: { ...body.nodes, ...(Object.fromEntries(more) as OfNodes['nodes']) } };
      },
    },
    found: [
      'warning topology/too-many-masters /_nodes#/nodes [yard-1 yard-2 yard-3 yard-4 yard-5 yard-6 yard-7 yard-8 yard-9 yard-10 yard-11]',
    ],
  },
];

const SNAPSHOTS = ['snapshot/policy*', 'snapshot/recent-success'];

/** Policies of snapshots and indices, which Elasticsearch has in modules that are not distributed by themselves. */
function ofElasticsearch(): readonly ChangedAnswer[] {
  const policy = {
    name: '<nightly-{now/d}>',
    schedule: '0 30 1 * * ?',
    repository: 'backup',
    config: { indices: ['*'], ignore_unavailable: true },
    retention: { expire_after: '30d' },
  };
  const policies = (told: object, more: object = {}): Changes => ({
    '/_slm/policy': () => ({
      nightly: { version: 1, modified_date_millis: ago(60), policy: { ...policy, ...told }, ...more },
    }),
  });
  const run = (days: number): object => ({ snapshot_name: 'nightly-1', time: ago(days) });
  const lifecycle = (actions: object, indices: readonly string[]): Changes => ({
    '/_ilm/policy': () => ({
      logs: {
        version: 1,
        policy: { phases: { hot: { min_age: '0ms', actions } } },
        in_use_by: { indices, data_streams: [], composable_templates: [] },
      },
    }),
    '/_all/_ilm/explain': () => ({ indices: {} }),
  });
  return [
    {
      name: 'no policy',
      rules: SNAPSHOTS,
      changes: { '/_slm/policy': () => ({}) },
      found: ['warning snapshot/policy /_slm/policy#'],
    },
    { name: 'a policy that works', rules: SNAPSHOTS, changes: policies({}, { last_success: run(0.5) }), found: [] },
    {
      name: 'a fresh policy, which has not run yet',
      rules: SNAPSHOTS,
      changes: policies({}, { modified_date_millis: ago(0.5) }),
      found: [],
    },
    {
      name: 'a policy that is wrong in all that it says, and whose snapshots fail',
      rules: SNAPSHOTS,
      changes: policies(
        {
          name: 'nightly',
          schedule: '0 30 1 ? * SUN',
          repository: 'elsewhere',
          config: { indices: ['books'] },
          retention: { expire_after: '7d' },
        },
        { last_success: run(8), last_failure: run(1) },
      ),
      found: [
        'error snapshot/policy-repository /_slm/policy#/nightly/policy/repository',
        'error snapshot/recent-success /_slm/policy#/nightly/last_failure/time',
        'warning snapshot/policy-name /_slm/policy#/nightly/policy/name',
        'warning snapshot/policy-retention /_slm/policy#/nightly/policy/retention/expire_after',
        'warning snapshot/policy-schedule /_slm/policy#/nightly/policy/schedule',
        'warning snapshot/policy-scope /_slm/policy#/nightly/policy/config/ignore_unavailable',
        'warning snapshot/policy-scope /_slm/policy#/nightly/policy/config/indices',
      ],
    },
    {
      name: 'a policy whose last snapshot is old',
      rules: SNAPSHOTS,
      changes: policies({}, { last_success: run(5) }),
      found: ['error snapshot/recent-success /_slm/policy#/nightly/last_success/time'],
    },
    {
      name: 'a policy that never ran',
      rules: SNAPSHOTS,
      changes: policies({}),
      found: ['error snapshot/recent-success /_slm/policy#/nightly'],
    },
    {
      name: 'lifecycles that roll over and delete',
      rules: ['health/lifecycle'],
      changes: lifecycle({ rollover: { max_age: '1d' }, delete: {} }, ['logs-000001']),
      found: [],
    },
    {
      name: 'lifecycles that neither roll over nor delete, and an index that is stuck',
      rules: ['health/lifecycle'],
      changes: {
        ...lifecycle({}, ['logs-000001']),
        '/_all/_ilm/explain': () => ({
          indices: {
            'logs-000001': { index: 'logs-000001', managed: true, step: 'ERROR', failed_step: 'check-rollover-ready' },
          },
        }),
      },
      found: [
        'warning health/lifecycle /_all/_ilm/explain#/indices/logs-000001/step',
        'warning health/lifecycle /_ilm/policy#/logs/policy/phases',
        'warning health/lifecycle /_ilm/policy#/logs/policy/phases',
      ],
    },
    {
      name: 'a paid license that ends',
      rules: ['health/license'],
      changes: {
        '/_license': (body: { readonly license: object }) => ({
          license: { ...body.license, type: 'platinum', expiry_date_in_millis: ago(-10) },
        }),
      },
      found: ['warning health/license /_license#/license/expiry_date_in_millis'],
    },
  ];
}

/** The same of OpenSearch, which has them in plugins that cannot be had. */
function ofOpenSearch(): readonly ChangedAnswer[] {
  const MANAGED = '/_plugins/_sm/policies';
  const policy = {
    name: 'nightly',
    schema_version: 19,
    creation: { schedule: { cron: { expression: '30 1 * * *', timezone: 'UTC' } } },
    deletion: { schedule: { cron: { expression: '30 2 * * *', timezone: 'UTC' } }, condition: { max_age: '30d' } },
    snapshot_config: { repository: 'backup', indices: '*', ignore_unavailable: true },
    enabled: true,
    last_updated_time: ago(60),
    enabled_time: ago(60),
  };
  const policies = (told: object, run: object = {}): Changes => ({
    [MANAGED]: () => ({
      policies: [{ _id: 'nightly-sm-policy', _seq_no: 3, _primary_term: 1, sm_policy: { ...policy, ...told } }],
      total_policies: 1,
    }),
    [`${MANAGED}/nightly/_explain`]: () => ({ policies: [{ name: 'nightly', creation: run, enabled: true }] }),
  });
  const run = (status: string, days: number): object => ({
    latest_execution: { status, start_time: ago(days) - 60_000, end_time: ago(days) },
  });
  const EXPLAINED = `${MANAGED}/nightly/_explain#/policies/0/creation/latest_execution`;
  const POLICY = `${MANAGED}#/policies/0/sm_policy`;
  const states = (actions: readonly object[]): Changes => ({
    '/_plugins/_ism/policies': () => ({
      policies: [{ _id: 'logs', policy: { policy_id: 'logs', states: [{ name: 'hot', actions }] } }],
      total_policies: 1,
    }),
    '/_plugins/_ism/explain/*': () => ({ total_managed_indices: 0 }),
  });
  return [
    {
      name: 'no policy',
      rules: SNAPSHOTS,
      changes: { [MANAGED]: () => ({ policies: [], total_policies: 0 }) },
      found: [`warning snapshot/policy ${MANAGED}#/policies`],
    },
    { name: 'a policy that works', rules: SNAPSHOTS, changes: policies({}, run('SUCCESS', 0.5)), found: [] },
    {
      name: 'a fresh policy, which has not run yet',
      rules: SNAPSHOTS,
      changes: policies({ last_updated_time: ago(0.5), enabled_time: ago(0.5) }),
      found: [],
    },
    {
      name: 'a policy that is switched off',
      rules: SNAPSHOTS,
      changes: policies({ enabled: false }, run('SUCCESS', 5)),
      found: [`warning snapshot/policy ${POLICY}/enabled`],
    },
    {
      name: 'a policy that is wrong in all that it says, and whose snapshots fail',
      rules: SNAPSHOTS,
      changes: policies(
        {
          creation: { schedule: { cron: { expression: '30 1 * * 0', timezone: 'UTC' } } },
          deletion: { ...policy.deletion, condition: { max_age: '7d' } },
          snapshot_config: { repository: 'elsewhere', indices: 'books' },
        },
        run('FAILED', 1),
      ),
      found: [
        `error snapshot/policy-repository ${POLICY}/snapshot_config/repository`,
        `error snapshot/recent-success ${EXPLAINED}/status`,
        `warning snapshot/policy-retention ${POLICY}/deletion/condition/max_age`,
        `warning snapshot/policy-schedule ${POLICY}/creation/schedule/cron/expression`,
        `warning snapshot/policy-scope ${POLICY}/snapshot_config/ignore_unavailable`,
        `warning snapshot/policy-scope ${POLICY}/snapshot_config/indices`,
      ],
    },
    {
      name: 'a policy whose last snapshot is old',
      rules: SNAPSHOTS,
      changes: policies({}, run('SUCCESS', 5)),
      found: [`error snapshot/recent-success ${EXPLAINED}/status`],
    },
    {
      name: 'a policy that never ran',
      rules: SNAPSHOTS,
      changes: policies({}),
      found: [`error snapshot/recent-success ${EXPLAINED}`],
    },
    {
      name: 'lifecycles that delete',
      rules: ['health/lifecycle'],
      changes: states([{ rollover: {} }, { delete: {} }]),
      found: [],
    },
    {
      name: 'lifecycles that delete nothing, and an index that is stuck',
      rules: ['health/lifecycle'],
      changes: {
        ...states([{ rollover: {} }]),
        '/_plugins/_ism/explain/*': () => ({
          total_managed_indices: 1,
          'logs-000001': { index: 'logs-000001', action: { name: 'rollover', failed: true } },
        }),
      },
      found: [
        'warning health/lifecycle /_plugins/_ism/explain/*#/logs-000001',
        'warning health/lifecycle /_plugins/_ism/policies#/policies/0/policy/states',
      ],
    },
  ];
}

/** What the answers of a product are changed to, for a cluster that is as it should be. */
export function changedAnswersOf(product: ServerProduct): readonly ChangedAnswer[] {
  return [...OF_NODES, ...(product === 'opensearch' ? ofOpenSearch() : ofElasticsearch())];
}
