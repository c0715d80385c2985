/** Faults that every format of text may have. */
import type { Area } from './area.ts';

export const TEXT = {
  'text/not-utf-8': {
    says: 'the file is not UTF-8 text',
    more: 'Ansible reads its files as UTF-8. Save the file in that encoding, or remove the bytes that are not text.',
  },
  'text/too-many-values': {
    says: 'found more than {{most}} values, all that stacklint reads of one file; expected them in several',
    more: 'Ansible may read the file, but its tree would take all memory here. Split it into several files.',
    kind: 'limit',
  },
  'text/too-many-aliased-values': {
    says: 'found aliases that stand for more than {{most}} values, all that stacklint reads; expected fewer of them',
    more: 'Aliases of values that hold aliases multiply. Ansible may read the file, but its tree would take all memory here.',
    kind: 'limit',
  },
  'text/too-many-merged-values': {
    says: 'found merge keys that bring in more than {{most}} values, all that stacklint reads; expected fewer of them',
    more: 'Mappings that merge mappings multiply. Ansible may read the file, but its tree would take all memory here.',
    kind: 'limit',
  },
  'text/nested-too-deeply': {
    says: 'the values are nested too deeply for Python',
    more: 'Python gives up when it has called itself too often. No setting needs hundreds of nested brackets.',
  },
  'text/too-many-digits': {
    says: 'this number has {{digits}} digits; expected at most {{limit}}, all that Python reads',
    more: 'Python refuses to make an integer of longer texts. Put quotes around the digits if they are a text.',
  },
} as const satisfies Area;
