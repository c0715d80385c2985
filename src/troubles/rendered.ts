/** The faults of files that templates and tasks make, for the products that read them. */
import type { Area } from './area.ts';

export const RENDERED = {
  'rendered/key-twice': {
    says: 'it has the key {{key}} twice; expected it once',
    more: 'Elasticsearch, OpenSearch and their dashboards do not start with a mapping that has a key twice. One of the two often comes from a variable that is printed as a whole.',
  },
  'rendered/small-letters': {
    says: '{{option}} is not an option of the JVM; expected {{meant}}',
    more: 'No JVM starts with an option that it does not know. Those of its memory have a capital X: -Xmx4g.',
  },
  'rendered/no-jvm-option': {
    says: 'this line is not an option of the JVM; expected one that begins with -, or # before a comment',
    more: 'Elasticsearch and OpenSearch do not start with another line in jvm.options, also with blanks before an option. Releases of Java can stand before it: 8-13:-Xmx4g.',
  },
} as const satisfies Area;
