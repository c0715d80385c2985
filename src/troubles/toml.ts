/** The faults of an inventory in TOML. */
import type { Area } from './area.ts';

const TABLES =
  'A table is written in one place: by its header, by dotted keys, or between braces. Python refuses a text that adds to it in another way.';
const ESCAPES =
  'Between double quotes a backslash begins an escape: \\n, \\t, \\", \\\\, \\u00e9. Between single quotes it is itself.';
const KEYS = 'A line is key = value or [table]. A key is letters, digits, - and _, or a text in quotes.';

export const TOML = {
  'toml/no-statement': { says: 'this begins neither a key nor a table', more: KEYS },
  'toml/text-after-statement': { says: 'this follows the end of a value; expected the end of the line', more: KEYS },
  'toml/malformed-key': { says: 'expected a key here', more: KEYS },
  'toml/missing-equals': { says: 'expected = after the key', more: KEYS },
  'toml/malformed-value': {
    says: 'this is not a value; expected quotes around a text',
    more: 'A value is a text in quotes, a number, true, false, a date, a list or a table between braces.',
  },
  'toml/unclosed-header': { says: 'expected {{closing}} at the end of the name of a table', more: KEYS },
  'toml/table-twice': { says: 'the table {{table}} is declared twice', more: TABLES },
  'toml/table-above': { says: 'the table {{table}} is declared above, and dotted keys cannot add to it', more: TABLES },
  'toml/closed-value': { says: '{{table}} is a value that is closed; nothing can be added to it', more: TABLES },
  'toml/key-twice': { says: 'there is a value for this key already', more: TABLES },
  'toml/inline-key-twice': { says: 'there is a value for the key {{key}} already', more: TABLES },
  'toml/unclosed-list': {
    says: 'a list is not closed; expected , or ]',
    more: 'A list is between [ and ], with commas between its items.',
  },
  'toml/unclosed-table': {
    says: 'a table is not closed; expected , or }',
    more: 'A table between { and } is on one line, with commas between its pairs and none after the last.',
  },
  'toml/unclosed-quotes': {
    says: 'expected {{closing}} at the end of a text',
    more: 'A text ends with the quotes that it begins with.',
  },
  'toml/unclosed-text': {
    says: 'a text is not closed; expected "',
    more: 'A text ends with the quotes that it begins with.',
  },
  'toml/no-such-day': {
    says: 'there is no such day',
    more: 'A text like 2024-12-31 is a date. Put quotes around it to keep it as text.',
  },
  'toml/character': {
    says: 'the character {{character}} is not allowed here',
    more: 'Control characters are escaped, between double quotes.',
  },
  'toml/character-in-text': { says: 'the character {{character}} is not allowed in a text', more: ESCAPES },
  'toml/unknown-escape': {
    says: 'this backslash begins an escape that TOML does not have; expected two backslashes, or single quotes around the text',
    more: ESCAPES,
  },
  'toml/incomplete-escape': { says: 'this escape lacks hexadecimal digits', more: ESCAPES },
  'toml/escape-of-no-character': { says: 'this escape stands for no character', more: ESCAPES },
} as const satisfies Area;
