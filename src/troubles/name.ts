/** The faults of names: of groups, hosts and variables. */
import type { Area } from './area.ts';

export const NAME = {
  'name/reserved': {
    says: '{{name}} is a reserved name in Ansible: in a play it may mean a keyword or a function instead of this variable',
    more: 'Rename the variable, for example with the name of its role as a prefix.',
    severity: 'warning',
  },
  'name/not-an-identifier': {
    says: 'Ansible refuses {{name}} as the name of a variable from 2.23 on; expected letters, digits and underscores',
    more: 'A template cannot name such a variable either: rename it.',
    severity: 'warning',
  },
  'name/group-characters': {
    says: 'Ansible warns of group names with characters that are not valid in a variable name: {{groups}}',
    more: 'Templates name groups as they name variables. Use underscores in place of dashes, or set force_valid_group_names.',
    severity: 'warning',
  },
  'name/group-renamed': {
    says: 'Ansible replaces each character of a group name that is not valid in a variable name by _, and variable files need the new names: {{groups}}',
    more: 'force_valid_group_names renames the groups: files in group_vars and the hosts of plays have to use the new names.',
    severity: 'warning',
  },
  'name/group-and-host': {
    says: 'both a group and a host are named {{name}}: what is set for one may go to the other',
    more: 'Rename one of them.',
    severity: 'warning',
  },
  'name/two-local-hosts': {
    says: '{{name}} is the machine that Ansible runs on, and so is {{other}}; expected one of them',
    more: 'Ansible takes localhost, 127.0.0.1 and ::1 for the same machine, and which variables count depends on their order.',
    severity: 'warning',
  },
} as const satisfies Area;
