/** The faults of a text in JSON. */
import type { Area } from './area.ts';

const ESCAPES = 'JSON has the escapes \\n, \\t, \\b, \\f, \\r, \\", \\\\, \\/ and \\u with four hexadecimal digits.';
const COMMAS = 'JSON has a comma between two values, none after the last, and no comments.';

export const JSON_FAULTS = {
  'json/byte-order-mark': {
    says: 'a byte order mark is before the text; expected the file without it',
    more: 'Some editors write it at the start of a file, and Python refuses it in JSON. Save the file as UTF-8 without it.',
  },
  'json/text-after-value': {
    says: 'this follows the end of the value',
    more: 'A text in JSON is one value; nothing may follow it.',
  },
  'json/missing-name': {
    says: 'expected a name in double quotes',
    more: 'Between braces JSON has names in double quotes, each with a colon and a value. There is no comma after the last.',
  },
  'json/missing-colon': { says: 'expected a colon here', more: 'A name is followed by a colon and its value.' },
  'json/missing-comma': { says: 'expected a comma here', more: COMMAS },
  'json/missing-value': { says: 'expected a value here', more: COMMAS },
  'json/unclosed-quote': {
    says: 'this quote is not closed',
    more: 'A text ends with the quote that it begins with, on the same line.',
  },
  'json/control-character': {
    says: 'a control character cannot be in a text; expected an escape',
    more: `Line breaks and tabs in texts are escaped. ${ESCAPES}`,
  },
  'json/incomplete-escape': { says: 'this escape needs four hexadecimal digits', more: ESCAPES },
  'json/unknown-escape': {
    says: 'this backslash begins an escape that JSON does not have; expected two backslashes',
    more: ESCAPES,
  },
  'json/marked-other': {
    says: '{{name}} needs a text',
    more: 'Ansible writes marked texts as a mapping with this key, and reads it back only with a text.',
  },
  'json/unknown-type': {
    says: 'Ansible cannot read the key __ansible_type here',
    more: 'Ansible uses it among its own processes, for types that inventories do not have.',
  },
  'json/half-character': {
    says: 'this text has half of a character, which UTF-8 does not have',
    more: 'An escape \\ud800 to \\udfff is half of a character and needs its other half after it.',
  },
} as const satisfies Area;
