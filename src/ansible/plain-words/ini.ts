/** What Ansible says of an INI source, in plain words: it speaks of its own insides. */
import { extname } from 'node:path';
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';

/** What the plugin `ini` says of a source, in one sentence without its end. */
export function plainIniProblem(message: string, range: Range | undefined, { file, text }: Document): string {
  if (text.startsWith('#!')) return 'it begins as a program does, but is not executable, and so it is read as INI';
  if (looksLikeYaml(text) && extname(file) !== '')
    return 'it looks like YAML, which Ansible reads from .yaml, .yml, .json and names without an extension alone';
  const place = range === undefined ? '' : text.slice(range.start, range.end);
  return INI_FAULTS.find(([words]) => words.test(message))?.[1](place) ?? message;
}

/** Whether the first line that is neither empty nor a comment is one of YAML rather than of INI. */
export function looksLikeYaml(text: string): boolean {
  const first = /^[^\S\n]*[^\s#;].*$/m.exec(text)?.[0] ?? '';
  return /^(?:---|[^\s[=]+:(?:\s|$)|\{)/.test(first);
}

const INI_FAULTS: readonly (readonly [words: RegExp, plain: (place: string) => string | undefined])[] = [
  [
    /^Expected key=value host variable assignment, got: ;/,
    () => 'behind a host ; begins no comment; expected # before it',
  ],
  [
    /^Expected key=value host variable assignment, got: /,
    () => 'behind a host stand its variables alone; expected name=value, without blanks around =',
  ],
  [/^Expected key=value, got: /, () => 'a variable stands here without its =; expected name=value'],
  [/^Section \[.+ undefined group /, (place) => `nothing declares the group ${place}; expected a section [${place}]`],
  [
    /^Section \[.+ has unknown type: /,
    (place) => `no section is of the kind ${place}; expected hosts, vars or children`,
  ],
  [/^the range in \[.* is not closed/, (place) => `the head of a section is not closed; expected ${place}]`],
  [
    /^a range has a begin and an end.* \uFEFF\[/,
    () => 'a byte order mark stands before this head of a section, which so is none; expected the file without it',
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
