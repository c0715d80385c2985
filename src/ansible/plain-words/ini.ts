/** What Ansible says of an INI source, in plain words: it speaks of its own insides. */
import { extname } from 'node:path';
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import { fault } from '../../troubles/catalogue.ts';
import type { Fault } from '../../troubles/catalogue.ts';

/** The fault that a person sees in what the plugin `ini` refuses. */
export function plainIniFault(refused: Fault, range: Range | undefined, { file, text }: Document): Fault {
  if (text.startsWith('#!')) return fault('source/not-executable');
  if (looksLikeYaml(text) && extname(file) !== '') return fault('source/looks-like-yaml');
  const place = range === undefined ? '' : text.slice(range.start, range.end);
  const { code, data } = refused;
  if (code === 'source/open-range' && place.startsWith('[')) return fault('source/open-header', { pattern: place });
  if (code === 'source/range-bounds' && place.startsWith('\uFEFF[')) return fault('source/byte-order-mark');
  if (code === 'source/range-bounds' && /^\[[^\]:]*\]$/.test(place))
    return fault('source/not-a-header', { pattern: place });
  if (code !== 'text/refused') return refused;
  if (/^Section \[.+ has unknown type: /.test(String(data['reason'])))
    return fault('source/section-kind', { kind: place, expected: 'hosts, vars or children' });
  const reason = INI_FAULTS.find(([words]) => words.test(String(data['reason'])))?.[1](place);
  return reason === undefined ? refused : fault('text/refused', { reason });
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
