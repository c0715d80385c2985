/** Edits of TOML: values in their own quotes, keys with their lines, items of arrays and pairs of inline tables. */
import { floatText } from '../source/python.ts';
import type { Document } from '../source/document.ts';
import { Mapping, Sequence } from '../source/tree.ts';
import type { Node, Pair, Range, Scalar } from '../source/tree.ts';
import { linesAfter, linesWithout } from './block-entries.ts';
import { withFlowEntries, withoutFlowEntry } from './flow-entries.ts';
import { endOfLine, indentOfLine, lineBreakNear, startOfLine } from './lines-and-gaps.ts';
import { isSamePlace, proven } from './proof.ts';
import { scalarOf } from './scalar-text.ts';
import type { ScalarValue } from './scalar-text.ts';
import { provenName } from './structure.ts';
import type { TextEdit } from './text-edit.ts';
import { isList, isMap, nodeOf } from './value-text.ts';
import type { PlainData } from './value-text.ts';
import type { WrittenCollection } from './written.ts';

type Edits = readonly TextEdit[] | undefined;

/** The edits that replace a value of one line. TOML has no null. */
export function replaceTomlValue(document: Document, node: Node, value: ScalarValue): Edits {
  const { start, end } = node;
  const written = document.text.slice(start, end);
  if (node.kind !== 'scalar' || value === null || /^(?:"""|''')/.test(written)) return undefined;
  const isNumberInText = node.type === 'str' && /^-?\d+(?:\.\d+)?$/.test(String(node.value));
  const becomes = isNumberInText && typeof value !== 'boolean' ? scalarOf(String(value)) : scalarOf(value);
  const text = textOf(becomes, written);
  return proven(document, text === written ? [] : [{ start, end, text }], node, () => becomes);
}

function textOf({ type, value }: Scalar, written: string): string {
  if (type === 'float') return floatText(Number(value));
  if (type !== 'str') return String(value);
  const text = String(value);
  return written.startsWith("'") && !/['\x00-\x1f\x7f]/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** The edits that rename a key where it stands; none if its table has several headers. */
export function renameTomlKey(document: Document, { key }: Pair, name: string): Edits {
  const { start, end } = key;
  const written = document.text.slice(start, end);
  const isQuoted = /^["']/.test(written);
  return provenName(
    document,
    [{ start, end, text: isQuoted ? textOf(scalarOf(name), written) : keyText(name) }],
    key,
    name,
  );
}

function keyText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

/** The edits that take out a pair that is written with `=`: with its lines, or from its inline table. */
export function removeTomlPair(document: Document, mapping: Mapping, key: Scalar): Edits {
  const { text } = document;
  const pair = mapping.pairs.find((each) => isSamePlace(each.key, key));
  if (pair === undefined || !isStatement(text, pair)) return undefined;
  const table = inlineTable(text, mapping);
  const index = mapping.pairs.indexOf(pair);
  const entry = table?.entries[index];
  const edits =
    table !== undefined && entry !== undefined ? withoutFlowEntry(text, table, entry) : [lineWithout(text, pair)];
  return proven(document, edits, mapping, (node) =>
    node.kind === 'mapping' ? new Mapping(0, 0, node.pairs.toSpliced(index, 1)) : undefined,
  );
}

/** Tells whether a pair is a key, `=` and a value: not a table that headers or dotted keys make. */
function isStatement(text: string, { key, value }: Pair): boolean {
  return /^[ \t]*=[ \t]*$/.test(text.slice(key.end, value.start));
}

function lineWithout(text: string, { key, value }: Pair): TextEdit {
  // Lines right below, up to a blank one or a header, may be what a comment above is about too.
  const isFollowed = (next: number): boolean => /^[ \t]*[^\s#[]/.test(text.slice(next, endOfLine(text, next)));
  const start = startOfLine(text, key.start) + indentOfLine(text, key.start).length;
  return linesWithout(text, { start, end: value.end }, isFollowed, '#');
}

/** The edits that add a pair after another one, or after the last one of its table or below its header. */
export function addTomlPair(
  document: Document,
  mapping: Mapping,
  name: string,
  value: PlainData,
  after: Pair | undefined,
): Edits {
  const { text } = document;
  const put = valueText(value);
  if (put === undefined || mapping.get(name) !== undefined) return undefined;
  const index =
    after === undefined
      ? mapping.pairs.findLastIndex((pair) => isStatement(text, pair))
      : mapping.pairs.findIndex((pair) => isSamePlace(pair.key, after.key));
  const last = mapping.pairs[index];
  if (after !== undefined && last === undefined) return undefined;
  const pair: Pair = { key: scalarOf(name), value: nodeOf(value), mergedAt: undefined };
  const written = `${keyText(name)} = ${put}`;
  const table = inlineTable(text, mapping);
  const edits =
    table === undefined
      ? [lineAfter(text, mapping, last, written)]
      : withFlowEntries(text, table, table.entries[index], () => [written], IN_ONE_LINE);
  return (
    edits &&
    proven(document, edits, mapping, (node) =>
      node.kind === 'mapping' ? new Mapping(0, 0, node.pairs.toSpliced(index + 1, 0, pair)) : undefined,
    )
  );
}

function lineAfter(text: string, mapping: Mapping, last: Pair | undefined, written: string): TextEdit {
  if (last === undefined) return linesAfter(text, mapping.start, indentOfLine(text, mapping.start), [written]);
  return linesAfter(text, last.value.end, indentOfLine(text, last.key.start), [written]);
}

const IN_ONE_LINE = { comma: ', ', step: '', spreads: false, lineBreak: '' };

/** The edits that take an item out of an array. */
export function removeTomlItem(document: Document, sequence: Sequence, index: number): Edits {
  const { text } = document;
  const array = arrayOf(text, sequence);
  const entry = array?.entries[index];
  if (array === undefined || entry === undefined) return undefined;
  return proven(document, withoutFlowEntry(text, array, entry), sequence, (node) =>
    node.kind === 'sequence' ? new Sequence(0, 0, node.items.toSpliced(index, 1)) : undefined,
  );
}

/** The edits that put items into an array, before the item of an index. */
export function addTomlItems(
  document: Document,
  sequence: Sequence,
  values: readonly PlainData[],
  index: number,
): Edits {
  const { text } = document;
  const array = arrayOf(text, sequence);
  const last = array?.entries[index - 1];
  const beside = last === undefined ? '' : text.slice(last.start, last.end);
  const habits = { ...IN_ONE_LINE, lineBreak: lineBreakNear(text, sequence.start) };
  const edits =
    array && withFlowEntries(text, array, last, () => values.map((value) => valueText(value, beside)), habits);
  return (
    edits &&
    proven(document, edits, sequence, (node) =>
      node.kind === 'sequence' ? new Sequence(0, 0, node.items.toSpliced(index, 0, ...values.map(nodeOf))) : undefined,
    )
  );
}

/** A value in one line, its texts in the quotes of another one; undefined where TOML has none. */
function valueText(value: PlainData, beside = ''): string | undefined {
  if (isList(value))
    return joined(
      value.map((item) => valueText(item, beside)),
      '[',
      ']',
    );
  if (isMap(value)) {
    const pairs = Object.entries(value).map(([key, part]) => {
      const text = valueText(part, beside);
      return text === undefined ? undefined : `${keyText(key)} = ${text}`;
    });
    return joined(pairs, '{ ', ' }');
  }
  return value === null ? undefined : textOf(scalarOf(value), beside);
}

function joined(parts: readonly (string | undefined)[], opening: string, closing: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${opening}${parts.join(', ')}${closing}`;
}

/** An array that is written in brackets; undefined of one that headers make (`[[nodes]]`). */
function arrayOf(text: string, { start, end, items }: Sequence): WrittenCollection | undefined {
  return text[start] === '[' && text[end - 1] === ']' ? inBrackets('sequence', { start, end }, items) : undefined;
}

function inlineTable(text: string, { start, end, pairs }: Mapping): WrittenCollection | undefined {
  if (text[start] !== '{' || text[end - 1] !== '}') return undefined;
  const entries = pairs.map(({ key, value }) => ({ start: key.start, end: value.end }));
  return inBrackets('mapping', { start, end }, entries);
}

function inBrackets(
  kind: WrittenCollection['kind'],
  { start, end }: Range,
  parts: readonly Range[],
): WrittenCollection {
  const entries = parts.map((part) => ({
    key: undefined,
    value: { kind: 'alias', ...written(part) } as const,
    start: part.start,
    end: part.end,
  }));
  return { kind, flow: true, brackets: true, entries, ...written({ start, end }) };
}

function written({ start, end }: Range): { start: number; end: number; propertiesEnd: number; content: number } {
  return { start, end, propertiesEnd: start, content: start };
}
