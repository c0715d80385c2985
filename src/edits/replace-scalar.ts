/** Replaces a value without parts in YAML and JSON by another one, in its own style. */
import type { Document } from '../source/document.ts';
import { Scalar } from '../source/tree.ts';
import type { Node, Range } from '../source/tree.ts';
import { plainTag } from '../source/yaml/typed-scalars.ts';
import { habitsOf, wordLike } from './habits.ts';
import type { Habits } from './habits.ts';
import { endOfLine } from './lines-and-gaps.ts';
import { layoutOf } from './layout.ts';
import { blockLinesEdits, wordEdits } from './long-text.ts';
import { proven } from './proof.ts';
import { numberText, plainText, quotedText, scalarOf, scalarText } from './scalar-text.ts';
import type { ScalarValue } from './scalar-text.ts';
import type { TextEdit } from './text-edit.ts';
import { endOfLines, foundIn, isBlockText, isUnwritten, unwrittenEdit } from './written.ts';
import type { Found, WrittenScalar } from './written.ts';

/** The edits of a document; none if the value is written as it would be. */
export function replaceWrittenScalar(
  document: Document,
  node: Node,
  value: ScalarValue,
): readonly TextEdit[] | undefined {
  if (node.kind !== 'scalar' || node.mark === 'vault' || node.mark === 'recurrent') return undefined;
  const layout = layoutOf(document);
  const found = foundIn(layout, node);
  if (found === undefined) return undefined;
  const around = found.around.map(({ collection }) => collection);
  const habits = habitsOf(document.text, layout, around[0], document.format === 'json');
  const inFlow = around.some(({ flow }) => flow);
  for (const [edits, becomes] of attempts(document.text, found, node, value, habits, inFlow)) {
    const changing = edits.filter(({ start, end, text }) => document.text.slice(start, end) !== text);
    const done = proven(document, changing, node, () => becomes);
    if (done !== undefined) return done;
  }
  return undefined;
}

type Attempt = readonly [edits: readonly TextEdit[], becomes: Scalar];

/** The edits that may do, the best first. */
function* attempts(
  text: string,
  found: Found,
  node: Scalar,
  value: ScalarValue,
  habits: Habits,
  inFlow: boolean,
): Generator<Attempt> {
  const { node: written } = found;
  const becomes = marked(scalarOf(value), node);
  if (written.kind === 'scalar' && written.content < written.end) {
    const range = { start: written.content, end: endOfLines(text, written) };
    if (typeof value === 'string' && /[\n\r]/.test(text.slice(range.start, range.end))) {
      const words = wordEdits(text, node, value);
      if (words !== undefined) yield [words, becomes];
      const lines = isBlockText(written) ? blockLinesEdits(text, written, value) : undefined;
      if (lines !== undefined) yield [lines, becomes];
    }
    const alike = writtenLike(text, written, node, value, habits, inFlow);
    if (alike !== undefined) yield [editsOfAll(text, range, written, alike.text), marked(alike.node, node)];
    // A tag that asks for another type goes.
    const put = written.tag === '' ? undefined : scalarText(value, habits, inFlow);
    if (put !== undefined) yield [[edit({ start: written.start, end: range.end }, put)], scalarOf(value)];
  } else {
    const put = scalarText(value, habits, inFlow);
    if (put === undefined) return;
    if (written.kind === 'alias') yield [[edit(written, put)], scalarOf(value)];
    else yield [[insertion(text, found, put)], becomes];
  }
}

/** The edits that put a text on one line in place of another one. The comment after `|` or `>` stays. */
function editsOfAll(text: string, range: Range, written: WrittenScalar, put: string): readonly TextEdit[] {
  const lineEnd = endOfLine(text, range.start);
  if (!isBlockText(written) || lineEnd >= range.end) return [edit(range, put)];
  const header = /^\S*/.exec(text.slice(range.start, lineEnd))?.[0].length ?? 0;
  return [edit({ start: range.start, end: range.start + header }, put), edit({ start: lineEnd, end: range.end }, '')];
}

function edit({ start, end }: Range, text: string): TextEdit {
  return { start, end, text };
}

/** A text stays one that is no template. */
function marked(scalar: Scalar, { mark }: Scalar): Scalar {
  return scalar.type === 'str' && mark === 'unsafe' ? new Scalar(0, 0, 'str', scalar.value, 'plain', mark) : scalar;
}

/** What puts a value where none is written: after the colon, the dash, or the anchor. */
function insertion(text: string, { node, around }: Found, put: string): TextEdit {
  const entry = around[0]?.entry;
  if (isUnwritten(node) && entry !== undefined) return unwrittenEdit(text, entry, put);
  return { start: node.propertiesEnd, end: node.propertiesEnd, text: ` ${put}` };
}

interface Alike {
  readonly text: string;
  readonly node: Scalar;
}

/** Writes a value in the style of the one that it replaces. Undefined where the format has no such value. */
function writtenLike(
  text: string,
  written: WrittenScalar,
  node: Scalar,
  value: ScalarValue,
  habits: Habits,
  inFlow: boolean,
): Alike | undefined {
  const { style, content, end, value: old, tag } = written;
  const isQuoted = style === 'single' || style === 'double';
  const quotes = isQuoted ? style : habits.quotes;
  const kind = isBlockText(written) ? 'str' : plainTag(old);
  if (typeof value === 'string') {
    const plain = isQuoted || habits.isJson ? undefined : plainText(value, inFlow);
    return { text: plain ?? quotedText(value, quotes, habits.isJson), node: scalarOf(value) };
  }
  const like = numberOrWordLike(old, kind, value, habits.isJson);
  // A number or a truth value that was a text stays one: `"31"`, and `!!str 31`.
  if (like !== undefined && node.type === 'str' && (isQuoted || tag !== ''))
    return { text: isQuoted ? quotedText(like, quotes, habits.isJson) : like, node: scalarOf(like) };
  const put =
    (isQuoted ? undefined : numberOrWordLike(text.slice(content, end), kind, value, habits.isJson)) ??
    scalarText(value, habits, inFlow);
  if (put === undefined) return undefined;
  const isFloat = typeof value === 'number' && plainTag(put) === 'float';
  return { text: put, node: isFloat ? new Scalar(0, 0, 'float', value) : scalarOf(value) };
}

/** Writes a number or a truth value as another one is written; undefined if that is neither. */
function numberOrWordLike(old: string, kind: string, value: ScalarValue, isJson: boolean): string | undefined {
  if (typeof value === 'boolean') return kind === 'bool' ? wordLike(old, value) : undefined;
  if (value === null || typeof value === 'string' || !(kind === 'int' || kind === 'float')) return undefined;
  if (kind === 'float') return Number.isInteger(value) ? `${String(value)}.0` : numberText(value, isJson);
  if (typeof value === 'number' && (!Number.isInteger(value) || value < 0)) return numberText(value, isJson);
  if (/^0[0-7]+$/.test(old)) return `0${value.toString(8)}`;
  return old.startsWith('0x') ? `0x${value.toString(16)}` : numberText(value, isJson);
}
