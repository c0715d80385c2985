/** Edits of inventories in INI: of variables in lines, and of lines. */
import type { Document } from '../source/document.ts';
import { Mapping, Scalar, Sequence } from '../source/tree.ts';
import type { Node, Pair, Range } from '../source/tree.ts';
import { linesAfter, linesWithout } from './block-entries.ts';
import { withFlowEntries, withoutFlowEntry } from './flow-entries.ts';
import { formsLike, formsOf } from './ini-values.ts';
import { endOfLine } from './lines-and-gaps.ts';
import { isSamePlace, proven, treeOf } from './proof.ts';
import type { ScalarValue } from './scalar-text.ts';
import { provenName } from './structure.ts';
import type { TextEdit } from './text-edit.ts';
import type { PlainData } from './value-text.ts';
import type { WrittenCollection } from './written.ts';

type Edits = readonly TextEdit[] | undefined;

/** The edits that replace a value, or a part of a literal. */
export function replaceIniValue(document: Document, node: Node, value: ScalarValue): Edits {
  if (node.kind !== 'scalar' || node.mark !== 'none') return undefined;
  const { start, end } = node;
  const written = document.text.slice(start, end);
  for (const { text, becomes } of formsLike(value, written, node)) {
    const edits = proven(document, text === written ? [] : [{ start, end, text }], node, () => becomes);
    if (edits !== undefined) return edits;
  }
  return undefined;
}

