/** The faults of an inventory in INI. */
import type { Area } from './area.ts';

const SECTIONS =
  'A section is [group] with hosts, [group:vars] with variables or [group:children] with groups. Only a # comment may follow it on its line.';
const VARIABLES =
  'The variables of a host follow it on its line as name=value. A value with spaces needs quotes around it.';
const PYTHON =
  'Ansible tries each value as an expression of Python, and stops at some that are nearly one. In a section of variables, a second pair of quotes around the value makes it a text.';

export const INI = {
  'ini/malformed-section': {
    says: 'this is not a section; expected [name], [name:vars] or [name:children] without spaces',
    more: SECTIONS,
  },
  'ini/unknown-section-kind': {
    says: 'no section is of the kind {{kind}}; expected {{expected}}',
    more: SECTIONS,
  },
  'ini/missing-group-name': {
    says: 'expected the name of a group, which is all that a line of children holds',
    more: 'In [name:children] each line is one group. Variables belong to [name:vars], and hosts to [name].',
  },
  'ini/variable-without-equals': {
    says: 'a variable is here without its =; expected name=value',
    more: 'In [name:vars] each line is name=value. A colon has no meaning there.',
  },
  'ini/semicolon-after-host': { says: 'after a host ; begins no comment; expected # before it', more: VARIABLES },
  'ini/no-variable-after-host': {
    says: 'only variables may follow a host; expected name=value, without blanks around =',
    more: VARIABLES,
  },
  'ini/unclosed-quote': {
    says: 'a quote opens here that nothing closes; expected another one like it where the value ends',
    more: VARIABLES,
  },
  'ini/backslash-at-end': {
    says: 'a backslash ends this line; expected another one before it, or none',
    more: 'A backslash changes the meaning of the character after it, and there is none. Ansible does not continue lines.',
  },
  'ini/collection-as-key': {
    says: 'Python takes this {{kind}} for a key or a member of a set, which it cannot be; expected quotes around the whole value',
    more: PYTHON,
  },
  'ini/key-of-other-type': { says: 'a key cannot be a value of the type {{type}}', more: PYTHON },
  'ini/number-too-large': { says: 'this number is too large for Python', more: PYTHON },
  'ini/unclosed-section': {
    says: 'the head of a section is not closed; expected {{pattern}}]',
    more: 'Without its closing bracket Ansible takes the line for a pattern of hosts.',
    kind: 'structure',
  },
  'ini/text-after-section': {
    says: '{{pattern}} is not the head of a section here, as something other than a # comment follows it',
    more: 'Put what follows on a line of its own, or a # before it.',
    kind: 'structure',
  },
  'ini/byte-order-mark': {
    says: 'a byte order mark comes before this head of a section, so Ansible does not take it for one; expected the file without it',
    more: 'Save the file as UTF-8 without a byte order mark (BOM).',
    kind: 'structure',
  },
  'ini/undefined-group': {
    says: 'nothing declares the group {{group}}; expected {{expected}}',
    more: 'A section [name:vars] or a line below [name:children] needs a section [name] in the same file.',
    kind: 'structure',
  },
  'ini/colon-without-port': {
    says: '{{pattern}} ends in a colon, after which a port is expected; a group is written [group], and its hosts below it',
    more: 'The line is read as INI, in which a colon at the end means a port.',
    kind: 'structure',
  },
  'ini/yaml-marker': {
    says: '--- begins YAML, and this is read as INI; expected a name that ends in .yml',
    more: 'Ansible chooses the language of an inventory by its name.',
    kind: 'structure',
  },
} as const satisfies Area;
