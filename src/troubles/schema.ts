/** The faults of values that break the vocabulary's schema: the role or the product takes no such value. */
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
  'schema/computed': {
    says: '{{path}} comes to {{value}}; expected {{expected}}',
    more: 'A template gives the value. stacklint vars HOST shows what each host gets.',
  },
} as const satisfies Area;
