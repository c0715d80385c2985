/** Projects with texts that say CANARY in what is vaulted. */
import { HOSTS } from './canaries.ts';
import type { Project } from './canaries.ts';
import { vaulted, vaultedValue } from '../vaulted.ts';

/** Projects with canaries in the names of variables that are vaulted; `vars --all` and `explain` show such names. */
export const VAULTED_NAMES: Readonly<Record<string, Project>> = {
  'a vaulted file of variables': {
    'hosts.yml': HOSTS,
    'group_vars/search/main.yml': 'search_heap: 4\nsearch_memory_lock: "{{ pool }}"\n',
    'group_vars/search/vault.yml': vaulted(`search_exra_CANARY: 1
search_CANARY_2: [1]
search_extra_confiq: {path.data: /CANARY}
CANARY_3: 010
search_CANARY_4: 1:30
CANARY_loop: "{{ CANARY_pool }}"
CANARY_pool: "{{ CANARY_loop }} {{ CANARY_none }}"
pool: "{{ CANARY_round }}"
CANARY_round: "{{ pool }}"
CANARY_over: 1
CANARY_over: 2
CANARY-no-name: 1
search_fs_repo: "{{ CANARY_5 }}"
search_heap: "{{ CANARY_pool }}"
`),
    'host_vars/es-1.yml': vaulted('CANARY_over: 3\nCANARY_6: 0x1f\n'),
    'group_vars/all.yml': vaulted('CANARY_over: 0\nCANARY_6: yes\n'),
  },
  'a vaulted inventory in YAML': {
    'hosts.yml': vaulted(
      'search:\n  vars: {search_CANARY_1: 1}\n  hosts:\n    es-1: {search_CANARY_2: 010, CANARY_3: 1}\n',
    ),
    'group_vars/all.yml': 'search_heap: 4\n',
  },
  'a vaulted inventory in INI': {
    'group_vars/all.yml': 'search_heap: 4\n',
    hosts: vaulted('[search]\nes-1 search_CANARY_1=1\n[search:vars]\nsearch_CANARY_2=2\nsearch_CANARY_2=3\n'),
  },
};

/** Projects, by where their canaries sit. */
export const VAULTED_PLACES: Readonly<Record<string, Project>> = {
  'vaulted values': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `innocent: ${vaultedValue('CANARY-1')}
users:
- name: a
  key: ${vaultedValue('CANARY-2', 4)}
- plain
search_cluster_name: "{{ innocent }}"
search_heap: ${vaultedValue('CANARY-3')}
search_node_types:
- "{{ innocent }}"
- ${vaultedValue('CANARY-4')}
search_fs_repo: "{{ users[0].key ~ '/x' }}"
search_memory_lock: "{{ innocent | nothing }}"
search_extra_config: "{{ {innocent: 1} }}"
chosen: "{{ 'CANARY-5' if innocent == 'CANARY-1' else 'CANARY-6' }}"
table: "{{ {'a': 1}[innocent] }}"
hashed: "{{ innocent | hash(innocent) }}"
parsed: "{{ innocent | from_json }}"
encoded: "{{ innocent | b64encode }}"
looked: "{{ lookup('file', innocent) }}"
other: "{{ hostvars['dash-1'].dashboard_key }}"
broken: !vault |
  $ANSIBLE_VAULT;1.1;AES256
  3030
`,
    'group_vars/dashboard.yml': `dashboard_key: ${vaultedValue('CANARY-7', 2, undefined, 'prod')}
dashboard_extra_config:
  ext.security.encryptionKey: ${vaultedValue('CANARY-8', 4)}
  ext.reporting.encryptionKey: "{{ dashboard_key }}"
`,
  },
  'vaulted values in JSON': {
    'hosts.yml': HOSTS,
    'group_vars/all.json': JSON.stringify({
      innocent: { __ansible_vault: vaulted('CANARY-1') },
      search_heap: '{{ innocent }}',
      list: [{ __ansible_vault: vaulted('CANARY-2') }],
    }),
  },
  'vaulted files of variables': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': vaulted(`search_cluster_name: CANARY-1
search_heap: [CANARY-2]
search_node_types: "{{ CANARY_3 }}"
search_memory_lock: {CANARY-4: {CANARY-5: 1}}
search_fs_repo: [CANARY-6]
search_extra_config: {path.data: CANARY-7, CANARY-8: 5, CANARY-8: 6}
search_cluster_settings: {cluster.routing.allocation.disk.watermark.low: CANARY-9}
innocent: CANARY-10
nested: {CANARY-11: [CANARY-12, {CANARY-13: CANARY-14}]}
template: "CANARY-15 {{ nested }} {{ CANARY_16 | default('CANARY-17') }}"
undefined: "{{ CANARY_18 }}"
failing: "{{ nested['CANARY-19'].CANARY }}"
filtered: "{{ innocent | CANARY_20 }}"
looped: "{{ looped }} CANARY-21"
elastic_password: CANARY-22
# CANARY-23
`),
    'group_vars/all.yml': `first: "{{ innocent }}"
