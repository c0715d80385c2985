/** The edits of texts that a fix makes: where each of its edits belongs, and what is to be written there. */
import { keyOfEdit, shownValue } from '../model/fix.ts';
import type { Fix, FixEdit, FixValue } from '../model/fix.ts';
import { unitOfSetting } from '../model/settings.ts';
import { isSetByNothing } from '../model/setting.ts';
import type { Origin, Setting } from '../model/setting.ts';
import { Document } from '../source/document.ts';
import type { Range, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { linesAfter, linesWithout } from './block-entries.ts';
import { addItems, addPair, removeItem, removePair, renameKey, replaceScalar, replaceText } from './document-edits.ts';
import { editsBetween } from './edits-between.ts';
import { afterBreak, endOfLine, indentBefore } from './lines-and-gaps.ts';
import { nodeAt } from './node-at.ts';
import { optionBeside } from './option-beside.ts';
import { isEditable, withText } from './proof.ts';
import { reasonAgainst } from './reason-against.ts';
import { suppressionOnLine } from './suppression-edits.ts';
import { addToText, replaceInText } from './text-maps.ts';
import { applied, movedBy } from './text-edit.ts';
import type { TextEdit } from './text-edit.ts';
import { writtenLike } from './written-value.ts';

/** Edits of texts by the paths of their files as they are shown. */
export type EditsByFile = ReadonlyMap<string, readonly TextEdit[]>;

type Documents = ReadonlyMap<string, Document>;

/** Why a fix cannot be made, as a clause. */
export interface Refusal {
  readonly why: string;
}

/**
 * The edits that a fix makes, one after the other; a refusal if one of them cannot be made. A file that is not among the
 * documents is a new one, whose text is inserted.
 */
export function editsOfFix({ edits }: Fix, documents: Documents): EditsByFile | Refusal {
  const files = new Map<string, EditedFile>();
  // Members that share a place ask for the same there.
  for (const edit of new Map(edits.map((one) => [keyOfEdit(one), one])).values()) {
    const origin: Origin = 'at' in edit ? edit.at : edit.setting.origin;
    // An option may be written where the variable is used that has its size.
    const [first, ...others] = edit.does === 'double' ? [origin, ...(origin.usedAt ?? [])] : [origin];
    let done = editedAt(edit, first, documents, files);
    for (const place of others) if ('why' in done) done = editedAt(edit, place, documents, files);
    if ('why' in done) return done;
    files.set(done.now.file, done);
  }
  return new Map([...files].map(([name, file]) => [name, editsOfSteps(file)]));
}

/** The file of a place with one edit more. */
function editedAt(
  edit: FixEdit,
  at: Origin,
  documents: Documents,
  files: ReadonlyMap<string, EditedFile>,
): EditedFile | Refusal {
  if ('call' in at) return { why: 'no file has it' };
  const newFile = 'setting' in edit && isSetByNothing(edit.setting) ? at.newFile : undefined;
  if (newFile !== undefined && documents.has(newFile)) return { why: `${newFile} is there already` };
  const name = newFile ?? at.file;
  const file = files.get(name) ?? (newFile === undefined ? unedited(documents.get(name)) : emptyFile(newFile));
  if (file === undefined) return { why: `${name} was not read` };
  const { now, steps } = file;
  const place = newFile === undefined ? steps.reduce<Range>(movedBy, at) : NOWHERE;
  const own = isEditable(now) ? editsAt(edit, now, place, documents) : undefined;
  const after = own && applied(now.text, own);
  if (own === undefined || after === undefined) return { why: reasonAgainst(edit, now, place) };
  return { ...file, now: withText(now, after), steps: [...steps, own] };
}

/** A file while edits are made in it, of which each is about the text that the last one left. */
interface EditedFile {
  /** Undefined of a new file. */
  readonly before: Document | undefined;
  readonly now: Document;
  readonly steps: readonly (readonly TextEdit[])[];
}

function unedited(document: Document | undefined): EditedFile | undefined {
  return document && { before: document, now: document, steps: [] };
}

function emptyFile(name: string): EditedFile {
  return { before: undefined, now: new Document(name, NEW_FILE, 'yaml', readYaml(NEW_FILE)), steps: [] };
}

const NEW_FILE = '---\n';
const NOWHERE: Range = { start: -1, end: -1 };

function editsOfSteps({ before, now, steps }: EditedFile): readonly TextEdit[] {
  if (before === undefined) return [{ start: 0, end: 0, text: now.text }];
  return steps.length > 1 ? editsBetween(before.text, now.text) : steps.flat();
}

function editsAt(edit: FixEdit, document: Document, at: Range, documents: Documents): readonly TextEdit[] | undefined {
  if (edit.does === 'suppress') {
    const comment = suppressionOnLine(document, at.start, edit);
    return comment && [comment];
  }
  if (edit.does === 'double') return optionBeside(document, at, edit.option, edit.as);
  if ('setting' in edit && isSetByNothing(edit.setting)) return additionAt(edit, document, at, documents);
  const found = nodeAt(document, at);
  if (found === undefined) return wordAt(edit, document, at);
  const { node, within } = found;
  switch (edit.does) {
    case 'set': {
      const { setting, value } = edit;
      if (node.kind !== 'scalar' || typeof value === 'object') return undefined;
      const [variable = '', key] = partsOf(setting.variable);
      if (key !== undefined && within?.kind === 'mapping' && within.key.value === variable)
        return replaceInText(document, node, key, (former) => valueLike(setting, former, value));
      const written = isLongText(node) ? undefined : valueLike(setting, node.value, value);
      return written === undefined ? undefined : replaceScalar(document, node, written);
    }
    case 'write':
      return node.kind === 'scalar' && !isLongText(node)
        ? replaceScalar(document, node, inQuotesOf(node, edit.value))
        : undefined;
    case 'rename': {
      const name = node.kind === 'scalar' ? nameInPlaceOf(String(node.value), edit) : undefined;
      if (name === undefined) return undefined;
      const pair = within?.kind === 'mapping' ? within.mapping.pairs.find(({ key }) => key === node) : undefined;
      if (pair !== undefined) return renameKey(document, pair, name);
      return edit.from === undefined ? undefined : replaceScalar(document, node, name);
    }
    case 'remove':
      if (within?.kind === 'mapping')
        return within.key === node ? removePair(document, within.mapping, within) : undefined;
      return within && removeItem(document, within.sequence, node);
    case 'add':
      return addItems(document, node, edit.items);
  }
}

/** The new name as it is written in place of what is written of the old one. */
function nameInPlaceOf(written: string, { name, from = written }: Extract<FixEdit, { does: 'rename' }>) {
  if (written.startsWith(from) && /^(?:[.\s]|$)/.test(written.slice(from.length)))
    return name + written.slice(from.length);
  const around = from.slice(0, -written.length);
  return from.endsWith(`.${written}`) && name.startsWith(around) ? name.slice(around.length) : undefined;
}

/** Tells whether a text has lines or pairs in it, of which what is to be replaced is a part alone. */
function isLongText({ type, value }: Scalar): boolean {
  return type === 'str' && /\S[ \t]*\n\s*\S|^\s*[\w.-]+: /.test(String(value));
}

/** A number in quotes stays there. */
function inQuotesOf({ style }: Scalar, value: string | number | boolean): string | number | boolean {
  return typeof value === 'number' && (style === 'single' || style === 'double') ? String(value) : value;
}

/** A value of a setting as it is written in place of another. */
function valueLike(setting: Setting<unknown>, former: Scalar['value'], value: Exclude<FixValue, readonly string[]>) {
  return writtenLike(former, meantBy(setting, value), unitOfSetting(setting.setting ?? ''));
}

/**
 * The edit of a word in a text without a tree: a template, a file of options, a text within a text. Only what needs no quotes
 * is put in place of what has none, or keeps those that it has.
 */
function wordAt(edit: FixEdit, document: Document, { start, end }: Range): readonly TextEdit[] | undefined {
  const [, quote = '', former = ''] = /^(["']?)([\w.%:/@-]+)\1$/.exec(document.text.slice(start, end)) ?? [];
  if (edit.does === 'remove') return lineOfKeyWithout(document, { start, end });
  if (former === '') return undefined;
  const wanted = (): string | number | boolean | undefined => {
    if (edit.does === 'set' && typeof edit.value !== 'object') return valueLike(edit.setting, former, edit.value);
    if (edit.does === 'write') return edit.value;
    return edit.does === 'rename' ? nameInPlaceOf(former, edit) : undefined;
  };
  const word = String(wanted() ?? '');
  return /^[\w.%:/@-]+$/.test(word) ? replaceText(document, { start, end }, quote + word + quote) : undefined;
}

/** The edit that removes the line of a key from a text without a tree, if all of its value is in that line. */
function lineOfKeyWithout({ text }: Document, { start, end }: Range): readonly TextEdit[] | undefined {
  const indent = indentBefore(text, start);
  const lineEnd = endOfLine(text, end);
  if (indent === undefined || !VALUE_IN_LINE.test(text.slice(end, lineEnd))) return undefined;
  // What is further in, or an item, would be a part of the value.
  const next = text.slice(afterBreak(text, lineEnd));
  const isWhole = !next.startsWith(`${indent} `) && !next.startsWith(`${indent}- `);
  return isWhole ? [linesWithout(text, { start, end: lineEnd }, () => true, '#')] : undefined;
}

/** After a key: a template, a list in brackets, or a value without any, neither of which goes on in the next line. */
const VALUE_IN_LINE = /^["']?: +(?:\{\{[^%]*\}\}|\[[^\]%]*\]|[^\s|>&!*{[#][^%]*)(?:\s+#.*)?$/;

/** A value in the sense of its variable, which may say the opposite of the setting. */
function meantBy<Value extends FixValue>({ inverted }: Setting<unknown>, value: Value): Value | boolean {
  return typeof value === 'boolean' && inverted === true ? !value : value;
}

/** The edits that add a setting which nothing sets. */
function additionAt(
  edit: Extract<FixEdit, { readonly does: 'set' | 'add' }>,
  document: Document,
  at: Range,
  documents: Documents,
): readonly TextEdit[] | undefined {
  const { setting } = edit;
  const value = edit.does === 'set' ? valueAlike(edit, documents) : edit.items;
  if (value === undefined) return undefined;
  const wanted = { name: setting.variable, value };
  return document.format === 'template' ? lineAtEnd(document, wanted) : pairAt(document, at, wanted);
}

/** A value that nothing sets, written as that of another setting is, if there is one; undefined where that cannot be done. */
function valueAlike(
  { setting, value, like }: Extract<FixEdit, { readonly does: 'set' }>,
  documents: Documents,
): FixValue | undefined {
  const place = like === undefined || isSetByNothing(like) ? undefined : like.origin;
  const document = place === undefined || 'call' in place ? undefined : documents.get(place.file);
  const node = place === undefined || 'call' in place ? undefined : document && nodeAt(document, place)?.node;
  if (typeof value === 'object' || node?.kind !== 'scalar') return meantBy(setting, value);
  return valueLike(setting, node.value, value);
}

/** A value with its name as `Setting.variable` has it: a variable, with a key of its map, or a product's own name. */
interface Wanted {
  readonly name: string;
  readonly value: FixValue;
}

/**
 * The pair beside the key that is at a place, or else in the mapping that the document is. An empty value that is there
 * already is replaced.
 */
function pairAt(document: Document, at: Range, { name, value }: Wanted): readonly TextEdit[] | undefined {
  const { node, within } = nodeAt(document, at) ?? {};
  const isEmpty = node?.kind === 'scalar' && (node.type === 'null' || node.value === '');
  if (isEmpty && within?.kind === 'mapping' && within.key !== node)
    return typeof value === 'object' ? undefined : replaceScalar(document, node, value);
  const around = within?.kind === 'mapping' ? within.mapping : document.root;
  const [variable = '', key] = partsOf(name);
  const given = around?.kind === 'mapping' ? around.get(variable)?.value : undefined;
  if (given === undefined) return addPair(document, around, variable, key === undefined ? value : { [key]: value });
  if (key !== undefined)
    return given.kind === 'scalar' && given.type === 'str' && given.mark === 'none'
      ? addToText(document, given, key, value)
      : addPair(document, given, key, value);
  return typeof value === 'object' ? undefined : replaceScalar(document, given, value);
}

/** A variable, and the key of its map, by their name together. */
function partsOf(name: string): readonly string[] {
  return name.split(': ', 2);
}

/** A line at the end of the template of a product's file in YAML, which has the product's own names at its top. */
function lineAtEnd({ file, text }: Document, { name, value }: Wanted): readonly TextEdit[] | undefined {
  if (!/\.ya?ml(?:\.|$)/.test(file)) return undefined;
  return [linesAfter(text, text.length, '', [`${name}: ${shownValue(value)}`])];
}
