/** Projects with texts that say CANARY wherever a secret can stand. */

/** Files by path. */
export type Project = Readonly<Record<string, string>>;

export const HOSTS = 'search:\n  hosts:\n    es-1:\n    es-2:\ndashboard:\n  hosts:\n    dash-1:\n';
export const SEARCH = 'search_node_types: [master, data]\nsearch_cluster_name: logs\n';

/** Projects, by where their canaries sit. */
export const PLACES: Readonly<Record<string, Project>> = {
  'plain variables, by name and by vocabulary': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `${SEARCH}elastic_password: CANARY-1
api_key: "CANARY-2"
ansible_become_pass: 'CANARY-3'
vault_thing: CANARY-4
db_pw: CANARY-5
accessKey: CANARY-6
pin_secret: [CANARY-7, {deep: CANARY-8}]
ansible_ssh_pass: CANARY-20
ansible_sudo_pass: CANARY-21
keepalived_auth_pass: CANARY-22
wazuh_cluster_key: CANARY-23
enable_pass: CANARY-24
snmp_community_string: CANARY-25
fernet_key: CANARY-26
auth_salt: CANARY-27
ldap_bind_pw: CANARY-28
admin_password_hash: $6$CANARY-29$5mT0pQxYw2vRkUe8LzNaBcDfGhJiKlMo
named_password: CANARY_30_password
kept_password: /CANARY/31
raw_password: !unsafe "{{ CANARY_32 }}"
my_token: |
  CANARY-9
  CANARY-10
`,
    'group_vars/dashboard.yml': 'dashboard_system_password: CANARY\n',
    'host_vars/es-1.yml': 'elastic_password: CANARY-11\n',
  },
  'a vocabulary of a role': {
    'hosts.yml': 'elasticsearch:\n  hosts:\n    es-1:\n',
    'group_vars/elasticsearch.yml': `elasticsearch_memory_lock: 5
elasticsearch_http_tls_key_content: CANARY-1
elasticsearch_bootstrap_pw: CANARY-2
elasticsearch_keystore_entries: {s3.client.default.id: CANARY-3}
elasticsearch_clustername: "{{ elasticsearch_bootstrap_pw }}"
elasticsearch_heap: "{{ elasticsearch_http_tls_key_content }}"
`,
  },
  'keys inside of maps and lists': {
    'hosts.yml': HOSTS,
    'group_vars/all.yml': `${SEARCH}users: [{name: a, password: CANARY-1}, {name: b, password: [CANARY-2]}]
settings: {xpack.notification.smtp.secure_password: CANARY-3, nested: {api: {token: CANARY-4}}}
environment_of: [{name: DB_PASSWORD, value: CANARY-5}]
dashboard_extra_config:
  server.port: 5601
  ext: {security: {encryptionKey: CANARY-6}}
  ext.reporting.encryptionKey: CANARY-7
`,
  },
  'INI, inline and in sections': {
    hosts: `[search]
es-1 ansible_password=CANARY-1 search_heap=64g db_password="CANARY-2 CANARY-3" config={'token':'CANARY-4','size':3}
es-2 search_heap=99 # the password was CANARY-5
[search:vars]
search_cluster_name=logs
elastic_password=CANARY-6 CANARY-7
options="--password CANARY-8 --size 3"
`,
  },
  'templates, through hops and filters': {
    'hosts.yml': HOSTS,
    'group_vars/all.yml': `elastic_password: CANARY-1
first: "{{ elastic_password }}"
second: "pre-{{ first }}"
third: "{{ {'a': [second]} }}"
search_cluster_name: "{{ third.a[0] }}"
search_node_types: ["{{ first }}", data]
search_heap: "{{ elastic_password }}"
search_fs_repo: ["{{ second }}"]
search_memory_lock: "{{ first }}"
search_cluster_settings: {cluster.routing.allocation.disk.watermark.low: "{{ first | upper }}"}
search_extra_config: {path.data: "{{ first | b64encode }}", bootstrap.memory_lock: "{{ second | lower }}"}
pipeline_queue_type: "{{ first }}"
keyed: "{{ {elastic_password: 1} }}"
keyed_beside: "{{ {'a': 1, elastic_password: 2} }}"
keyed_within: "{{ {'a': {'b': {elastic_password: 1}}} }}"
keyed_in_list: "{{ [{'a': 1}, [{elastic_password: 1}]] }}"
zipped: "{{ dict([first] | zip([1])) }}"
grouped: "{{ [{'a': first}] | groupby('a') }}"
upper: "{{ first | upper }}"
backwards: "{{ first | reverse }}"
encoded: "{{ first | b64encode }}"
listed: "{{ first | list }}"
joined: "{{ [first, 'x'] | join('-') }}"
inside: "{{ 'x' ~ first ~ 'y' }}"
looped: "{% for c in [first] %}{{ c }}{% endfor %}"
combined: "{{ {'a': 1} | combine({'b': first}) }}"
whole: "{{ vars['elastic_password'] }}"
chosen: "{{ 'CANARY-2' if elastic_password == 'CANARY-1' else 'CANARY-3' }}"
`,
  },
  'sources that compute with secrets': {
    'inv/hosts.yml': `search:
  hosts:
    es-1: {tier: hot, tables: {a: 1}}
    es-2:
  vars: {elastic_password: CANARY-1, user: me}
`,
    'inv/x-made.yml': `plugin: constructed
compose:
  url: "'https://' ~ user ~ ':' ~ elastic_password ~ '@es'"
  search_cluster_name: elastic_password | upper
  search_heap: elastic_password
  search_node_types: "[elastic_password, 'data']"
  search_memory_lock: tables[elastic_password]
  search_fs_repo: ["CANARY-2"]
  search_extra_config: "{'path.data': elastic_password | b64encode}"
  db_password: "'CANARY-3'"
  plain: elastic_password
  twice: plain ~ plain
  known: lookup('env', elastic_password)
groups:
  odd: elastic_password
  high: tables[elastic_password] > 1
keyed_groups:
- key: tables[elastic_password]
  prefix: t
`,
    'inv/y-made.yml': `plugin: constructed
strict: true
compose:
  again: url ~ '!'
  quoting: "{'b': 1}[elastic_password]"
`,
    'group_vars/search.yml': 'later: "{{ url }}"\nlatest: "{{ twice | lower }}"\n',
  },
  'templates that fail and quote': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `tables: {a: 1}
elastic_password: CANARY-1
plain: "{{ elastic_password }}"
search_node_types: "{{ tables[elastic_password] }}"
search_heap: "{{ plain | int + plain }}"
search_cluster_name: "{{ hostvars[plain].x }}"
search_fs_repo: "{{ plain | from_json }}"
search_memory_lock: "{{ 'x' is match(plain ~ '(') }}"
search_cluster_settings: "{{ plain | combine({'a': 1}) }}"
search_extra_config: "{{ vars[plain] }}"
dated: "{{ plain | to_datetime }}"
hashed: "{{ 'x' | hash(plain) }}"
looked: "{{ lookup('file', plain) }}"
lookup_of: "{{ lookup(plain, 'x') }}"
formatted: "{{ '%d' | format(plain) }}"
mandatory: "{{ nothing | mandatory(plain) }}"
indexed: "{{ [1, 2][plain] }}"
called: "{{ plain.nothing() }}"
attribute: "{{ plain.other | default(elastic_password.x) }}"
compared: "{{ 1 < plain }}"
filtered: "{{ plain | dict2items }}"
subnet: "{{ plain | ansible.utils.ipaddr }}"
urls: "{{ ('http://[' ~ plain) | urlsplit }}"
replaced: "{{ 'x' | regex_replace(plain ~ '(?<', 'y') }}"
broken_secret: "{{ elastic_password | default('CANARY-3' }}"
password_broken: "{{ 'CANARY-4 }}"
password_bad: "CANARY-5 {{ x | } }} CANARY-6"
`,
  },
  'defaults and texts in templates': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `${SEARCH}elastic_password: "{{ vault_it | default('CANARY-1') }}"
kept: "{{ undefined_password | default('CANARY-2') }}"
search_heap: "{{ vault_password | default('CANARY-3') }}"
through: "{{ kept }}"
number_password: "{{ x | default(123) }}"
around_password: "CANARY-4{{ nothing }}CANARY-5"
escaped_password: "{{ x | default(\\"CANARY-6\\") }}"
quoted_password: '{{ x | default(''CANARY-7'') }}'
raw_password: "{% raw %}CANARY-8{% endraw %}"
comment_password: "{# CANARY-9 #}x"
written: "{{ {'password': 'CANARY-10', 'size': 3} }}"
innocent: !vault |
  $ANSIBLE_VAULT;1.1;AES256
  6162
fallback: "{{ innocent | default('CANARY-12') }}"
folded_password: >-
  {{ x
  | default('CANARY-11') }}
doubled: '{{ undefined_password | default("CANARY-13") }}'
unsafe_password: !unsafe "{{CANARY-14}}"
`,
  },
  'variables of other hosts': {
    'hosts.yml': HOSTS,
    'host_vars/dash-1.yml': 'elastic_password: CANARY-1\ntables: {password: CANARY-2}\n',
    'group_vars/search.yml': `search_cluster_name: "{{ hostvars['dash-1'].elastic_password }}"
search_node_types: ["{{ hostvars['dash-1']['tables']['password'] }}"]
search_heap: "{{ hostvars[groups['dashboard'][0]].elastic_password }}"
every: "{{ groups['all'] | map('extract', hostvars, 'elastic_password') | list }}"
one: "{{ hostvars['dash-1'].tables }}"
`,
  },
  'one alias of one secret': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `${SEARCH}elastic_password: &it CANARY\nsearch_heap: *it\n`,
  },
  'plays and roles': {
    'hosts.yml': HOSTS,
    'site.yml': `- hosts: all
  vars: {elastic_password: CANARY-1, search_heap: "{{ elastic_password }}", users: {admin: {token: CANARY-2}}}
  vars_files: [more.yml]
  roles: [{role: made, db_password: CANARY-3, search_cluster_name: "{{ db_password }}"}]
  tasks:
  - set_fact: {api_token: CANARY-4, search_memory_lock: "{{ api_token }}"}
  - debug: {msg: x}
    vars: {my_secret: CANARY-5, search_fs_repo: "{{ my_secret }}"}
`,
    'more.yml': 'private_key: CANARY-6\nsearch_node_types: ["{{ private_key }}", data, data]\n',
    'roles/made/defaults/main.yml': 'role_password: CANARY-7\nsearch_extra_config: {a: "{{ role_password }}"}\n',
    'roles/made/vars/main.yml': 'role_secret: [CANARY-8]\npipeline_queue_type: "{{ role_secret }}"\n',
    'group_vars/search.yml': `first: "{{ elastic_password }}"
second: "{{ role_password ~ private_key }}"
search_cluster_settings: {a: "{{ users.admin }}"}
`,
    'plays/site.yml': '- hosts: search\n  tasks: []\n',
    'plays/group_vars/search.yml': 'beside_password: CANARY-9\nshipper_log: "{{ beside_password }}"\n',
  },
  'aliases and merges': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `elastic_password: &it CANARY-1
users: &users {password: CANARY-2, size: 3}
search_cluster_name: *it
search_heap: *it
search_node_types: [*it, data]
search_fs_repo: *users
other: *it
others: [*users]
merged: {<<: *users, more: *it}
passwords: &all {a: CANARY-3, b: [CANARY-4]}
again: *all
within: {x: [*all]}
computed: "{{ again }}"
search_extra_config: *all
`,
  },
  'values of the wrong shape': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `${SEARCH}search_fs_repo: {password: CANARY-1}
search_heap: "password=CANARY-2"
search_memory_lock: [{token: CANARY-3}]
search_cluster_settings: [{api_key: CANARY-4}]
search_extra_config: "token: CANARY-5"
shipper_log: "https://user:CANARY-6@host/"
`,
    'group_vars/dashboard.yml': `dashboard_system_password: [CANARY-7]
dashboard_extra_config: {ext.security.encryptionKey: [CANARY-8], ext.reporting.encryptionKey: {a: CANARY-9}}
`,
  },
  'comments beside': {
    'hosts.yml': `search:
  vars:
    search_heap: 64g # password: CANARY-1
    search_memory_lock: maybe # CANARY-2 is the password
  hosts:
    es-1: # token CANARY-3
`,
    'group_vars/search.yml': `search_cluster_name: logs
# old_password: CANARY-4
elastic_password: "x" # was CANARY-5
search_fs_repo: 3 # api_key=CANARY-6
`,
  },
};
