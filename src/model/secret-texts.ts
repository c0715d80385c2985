/** Secrets inside texts: in lines of files, in values that hold several things, in templates. */
import type { Hidden } from './hidden.ts';
import { counted } from './phrases.ts';
import { mayContainSecretName, mayBeSecretName } from './secret-names.ts';
import { secretsByShape } from './secret-shapes.ts';

/**
 * The name of `name: value`, `name=value`, `name => value`, `--name value`, with everything before the value, such as
 * a tag.
 */
const NAMED =
  /(?<![\w.-])([\w.-]+)["']?(?:[ \t]{0,40}(?:=>|[:=])[ \t]{0,40}(?:!(?:vault(?:-encrypted)?|unsafe|!\w+)[ \t]{1,8})?|[ \t]{1,8}(?<=(?:^|\s)--?[\w-]{1,60}[ \t]{1,8}))/g;
const VALUE =
  /(?:[&!][\w!-]+[ \t]{1,8})*(?:"(?:\\.|[^"\\])*"?|'(?:''|[^'])*'?|\{\{.{0,4000}?\}\}(?:\{\{.{0,4000}?\}\}|[^\s,}\]{]|[,}\]](?![\s,}\]]|$))*|\[[^\]]*\]?|\{(?![{%#}]|\s*$)[^}]*\}?|[^\s"'{}[\],#](?:[^\s,}\]]|[,}\]](?![\s,}\]]|$))*)/y;
const NO_SECRET = /^(?:!vault|!unsafe|!!\w+|[|>][-+\d]*|true|false|yes|no|null|~)$/i;

/** Finds the secrets in a text: values next to or below the name of a secret, and texts that look like one. */
export function secretsInText(text: string): Hidden[] {
  return joined([...secretsByName(text, () => true), ...secretsByShape(text)]);
}

/** Finds secrets by the names before them. `counts` tells whether the text at an index is to be taken for a name. */
function secretsByName(text: string, counts: (index: number) => boolean): Hidden[] {
  const hidden: Hidden[] = [];
  if (!mayContainSecretName(text.toLowerCase()) || !/[:=-]/.test(text)) return hidden;
  let after = 0;
  for (const { 0: named, 1: name = '', index } of text.matchAll(NAMED)) {
    if (index < after || !mayBeSecretName(name) || !counts(index)) continue;
    VALUE.lastIndex = index + named.length;
    const value = VALUE.exec(text)?.[0] ?? '';
    after = index + named.length + value.length;
    const below = value === '' || BLOCK_OPENER.test(value) ? secretBelow(text, index, after) : undefined;
    if (below !== undefined) {
      hidden.push(below);
      after = below.end;
    } else if (value !== '' && !NO_SECRET.test(value))
      hidden.push(...shifted(hiddenInSecretScalar(value), after - value.length));
  }
  return hidden;
}