/** The edits that give a variable, a host or a group another name where it stands. */
export function renameIniName(document: Document, { key }: Pair, name: string): Edits {
  if (/[\s=#;"'\\]/.test(name)) return undefined;
  return provenName(document, [{ start: key.start, end: key.end, text: name }], key, name);
}

/** What a mapping or list of the tree is in the text. */
type Part = 'line of a host' | 'lines of variables' | 'other lines' | 'literal';

function partAt(root: Node | undefined, wanted: Node): Part | undefined {
  if (root?.kind !== 'sequence') return undefined;
  for (const section of root.items) {
    const lines = section.kind === 'mapping' ? section.pairs[0]?.value : undefined;
    if (lines === undefined) continue;
    if (isSamePlace(lines, wanted)) return lines.kind === 'mapping' ? 'lines of variables' : 'other lines';
    const hosts = lines.kind === 'sequence' ? lines.items : [];
    if (hosts.some((host) => host.kind === 'mapping' && host.pairs.some(({ value }) => isSamePlace(value, wanted))))
      return 'line of a host';
    if (section === wanted || hosts.some((host) => isSamePlace(host, wanted))) return undefined;
  }
  return 'literal';
}

/** The edits that take a variable out of a line of hosts, or with its line. */
export function removeIniPair(document: Document, mapping: Mapping, key: Scalar): Edits {
  const { text } = document;
  const pair = mapping.pairs.find((each) => isSamePlace(each.key, key));
  const part = partAt(treeOf(document), mapping);
  if (pair === undefined || part === undefined || part === 'literal') return undefined;
  const edit = part === 'lines of variables' ? lineWithout(text, rangeOf(pair)) : wordWithout(text, rangeOf(pair));
  return proven(document, [edit], mapping, (node) =>
    node.kind === 'mapping'
      ? new Mapping(
          0,
          0,
          node.pairs.filter((each) => !isSamePlace(each.key, key)),
        )
      : undefined,
  );
}

function rangeOf({ key, value }: Pair): Range {
  return { start: key.start, end: Math.max(key.end, value.end) };
}

function lineWithout(text: string, range: Range): TextEdit {
  // Lines right below, up to a blank one or a header, may be what a comment above is about too.
  const isFollowed = (next: number): boolean => /^[ \t]*[^\s#;[]/.test(text.slice(next, endOfLine(text, next)));
  return linesWithout(text, range, isFollowed, '#;');
}

/** A word with its quotes and the blanks before it. */
function wordWithout(text: string, range: Range): TextEdit {
  let { start, end } = range;
  while (start > 0 && /\S/.test(text.charAt(start - 1))) start--;
  while (start > 0 && /[ \t]/.test(text.charAt(start - 1))) start--;
  while (end < text.length && /\S/.test(text.charAt(end))) end++;
  return { start, end, text: '' };
}

/** The edits that add a variable to a line of hosts, or in a line of its own. */
export function addIniPair(
  document: Document,
  mapping: Mapping,
  name: string,
  value: PlainData,
  after: Pair | undefined,
): Edits {
  const { text } = document;
  const part = partAt(treeOf(document), mapping);
  if (part === undefined || part === 'literal' || part === 'other lines' || !/^[\w-]+$/.test(name)) return undefined;
  if (mapping.pairs.some(({ key }) => key.value === name)) return undefined;
  const index =
    after === undefined
      ? mapping.pairs.length - 1
      : mapping.pairs.findIndex((pair) => isSamePlace(pair.key, after.key));
  const last = mapping.pairs[index];
  if (after !== undefined && last === undefined) return undefined;
  const at = last === undefined ? mapping.start : rangeOf(last).end;
  for (const { text: put, becomes } of formsOf(value, quotesOf(text, mapping))) {
    const written = `${name}${signOf(text, mapping)}${put}`;
    const edit = part === 'line of a host' ? wordAfter(text, at, written) : linesAfter(text, at, '', [written]);
    const pair: Pair = { key: new Scalar(0, 0, 'str', name), value: becomes, mergedAt: undefined };
    const edits = proven(document, [edit], mapping, (node) =>
      node.kind === 'mapping' ? new Mapping(0, 0, node.pairs.toSpliced(index + 1, 0, pair)) : undefined,
    );
    if (edits !== undefined) return edits;
  }
  return undefined;
}

function wordAfter(text: string, offset: number, word: string): TextEdit {
  let at = offset;
  while (at < text.length && /\S/.test(text.charAt(at))) at++;
  return { start: at, end: at, text: ` ${word}` };
}

/** A text in quotes that all texts of these variables have; none if they do not. */
function quotesOf(text: string, { pairs }: Mapping): string {
  const texts = pairs.filter(({ value }) => value.kind === 'scalar' && value.type === 'str');
  const [first = '', ...others] = texts.map(({ value }) => text.slice(value.start, value.end));
  return others.every((other) => other.startsWith(first.charAt(0))) ? first : '';
}

/** The sign between a variable and its value, with the blanks that the last line has around it. */
function signOf(text: string, { pairs }: Mapping): string {
  const last = pairs.at(-1);
  const sign = last === undefined ? '' : text.slice(last.key.end, last.value.start);
  return /^[ \t]*=[ \t]*$/.test(sign) ? sign : '=';
}

/** The edits that take out a line of a host or group, or an item of a list in a value. */
export function removeIniItem(document: Document, sequence: Sequence, index: number): Edits {
  const { text } = document;
  const item = sequence.items[index];
  const part = partAt(treeOf(document), sequence);
  if (item === undefined || part === undefined) return undefined;
  const list = part === 'literal' ? literalList(text, sequence) : undefined;
  const entry = list?.entries[index];
  if (part === 'literal' && entry === undefined) return undefined;
  const edits =
    list === undefined || entry === undefined ? [lineWithout(text, item)] : withoutFlowEntry(text, list, entry);
  return proven(document, edits, sequence, (node) =>
    node.kind === 'sequence' ? new Sequence(0, 0, node.items.toSpliced(index, 1)) : undefined,
  );
}

/** The edits that add lines of hosts or groups, or items of a list in a value, before the item of an index. */
export function addIniItems(
  document: Document,
  sequence: Sequence,
  values: readonly PlainData[],
  index: number,
): Edits {
  const { text } = document;
  const part = partAt(treeOf(document), sequence);
  const last = sequence.items[index - 1];
  const withItems = (edits: readonly TextEdit[] | undefined, items: readonly Node[]): Edits =>
    edits &&
    proven(document, edits, sequence, (node) =>
      node.kind === 'sequence' ? new Sequence(0, 0, node.items.toSpliced(index, 0, ...items)) : undefined,
    );
  if (part === 'other lines') {
    const lines = values.flatMap((value) => (typeof value === 'string' ? value : []));
    const edit = linesAfter(text, (last ?? sequence).end, '', lines);
    const names = lines.map((line) => new Scalar(0, 0, 'str', line));
    return lines.length < values.length
      ? undefined
      : (withItems([edit], names) ?? withItems([edit], names.map(hostOf)));
  }
  const list = part === 'literal' ? literalList(text, sequence) : undefined;
  if (list === undefined) return undefined;
  const beside = last === undefined ? '' : text.slice(last.start, last.end);
  const quotesOfAll = [...formsOf(values[0] ?? null, beside)].keys();
  for (const at of quotesOfAll) {
    const forms = values.map((value) => [...formsOf(value, beside)][at]);
    if (forms.includes(undefined)) continue;
    const puts = forms.map((form) => form?.text);
    const becomes = forms.flatMap((form) => form?.becomes ?? []);
    for (const comma of COMMAS) {
      const habits = { comma, step: '', spreads: false, lineBreak: '' };
      const done = withItems(
        withFlowEntries(text, list, list.entries[index - 1], () => puts, habits),
        becomes,
      );
      if (done !== undefined) return done;
    }
  }
  return undefined;
}

/** In the line of a host, a blank ends a value without quotes. */
const COMMAS = [', ', ','];

function hostOf(name: Scalar): Node {
  return new Mapping(0, 0, [{ key: name, value: new Mapping(0, 0, []), mergedAt: undefined }]);
}

/** A list of Python within a value; its quotes, if it has some, are outside of the brackets. */
function literalList(text: string, { start, end, items }: Sequence): WrittenCollection | undefined {
  const content = text.indexOf('[', start);
  const after = text.lastIndexOf(']', end - 1) + 1;
  if (content < start || content > start + 1 || after < end - 1 || after <= content) return undefined;
  const entries = items.map((item) => ({
    key: undefined,
    value: { kind: 'alias', ...range(item) } as const,
    start: item.start,
    end: item.end,
  }));
  return { kind: 'sequence', flow: true, brackets: true, ...range({ start, end: after }), content, entries };
}

function range({ start, end }: Range): { start: number; end: number; propertiesEnd: number; content: number } {
  return { start, end, propertiesEnd: start, content: start };
}
