/** The faults of texts in any language. */
import type { Area } from './catalogue.ts';

export const TEXT = {
  'text/refused': {
    says: '{{reason}}',
    more: 'Ansible cannot read the text as what its file name or its beginning says that it is.',
  },
  'text/too-many-values': {
    says: '{{reason}}',
    more: 'Ansible may read such a text, but stacklint keeps all values of a file in memory.',
    kind: 'limit',
  },
} as const satisfies Area;
