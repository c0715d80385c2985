/** The faults of a text in YAML. Those that libyaml and PyYAML have words for are matched to them in the tests. */
import type { Area } from './area.ts';

const INDENTATION =
  'YAML tells by the columns of lines what belongs to what. The keys of a mapping, and the dashes of a list, are all in one column.';
const QUOTES = 'Some characters begin something else than a text in YAML. Quotes around the whole value make it one.';
const TEMPLATES =
  'Outside of quotes, { and [ begin a mapping or a list that ends with } or ]. A value that is a template needs quotes around it.';
const DIRECTIVES =
  'A line that begins with % is a directive: %YAML 1.1 or %TAG, before the --- of a document. Put quotes around a text that begins with %.';
const TAGS =
  'A tag is ! with a name, and a space before its value: !vault, !unsafe. A text that begins with ! needs quotes.';
const TAG_ESCAPES =
  'In a tag, % begins the two hexadecimal digits of a byte, and such bytes are characters in UTF-8. A text that begins with ! needs quotes.';
const TABS = 'YAML takes no tabs where lines are indented. Set the editor to write spaces in .yml files.';
const ESCAPES =
  'Between double quotes a backslash begins an escape: \\n, \\t, \\", \\\\, \\x41, \\u00e9. Between single quotes it is itself, as paths and patterns need it.';
const QUOTED =
  'A quoted text goes on over lines until the same quote, so the fault may be far from where the reader noticed it. Double the quote, or escape it, to have it in the text.';
const DATES =
  'A plain text like 2024-12-31 is a date in YAML, and Ansible stops at one that does not exist. Put quotes around it to keep it as text.';
const PAIRS = 'Such a list keeps the order of its pairs: each item is a mapping with one key.';
const NUMBERS = 'The tag before the value asks for a number, which Python cannot make of this text.';
const BASE64 = 'After !!binary Python expects base64: letters, digits, + and /, in groups of four that = fills up.';
const RECURSION = 'An alias (*name) is within the value that its anchor (&name) marks, so the value would have no end.';

