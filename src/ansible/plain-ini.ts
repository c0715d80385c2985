/** What parsers say of a fault, in plain words: libyaml, Python and Ansible speak of their own insides. */
import { extname } from 'node:path';
import type { Document } from '../source/document.ts';
import type { Range, SyntaxProblem } from '../source/tree.ts';

/** One sentence without its end about a fault of YAML or JSON in a text. */
export function plainProblem({ message, context, start }: SyntaxProblem, text: string): string {
  const rest = text.slice(start);
  const plain = YAML_FAULTS.find(([words]) => words.test(message))?.[1](rest, text.slice(0, start));
  return plain ?? (context === undefined ? message : `${message} (${context})`);
}

type Explained = (from: string, before: string) => string | undefined;

const TAB = 'a tab stands here; expected spaces';

// The words are those of libyaml 0.2.5 (scanner.c, parser.c) and of PyYAML's composer and constructor.
const YAML_FAULTS: readonly (readonly [words: RegExp, plain: Explained])[] = [
  [/^but found another document$/, () => 'a second document begins here, and Ansible takes one a file'],
  [/^second occurrence$/, (from) => `the anchor ${/^&[\w-]+/.exec(from)?.[0] ?? ''} stands here a second time`],
  [
    /^found unhashable key$/,
    (from, before) =>
      from.startsWith('{') && before.endsWith('{')
        ? 'a value that begins with {{ needs quotes around it'
        : 'a list or a mapping cannot be a key',
  ],
  [
    /^mapping values are not allowed in this context$/,
    () =>
      'a key cannot stand here: expected quotes around a text with a colon, or the keys of one mapping in one column',
  ],
  [/tab/, (from) => (from.startsWith('\t') ? TAB : undefined)],
  [
    /^found character that cannot start any token$/,
    (from) => (from.startsWith('\t') ? TAB : `a text that begins with ${from.charAt(0)} needs quotes around it`),
  ],
];

/** What the plugin `ini` says of a source, in one sentence without its end. */
export function plainIniProblem(message: string, range: Range | undefined, { file, text }: Document): string {
  if (text.startsWith('#!')) return 'it begins as a program does, but is not executable, and so it is read as INI';
  if (looksLikeYaml(text) && extname(file) !== '')
    return 'it looks like YAML, which Ansible reads from .yaml, .yml, .json and names without an extension alone';
  const place = range === undefined ? '' : text.slice(range.start, range.end);
  return INI_FAULTS.find(([words]) => words.test(message))?.[1](place, '') ?? message;
}

/** Whether the first line that is neither empty nor a comment is one of YAML rather than of INI. */
export function looksLikeYaml(text: string): boolean {
  const first = /^[^\S\n]*[^\s#;].*$/m.exec(text)?.[0] ?? '';
  return /^(?:---|[^\s[=]+:(?:\s|$)|\{)/.test(first);
}

const INI_FAULTS: readonly (readonly [words: RegExp, plain: Explained])[] = [
  [
    /^Expected key=value host variable assignment, got: ;/,
    () => 'behind a host ; begins no comment; expected # before it',
  ],
  [
    /^a range has a begin and an end/,
    (place) =>
      /^\[[^\]:]*\]$/.test(place)
        ? `${place} is no head of a section here, for it has something else than a # comment behind it`
        : undefined,
  ],
  [
    /No closing quotation$/,
    () => 'a quote opens here that nothing closes; expected another one like it where the value ends',
  ],
  [/No escaped character$/, () => 'a backslash ends this line; expected another one before it, or none'],
  [
    /^unhashable type: /,
    (place) => `Python takes ${place} for a set or mapping that cannot be; expected quotes around the whole value`,
  ],
];
