/**
 * Values of INI as text. What a text means depends on its place: a line of variables holds a literal of Python or a
 * text, and in a line of hosts one pair of quotes is gone before that.
 */
import { floatText, quoted } from '../source/python.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { wordLike } from './habits.ts';
import { scalarOf } from './scalar-text.ts';
import { isList, isMap, nodeOf } from './value-text.ts';
import type { PlainData } from './value-text.ts';

/** A text that may be written, and the value that it has to be read as. */
interface Form {
  readonly text: string;
  readonly becomes: Node;
}

/** The forms of a value in place of another one: first in its quotes, and as a text where it was one. */
export function* formsLike(value: PlainData, written: string, node: Scalar): Generator<Form> {
  const old = String(node.value);
  const word = node.type === 'str' ? textLike(value, old) : undefined;
  if (word !== undefined) yield* quotedForms(word, written, scalarOf(word));
  yield* formsOf(value, written);
}

/** The forms of a value; those with the quotes of another written value come first. */
export function* formsOf(value: PlainData, beside = ''): Generator<Form> {
  const becomes = nodeOf(value);
  if (typeof value === 'string') yield* quotedForms(value, beside, becomes);
  else {
    const text = pythonText(value);
    if (text === undefined) return;
    if (!isList(value) && !isMap(value)) yield* quotedForms(text, beside, becomes);
    yield { text, becomes };
    yield { text: `"${text}"`, becomes };
  }
}

function* quotedForms(text: string, beside: string, becomes: Node): Generator<Form> {
  const [opening = ''] = /^["']*/.exec(beside) ?? [];
  const closing = Array.from(opening).reverse().join('');
  const inQuotes = JSON.stringify(text);
  const forms = [text, `"${text}"`, `'${text}'`];
  if (opening !== '' && beside.endsWith(closing)) forms.unshift(`${opening}${text}${closing}`);
  // A line break is an escape in a literal.
  if (/[\n\r]/.test(text)) forms.length = 0;
  for (const form of [...forms, inQuotes, `'${inQuotes}'`]) yield { text: form, becomes };
}

/** A truth value or a number as a text like another one: `no` for `yes`. */
function textLike(value: PlainData, old: string): string | undefined {
  if (typeof value === 'boolean') return /^(?:yes|no|true|false|on|off)$/i.test(old) ? wordLike(old, value) : undefined;
  return (typeof value === 'number' || typeof value === 'bigint') && /^-?\d+(?:\.\d+)?$/.test(old)
    ? String(value)
    : undefined;
}

/** A literal of Python; undefined for a number that it has no literal for. */
function pythonText(value: PlainData): string | undefined {
  if (isList(value)) return joined(value.map(pythonText), '[', ']');
  if (isMap(value))
    return joined(
      Object.entries(value).map(([key, part]) => {
        const text = pythonText(part);
        return text === undefined ? undefined : `${quoted(key)}: ${text}`;
      }),
      '{',
      '}',
    );
  if (value === null) return 'None';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return String(value);
  if (Number.isInteger(value)) return String(BigInt(value));
  return Number.isFinite(value) ? floatText(value) : undefined;
}

function joined(parts: readonly (string | undefined)[], opening: string, closing: string): string | undefined {
  return parts.every((part) => part !== undefined) ? `${opening}${parts.join(', ')}${closing}` : undefined;
}
