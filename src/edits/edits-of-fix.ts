/** The edits of texts that a fix makes: where each of its edits belongs, and what is to be written there. */
import { keyOfEdit, shownValue } from '../model/fix.ts';
import type { Fix, FixEdit, FixValue } from '../model/fix.ts';
import { unitOfSetting } from '../model/settings.ts';
import type { Circumstances, FilePlace, Setting } from '../model/setting.ts';
import { Document } from '../source/document.ts';
import type { Range, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { addItems, addPair, removeItem, removePair, renameKey, replaceScalar, replaceText } from './document-edits.ts';
import { nodeAt } from './node-at.ts';
import { isEditable } from './proof.ts';
import { suppressionOnLine } from './suppression-edits.ts';
import { applied } from './text-edit.ts';
import type { TextEdit } from './text-edit.ts';
import { writtenLike } from './written-value.ts';

/** Edits of texts by the paths of their files as they are shown. */
export type EditsByFile = ReadonlyMap<string, readonly TextEdit[]>;

type Documents = ReadonlyMap<string, Document>;
type EditsOfFile = readonly [file: string, edits: readonly TextEdit[]];

/**
 * The edits that a fix makes; undefined if one of them cannot be made. A file that is not among the documents is a new one,
 * whose text is inserted.
 */
export function editsOfFix({ edits }: Fix, documents: Documents): EditsByFile | undefined {
  const made = new Map<string, readonly TextEdit[]>();
  // Members that share a place ask for the same there.
  for (const edit of new Map(edits.map((one) => [keyOfEdit(one), one])).values()) {
    const newText = (file: string): string => made.get(file)?.[0]?.text ?? NEW_FILE;
    const found = editsOf(edit, documents, newText);
    if (found === undefined) return undefined;
    const [file, own] = found;
    const others = documents.has(file) ? (made.get(file) ?? []) : [];
    made.set(file, [...others, ...own]);
  }
  return made.size === 0 ? undefined : made;
}

/** `newText`: the text of a new file so far. */
function editsOf(edit: FixEdit, documents: Documents, newText: (file: string) => string): EditsOfFile | undefined {
  const at = 'at' in edit ? edit.at : edit.setting.origin;
  if ('call' in at) return undefined;
  if ('setting' in edit && isUnset(edit.setting))
    return additionOf(edit.setting, at, edit.does === 'set' ? edit.value : edit.items, documents, newText);
  const document = editable(at.file, documents);
  const edits = document && editsAt(edit, document, at);
  return edits && [at.file, edits];
}

/** The document of a file whose text may be edited: it is whole, and none that is encrypted. */
function editable(file: string, documents: Documents): Document | undefined {
  const document = documents.get(file);
  return document !== undefined && isEditable(document) ? document : undefined;
}

/** Tells whether nothing sets a setting, so that it has to be added. */
function isUnset(setting: Setting<unknown>): boolean {
  return setting.state === 'unset' || (setting.state === 'known' && setting.byDefault === true);
}

function editsAt(edit: FixEdit, document: Document, at: Range): readonly TextEdit[] | undefined {
  if (edit.does === 'suppress') {
    const comment = suppressionOnLine(document, at.start, edit);
    return comment && [comment];
  }
  const found = nodeAt(document, at);
  if (found === undefined) return wordAt(edit, document, at);
  const { node, within } = found;
  switch (edit.does) {
    case 'set': {
      if (node.kind !== 'scalar' || typeof edit.value === 'object') return undefined;
      const written = valueLike(edit.setting, node.value, edit.value);
      return written === undefined ? undefined : replaceScalar(document, node, written);
    }
    case 'write':
      return node.kind === 'scalar' ? replaceScalar(document, node, inQuotesOf(node, edit.value)) : undefined;
    case 'rename': {
      const pair = within?.kind === 'mapping' ? within.mapping.pairs.find(({ key }) => key === node) : undefined;
      return pair && renameKey(document, pair, edit.name);
    }
    case 'remove':
      if (within?.kind === 'mapping')
        return within.key === node ? removePair(document, within.mapping, within) : undefined;
      return within && removeItem(document, within.sequence, node);
    case 'add':
      return addItems(document, node, edit.items);
  }
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
  if (former === '') return undefined;
  const wanted = (): string | number | boolean | undefined => {
    if (edit.does === 'set' && typeof edit.value !== 'object') return valueLike(edit.setting, former, edit.value);
    if (edit.does === 'write') return edit.value;
    return edit.does === 'rename' ? edit.name : undefined;
  };
  const word = String(wanted() ?? '');
  return /^[\w.%:/@-]+$/.test(word) ? replaceText(document, { start, end }, quote + word + quote) : undefined;
}

/** A value in the sense of its variable, which may say the opposite of the setting. */
function meantBy<Value extends FixValue>({ inverted }: Setting<unknown>, value: Value): Value | boolean {
  return typeof value === 'boolean' && inverted === true ? !value : value;
}

/** The edit that adds a setting which nothing sets. */
function additionOf(
  setting: Setting<unknown>,
  at: FilePlace & Circumstances,
  value: FixValue,
  documents: Documents,
  newText: (file: string) => string,
): EditsOfFile | undefined {
  const wanted = { name: setting.variable, value: meantBy(setting, value) };
  const { newFile } = at;
  if (newFile === undefined) {
    const document = editable(at.file, documents);
    const edits =
      document && (document.format === 'template' ? lineAtEnd(document, wanted) : pairAt(document, at, wanted));
    return edits && [at.file, edits];
  }
  if (documents.has(newFile)) return undefined;
  const before = newText(newFile);
  const edits = pairAt(new Document(newFile, before, 'yaml', readYaml(before)), NOWHERE, wanted);
  const text = edits && applied(before, edits);
  return text === undefined ? undefined : [newFile, [{ start: 0, end: 0, text }]];
}

const NEW_FILE = '---\n';
const NOWHERE: Range = { start: -1, end: -1 };

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
  const [variable = '', key] = name.split(': ', 2);
  const given = around?.kind === 'mapping' ? around.get(variable)?.value : undefined;
  if (given === undefined) return addPair(document, around, variable, key === undefined ? value : { [key]: value });
  if (key !== undefined) return addPair(document, given, key, value);
  return typeof value === 'object' ? undefined : replaceScalar(document, given, value);
}

/** A line at the end of the template of a product's file in YAML, which has the product's own names at its top. */
function lineAtEnd({ file, text }: Document, { name, value }: Wanted): readonly TextEdit[] | undefined {
  if (!/\.ya?ml(?:\.|$)/.test(file)) return undefined;
  const [lineEnd = '\n'] = /\r?\n/.exec(text) ?? [];
  const start = text.length;
  const before = text === '' || text.endsWith('\n') ? '' : lineEnd;
  return [{ start, end: start, text: `${before}${name}: ${shownValue(value)}${lineEnd}` }];
}
