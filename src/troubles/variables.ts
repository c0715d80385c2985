/** The faults of variable files and of what sets variables. */
import type { Area } from './area.ts';

export const VARIABLES = {
  'variables/not-a-folder': {
    says: 'Ansible reads no variables here: this is not a folder',
    more: 'group_vars and host_vars are folders with one file or folder for each group or host.',
    severity: 'warning',
  },
  'variables/not-a-mapping': {
    says: 'it should hold a mapping of variables, but holds {{found}}',
    more: 'Write one variable a line: its name, a colon, a space and its value.',
    kind: 'syntax',
  },
  'variables/equals-sign': {
    says: 'it should hold a mapping of variables, but holds a single value: expected name: value, as = has no meaning in YAML',
    more: 'The form name=value belongs to INI inventories. Variable files are YAML: write a colon and a space in place of the =.',
    kind: 'syntax',
  },
  'variables/no-space-after-colon': {
    says: 'it should hold a mapping of variables, but holds a single value: expected a space after the colon',
    more: 'Without a space after it the colon is a part of the text, so YAML sees no key.',
    kind: 'syntax',
  },
  'variables/no-break-space': {
    says: 'it should hold a mapping of variables, but holds a single value: expected a space after the colon, not a no-break one (U+00A0)',
    more: 'A no-break space looks like a space, but YAML takes it for a letter. It often comes with text that was copied from a web page.',
    kind: 'syntax',
  },
  'variables/contains-itself': {
    says: 'this value contains itself: Ansible fails where it prints or uses it; expected a value that ends',
    more: 'An alias inside of its own anchor makes an endless value. Give the inner part a name of its own.',
  },
  'variables/old-tag': {
    says: 'Ansible drops the tag {{tag}} in 2.23; expected {{expected}}',
    more: 'The tag still works, and later releases of Ansible refuse the file.',
    severity: 'warning',
  },
} as const satisfies Area;
