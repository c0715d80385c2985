/** Projects with texts that say CANARY in files that nobody can read, or that have another shape. */
import { HOSTS, SEARCH } from './canaries.ts';
import type { Project } from './canaries.ts';

export const BROKEN_PLACES: Readonly<Record<string, Project>> = {
  'a broken file of variables': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': `${SEARCH}elastic_password: CANARY-1\nelastic_password2: [CANARY-2\nb: {\n`,
    'group_vars/dashboard.yml': 'dashboard_system_password: *CANARY_3\n',
    'host_vars/es-1.yml': 'elastic_password: !CANARY_4 CANARY-5\n',
    'host_vars/es-2.yml': 'elastic_password: "CANARY-6\n  CANARY-7\nCANARY-8',
    'host_vars/dash-1.yml': 'x:\n  password: @CANARY-9\n',
  },
  'more broken files of variables': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': 'elastic_password: %CANARY-1\n',
    'group_vars/dashboard.yml': '{"password": "CANARY-2", "token": "CANARY-3\n',
    'host_vars/es-1.yml': 'elastic_password: CANARY-4: CANARY-5\n',
    'host_vars/es-2.yml': 'elastic_password: "CANARY-6" CANARY-7\n',
    'host_vars/dash-1.yml': '- elastic_password: CANARY-8\n',
  },
  'a broken INI line': { hosts: '[search]\nes-1 ansible_password=CANARY-1 CANARY-2 x="3\n' },
  'an INI word without a name': { hosts: '[search]\nes-1 ansible_password= CANARY-1\n' },
  'a broken text below the name of a secret': {
    'hosts.yml': HOSTS,
    'group_vars/search.yml': 'notes: "the password:\n  CANARY-1\n  \\q CANARY-2"\n',
    'group_vars/dashboard.yml': 'x: |\n  password:\n    CANARY-3\n   CANARY-4: *x\n',
  },
  'a broken table in TOML': { 'hosts.toml': '[search.hosts.es-1.passwords]\nopen = "x"\nelastic = CANARY-1\n' },
  'an INI word with another sign': { hosts: '[search]\nes-1 ansible_password:CANARY-1\n' },
  'settings of Ansible with values that it refuses': {
    'ansible.cfg': `[defaults]
hash_behaviour = merge; password=CANARY-1
duplicate_dict_key = https://me:CANARY-2@host
`,
    'hosts.yml': HOSTS,
  },
  'an INI variable without its sign': { hosts: '[search]\nes-1\n[search:vars]\nelastic_password CANARY-1\n' },
  'an INI section of children': { hosts: '[search:children]\nelastic_password = CANARY-1\n' },
  'an INI header': { hosts: '[search elastic_password=CANARY-1]\nes-1\n' },
  'variables in a section of hosts': { hosts: '[search]\nes-1\nelastic_password=CANARY-1\n' },
  'a broken inventory in YAML': {
    'hosts.yml': 'search:\n  hosts:\n    es-1:\n      ansible_password: *CANARY\n      search_heap: 64g\n',
  },
  'an inventory in YAML with a key that is none': {
    'hosts.yml': 'search: {elastic_password: {deep: CANARY-1}, hosts: {es-1: {search_heap: 99}}}\n',
  },
  'an inventory in YAML of another shape': {
    'hosts.yml': 'search:\n  hosts: es-1 ansible_password=CANARY-1\n  elastic_password: CANARY-2\npassword: CANARY-3\n',
  },
};
