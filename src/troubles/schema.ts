/** The faults of values that break the schema of a vocabulary or of a request: the role or the product takes none. */
import type { Area } from './area.ts';

export const SCHEMA = {
  'schema/type': {
    says: '{{path}} is {{value}}; expected {{expected}}',
    more: 'The role takes a value of another type or shape. In YAML, quotes make text, brackets or dashes a list, and names with colons a map.',
  },
  'schema/form': {
    says: '{{path}} is {{value}}; expected {{expected}}',
    more: 'The type is right, but the text is written in another form than the role or the product takes.',
  },
  'schema/choice': {
    says: '{{path}} is {{value}}; expected {{expected}}',
    more: 'Only some values are possible, and upper and lower case differ.',
  },
  'schema/range': {
    says: '{{path}} is {{value}}; expected {{expected}}',
    more: 'The number is too small or too large.',
  },
  'schema/missing': {
    says: '{{path}} has no {{key}}; expected {{expected}}',
    more: 'The product refuses a request without it.',
  },
  'schema/unknown-key': {
    says: '{{path}} has the key {{key}}; expected {{expected}}',
    more: 'The product refuses the key, or takes no notice of it. It may be misspelt, or belong to another level.',
  },
  'schema/computed': {
    says: '{{path}} comes to {{value}}; expected {{expected}}',
    more: 'A template gives the value. stacklint vars HOST shows what each host gets.',
  },
} as const satisfies Area;
