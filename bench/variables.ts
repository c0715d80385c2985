/**
 * The variables of generated inventories: those of the vocabulary `search`, with the variables that real
 * inventories have next to them.
 */

/** One variable of a host, as lines of YAML and as `name=value` of an INI host line. */
export interface Variable {
  readonly yaml: readonly string[];
  readonly ini: string;
}

const HEAPS: Readonly<Record<string, string>> = {
  search_masters: '4',
  search_hot: '30',
  search_warm: '26',
  search_cold: '16',
};
const TEAMS = ['platform', 'search', 'observability', "o'brien's team"];

/** The variables of a single host: its address, its rack, and now and then one that its group does not have. */
export function hostVariables(host: string, tier: string, random: () => number): readonly Variable[] {
  const pick = (limit: number): number => Math.floor(random() * limit);
  const often = random() < 0.7;
  const address = `10.${String(pick(32))}.${String(pick(256))}.${String(1 + pick(254))}`;
  const rack = `r${String(1 + pick(40)).padStart(2, '0')}`;
  const team = TEAMS[pick(TEAMS.length)] ?? '';
  const found: Variable[] = [
    { yaml: [`config_host: ${address}`], ini: `config_host=${address}` },
    { yaml: [`ansible_host: "${address}"`], ini: `ansible_host=${address}` },
    { yaml: [`owner: ${quoted(team)}`], ini: `owner=${JSON.stringify(team)}` },
    { yaml: ['maintenance_window: "Sun 02:00-04:00"  # local time'], ini: 'maintenance_window="Sun 02:00-04:00"' },
    {
      yaml: ['labels:', `  rack: ${rack}`, `  row: ${String(pick(12))}`, '  environment: production'],
      ini: `labels="{'rack': '${rack}', 'environment': 'production'}"`,
    },
  ];
  const heap = HEAPS[tier];
  if (heap !== undefined) found.push(...searchVariables(tier, rack, random() < 0.005 ? '40' : heap, often));
  if (tier === 'pipeline' && often)
    found.push({ yaml: [`pipeline_queue_max_bytes: ${String(4 + pick(4))}gb`], ini: 'pipeline_queue_max_bytes=4gb' });
  found.push({
    yaml: [
      'shipper_log_inputs:',
      '  audit:',
      `    name: ${host}-audit`,
      "    paths: ['/var/log/search/*_audit.json']",
      '    fields: { type: audit, source_cluster: "{{ search_cluster_name }}" }',
    ],
    ini: `shipper_log_inputs="{'audit': {'name': '${host}-audit', 'paths': ['/var/log/search/*_audit.json']}}"`,
  });
  return found;
}

function searchVariables(tier: string, rack: string, heap: string, often: boolean): Variable[] {
  const role = tier === 'search_masters' ? 'master' : tier.replace('search', 'data');
  const found: Variable[] = [
    { yaml: [`search_heap: "${heap}"  # half of the host's memory`], ini: `search_heap=${heap}` },
    {
      yaml: ['search_extra_config:', `  node.attr.rack: '${rack}'`, '  network.host: [_site_, _local_]'],
      ini: `search_extra_config="{'node.attr.rack': '${rack}', 'network.host': ['_site_', '_local_']}"`,
    },
  ];
  if (often) found.push({ yaml: ['search_node_types:', `  - ${role}`], ini: `search_node_types="['${role}']"` });
  return found;
}

function quoted(text: string): string {
  return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : text;
}

/** The group_vars that every generated inventory has. */
export const GROUP_FILES: Readonly<Record<string, string>> = {
  all: `---
# What every host of the stack has.
search_cluster_name: logs-production
ntp_servers: [ntp1.example.net, ntp2.example.net]
shipper_log: true
shipper_metric: true
shipper_metric_modules:
  - system
`,
  search: `---
search_memory_lock: true
search_fs_repo:
  - /mnt/snapshots/logs
search_cluster_settings:
  cluster.routing.allocation.disk.watermark.low: "85%"
  cluster.routing.allocation.disk.watermark.high: "90%"
  cluster.routing.allocation.disk.watermark.flood_stage: "95%"
audit_events: &events
  - authentication_failed
  - access_denied
audit: { enabled: true, events: *events }
`,
  search_masters: '---\nsearch_node_types: [master]\nsearch_heap: "4"\n',
  search_hot: '---\nsearch_node_types: ["data_hot", "data_content", "ingest"]\nsearch_heap: "30"\n',
  search_warm: '---\nsearch_node_types: ["data_warm"]\nsearch_heap: "26"\n',
  search_cold: '---\nsearch_node_types: ["data_cold"]\nsearch_heap: "16"\n',
  dashboard: `---
dashboard_extra_config:
  ext.security.encryptionKey: "{{ vault_dashboard_security_key }}"
  ext.encryptedSavedObjects.encryptionKey: "{{ vault_dashboard_objects_key }}"
  ext.reporting.encryptionKey: "{{ vault_dashboard_reporting_key }}"
dashboard_system_password: "{{ vault_dashboard_system_password }}"
`,
  pipeline: `---
pipeline_queue_type: persisted
pipeline_queue_max_bytes: 4gb
pipeline_dead_letter_queue_enable: true
pipeline_dead_letter_queue_retain_age: 7d
`,
};