second: "{{ nested }}"
third: "{{ nested | dict2items }}"
fourth: "{{ {'a': nested, innocent: 1} }}"
fifth: "{{ undefined }}"
sixth: "{{ failing }}"
seventh: "{{ nested | combine({'a': 1}) }}"
eighth: "{{ nested.keys() | list }}"
ninth: "{{ dict(nested.keys() | zip([1])) }}"
pipeline_queue_type: "{{ innocent }}"
pipeline_dead_letter_queue: "{{ nested }}"
`,
    'host_vars/es-1.yml': vaulted('innocent: CANARY-24\nsearch_heap: "{{ innocent }}"\n'),
    'host_vars/dash-1.json': vaulted('{"dashboard_extra_config": {"ext.security.encryptionKey": "CANARY-25"}}'),
  },
  'broken vaulted files of variables': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': vaulted('a: 1\nelastic_password: *CANARY_1\n'),
    'group_vars/dashboard.yml': vaulted('- CANARY-2\n- CANARY-3: CANARY-4: x\n'),
    'group_vars/all.yml': vaulted('CANARY-5\n'),
    'host_vars/es-1.yml': vaulted('a: !CANARY_6 CANARY-7\nb: {\n'),
    'host_vars/es-2.json': vaulted('{"CANARY-8": "CANARY-9", "CANARY-8": "CANARY-10'),
    'host_vars/dash-1.yml': vaulted('? [CANARY-11]\n: CANARY-12\n'),
  },
  'a vaulted inventory in INI': {
    hosts: vaulted(`[search]
es-1 ansible_password=CANARY-1 search_heap=CANARY-2 config={'CANARY-3':'CANARY-4','size':3}
es-2 search_heap=99 # CANARY-5
[search:vars]
search_cluster_name=CANARY-6
search_heap=CANARY-7
search_heap=CANARY-8
options="--size CANARY-9"
`),
    'group_vars/search.yml': 'first: "{{ search_cluster_name }}"\nsearch_memory_lock: "{{ options }}"\n',
  },
  'a broken vaulted inventory in INI': {
    hosts: vaulted('[search]\nes-1 ansible_password=CANARY-1 CANARY-2 x="3\n'),
  },
  'a vaulted inventory in INI with an unknown section': {
    hosts: vaulted('[search]\nes-1\n[search:CANARY]\nelastic_password CANARY-1\n'),
  },
  'a vaulted inventory in YAML': {
    'hosts.yml': vaulted(`search:
  vars: {search_heap: CANARY-1, search_cluster_name: CANARY-2, nested: {CANARY-3: 1}}
  CANARY-4: {CANARY-5: 1}
  hosts:
    es-1: {ansible_password: CANARY-6}
dashboard: {hosts: {dash-1: {dashboard_system_password: CANARY-7}}}
`),
    'group_vars/search.yml': 'first: "{{ nested }}"\nsearch_memory_lock: "{{ search_heap }}"\n',
  },
  'a broken vaulted inventory in YAML': {
    'hosts.yml': vaulted('search:\n  hosts:\n    es-1: CANARY-1\n  vars: *CANARY_2\n'),
  },
  'a vaulted file that is merged into maps': {
    'ansible.cfg': '[defaults]\nhash_behaviour = merge\n',
    'hosts.yml': HOSTS,
    'group_vars/search/main.yml': `users: {a: 1, deep: {b: {c: 1}}}
all_users: "{{ users }}"
names: "{{ users.deep.b.keys() | list }}"
search_heap: "{{ users.deep.b }}"
search_extra_config: {path.data: /data}
`,
    'group_vars/search/vault.yml': vaulted(`users: {CANARY-1: CANARY-2, deep: {b: {CANARY-3: CANARY-4}}}
search_extra_config: {CANARY-5: CANARY-6, path.data: CANARY-7}
`),
    'host_vars/es-1.yml': vaulted('users: {deep: {CANARY-8: {CANARY-9: 5}}}\n'),
  },
  'a vaulted text in a vaulted file': {
    'hosts.yml': HOSTS,
    'group_vars/all.yml': vaulted(`innocent: ${vaultedValue('CANARY-1')}\nother: CANARY-2\n`),
  },
};
