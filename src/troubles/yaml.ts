/** The faults of a text in YAML. */
import type { Area } from './catalogue.ts';

export const YAML = {
  'yaml/tab': {
    says: 'this is a tab; expected spaces',
    more: 'YAML takes no tabs where lines are indented. Set the editor to write spaces in .yml files.',
  },
} as const satisfies Area;
