/**
 * The parts of answers that a recording keeps, by the names of the calls: those that fill the model, and no others. What
 * the stack is made from has to be here, or a recording is judged otherwise than its cluster.
 */

/**
 * What a part holds: a `fact` is a number, a truth value, a time or a word of the product; `words` are several of
 * these, as in `G1 Young Generation`; a `schedule` is a cron expression; a `name` is one that people chose, a pattern of such names, an address, or a path, and may stand among
 * others of its kind; an `id` is one that the cluster chose. The settings of a node, of a cluster and of an index are
 * maps by dotted names, flat or nested.
 */
export type KeptKind =
  'fact' | 'words' | 'schedule' | 'name' | 'id' | 'node settings' | 'cluster settings' | 'index settings';

/** The parts of a map by their keys; lists have what their items have. */
export type KeptPart = KeptKind | EachKey | KeptMap;
export interface KeptMap {
  readonly [key: string]: KeptPart;
}

/** A map whose keys are themselves names, ids or facts. */
export class EachKey {
  readonly key: 'fact' | 'name' | 'id';
  readonly value: KeptPart;

  constructor(key: EachKey['key'], value: KeptPart) {
    this.key = key;
    this.value = value;
  }
}

function by(key: EachKey['key'], value: KeptPart): EachKey {
  return new EachKey(key, value);
}

function facts<K extends string>(...names: readonly K[]): Readonly<Record<K, 'fact'>> {
  return Object.fromEntries(names.map((name) => [name, 'fact'])) as Readonly<Record<K, 'fact'>>;
}

const DECISIONS: KeptMap = {
  node_id: 'id',
  node_name: 'name',
  ...facts('node_decision'),
  deciders: facts('decider', 'decision'),
};

const SCHEDULE = {
  cron: { expression: 'schedule', timezone: 'fact' },
  interval: facts('period', 'unit', 'start_time'),
} as const;

/** What snapshot management says of its last runs. */
const RUNS = {
  ...facts('current_state'),
  trigger: facts('time'),
  latest_execution: facts('status', 'start_time', 'end_time'),
};

const EXPLAINED: KeptMap = {
  index: 'name',
  ...facts('shard', 'primary', 'current_state', 'can_allocate', 'can_remain_on_current_node', 'can_move_to_other_node'),
  ...facts('can_rebalance_cluster', 'can_rebalance_to_other_node'),
  unassigned_info: facts('reason', 'at', 'last_allocation_status'),
  current_node: { id: 'id', name: 'name' },
  can_remain_decisions: facts('decider', 'decision'),
  node_allocation_decisions: DECISIONS,
};

const CERTIFICATE = { subject_dn: 'name', issuer: 'name', issuer_dn: 'name' } as const;

/** Sizes of a queue of Logstash. */
const QUEUE = facts('queue_size_in_bytes', 'max_queue_size_in_bytes');

/** What each answer may have that asks several nodes, or shards. */
export const KEPT_HEADS: KeptMap = {
  _nodes: { ...facts('total', 'successful', 'failed'), failures: { node_id: 'id' } },
  _shards: { ...facts('total', 'successful', 'failed'), failures: { node_id: 'id' } },
};

