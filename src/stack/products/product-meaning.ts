/** The meaning of a value for the product whose setting it is. */
import { isMap } from '../../ground/json-map.ts';
import { nearest } from '../../model/nearest.ts';
import { alternatives } from '../../model/phrases.ts';
import { READERS } from '../../model/units.ts';
import type { Meaning } from '../../model/units.ts';
import { plainData } from '../../source/tree.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';
import type { ProductConfiguration, ProductSchema, ProductSetting } from './products.ts';

const TRUE_OR_FALSE = 'true or false';
const A_STRING = 'a string';
const STRINGS = 'a list of strings';
const A_VALUE = 'a value, or no such key';

/**
 * Tells what plain data means for a product, or what the product expects instead. A setting that stacklint does not know
 * means what it says.
 */
export function meaningForProduct(setting: ProductSetting | undefined, raw: unknown): Meaning<unknown> {
  if (setting === undefined) return isMap(raw) ? { expected: 'a value' } : { value: raw };
  const { type, values } = setting;
  const meaning = READERS[type](raw);
  if (values === undefined || !('value' in meaning) || typeof meaning.value !== 'string') return meaning;
  if (Object.hasOwn(values, meaning.value)) return meaning;
  const known = Object.keys(values).filter((word) => values[word]?.until === undefined);
  return { expected: alternatives(known), meant: nearest(meaning.value, known) };
}

/** Tells what a value in a file of a product means for it, as `meaningForProduct` does. */
export function meaningInFile(
  { configuration }: ProductSchema,
  setting: ProductSetting | undefined,
  node: Node,
): Meaning<unknown> | undefined {
  // A text with commas is no list of secrets: each may have some.
  if (setting?.secret === true && setting.type === 'list' && node.kind === 'scalar' && node.value !== null)
    return { expected: STRINGS };
  if (node.kind !== 'scalar') {
    const texts = setting?.type === 'list' || setting?.type === 'paths' ? textsOf(node) : undefined;
    if (texts !== undefined) return meaningForProduct(setting, texts);
    if (setting?.secret === true) return { expected: setting.type === 'list' ? STRINGS : A_STRING };
    return read(setting, node);
  }
  if (node.value === null) return configuration.emptyValues === 'refused' ? { expected: A_VALUE } : undefined;
  if (setting?.type === 'boolean' && !isBoolean(node, configuration)) return { expected: TRUE_OR_FALSE };
  // A product takes every scalar of its file for a text.
  return setting?.type === 'text' ? meaningForProduct(setting, scalarText(node)) : read(setting, node);
}

/** The items of a list as texts, for which a product takes every scalar; undefined if one is none. */
function textsOf(node: Node): readonly string[] | undefined {
  if (node.kind !== 'sequence') return undefined;
  const texts = node.items.map((item) =>
    item.kind === 'scalar' && item.value !== null ? scalarText(item) : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function read(setting: ProductSetting | undefined, node: Node): Meaning<unknown> {
  return meaningForProduct(setting, plainData(node));
}

/** Tells whether a product takes a scalar for a truth value. */
function isBoolean(scalar: Scalar, { booleans, variables }: ProductConfiguration): boolean {
  const { type, value, style } = scalar;
  if (booleans === undefined) return true;
  // Of some products it is not known how a container writes the text of a variable into its file.
  if (style === 'bare') return variables !== 'dotted' || isExactWord(value);
  if (type === 'bool') return booleans === 'YAML 1.1' || wordOf(scalar) === String(value);
  return booleans === 'YAML 1.1' ? isExactWord(value) : /^(?:true|false)$/i.test(String(value));
}

function isExactWord(value: Scalar['value']): boolean {
  return value === 'true' || value === 'false';
}

/** The word that a truth value of YAML was written as; no two words for the same value are as long. */
export function wordOf({ value, start, end }: Scalar): string {
  const words = value === true ? ['on', 'yes', 'true'] : ['no', 'off', 'false'];
  return words.find(({ length }) => length === end - start) ?? String(value);
}
