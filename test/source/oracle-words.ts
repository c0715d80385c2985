/** The words that libyaml, PyYAML, Python and Ansible have for the faults of texts, by the codes of these. */
import { quoted, strip } from '../../src/source/python.ts';
import { splitWords } from '../../src/source/shlex.ts';
import type { Range } from '../../src/source/tree.ts';
import type { TroubleCode } from '../../src/troubles/catalogue.ts';
import type { Fault } from '../../src/troubles/fault.ts';
import { sentenceOf } from '../../src/troubles/catalogue.ts';

/** A message, and what the reader was doing, if it says so. */
type Words = readonly [message: string, context?: string];

/** `written` is the text at the place of the fault, `text` all of it. */
type Make = (data: Fault['data'], written: string, text: string, at: number) => Words;

/** The words of the oracle for a fault of a text; the catalogue's sentence where it has none of its own. */
export function oracleWords(problem: Fault & Range, text: string): Words {
  const words = WORDS[problem.code];
  if (words === undefined) return [sentenceOf(problem)];
  if (typeof words !== 'function') return words;
  return words(problem.data, text.slice(problem.start, problem.end), text, problem.start);
}

const LINE_ENDS = /[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/;
const NO_NAME = 'did not find expected alphabetic or numeric character';
const NO_START = ['found character that cannot start any token', 'while scanning for the next token'] as const;
const QUOTED = 'while parsing a quoted scalar';
const DIRECTIVE = 'while scanning a directive';
const VERSION = 'while scanning a %YAML directive';

const YAML: Partial<Record<TroubleCode, Words | Make>> = {
  'yaml/tab': NO_START,
  'yaml/unquoted-start': NO_START,
  'yaml/tab-in-text': ['found a tab character that violates indentation', 'while scanning a plain scalar'],
  'yaml/tab-in-text-block': [
    'found a tab character where an indentation space is expected',
    'while scanning a block scalar',
  ],
  'yaml/control-character': ({ character }) => [
    `unacceptable character #x${String(character).toLowerCase()}: control characters are not allowed`,
  ],
  'yaml/half-character': (_, __, text, at) => [halfCharacter(text, at)],
  'yaml/missing-colon': ["could not find expected ':'", 'while scanning a simple key'],
  'yaml/misplaced-key': ['mapping values are not allowed in this context'],
  'yaml/misplaced-list': ['block sequence entries are not allowed in this context'],
  'yaml/misplaced-question-mark': ['mapping keys are not allowed in this context'],
  'yaml/expected-key': ['did not find expected key', 'while parsing a block mapping'],
  'yaml/expected-item': ["did not find expected '-' indicator", 'while parsing a block collection'],
  'yaml/text-after-document': ['did not find expected <document start>'],
  'yaml/second-document': ['but found another document', 'expected a single document in the stream'],
  'yaml/missing-value': ['did not find expected node content', 'while parsing a block node'],
  'yaml/missing-value-in-brackets': ['did not find expected node content', 'while parsing a flow node'],
  'yaml/unquoted-asterisk': [NO_NAME, 'while scanning an alias'],
  'yaml/unquoted-ampersand': [NO_NAME, 'while scanning an anchor'],
  'yaml/colon-in-flow-text': ["found unexpected ':'", 'while scanning a plain scalar'],
  'yaml/missing-comma': ({ closing }) => [
    `did not find expected ',' or '${closing}'`,
    `while parsing a flow ${closing === ']' ? 'sequence' : 'mapping'}`,
  ],
  'yaml/text-ends-in-quotes': ['found unexpected end of stream', 'while scanning a quoted scalar'],
  'yaml/document-ends-in-quotes': ['found unexpected document indicator', 'while scanning a quoted scalar'],
  'yaml/unknown-escape': ['found unknown escape character', QUOTED],
  // libyaml writes it so.
  'yaml/incomplete-escape': ['did not find expected hexdecimal number', QUOTED],
  'yaml/escape-of-no-character': ['found invalid Unicode character escape code', QUOTED],
  'yaml/text-after-indicator': ['did not find expected comment or line break', 'while scanning a block scalar'],
  'yaml/zero-indentation': ['found an indentation indicator equal to 0', 'while scanning a block scalar'],
  'yaml/anchor-twice': ['second occurrence', 'found duplicate anchor; first occurrence'],
  'yaml/undefined-alias': ['found undefined alias'],
  'yaml/alias-within-its-value': ['found unconstructable recursive node'],
  'yaml/collection-as-key': ['found unhashable key', 'while constructing a mapping'],
  'yaml/merged-other': ({ expected, found }) => [
    `expected ${expected} for merging, but found ${found}`,
    'while constructing a mapping',
  ],
  'yaml/unknown-tag': ({ tag }) => [`could not determine a constructor for the tag ${quoted(wholeTag(String(tag)))}`],
  'yaml/tag-of-other-kind': ({ tag, expected, found }) =>
    tag === '!!omap' || tag === '!!pairs'
      ? [`expected a ${expected}, but found ${found}`, whileConstructing(tag)]
      : [`expected a ${expected} node, but found ${found}`],
  'yaml/tag-without-text': ({ tag }) => [`the ${quoted(String(tag))} tag requires a string value`],
  'yaml/pair-expected': ({ tag, found }) => [
    `expected a mapping of length 1, but found ${found}`,
    whileConstructing(String(tag)),
  ],
  'yaml/one-pair-expected': ({ tag, count }) => [
    `expected a single mapping item, but found ${count} items`,
    whileConstructing(String(tag)),
  ],
  'yaml/unclosed-tag': ["did not find the expected '>'", 'while scanning a tag'],
  'yaml/text-after-tag': ({ part }) => ['did not find expected whitespace or line break', `while scanning ${part}`],
  'yaml/tag-without-name': ({ part }) => ['did not find expected tag URI', `while parsing ${part}`],
  'yaml/tag-escape': ({ part }) => ['did not find URI escaped octet', `while parsing ${part}`],
  'yaml/tag-escape-begins': ({ part }) => ['found an incorrect leading UTF-8 octet', `while parsing ${part}`],
  'yaml/tag-escape-goes-on': ({ part }) => ['found an incorrect trailing UTF-8 octet', `while parsing ${part}`],
  'yaml/tag-not-utf-8': ({ part }) => ["'utf-8' codec can't decode a tag", `while parsing ${part}`],
  'yaml/undefined-tag-handle': ['found undefined tag handle', 'while parsing a node'],
  'yaml/tag-handle-start': ["did not find expected '!'", 'while scanning a tag directive'],
  'yaml/tag-handle-end': ["did not find expected '!'", 'while parsing a tag directive'],
  'yaml/tag-handle-alone': ['did not find expected whitespace', 'while scanning a %TAG directive'],
  'yaml/tag-handle-twice': ['found duplicate %TAG directive'],
  'yaml/directive-without-name': ['could not find expected directive name', DIRECTIVE],
  'yaml/malformed-directive-name': ['found unexpected non-alphabetical character', DIRECTIVE],
  'yaml/unknown-directive': ['found unknown directive name', DIRECTIVE],
  'yaml/directive-twice': ['found duplicate %YAML directive'],
  'yaml/text-after-directive': ['did not find expected comment or line break', DIRECTIVE],
  'yaml/unknown-version': ['found incompatible YAML document'],
  'yaml/version-without-dot': ["did not find expected digit or '.' character", VERSION],
  'yaml/missing-version-number': ['did not find expected version number', VERSION],
  'yaml/long-version-number': ['found extremely long version number', VERSION],
  'yaml/not-a-truth-value': ({ word }) => [quoted(String(word))],
  'yaml/number-without-digits': ['string index out of range'],
  'yaml/not-an-integer': ({ text, base }) => [`invalid literal for int() with base ${base}: ${text}`],
  'yaml/not-a-number': ({ text }) => [`could not convert string to float: ${text}`],
  'yaml/number-too-large': ['int too large to convert to float'],
  'yaml/not-a-date': ["'NoneType' object has no attribute 'groupdict'"],
  'yaml/date-out-of-range': ({ part, value, expected }) => {
    if (part === 'year') return [`year ${value} is out of range`];
    if (part === 'day') return ['day is out of range for month'];
    return [`${part} must be in ${String(expected).replace(' to ', '..')}`];
  },
  'yaml/time-zone-out-of-range': ({ minutes }) => {
    const days = Math.floor(Number(minutes) / 1440);
    const seconds = (Number(minutes) - days * 1440) * 60;
    const delta = `datetime.timedelta(days=${days}${seconds === 0 ? '' : `, seconds=${seconds}`})`;
    return [`offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not ${delta}.`];
  },
  'yaml/base64-character': ({ character, position }) => [
    `failed to convert base64 data into ascii: 'ascii' codec can't encode character '${escaped(String(character))}' in position ${position}: ordinal not in range(128)`,
  ],
  'yaml/base64-length': ({ count }) => [
    `failed to decode base64 data: Invalid base64-encoded string: number of data characters (${count}) cannot be 1 more than a multiple of 4`,
  ],
  'yaml/base64-padding': ['failed to decode base64 data: Incorrect padding'],
};

const JSON_WORDS: Partial<Record<TroubleCode, Words | Make>> = {
  'json/byte-order-mark': ['Unexpected UTF-8 BOM (decode using utf-8-sig)'],
  'json/text-after-value': ['Extra data'],
  'json/missing-name': ['Expecting property name enclosed in double quotes'],
  'json/missing-colon': ["Expecting ':' delimiter"],
  'json/missing-comma': ["Expecting ',' delimiter"],
  'json/missing-value': ['Expecting value'],
  'json/unclosed-quote': ['Unterminated string starting at'],
  'json/control-character': ['Invalid control character at'],
  'json/incomplete-escape': ['Invalid \\uXXXX escape'],
  'json/unknown-escape': ['Invalid \\escape'],
  'json/half-character': ['Refusing to deserialize an invalid UTF8 string value.'],
};

const INI: Partial<Record<TroubleCode, Words | Make>> = {
  'ini/malformed-section': (_, written) => [
    `Invalid section entry: '${written}'. Please make sure that there are no spaces in the section entry, and that there are no other invalid characters`,
  ],
  'ini/unknown-section-kind': ({ kind }, _, text, at) => {
    const head = text.slice(text.lastIndexOf('[', at), at + String(kind).length);
    return [`Section ${head}] has unknown type: ${kind}`];
  },
  'ini/missing-group-name': (_, written) => [`Expected group name, got: ${written}`],
  'ini/variable-without-equals': (_, written) => [`Expected key=value, got: ${written}`],
  'ini/semicolon-after-host': hostVariable,
  'ini/no-variable-after-host': hostVariable,
  'ini/unclosed-quote': (_, __, text, at) => [hostLine(text, at, 'No closing quotation')],
  'ini/backslash-at-end': (_, __, text, at) => [hostLine(text, at, 'No escaped character')],
  'ini/collection-as-key': ({ kind }) => [`unhashable type: '${kind}'`],
  'ini/key-of-other-type': ({ type }) => [`<class '${type}'> is not taggable`],
  'ini/number-too-large': ['int too large to convert to float'],
};

const TOML: Partial<Record<TroubleCode, Words | Make>> = {
  'toml/no-statement': ['Invalid statement'],
  'toml/text-after-statement': ['Expected newline or end of document after a statement'],
  'toml/malformed-key': ['Invalid initial character for a key part'],
  'toml/missing-equals': ["Expected '=' after a key in a key/value pair"],
  'toml/malformed-value': ['Invalid value'],
  'toml/unclosed-header': ({ closing }) => [
    closing === ']'
      ? "Expected ']' at the end of a table declaration"
      : "Expected ']]' at the end of an array declaration",
  ],
  'toml/table-twice': ({ table }) => [`Cannot declare ${tuple(String(table))} twice`],
  'toml/table-above': ({ table }) => [`Cannot redefine namespace ${tuple(String(table))}`],
  'toml/closed-value': ({ table }) => [`Cannot mutate immutable namespace ${tuple(String(table))}`],
  'toml/key-twice': ['Cannot overwrite a value'],
  'toml/inline-key-twice': ({ key }) => [`Duplicate inline table key ${partsOf(String(key)).join('')}`],
  'toml/unclosed-list': ['Unclosed array'],
  'toml/unclosed-table': ['Unclosed inline table'],
  'toml/unclosed-quotes': ({ closing }) => [`Expected ${quoted(String(closing))}`],
  'toml/unclosed-text': ['Unterminated string'],
  'toml/no-such-day': ['Invalid date or datetime'],
  'toml/character': ({ character }) => [`Found invalid character ${quoted(characterOf(String(character)))}`],
  'toml/character-in-text': ({ character }) => [`Illegal character ${quoted(characterOf(String(character)))}`],
  'toml/unknown-escape': ["Unescaped '\\' in a string"],
  'toml/incomplete-escape': ['Invalid hex value'],
  'toml/escape-of-no-character': ['Escaped character is not a Unicode scalar value'],
};

const WORDS: Partial<Record<TroubleCode, Words | Make>> = {
  ...YAML,
  ...JSON_WORDS,
  ...INI,
  ...TOML,
  'text/nested-too-deeply': ['maximum recursion depth exceeded'],
  'text/too-many-digits': ({ digits, limit }) => [
    `Exceeds the limit (${limit} digits) for integer string conversion: value has ${digits} digits; use sys.set_int_max_str_digits() to increase the limit`,
  ],
};

/** PyYAML encodes a text before it reads any of it. */
function halfCharacter(text: string, at: number): string {
  const [lone = ''] = /[\ud800-\udfff]+/u.exec(text) ?? [];
  const position = Array.from(text.slice(0, at)).length;
  const { length } = lone;
  const what =
    length === 1
      ? `character '\\u${lone.charCodeAt(0).toString(16)}' in position ${position}`
      : `characters in position ${position}-${position + length - 1}`;
  return `'utf-8' codec can't encode ${what}: surrogates not allowed`;
}

function wholeTag(tag: string): string {
  return tag.startsWith('!!') ? `tag:yaml.org,2002:${tag.slice(2)}` : tag;
}

function whileConstructing(tag: string): string {
  return `while constructing ${tag === '!!omap' ? 'an ordered map' : 'pairs'}`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  return code < 256 ? `\\x${hex}` : code < 65536 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Ansible prints the word without its quotes, and its messages without blanks around them. */
function hostVariable(_: Fault['data'], written: string): Words {
  const words = splitWords(written, 0, written.length);
  const word = 'kind' in words ? written : words.map(({ text }) => text).join('');
  return [strip(`Expected key=value host variable assignment, got: ${word}`)];
}

/** The line is the one that Python, which knows more line ends, has at a place. */
function hostLine(text: string, at: number, message: string): string {
  const before = text.slice(0, at).split(LINE_ENDS).at(-1) ?? '';
  const after = text.slice(at).split(LINE_ENDS)[0] ?? '';
  return `Error parsing host definition '${strip(before + after)}': ${message}`;
}

/** A key of several parts, as Python prints a tuple of texts. */
function tuple(key: string): string {
  const parts = partsOf(key);
  return parts.length === 1 ? `(${parts.join('')},)` : `(${parts.join(', ')})`;
}

function partsOf(key: string): readonly string[] {
  const parts = key.match(/"(?:[^"\\]|\\.)*"|[^.]+/g) ?? [];
  return parts.map((part) => quoted(part.startsWith('"') ? (JSON.parse(part) as string) : part));
}

function characterOf(shown: string): string {
  return String.fromCodePoint(parseInt(shown.slice(2), 16));
}
