/**
 * Writes inventories whose hosts are configured by roles of their own: those of `generate.ts`, with variables that no
 * vocabulary knows, a playbook, and for each product a role that puts four files on each of its hosts.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generate } from './generate.ts';

/** Names of the vocabulary `search`, which chooses itself where it sees them. */
const OF_VOCABULARY = /\b(?=config_host|(?:search|dashboard|pipeline|shipper)_)/g;

const UNIT = '[Service]\nLimitMEMLOCK=infinity\nLimitNOFILE=65535\n';

/** The files of each role by where they go; the group of its hosts has the role's name. */
const ROLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  search: {
    '/etc/elasticsearch/elasticsearch.yml': `# {{ ansible_managed }}
cluster.name: {{ own_search_cluster_name }}
node.name: {{ inventory_hostname }}
node.roles: {{ own_search_node_types | to_json }}
network.publish_host: {{ own_config_host }}
bootstrap.memory_lock: {{ own_search_memory_lock | lower }}
path.repo:
{% for path in own_search_fs_repo %}
  - {{ path }}
{% endfor %}
discovery.seed_hosts:
{% for host in groups['search_masters'] %}
  - {{ hostvars[host].own_config_host }}
{% endfor %}
{% if 'search_masters' in group_names %}
cluster.initial_master_nodes: {{ groups['search_masters'] | to_json }}
{% endif %}
{{ own_search_cluster_settings | to_nice_yaml }}
{{ own_search_extra_config | to_nice_yaml }}
`,
    '/etc/elasticsearch/jvm.options.d/heap.options': '-Xms{{ own_search_heap }}g\n-Xmx{{ own_search_heap }}g\n',
    '/etc/systemd/system/elasticsearch.service.d/override.conf': UNIT,
    '/etc/default/elasticsearch': `# {{ ansible_managed }}
ES_PATH_CONF=/etc/elasticsearch
ES_JAVA_OPTS="-Des.cluster={{ own_search_cluster_name }}"
`,
  },
  dashboard: {
    '/etc/kibana/kibana.yml': `# {{ ansible_managed }}
server.name: {{ inventory_hostname }}
server.host: {{ own_config_host }}
elasticsearch.hosts:
{% for host in groups['search_masters'] %}
  - https://{{ hostvars[host].own_config_host }}:9200
{% endfor %}
{% for key, value in own_dashboard_extra_config.items() %}
{{ key | regex_replace('^ext', 'xpack') }}: {{ value }}
{% endfor %}
elasticsearch.password: {{ own_dashboard_system_password }}
`,
    '/etc/kibana/node.options': '--max-old-space-size={{ own_dashboard_heap | default(4) * 1024 }}\n',
    '/etc/systemd/system/kibana.service.d/override.conf': UNIT,
    '/etc/default/kibana': '# {{ ansible_managed }}\nKBN_PATH_CONF=/etc/kibana\n',
  },
  pipeline: {
    '/etc/logstash/logstash.yml': `# {{ ansible_managed }}
node.name: {{ inventory_hostname }}
queue.type: {{ own_pipeline_queue_type }}
queue.max_bytes: {{ own_pipeline_queue_max_bytes }}
dead_letter_queue.enable: {{ own_pipeline_dead_letter_queue_enable | lower }}
dead_letter_queue.retain.age: {{ own_pipeline_dead_letter_queue_retain_age }}
`,
    '/etc/logstash/jvm.options':
      '-Xms{{ own_pipeline_heap | default(8) }}g\n-Xmx{{ own_pipeline_heap | default(8) }}g\n',
    '/etc/systemd/system/logstash.service.d/override.conf': UNIT,
    '/etc/default/logstash': '# {{ ansible_managed }}\nLS_SETTINGS_DIR=/etc/logstash\n',
  },
};

/** Writes such an inventory into a folder. Where the roles do not render, they only install their packages. */
export function generateRoles(folder: string, hosts: number, renders: boolean): void {
  generate(folder, hosts, 'files');
  for (const kind of ['group_vars', 'host_vars'])
    for (const name of readdirSync(join(folder, kind))) {
      const path = join(folder, kind, name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(OF_VOCABULARY, 'own_'));
    }
  const plays = Object.keys(ROLES).map((role) => `- hosts: ${role}\n  become: true\n  roles:\n    - ${role}\n`);
  write(join(folder, 'site.yml'), ['---', ...plays].join('\n'));
  for (const [role, files] of Object.entries(ROLES)) {
    const tasks = [`- name: Install\n  ansible.builtin.package:\n    name: ${role}\n`];
    for (const [path, text] of Object.entries(renders ? files : {})) {
      const template = `${path.slice(1).replaceAll('/', '-')}.j2`;
      tasks.push(`- name: Write ${path}\n  ansible.builtin.template:\n    src: ${template}\n    dest: ${path}\n`);
      write(join(folder, 'roles', role, 'templates', template), text);
    }
    write(join(folder, 'roles', role, 'tasks/main.yml'), ['---', ...tasks].join('\n'));
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