const BLOCK_OPENER = /^[|>][-+\d]*$/;
/** The start of a line with a name of its own, which is not the value of the name above. */
const OPENS_NAME = /^(?:- +)?["']?[\w.-]+["']?[ \t]*(?::(?=\s|$)|=>|=(?=[ \t]*[^\s=]))/;

/**
 * The value below a name that ends its line: all lines that are indented more, or items of a list, or the next line
 * where it has no name of its own.
 */
function secretBelow(text: string, name: number, after: number): Hidden | undefined {
  const rest = lineAt(text, after);
  if (!/^\s*(?:#.*)?$/.test(rest)) return undefined;
  const line = text.slice(text.lastIndexOf('\n', name - 1) + 1, name);
  const column = /^[\s"'-]*$/.test(line) ? line.replace(/["']$/, '').length : indentOf(line);
  let start = -1;
  let end = -1;
  let next: string;
  for (let from = after + rest.length + 1; from < text.length; from += next.length + 1) {
    next = lineAt(text, from);
    const own = next.trim();
    if (own === '') continue;
    const indent = indentOf(next);
    const belongs = indent > column || (indent === column && own.startsWith('-'));
    if (!belongs && (start >= 0 || OPENS_NAME.test(own))) break;
    if (start < 0) start = from + indent;
    end = from + next.trimEnd().length;
    if (!belongs) break;
  }
  return start < 0 ? undefined : { start, end, length: end - start };
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/**
 * Hides everything that follows the name of a secret on a line of a file that could not be parsed: it may belong to
 * the value.
 */
export function secretsInBrokenLine(line: string): Hidden[] {
  for (const { 0: word, index } of line.matchAll(/[\w.-]+/g)) {
    if (!mayBeSecretName(word)) continue;
    const end = line.trimEnd().length;
    const before = /^["']?[ \t]*[:=]*[ \t]*(?:!(?:vault(?:-encrypted)?|unsafe|!\w+)[ \t]+)?/.exec(
      line.slice(index + word.length),
    );
    const start = index + word.length + (before?.[0].length ?? 0);
    if (start >= end || NO_SECRET.test(line.slice(start, end))) continue;
    return [...secretsInText(line.slice(0, index)), { start, end, length: end - start }];
  }
  return secretsInText(line);
}

/** Hides a secret as it is written, with its quotes: the whole of it, or the texts in a template. */
export function hiddenInSecretScalar(source: string): Hidden[] {
  const quote = /^(["'])[^]*\1$/.exec(source)?.[1];
  const inner = quote === undefined ? source : source.slice(1, -1);
  // With escaped quotes it is unknown where the texts of a template end.
  const plain = quote === undefined || !inner.includes(quote === '"' ? '\\' : "''");
  if (plain && opensBlock(inner)) return shifted(hiddenInSecretTemplate(inner), quote === undefined ? 0 : 1);
  const { length } = source.replace(/^["']|["']$/g, '');
  return length === 0 ? [] : [{ start: 0, end: source.length, length }];
}

const BLOCK = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
const LITERAL = /'(?:\\[^]|[^'\\])*'?|"(?:\\[^]|[^"\\])*"?|\b\d{3,}\w*/g;

/** Hides the texts and long numbers of a template, inside its blocks, as in `default('…')`, and around them. */
export function hiddenInSecretTemplate(template: string): Hidden[] {
  return inTemplate(template, whole, literals);
}

/** Hides the literals of a template that uses secrets, but whose result is not a secret: `default('…')`. */
export function hiddenInTemplateUsingSecrets(template: string): Hidden[] {
  return joined([...secretsInOrdinaryTemplate(template), ...inTemplate(template, () => [], literals)]);
}

/** Hides the secrets in a template that uses none: around its blocks as in any text, inside them by their shape. */
export function secretsInOrdinaryTemplate(template: string): Hidden[] {
  const blocks = [...template.matchAll(BLOCK)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  const isAround = (index: number) => !blocks.some(({ start, end }) => start <= index && index < end);
  return joined([...secretsByName(template, isAround), ...secretsByShape(template)]);
}

type Find = (text: string) => readonly Hidden[];

function inTemplate(template: string, around: Find, within: Find): Hidden[] {
  const hidden: Hidden[] = [];
  let outside = 0;
  for (const { 0: block, index } of template.matchAll(BLOCK)) {
    hidden.push(...shifted(around(template.slice(outside, index)), outside), ...shifted(within(block), index));
    outside = index + block.length;
  }
  return [...hidden, ...shifted(around(template.slice(outside)), outside)];
}

function whole(text: string): Hidden[] {
  const { length } = text.trim();
  const start = text.length - text.trimStart().length;
  return length === 0 ? [] : [{ start, end: start + length, length }];
}

/** Finds texts, and numbers of three digits and more, but not keys, which are names. */
function literals(block: string): Hidden[] {
  const hidden: Hidden[] = [];
  for (const { 0: literal, index } of block.matchAll(LITERAL)) {
    const end = index + literal.length;
    const subscript = /[\w)\]]\[\s*$/.test(block.slice(0, index)) && /^\s*\]/.test(block.slice(end));
    if (subscript || /^\s*:/.test(block.slice(end))) continue;
    hidden.push({ start: index, end, length: literal.replace(/^["']|["']$/g, '').length });
  }
  return hidden;
}

/** Replaces the hidden ranges of a text by their lengths. */
export function withoutSecrets(text: string, hidden: readonly Hidden[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end, length } of hidden) {
    shown += text.slice(from, start) + shownSecret(length);
    from = end;
  }
  return shown + text.slice(from);
}

/**
 * The name of a host or key as it may be shown: even a name may hold a password, as in `https://user:password@host`.
 */
export function shownName(name: string): string {
  return /[=:@\s]/.test(name) ? withoutSecrets(name, secretsInText(name)) : name;
}

/** The text that is shown in place of a secret. */
export function shownSecret(length: number): string {
  return `<secret of ${counted(length, 'character')}>`;
}

/** Sorts ranges, and joins those that overlap. */
export function joined(hidden: readonly Hidden[]): Hidden[] {
  const apart: Hidden[] = [];
  for (const next of [...hidden].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push(next);
    else if (next.end > last.end) apart[apart.length - 1] = { ...last, end: next.end };
  }
  return apart;
}

/** Moves ranges by a number of code units. */
export function shifted(hidden: readonly Hidden[], by: number): Hidden[] {
  return hidden.map(({ start, end, length }) => ({ start: start + by, end: end + by, length }));
}

function opensBlock(text: string): boolean {
  return /\{\{|\{%/.test(text);
}
