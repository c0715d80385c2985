/** The faults of templates, in the words of Ansible and Jinja. */
import type { Area } from './area.ts';

export const TEMPLATE = {
  'template/syntax': {
    says: 'Ansible cannot read the template of {{path}}: {{reason}}',
    more: 'The reason is in the words of Jinja. Ansible stops at the first task that needs the value.',
    kind: 'syntax',
  },
  'template/hidden': {
    says: 'Ansible cannot read the template of {{path}}: what is wrong with it is not shown',
    more: 'The value is a secret, so nothing of it is quoted. Ansible stops at the first task that needs it.',
    kind: 'syntax',
  },
} as const satisfies Area;
