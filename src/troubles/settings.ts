/** The faults of `ansible.cfg` and of the environment variables that take its place. */
import type { Area } from './area.ts';

export const SETTINGS = {
  'settings/duplicate-section': {
    says: 'section {{section}} appears twice',
    more: 'Python reads each section of ansible.cfg once. Put both parts into one section.',
  },
  'settings/duplicate-key': {
    says: 'key {{key}} appears twice in section {{section}}',
    more: 'Python refuses a file that sets a key twice in one section. Keep the line that is meant to count.',
  },
  'settings/outside-of-sections': {
    says: 'this line comes before any section',
    more: 'Each setting belongs to a section: most belong below [defaults].',
  },
  'settings/neither-section-nor-key': {
    says: 'this line is neither a section nor a key with a value',
    more: 'Write [section] or key = value; a comment begins with # or ;.',
  },
  'settings/no-key': {
    says: 'this line has a value without a key',
    more: 'Write the name of the setting before the = sign.',
  },
  'settings/file-name': {
    says: 'a configuration has a name that ends in .cfg or .ini',
    more: 'ANSIBLE_CONFIG names a file with another ending, which Ansible refuses to read.',
  },
  'settings/value': {
    says: '{{value}} is not a value of {{setting}}; expected {{expected}}',
    more: 'Ansible checks all settings when it starts, also those that the command does not use.',
  },
  'settings/values': {
    says: '{{values}} are not values of {{setting}}; expected {{expected}}',
    more: 'Ansible checks all settings when it starts, also those that the command does not use.',
  },
  'settings/pattern': {
    says: '{{pattern}} is not a pattern: {{reason}}',
    more: 'Python takes each item of ignore_patterns for a regular expression.',
  },
  'settings/unknown-pattern': {
    says: 'which names {{pattern}} matches is not known here: none is skipped for it',
    more: 'The expression takes too long to evaluate, or uses what stacklint does not support. A simpler one is certain.',
    severity: 'warning',
  },
  'settings/ignored-file': {
    says: 'Ansible ignores this file: everybody may write to its folder',
    more: 'Take the permission to write from others (chmod o-w), or name the file in ANSIBLE_CONFIG.',
    severity: 'warning',
  },
  'settings/no-permission': {
    says: 'Ansible goes on without this file: permission denied',
    more: 'Ansible looks for the next configuration where it may not read one.',
    severity: 'warning',
  },
  'settings/comment': {
    says: 'in {{setting}} the # does not begin a comment but belongs to the path; expected ;',
    more: 'Only a semicolon after a space begins a comment at the end of a line.',
    severity: 'warning',
  },
  'settings/unknown-step': {
    says: 'in {{setting}} there is no step {{step}}, so Ansible leaves it out; expected {{expected}}',
    more: 'What the missing step would read does not count.',
    severity: 'warning',
  },
  'settings/dropped': {
    says: 'Ansible drops the setting {{setting}} in {{release}}; expected {{expected}}',
    more: 'Later releases of Ansible ignore the setting.',
    severity: 'warning',
  },
  'settings/without-effect': {
    says: 'Ansible drops the setting {{setting}} in {{release}}; it has no effect any more',
    more: 'Remove the line.',
    severity: 'warning',
  },
  'settings/missing-inventory': {
    says: 'there is no inventory at {{paths}}, which {{by}} names; what was found by looking is checked instead',
    more: 'Ansible itself would find no hosts. Correct the path, or remove the setting.',
    severity: 'warning',
  },
  'settings/empty-plugin-name': {
    says: 'Ansible fails at an empty name in enable_plugins; expected names of plugins',
    more: 'A comma at the end of the list, or two in a row, leaves an empty name.',
  },
  'settings/missing-plugin': {
    says: 'Ansible goes on without the inventory plugin {{plugin}}: it has none of that name',
    more: 'Install the collection that has the plugin, or remove its name from enable_plugins.',
    severity: 'warning',
  },
  'settings/no-plugin': {
    says: 'Ansible reads no inventory: no plugin is enabled',
    more: 'Name the plugins in enable_plugins, or remove the setting: then host_list, script, auto, yaml, ini and toml count.',
  },
  'settings/missing-plugins': {
    says: 'Ansible reads no inventory: there is no plugin {{plugins}}',
    more: 'Install the collections that have the plugins, or correct their names in enable_plugins.',
  },
  'settings/unread-source': {
    says: 'Ansible stops: it cannot read {{source}}, and any_unparsed_is_failed is set',
    more: 'Without the setting Ansible would warn of the source and go on.',
  },
  'settings/no-source-read': {
    says: 'Ansible stops: it can read no inventory source, and unparsed_is_failed is set',
    more: 'Without the setting Ansible would warn and go on with the implicit localhost.',
  },
  'settings/vars-plugin': {
    says: 'the vars plugin {{plugin}} is not run: only a run knows what it sets',
    more: 'It may set any variable, so what it could override stays undecided.',
    kind: 'dynamic',
    severity: 'warning',
  },
} as const satisfies Area;
