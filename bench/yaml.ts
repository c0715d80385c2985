/**
 * Measures how long reading YAML takes, against js-yaml's events and yaml's document: `node --import tsx bench/yaml.ts`.
 */
import { parseEvents } from 'js-yaml';
import { parseDocument } from 'yaml';
import { readYaml } from '../src/source/yaml/read.ts';
import { median } from './measure.ts';

/** A text to read, and the number of readings in one measurement. */
interface Sample {
  readonly name: string;
  readonly text: string;
  readonly times: number;
}

/** The ratio of our parser's time to the other's: the median of runs in turn. */
interface YamlRatio {
  readonly sample: string;
  readonly jsYamlEvents: number;
  readonly yamlDocument: number;
  /** The time of our parser, in nanoseconds for a character. */
  readonly nanoseconds: number;
}

const hostVars = `---
# search data node, rack 4
ansible_host: 10.20.4.17
ansible_user: deploy
search_node_name: data-17
search_heap: 26g
search_roles: [data_hot, data_content, ingest]
search_attributes:
  rack: r4
  zone: "eu-west-1b"
search_paths:
  - /srv/search/data0
  - /srv/search/data1
search_jvm_options: '-XX:+UseG1GC -XX:MaxGCPauseMillis=200'
search_keystore_password: "{{ vault_keystore_password }}"
`;

const groupVars = `---
# Variables of all search nodes.
search_version: 8.19.3
search_cluster_name: logs-production
search_network_host: "{{ ansible_default_ipv4.address }}"
search_http_port: 9200

search_security:
  enabled: true
  http:
    ssl: {enabled: yes, keystore: /etc/search/certs/http.p12, verification_mode: full}
  transport:
    ssl:
      enabled: true
      verification_mode: certificate   # host names are not in the certificates
search_settings:
  cluster.routing.allocation.disk.watermark.low: 85%
  cluster.routing.allocation.disk.watermark.high: 90%
  indices.breaker.total.limit: 0.7
  action.auto_create_index: "-*,.monitoring-*,logs-*"
search_users:
${Array.from({ length: 12 }, (_, i) => `  - name: writer-${i}\n    roles: [logs_writer, monitoring_user]\n    password: !vault |\n      $ANSIBLE_VAULT;1.1;AES256\n      6231366137373166396463653166336464346237623030376637\n      3162326637623562\n`).join('')}
search_motd: |
  This host is managed by Ansible.
  Changes made by hand are lost.
search_description: >-
  Hot and warm tiers of the log cluster,
  three availability zones.
`;

function hosts(count: number): string {
  let text = 'all:\n  children:\n    search:\n      hosts:\n';
  for (let i = 0; i < count; i++)
    text += `        search-${i}.example.com:\n          ansible_host: 10.${i >> 16}.${(i >> 8) & 255}.${i & 255}\n          search_heap: ${8 + (i % 20)}g\n          search_roles: [data, ingest]\n          rack: "r${i % 24}"\n`;
  return text;
}

const SAMPLES: readonly Sample[] = [
  { name: 'host_vars, 10000 files', text: hostVars, times: 10_000 },
  { name: 'group_vars', text: groupVars, times: 1000 },
  { name: 'inventory of 10000 hosts', text: hosts(10_000), times: 1 },
];

function time(work: () => unknown, times: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < times; i++) work();
  return Number(process.hrtime.bigint() - start);
}

const PAIRS = 15;

/** Measures the reader in pairs with the other parsers. */
export function measureYaml(): readonly YamlRatio[] {
  return SAMPLES.map(({ name, text, times }) => {
    const events: number[] = [];
    const documents: number[] = [];
    const own: number[] = [];
    for (let i = -3; i < PAIRS; i++) {
      const ours = time(() => readYaml(text), times);
      const theirs = time(() => parseEvents(text, {}), times);
      // The third one is slow: a few measurements do.
      const document =
        i < 0 || i > 4 ? undefined : time(() => parseDocument(text), Math.ceil(times / 10)) * (times > 1 ? 10 : 1);
      if (i < 0) continue; // warming up
      own.push(ours / times / text.length);
      events.push(ours / theirs);
      if (document !== undefined) documents.push(ours / document);
    }
    return { sample: name, jsYamlEvents: median(events), yamlDocument: median(documents), nanoseconds: median(own) };
  });
}

if (process.argv[1]?.endsWith('bench/yaml.ts') === true)
  for (const { sample, jsYamlEvents, yamlDocument, nanoseconds } of measureYaml())
    console.log(
      `${sample.padEnd(26)} ${jsYamlEvents.toFixed(2)} × js-yaml parseEvents, ${yamlDocument.toFixed(2)} × yaml parseDocument, ${nanoseconds.toFixed(1)} ns a character`,
    );