export const YAML = {
  'yaml/tab': { says: 'this is a tab; expected spaces', more: TABS },
  'yaml/tab-in-text': { says: 'this is a tab; expected spaces before a line that continues a text', more: TABS },
  'yaml/tab-in-text-block': { says: 'this is a tab; expected spaces before the lines of a text block', more: TABS },
  'yaml/unresolved-conflict': {
    says: 'this merge conflict is not resolved',
    more: 'Git has left both versions between <<<<<<< and >>>>>>>. Keep one of them and remove these lines.',
  },
  'yaml/control-character': {
    says: 'the character U+{{character}} is not allowed in YAML',
    more: 'Control characters are seldom meant, and YAML refuses them anywhere. Between double quotes an escape can stand for one.',
  },
  'yaml/half-character': {
    says: 'this is half of a character, which UTF-8 does not have',
    more: 'The text has a surrogate without its other half, and Ansible cannot write it as UTF-8.',
  },

  'yaml/missing-colon': { says: 'the key above has no colon after it', more: INDENTATION },
  'yaml/missing-space-after-colon': {
    says: 'this colon has no space after it',
    more: 'Only a colon with a space, or the end of the line, after it ends a key. Without that, it is a part of a text.',
  },
  'yaml/neither-key-nor-item': {
    says: 'this is neither a key with a colon nor an item of a list with a dash',
    more: 'A line in the column of keys has to be a key as well. A text that goes on over lines is indented further than its key.',
  },
  'yaml/vaulted-text-not-indented': {
    says: 'vaulted text has to be indented further than its name',
    more: 'After !vault | all lines of the encrypted text are indented, the first one with $ANSIBLE_VAULT too.',
  },
  'yaml/misplaced-key': {
    says: 'a key cannot be here; expected it in the column of the other keys of its mapping',
    more: INDENTATION,
  },
  'yaml/colon-in-value': {
    says: 'a value with a colon and a space in it needs quotes around it',
    more: 'A colon with a space after it ends a key, and there is one key before it already.',
  },
  'yaml/misplaced-list': {
    says: 'a list cannot begin here: expected each item on a line of its own, or quotes around the text',
    more: 'A dash with a space after it begins an item of a list, and each item begins a line.',
  },
  'yaml/misplaced-question-mark': {
    says: 'a key that begins with ? cannot be here; expected it on a line of its own, or quotes around the text',
    more: 'A question mark with a space after it begins a key that may be longer than one line.',
  },
  'yaml/expected-key': { says: 'expected a key of the mapping that the lines above belong to', more: INDENTATION },
  'yaml/expected-item': { says: 'expected a dash, as the lines above are items of a list', more: INDENTATION },
  'yaml/item-without-dash': {
    says: 'the lines above that begin in column {{column}} are items of a list; expected - here too, or another column',
    more: INDENTATION,
  },
  'yaml/item-among-keys': {
    says: 'an item of a list cannot be here: the lines above in its column are keys',
    more: INDENTATION,
  },
  'yaml/stray-column': {
    says: 'this line begins in column {{column}}, where nothing that it could belong to begins; expected column {{expected}}',
    more: INDENTATION,
  },
  'yaml/text-after-document': {
    says: 'expected --- before this, as the document above has ended',
    more: 'The values above are complete, and nothing that follows can belong to them. Often the indentation is wrong.',
  },
  'yaml/second-document': {
    says: 'a second document begins here; expected one in each file',
    more: '--- begins a document, and Ansible reads one from each file. Move what follows to a file of its own.',
    ofValue: true,
  },
  'yaml/missing-value': {
    says: 'a value is missing here',
    more: 'What comes here begins no value. A text that begins so needs quotes.',
  },
  'yaml/missing-value-in-brackets': {
    says: 'a value is missing here',
    more: 'Between brackets or braces a comma has a value before it, and the last one the closing sign after it.',
  },

  'yaml/unquoted-start': { says: 'a value that begins with {{sign}} needs quotes around it', more: QUOTES },
  'yaml/unquoted-template': { says: 'a value that begins with {{sign}} needs quotes around it', more: TEMPLATES },
  'yaml/unquoted-asterisk': {
    says: 'a value that begins with * needs quotes around it',
    more: 'An asterisk begins an alias: the name of an anchor, in letters, digits, - and _, whose value is used again.',
  },
  'yaml/unquoted-ampersand': {
    says: 'a value that begins with & needs quotes around it',
    more: 'An ampersand begins an anchor: a name, in letters, digits, - and _, for the value after it.',
  },
  'yaml/colon-in-flow-text': {
    says: 'a text with a colon before a comma or bracket needs quotes around it',
    more: 'Between brackets or braces a colon may end a key, and libyaml refuses one that could be read both ways.',
  },

  'yaml/missing-comma': { says: 'expected , or {{closing}} before this', more: TEMPLATES },
  'yaml/unclosed-bracket': { says: 'this {{opening}} is not closed; expected {{closing}}', more: TEMPLATES },
  'yaml/unmatched-bracket': {
    says: 'this {{closing}} closes nothing; expected quotes around the text, or {{opening}} before it',
    more: TEMPLATES,
  },
  'yaml/text-after-bracket': {
    says: 'more text follows the {{closing}} that closes this value; expected quotes around all of the value',
    more: TEMPLATES,
  },
  'yaml/unclosed-quote': { says: 'this quote is not closed', more: QUOTED },
  'yaml/text-ends-in-quotes': { says: 'the text ends before a quote in it is closed', more: QUOTED },
  'yaml/document-ends-in-quotes': {
    says: 'the document ends here before a quote in it is closed',
    more: 'A line of --- or ... ends a document, also within quotes. Indent it if it belongs to the text.',
  },
  'yaml/quote-closed-later': {
    says: 'this quote is closed only in line {{line}}, where more text follows; expected it where the value ends',
    more: QUOTED,
  },
  'yaml/text-after-quote': {
    says: 'this follows the quote that closes the value; expected quotes around all of the value, with {{inside}} for one in it',
    more: QUOTED,
  },
  'yaml/unknown-escape': {
    says: 'this backslash begins an escape that YAML does not have; expected two backslashes, or single quotes around the text',
    more: ESCAPES,
  },
  'yaml/incomplete-escape': {
    says: 'this backslash begins an escape that lacks hexadecimal digits; expected two backslashes, or single quotes around the text',
    more: ESCAPES,
  },
  'yaml/escape-of-no-character': { says: 'this escape stands for no character', more: ESCAPES },

  'yaml/text-after-indicator': {
    says: 'text after | or > belongs on the lines below',
    more: 'A text block begins on the line after its | or >, which only -, + or a digit, and a comment, may follow.',
  },
  'yaml/zero-indentation': {
    says: 'a text block cannot be indented by 0; expected a digit from 1 to 9, or none',
    more: 'The digit after | or > says how many columns its lines are indented by. Without it, the first line does.',
  },

  'yaml/anchor-twice': {
    says: 'the anchor &{{name}} is already used above; expected another name',
    more: 'YAML would let the second one replace the first, but the reader that Ansible uses refuses it.',
    ofValue: true,
  },
  'yaml/undefined-alias': {
    says: 'no anchor &{{name}} is above the alias *{{name}}; a text that begins with * needs quotes around it',
    more: 'An alias uses the value of an anchor in the same file, which has to come first.',
  },
  'yaml/value-within-itself': { says: 'found a value that contains itself', more: RECURSION, ofValue: true },
  'yaml/alias-within-its-value': {
    says: 'this value contains itself, and its tag does not allow that',
    more: RECURSION,
  },
  'yaml/nested-too-deeply': {
    says: 'nested more than {{levels}} levels deep',
    more: 'Ansible exhausts the stack of Python with such values. No setting needs so many brackets in each other.',
    ofValue: true,
  },
  'yaml/collection-as-key': {
    says: 'a list or a mapping cannot be a key',
    more: 'Python cannot look up such keys. Often braces or brackets of a template lack the quotes around them.',
    ofValue: true,
  },
  'yaml/key-twice': {
    says: 'found a key twice in one mapping, and duplicate_dict_key is error',
    more: 'With that setting in ansible.cfg, Ansible refuses such a file instead of warning. Remove one of the two keys.',
  },
  'yaml/merged-other': {
    says: 'this is a {{found}}; expected {{expected}} after <<',
    more: 'The merge key << takes over the pairs of a mapping, or of each mapping in a list. Mostly its value is an alias.',
  },

  'yaml/unknown-tag': {
    says: 'Ansible knows no tag {{tag}}; a text that begins with ! needs quotes around it',
    more: 'Ansible reads !vault and !unsafe, and the standard tags as !!str. Tags of other programs are refused.',
    ofValue: true,
  },
  'yaml/tag-of-other-kind': {
    says: 'the tag {{tag}} is for a {{expected}}, and this is a {{found}}',
    more: 'A standard tag says what kind of value follows, and Python refuses another one. Mostly the tag can go.',
    ofValue: true,
  },
  'yaml/tag-without-text': {
    says: 'the tag {{tag}} needs a text after it',
    more: 'After !vault comes the text that ansible-vault encrypt_string prints, as a block after |.',
    ofValue: true,
  },
  'yaml/pair-expected': {
    says: 'an item of {{tag}} has to be a mapping with one key, and this is a {{found}}',
    more: PAIRS,
    ofValue: true,
  },
  'yaml/one-pair-expected': {
    says: 'an item of {{tag}} has to be a mapping with one key, and this has {{count}}',
    more: PAIRS,
    ofValue: true,
  },
  'yaml/unclosed-tag': {
    says: 'the tag before this lacks its >',
    more: 'A tag that is written in full is between !< and >.',
  },
  'yaml/text-after-tag': { says: 'expected a space between {{part}} and this', more: TAGS },
  'yaml/tag-without-name': { says: '{{part}} needs a name here', more: TAGS },
  'yaml/tag-escape': { says: 'a % in {{part}} needs two hexadecimal digits after it', more: TAG_ESCAPES },
  'yaml/tag-escape-begins': { says: 'this escape in {{part}} begins no character of UTF-8', more: TAG_ESCAPES },
  'yaml/tag-escape-goes-on': {
    says: 'this escape in {{part}} does not go on with the character that the one before begins',
    more: TAG_ESCAPES,
  },
  'yaml/tag-not-utf-8': { says: 'the escapes in {{part}} are not characters of UTF-8', more: TAG_ESCAPES },
  'yaml/undefined-tag-handle': {
    says: 'no %TAG directive says what {{handle}} stands for',
    more: 'The part of a tag between two ! is a name that a %TAG directive at the top of the document declares.',
  },
  'yaml/tag-handle-start': { says: 'a %TAG directive needs a ! here', more: DIRECTIVES },
  'yaml/tag-handle-end': { says: 'the name in a %TAG directive needs a ! at its end', more: DIRECTIVES },
  'yaml/tag-handle-alone': {
    says: 'a %TAG directive needs a space here, and then what its name stands for',
    more: DIRECTIVES,
  },
  'yaml/tag-handle-twice': { says: 'there is another %TAG directive for {{handle}} above', more: DIRECTIVES },
  'yaml/directive-without-name': { says: 'a directive needs a name after its %', more: DIRECTIVES },
  'yaml/malformed-directive-name': { says: 'the name of a directive ends here; expected a space', more: DIRECTIVES },
  'yaml/unknown-directive': { says: 'there is no directive %{{name}}; expected %YAML or %TAG', more: DIRECTIVES },
  'yaml/directive-twice': { says: 'there is another %YAML directive above', more: DIRECTIVES },
  'yaml/text-after-directive': { says: 'text follows a directive; expected the end of the line', more: DIRECTIVES },
  'yaml/unknown-version': { says: 'there is no YAML {{version}} here; expected %YAML 1.1 or 1.2', more: DIRECTIVES },
  'yaml/version-without-dot': { says: 'a version of YAML needs a dot here, as in 1.1', more: DIRECTIVES },
  'yaml/missing-version-number': { says: 'a version of YAML needs a number here, as in 1.1', more: DIRECTIVES },
  'yaml/long-version-number': { says: 'this number is too long for a version of YAML', more: DIRECTIVES },

  'yaml/not-a-truth-value': {
    says: '{{word}} is not a truth value; expected true, false, yes, no, on or off after !!bool',
    more: 'The tag !!bool asks for a truth value. Remove it to have the text.',
    ofValue: true,
  },
  'yaml/number-without-digits': { says: 'this number has no digits', more: NUMBERS, ofValue: true },
  'yaml/not-an-integer': { says: '{{text}} is not an integer in base {{base}}', more: NUMBERS, ofValue: true },
  'yaml/not-a-number': { says: '{{text}} is not a number', more: NUMBERS, ofValue: true },
  'yaml/number-too-large': { says: 'this number is too large for Python', more: NUMBERS, ofValue: true },
  'yaml/not-a-date': { says: 'this is not a date; expected one like 2024-12-31', more: DATES, ofValue: true },
  'yaml/date-out-of-range': {
    says: 'the {{part}} of this date is {{value}}; expected {{expected}}',
    more: DATES,
    ofValue: true,
  },
  'yaml/time-zone-out-of-range': {
    says: 'the time zone of this date is {{minutes}} minutes from UTC; expected less than 1440',
    more: DATES,
    ofValue: true,
  },
  'yaml/base64-character': {
    says: 'the character {{character}} at position {{position}} is not base64',
    more: BASE64,
    ofValue: true,
  },
  'yaml/base64-length': {
    says: 'this base64 text has {{count}} characters, which is not a possible length',
    more: BASE64,
    ofValue: true,
  },
  'yaml/base64-padding': { says: 'this base64 text lacks = at its end', more: BASE64, ofValue: true },
} as const satisfies Area;
