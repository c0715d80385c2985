/** The faults of sources for the inventory plugin `constructed`. */
import type { Area } from './area.ts';

export const CONSTRUCTED = {
  'constructed/options': {
    says: 'it should hold a mapping of options, as a plugin has them',
    more: 'The configuration of a plugin is a YAML mapping that begins with plugin: constructed.',
  },
  'constructed/other-plugin': {
    says: 'it is not the configuration of {{plugins}}',
    more: 'The key plugin names the inventory plugin that reads the file.',
  },
  'constructed/option-type': {
    says: '{{option}} should be {{expected}}',
    more: 'ansible-doc -t inventory constructed lists the options and their types.',
  },
  'constructed/unreadable-variables': {
    says: '{{file}} cannot be read',
    more: 'With use_vars_plugins the expressions see the files of group_vars and host_vars, so Ansible gives the source up where it cannot read one.',
  },
  'constructed/encrypted-variables': {
    says: '{{file}} cannot be read',
    more: 'With use_vars_plugins the expressions see the files of group_vars and host_vars. Give the vault password to decide them.',
    kind: 'dynamic',
    severity: 'warning',
  },
  'constructed/keyed-group': {
    says: 'an entry of keyed_groups should be a mapping with a key',
    more: 'Each entry says by its key which expression names the groups: - key: ansible_distribution.',
  },
  'constructed/encrypted-name': {
    says: 'an encrypted text cannot be part of a name',
    more: 'The names of groups are shown everywhere, so Ansible takes no vaulted value into one.',
  },
  'constructed/two-defaults': {
    says: 'default_value and trailing_separator exclude each other',
    more: 'Both say what becomes of a key without a value. Keep one of them.',
  },
  'constructed/no-key-value': {
    says: 'the key gives no value to name a group by',
    more: 'With strict an empty value is an error. Filter it with default(), or set default_value.',
  },
  'constructed/key-type': {
    says: 'the key of a keyed group should give a string, a list of strings or a mapping',
    more: 'Turn a number into text with the filter string.',
  },
  'constructed/variable-refused': {
    says: '{{variable}} cannot be set for {{host}}: {{reason}}',
    more: 'With strict Ansible gives up the source at the first expression that fails.',
  },
  'constructed/group-refused': {
    says: '{{host}} cannot be put into {{group}}: {{reason}}',
    more: 'With strict Ansible gives up the source at the first condition that fails.',
  },
  'constructed/keyed-refused': {
    says: 'no group can be named for {{host}}: {{reason}}',
    more: 'With strict Ansible gives up the source at the first key that fails.',
  },
  'constructed/parent-refused': {
    says: 'no parent group can be named for {{host}}: {{reason}}',
    more: 'With strict Ansible gives up the source at the first parent group that fails.',
  },
  'constructed/open': {
    says: 'only a run can evaluate {{name}} in {{option}}: {{reason}}',
    more: 'The expression needs facts or something else that no file of the project holds.',
    kind: 'undecided',
    severity: 'warning',
  },
  'constructed/open-source': {
    says: 'only a run can evaluate {{name}} in {{option}}: {{reason}}',
    more: 'The expression needs facts or something else that no file of the project holds, and with strict the rest of the source depends on it.',
    kind: 'dynamic',
    severity: 'warning',
  },
} as const satisfies Area;