/** The parts by the names of the calls of `calls.ts`. */
export const KEPT_PARTS: Readonly<Record<string, KeptPart>> = {
  root: { name: 'name', cluster_name: 'name', version: facts('number', 'distribution', 'build_flavor') },
  nodes: {
    cluster_name: 'name',
    nodes: by('id', {
      ...{ name: 'name', host: 'name', ip: 'name', transport_address: 'name' },
      ...facts('version', 'roles'),
      attributes: by('name', 'name'),
      settings: 'node settings',
      process: facts('mlockall'),
      jvm: {
        ...facts('using_compressed_ordinary_object_pointers'),
        gc_collectors: 'words',
        mem: facts('heap_init_in_bytes', 'heap_max_in_bytes'),
      },
      http: { publish_address: 'name', bound_address: 'name' },
      transport: { publish_address: 'name', bound_address: 'name' },
    }),
  },
  'node-stats': {
    nodes: by('id', {
      name: 'name',
      process: facts('max_file_descriptors'),
      os: {
        mem: facts('total_in_bytes', 'adjusted_total_in_bytes'),
        swap: facts('total_in_bytes', 'used_in_bytes'),
        cgroup: { memory: facts('limit_in_bytes', 'usage_in_bytes') },
      },
      jvm: {
        mem: {
          ...facts('heap_used_in_bytes', 'heap_max_in_bytes', 'heap_used_percent'),
          pools: by('fact', facts('used_in_bytes', 'max_in_bytes')),
        },
      },
      fs: {
        data: {
          path: 'name',
          ...facts(
            'type',
            'total_in_bytes',
            'free_in_bytes',
            'available_in_bytes',
            'low_watermark_free_space_in_bytes',
          ),
          ...facts('high_watermark_free_space_in_bytes', 'flood_stage_free_space_in_bytes'),
        },
      },
      breakers: by('fact', facts('limit_size_in_bytes', 'estimated_size_in_bytes', 'tripped')),
    }),
  },
  settings: { persistent: 'cluster settings', transient: 'cluster settings' },
  'setting-defaults': { defaults: 'node settings' },
  health: {
    cluster_name: 'name',
    ...facts(
      'status',
      'timed_out',
      'number_of_nodes',
      'number_of_data_nodes',
      'active_primary_shards',
      'active_shards',
    ),
    ...facts('relocating_shards', 'initializing_shards', 'unassigned_shards', 'delayed_unassigned_shards'),
    ...facts('number_of_pending_tasks', 'active_shards_percent_as_number'),
  },
  'allocation-explain': EXPLAINED,
  'staying-shards': EXPLAINED,
  repositories: by('name', {
    type: 'fact',
    settings: { location: 'name', bucket: 'name', base_path: 'name', container: 'name', ...facts('readonly') },
  }),
  snapshots: {
    snapshots: {
      ...{ snapshot: 'name', repository: 'name' },
      ...facts('state', 'start_time', 'start_time_in_millis', 'end_time', 'end_time_in_millis', 'include_global_state'),
      metadata: { policy: 'name', sm_policy: 'name' },
      shards: facts('total', 'failed', 'successful'),
    },
    ...facts('total', 'remaining'),
  },
  'snapshot-lifecycle': by('name', {
    ...facts('version', 'modified_date', 'modified_date_millis', 'next_execution', 'next_execution_millis'),
    policy: {
      ...{ name: 'name', schedule: 'schedule', repository: 'name' },
      ...facts('unhealthy_if_no_snapshot_within'),
      config: {
        ...{ indices: 'name', feature_states: 'name', metadata: by('name', 'name') },
        ...facts('include_global_state', 'ignore_unavailable', 'partial', 'expand_wildcards'),
      },
      retention: facts('expire_after', 'min_count', 'max_count'),
    },
    last_success: { snapshot_name: 'name', ...facts('start_time', 'time') },
    last_failure: { snapshot_name: 'name', ...facts('start_time', 'time') },
    in_progress: { name: 'name', ...facts('state', 'start_time', 'start_time_millis') },
  }),
  'snapshot-management': {
    policies: {
      _id: 'name',
      ...facts('_seq_no', '_primary_term'),
      sm_policy: {
        ...{ name: 'name', description: 'name' },
        ...facts('enabled', 'schema_version', 'last_updated_time', 'enabled_time'),
        creation: { schedule: SCHEDULE, ...facts('time_limit') },
        deletion: {
          schedule: SCHEDULE,
          ...facts('time_limit'),
          condition: facts('max_age', 'min_count', 'max_count'),
          snapshot_pattern: 'name',
        },
        snapshot_config: {
          ...{
            repository: 'name',
            indices: 'name',
            date_expression: 'name',
            metadata: by('name', 'name'),
          },
          ...facts('date_format', 'date_format_timezone', 'timezone'),
          ...facts('include_global_state', 'ignore_unavailable', 'partial'),
        },
        notification: {
          channel: { id: 'id' },
          conditions: facts('creation', 'deletion', 'failure', 'time_limit_exceeded'),
        },
      },
    },
    ...facts('total_policies'),
  },
  'snapshot-management-explain': { policies: { name: 'name', ...facts('enabled'), creation: RUNS, deletion: RUNS } },
  'health-report': {
    cluster_name: 'name',
    ...facts('status'),
    indicators: by('fact', {
      ...facts('status'),
      details: facts('slm_status', 'ilm_status'),
      diagnosis: {
        ...facts('id'),
        affected_resources: { indices: 'name', slm_policies: 'name', snapshot_repositories: 'name' },
      },
    }),
  },
  shards: {
    ...{ index: 'name', node: 'name', id: 'id' },
    ...facts('shard', 'prirep', 'state', 'unassigned.reason', 'store'),
  },
  voting: {
    metadata: {
      cluster_coordination: {
        ...{ last_committed_config: 'id', last_accepted_config: 'id' },
        voting_config_exclusions: { node_id: 'id', node_name: 'name' },
      },
    },
  },
  'index-templates': {
    index_templates: {
      name: 'name',
      index_template: {
        ...{ index_patterns: 'name', composed_of: 'name', ignore_missing_component_templates: 'name' },
        ...facts('priority', 'version'),
        data_stream: facts('hidden'),
        template: { settings: 'index settings' },
        _meta: facts('managed'),
      },
    },
  },
  'legacy-templates': by('name', {
    ...{ index_patterns: 'name', template: 'name', settings: 'index settings' },
    ...facts('order', 'version'),
    _meta: facts('managed'),
  }),
  'component-templates': {
    component_templates: {
      name: 'name',
      component_template: { ...facts('version'), template: { settings: 'index settings' }, _meta: facts('managed') },
    },
  },
  'index-settings': by('name', { settings: 'index settings' }),
  'lifecycle-policies': by('name', {
    ...facts('version', 'modified_date'),
    policy: { phases: by('fact', { ...facts('min_age'), actions: by('fact', {}) }) },
    in_use_by: { indices: 'name', data_streams: 'name', composable_templates: 'name' },
  }),
  'lifecycle-errors': {
    indices: by('name', { ...{ index: 'name', policy: 'name' }, ...facts('step', 'failed_step') }),
  },
  'state-policies': {
    policies: { _id: 'name', policy: { policy_id: 'name', states: { actions: by('fact', {}) } } },
  },
  'managed-indices': by('name', {
    ...{ index: 'name', policy_id: 'name' },
    action: facts('name', 'failed'),
    retry_info: facts('failed'),
  }),
  'lifecycle-status': facts('operation_mode'),
  'data-streams': {
    data_streams: {
      ...{ name: 'name', ilm_policy: 'name', template: 'name' },
      ...facts('status', 'generation', 'hidden', 'system', 'prefer_ilm', 'next_generation_managed_by'),
      lifecycle: facts('enabled', 'data_retention'),
    },
  },
  account: {
    ...{ username: 'name', user_name: 'name', roles: 'name', backend_roles: 'name' },
    ...facts('enabled', 'authentication_type'),
  },
  users: by('name', {
    ...{ username: 'name', roles: 'name', backend_roles: 'name', opendistro_security_roles: 'name' },
    ...facts('enabled', 'reserved', 'hidden', 'static'),
    metadata: facts('_reserved'),
  }),
  'role-mappings': by('name', {
    ...{ roles: 'name', users: 'name', backend_roles: 'name', and_backend_roles: 'name', hosts: 'name' },
    ...facts('enabled', 'reserved', 'hidden', 'static'),
  }),
  'api-keys': {
    api_keys: {
      ...{ name: 'name', username: 'name', realm: 'name', role_descriptors: by('name', {}) },
      ...facts('creation', 'expiration', 'invalidated', 'type'),
    },
  },
  certificates: { ...CERTIFICATE, ...facts('expiry', 'has_private_key', 'format') },
  'node-certificates': {
    nodes: by('id', {
      name: 'name',
      certificates: by('fact', { ...CERTIFICATE, ...facts('not_after', 'not_before') }),
    }),
  },
  audit: {
    config: {
      ...facts('enabled'),
      audit: {
        ...facts('enable_rest', 'enable_transport', 'resolve_bulk_requests', 'log_request_body', 'resolve_indices'),
        ...facts('exclude_sensitive_headers', 'disabled_rest_categories', 'disabled_transport_categories'),
        ...{ ignore_users: 'name', ignore_requests: 'name' },
      },
      compliance: facts('enabled', 'internal_config', 'external_config'),
    },
  },
  'security-configuration': { config: { dynamic: { http: facts('anonymous_auth_enabled') } } },
  'dashboard-status': { name: 'name', version: facts('number'), status: { overall: facts('level', 'state') } },
  'alerting-health': facts('has_permanent_encryption_key', 'hasPermanentEncryptionKey'),
  spaces: { id: 'name' },
  'alerting-rule-types': facts('id', 'producer'),
  'alerting-rules': {
    ...facts('total'),
    data: {
      ...{ name: 'name', ...facts('rule_type_id', 'enabled', 'mute_all') },
      params: { ...facts('threshold'), filterQuery: 'name', filterQueryText: 'name' },
    },
  },
  'pipeline-node': { name: 'name', host: 'name', ...facts('version', 'status') },
  pipelines: { pipelines: by('name', facts('dead_letter_queue_enabled')) },
  'pipeline-stats': {
    pipelines: by('name', {
      queue: { ...facts('type'), ...QUEUE, capacity: QUEUE },
      dead_letter_queue: facts('queue_size_in_bytes', 'max_queue_size_in_bytes', 'dropped_events'),
      flow: { queue_persisted_growth_bytes: facts('last_1_hour') },
      plugins: { outputs: facts('name') },
    }),
  },
  license: { license: facts('type', 'status', 'expiry_date', 'expiry_date_in_millis') },
};
