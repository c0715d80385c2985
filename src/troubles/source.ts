/** The faults of inventory sources: of what they are, and of the groups and hosts that they declare. */
import type { Area } from './area.ts';

export const SOURCE = {
  'source/missing': {
    says: 'there is no such inventory source',
    more: 'The path is relative to the folder where Ansible is started.',
    kind: 'unreadable',
  },
  'source/broken-link': {
    says: 'this is a broken symbolic link to {{target}}, so Ansible reads nothing here',
    more: 'A symbolic link leads to a path where nothing is.',
    kind: 'unreadable',
    severity: 'warning',
  },
  'source/too-many-files': {
    says: 'it holds more than {{count}} files; name the inventory in it',
    more: 'Each file of a folder of sources is read as an inventory, so a folder with this many is most likely not one.',
    kind: 'unreadable',
  },
  'source/too-many-bytes': {
    says: 'it holds more than {{megabytes}} MB of files; name the inventory in it',
    more: 'Each file of a folder of sources is read as an inventory, so a folder with this much in it is most likely not one.',
    kind: 'unreadable',
  },
  'source/no-plugin': {
    says: 'no inventory plugin of Ansible reads such a file',
    more: 'The enabled plugins choose files by their names: .yml, .yaml and .json are YAML, .toml is TOML, names without an ending are INI.',
  },
  'source/nothing-in-folder': {
    says: 'Ansible finds no inventory in this folder',
    more: 'Ansible reads the files of a folder of sources, but for hidden ones and endings such as .cfg, .md and .retry.',
    severity: 'warning',
  },
  'source/data-folder': {
    says: 'Ansible reads {{count}} files of this folder as inventories, but they hold no groups; expected groups with hosts, children or vars',
    more: 'Move files of other data out of the folder of sources.',
    severity: 'warning',
  },
  'source/data-of-program': {
    says: 'Ansible reads {{count}} files of this folder as inventories, but they name no hosts; expected the data of {{program}} outside of the folder of sources',
    more: 'Ansible reads every file of a folder of sources as an inventory, also what is meant for a program in it.',
    severity: 'warning',
  },
  'source/ini-in-folder': {
    says: 'Ansible up to 2.18 ignores files that end in .ini in a folder of sources, and later releases read them',
    more: 'Name the file without an ending, or set inventory_ignore_extensions, so that all releases read the same hosts.',
    severity: 'warning',
  },
  'source/cut-json': {
    says: 'it is JSON that ends in the middle; expected all of it',
    more: 'A full disk or a program that was stopped leaves such files. Write the file again.',
    kind: 'syntax',
  },
  'source/empty': {
    says: 'it is empty',
    more: 'An inventory names at least one group.',
  },
  'source/not-a-mapping': {
    says: 'it should hold a mapping of groups, but holds {{found}}',
    more: 'The top of a YAML inventory has the names of groups as its keys, most often all.',
  },
  'source/plugin-configuration': {
    says: 'it is the configuration of a plugin, not an inventory',
    more: 'A file with the key plugin is for the inventory plugin of that name.',
  },
  'source/unread-configuration': {
    says: 'it configures the plugin {{plugin}}, but no enabled plugin reads a file of this name; expected a name that ends in .yml',
    more: 'Plugins take the configurations that are named in their own way.',
  },
  'source/disabled-plugin-or-name': {
    says: 'it configures the plugin {{plugin}}, but no enabled plugin reads a file of this name; expected a name that ends in .yml, or {{plugin}} among enable_plugins in ansible.cfg',
    more: 'enable_plugins replaces the list of plugins that Ansible tries.',
  },
  'source/disabled-plugin': {
    says: 'it configures the plugin {{plugin}}, which is not enabled; expected {{enabled}} among enable_plugins in ansible.cfg',
    more: 'enable_plugins replaces the list of plugins that Ansible tries.',
  },
  'source/no-plugin-key': {
    says: "it has no key 'plugin'",
    more: 'The key plugin says which inventory plugin a configuration is for.',
  },
  'source/legacy-name': {
    says: 'the plugin constructed does not take a configuration under this name',
    more: 'Write constructed or ansible.builtin.constructed.',
  },
  'source/no-yaml-name': {
    says: 'its name does not end as one of YAML does',
    more: 'The plugin constructed reads files whose names end in .config, .yml or .yaml, or have no ending.',
  },
  'source/dynamic-plugin': {
    says: 'this configures an inventory plugin: only a run knows its hosts',
    more: 'Save what ansible-inventory --list prints as JSON, and check that file with -i.',
    kind: 'dynamic',
    severity: 'warning',
  },
  'source/other-plugin': {
    says: 'the plugin {{plugin}} may read this: only a run knows its hosts',
    more: 'Save what ansible-inventory --list prints as JSON, and check that file with -i.',
    kind: 'dynamic',
    severity: 'warning',
  },
  'source/program': {
    says: 'this is a program: only a run knows its hosts',
    more: 'Save what ansible-inventory --list prints as JSON, and check that file with -i.',
    kind: 'dynamic',
    severity: 'warning',
  },
  'source/executable': {
    says: 'it is executable, but not a program',
    more: 'A program begins with #!. Take the permission to execute it from a file that is an inventory (chmod -x).',
  },
  'source/not-executable': {
    says: 'it begins as a program does, but is not executable, and so it is read as INI',
    more: 'Make it executable (chmod +x); in git: git update-index --chmod=+x.',
  },
  'source/looks-like-yaml': {
    says: 'it looks like YAML, which Ansible reads from .yaml, .yml, .json and names without an extension alone',
    more: 'Rename the file.',
  },
  'source/variable-file': {
    says: 'this is a file of variables, not an inventory; expected groups with hosts, children or vars',
    more: 'Variable files belong in group_vars or host_vars; playbooks name others in vars_files.',
    severity: 'warning',
  },
  'source/skipped-groups': {
    says: 'Ansible skips everything that the groups of this file hold ({{groups}}); expected hosts, children or vars in them',
    more: 'Hosts belong below the key hosts of their group, and groups below children.',
    severity: 'warning',
  },
  'source/skipped-group': {
    says: 'Ansible skips {{group}}: a group needs a {{form}} of hosts, vars and children',
    more: 'Write a colon after the name and its sections below it.',
    severity: 'warning',
  },
  'source/skipped-key': {
    says: 'Ansible skips the key {{key}} in {{groups}}: only vars, children and hosts are valid in a group',
    more: 'Variables of a group belong below vars, hosts below hosts, groups below children.',
    severity: 'warning',
  },
  'source/skipped-value': {
    says: 'Ansible skips the key {{key}} in {{groups}}: a key of a group holds a mapping, and this is {{found}}',
    more: 'The sections of a group are mappings: each host, variable or child is a key of its own.',
    severity: 'warning',
  },
  'source/section-type': {
    says: '{{section}} of group {{group}} should be {{expected}}, but is {{found}}',
    more: 'hosts and children have the names as keys, with a colon after each; vars has the variables.',
  },
  'source/empty-group-name': {
    says: 'a group needs a name, and this is {{found}}',
    more: 'Ansible has no groups without a name.',
  },
  'source/group-name-type': {
    says: 'the name of a group must be a string, and this is {{found}}',
    more: 'Put quotes around a name that YAML would take for a number or a truth value.',
  },
  'source/group-within-itself': {
    says: 'group {{group}} is within itself',
    more: 'An alias leads back to its own anchor.',
  },
  'source/group-in-itself': {
    says: 'the group {{group}} cannot be a child of itself',
    more: 'Remove the line.',
  },
  'source/group-loop': {
    says: 'the group {{child}} as a child of {{parent}} closes a loop of groups',
    more: 'A group cannot be below itself, by whatever way.',
  },
  'source/unknown-child': {
    says: 'there is neither a group nor a host named {{name}}',
    more: 'Declare the group or the host first.',
  },
  'source/ungrouped-below': {
    says: 'below {{parent}}, ungrouped is a group like others: Ansible takes its hosts out of it, and those that are in no other group vanish',
    more: 'Ansible fills ungrouped by itself. Give the group another name.',
    severity: 'warning',
  },
  'source/empty-host-name': {
    says: 'a host has an empty name; expected one',
    more: 'Ansible has no hosts without a name.',
  },
  'source/host-type': {
    says: 'the host pattern {{pattern}} must be a string; expected quotes around it',
    more: 'YAML takes it for a number, a date or a truth value.',
  },
  'source/host-variables': {
    says: 'the variables of host {{host}} should be {{expected}}, but are {{found}}',
    more: 'Write each variable of the host as a key of its own, or nothing after the colon.',
  },
  'source/priority': {
    says: 'ansible_group_priority should be a whole number, but is {{found}}',
    more: 'Among groups of the same depth, the one with the highest priority wins.',
  },
  'source/endless-value': {
    says: 'the value contains itself',
    more: 'Ansible copies what a source sets, and would never finish with such a value.',
  },
  'source/open-range': {
    says: 'the range in {{pattern}} is not closed; expected ], as in es-[1:3]',
    more: 'A name with [ stands for several hosts.',
  },
  'source/bar-in-range': {
    says: '{{pattern}} has a | beside a range; expected a name without it',
    more: 'Ansible uses | itself when it takes ranges apart.',
  },
  'source/range-bounds': {
    says: 'a range has a start and an end, as in [1:10] or [1:10:2], and {{pattern}} has not',
    more: 'Square brackets in the name of a host are a range.',
  },
  'source/range-end': {
    says: 'a range has an end, as in [1:10], and {{pattern}} has none',
    more: 'The start may be left out, but not the end.',
  },
  'source/range-width': {
    says: 'a range that begins with a zero has an end of the same length, as in [01:10], and {{pattern}} has not',
    more: 'Leading zeros say how many digits the numbers have.',
  },
  'source/range-order': {
    says: 'a range of letters goes from a to z, then from A to Z; {{pattern}} goes backwards',
    more: 'Swap the two letters.',
  },
  'source/range-type': {
    says: 'a range goes from a number to a number or from a letter to a letter, and {{pattern}} does not',
    more: 'Write [1:3] or [a:c].',
  },
  'source/range-step': {
    says: 'the step of a range is a whole number other than 0, as in [1:10:2], and that of {{pattern}} is not',
    more: 'The third part of a range says how far it is from one host to the next.',
  },
  'source/range-too-long': {
    says: 'this range stands for more than {{count}} hosts, all that stacklint reads of one; expected a shorter one',
    more: 'A range this long is most likely a typing error.',
    kind: 'limit',
  },
  'source/range-too-wide': {
    says: 'the names of this range are longer than {{count}} characters in all, more than stacklint reads of one; expected a shorter one',
    more: 'A range this long is most likely a typing error.',
    kind: 'limit',
  },
  'source/no-hostvars': {
    says: 'its _meta has no mapping of hostvars',
    more: 'Programs print the variables of hosts below _meta and hostvars; save the whole answer.',
  },
  'source/member-type': {
    says: '{{section}} of group {{group}} should hold names, but one is {{found}}',
    more: 'Save what ansible-inventory --list prints, as it is.',
  },
} as const satisfies Area;
