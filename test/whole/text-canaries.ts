/** Projects with texts that say CANARY where a name, or the text around it, says that it is a secret. */
import { HOSTS } from './canaries.ts';
import type { Project } from './canaries.ts';

export const TEXT_PLACES: Readonly<Record<string, Project>> = {
  'names of secrets': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': ['rootpw', 'elastic_pass1', 'passcode', 'license_key', 'hmac_key', 'wifi_psk', 'ca_jwt']
      .concat([
        'tls_key_content',
        'basic_auth',
        'erlang_cookie',
        'snmp_community',
        'storage_account_key',
        '_raw_params',
      ])
      .map((name) => `${name}: CANARY\n`)
      .join(''),
  },
  'texts that hold several things': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `address: https://elastic:CANARY-1@es-1:9200/
java_options: "-Xmx3g -Djavax.net.ssl.keyStorePassword=CANARY-2 --token CANARY-3"
header: "Authorization: Bearer CANARY-4"
json: '{"password": "CANARY-5", "size": 3}'
yaml: |
  size: 3
  password: CANARY-6
pem: |
  -----BEGIN RSA PRIVATE KEY-----
  CANARY7
  -----END RSA PRIVATE KEY-----
search_cluster_name: "{{ (json | from_json).password }}"
search_heap: "{{ (yaml | from_yaml).password }}"
search_node_types: ["{{ address | urlsplit('password') }}", "{{ java_options.split()[1] }}"]
search_fs_repo: ["{{ json | regex_search('CANARY-\\\\d') }}"]
parsed: "{{ json | from_json }}"
`,
  },
  'tags and anchors before the values': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': 'elastic_password: !unsafe CANARY-1: CANARY-2\n',
    'host_vars/es-1.yml': 'elastic_password: !!str CANARY-3: x\n',
    'host_vars/es-2.yml': 'elastic_password: !vault CANARY-4: x\n',
    'host_vars/dash-1.yml': `text: |
  password: !unsafe CANARY-5
  token: !!str 'CANARY-6 CANARY-7'
  api_key: &key CANARY-8
  secret: !other &it CANARY-9
dashboard_system_password: !!str CANARY-10
`,
  },
  'texts and lists that hold secrets in other ways': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `asked: https://es-1:9200/?pretty&api_key=CANARY-1
settings: Server=es-1;User=me;Password=CANARY-2;
list: "passwords: [CANARY-3, CANARY-4]"
curl: curl -s -u elastic:CANARY-5 https://es-1:9200
curled: curl --user 'elastic:CANARY-6' https://es-1:9200
slashed: https://elastic:pa/CANARY-7@es-1:9200
schemeless: //elastic:CANARY-8@es-1/x
hooked: https://hooks.slack.com/services/T00/B00/CANARY-9
github: ghp_CANARY10abcdefghijklmnopqrst
github_too: github_pat_11CANARY20abcdefghijklmn
slack: xoxb-1234-CANARY-11
arguments: [--password, CANARY-12, --size, 3]
environment_of: [{key: DB_PASSWORD, value: CANARY-13}]
fallen: "{{ nothing | default('https://elastic:CANARY-14@es-1') }}"
dumped: mysqldump -u root -pCANARY-16 shop
noted: The password of elastic is CANARY-17, until it is changed.
constant: "{{ 'https://elastic:CANARY-15@es-1' }}"
`,
  },
  'texts that hold secrets below their names, and in other words': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `below: |
  user: elastic
  password:
    CANARY-1
  other
search_heap: |
  password:
  CANARY-2
search_memory_lock: "the token:\n  CANARY-3"
search_extra_config: |
  xpack.security:
    password: |
      CANARY-4
    tokens:
    - CANARY-5
    secrets:
      a: CANARY-6
pipeline: 'output { elasticsearch { user => "x" password => "CANARY-7" } }'
parsed: 'credentials: {"a": "CANARY-8", "b": "CANARY-9"}'
around: 'password: "{{ x }}CANARY-10"'
nodes: elastic:CANARY-11@es-1:9200
cloned: https://CANARY-12-0123456789@example.org/x.git
signed: https://example.org/x?sv=1&sig=CANARY-13
added: echo CANARY-14 | bin/elasticsearch-keystore add -x bootstrap.password
user: bin/elasticsearch-users useradd me -p CANARY-15
curled: curl -sku elastic:CANARY-16 https://es-1:9200
arguments: [curl, -s, -u, "elastic:CANARY-17", https://es-1:9200]
dumping: [mysql, -u, root, -pCANARY-18]
giving: [--size, 3, --password, [CANARY-19], --token, "'CANARY-30", "CANARY-31'", --secret, CANARY-32]
env: [{Name: DB_PASSWORD, Value: CANARY-20}, {name: db_password, default: CANARY-21}]
ini: [{section: main, option: requirepass, value: CANARY-22}, {key: 1, var: api_key, val: {a: CANARY-23}}]
cloud_auth: elastic:CANARY-24
addresses: {"https://elastic:CANARY-25@es-1": 1, nested: {"https://elastic:CANARY-26@es-1": "{{ x }}"}}
search_fs_repo: {"https://elastic:CANARY-27@es-1": [{}], "https://elastic:CANARY-27@es-1": [{}]}
search_cluster_settings: {"https://elastic:CANARY-28@es-1": {password: x}}
search_node_types: ["https://elastic:CANARY-29@es-1"]
`,
  },
};
