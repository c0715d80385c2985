/** The faults of playbooks and roles. */
import type { Area } from './area.ts';

export const PLAY = {
  'play/not-a-list': {
    says: 'expected a list of plays, but there is {{found}}',
    more: 'A playbook is a YAML list: each play begins with a dash.',
  },
  'play/not-a-play': {
    says: 'expected a play, but there is {{found}}',
    more: 'Each item of a playbook is a mapping with hosts, or imports a playbook.',
  },
  'play/include': {
    says: 'include was removed from playbooks in ansible-core 2.12; expected import_playbook',
    more: 'import_playbook takes the same file name.',
  },
  'play/no-hosts': {
    says: 'this play names no hosts; expected hosts or import_playbook',
    more: 'Every play says by its key hosts where it runs.',
  },
  'play/empty-hosts': {
    says: 'its hosts are empty; expected names of groups or hosts',
    more: 'Write all for every host, or the name of a group.',
  },
  'play/hosts-type': {
    says: 'hosts should be a string or a list of strings',
    more: 'A pattern of hosts is text: the names of groups or hosts, with commas or colons between them, or a list of them.',
  },
  'play/unknown-keyword': {
    says: 'a play has no keyword {{keyword}}',
    more: 'Ansible refuses a play with a key that it does not know. The key may belong to a task, or be misspelt.',
  },
  'play/role-variables': {
    says: 'expected a mapping of variables, but there is {{found}}',
    more: 'vars/main.yml and defaults/main.yml of a role hold names with values.',
  },
  'play/missing-playbook': {
    says: 'there is no playbook {{playbook}} in {{folder}}',
    more: 'The name begins with a collection of this project, whose folder playbooks/ has no such file.',
  },
  'play/missing-import': {
    says: 'there is no file {{file}} to import',
    more: 'import_playbook takes a path relative to the playbook that has it.',
  },
  'play/import-with-words': {
    says: 'there is no file {{file}} to import: all of the text is its name from 2.19 on; expected {{words}} as a key beside it',
    more: 'Up to 2.18 words after the file name were variables. Write them below vars.',
  },
  'play/import-circle': {
    says: 'it imports {{playbook}}, which leads here again',
    more: 'Ansible would never finish imports that lead back to their own playbook.',
  },
} as const satisfies Area;
