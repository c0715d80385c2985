/** The faults of files and folders, whatever they hold. */
import type { Area } from './area.ts';

export const FILE = {
  'file/unreadable': {
    says: '{{reason}}',
    more: 'What the file or folder sets is unknown, so whatever depends on it stays undecided.',
    kind: 'unreadable',
  },
  'file/not-utf8': {
    says: 'this is not UTF-8 text: Ansible takes the byte as it is, and will refuse it from 2.23',
    more: 'Save the file as UTF-8; most editors can convert it.',
    kind: 'syntax',
    severity: 'warning',
  },
  'file/link-loop': {
    says: 'this folder is a link to a folder that holds it: Ansible reads that again until the system refuses, and goes on',
    more: 'Remove the symbolic link, or let it lead to a folder that does not contain it.',
    severity: 'warning',
  },
  'file/alternating-links': {
    says: 'this folder is a link to a folder that holds it by way of another link: Ansible reads both in turn until the system refuses; only a run can know whose files come last',
    more: 'The system follows a limited number of links, so which files win depends on the machine. Remove one of the symbolic links.',
    kind: 'limit',
    severity: 'warning',
  },
  'file/endless-links': {
    says: 'this folder is a link to a folder that holds it, as another is: Ansible follows both in turn, and comes to no end',
    more: 'Each round through one link goes through all rounds of the other. Remove the symbolic links.',
  },
} as const satisfies Area;
