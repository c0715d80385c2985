/** What is wrong with a value that a product refuses, in the words of reports. */
import type { Malformed } from '../../model/setting.ts';
import type { Meaning } from '../../model/units.ts';
import { originInFile } from './origin-in-file.ts';
import { scalarText } from '../plain.ts';
import { wordOf } from './product-meaning.ts';
import type { ProductSchema } from './products.ts';
import type { KnownValue } from '../rendered/reading.ts';
import { dataInOneLine, masked } from '../secrecy/masked.ts';
import type { Values } from '../values.ts';

type Refusal = Pick<Malformed, 'shown' | 'expected' | 'meant' | 'added'>;

/** Says what is wrong with a value that a product refuses. */
export function refusalOf(
  { settings }: ProductSchema,
  name: string,
  value: KnownValue,
  { expected, meant }: Exclude<Meaning<unknown>, { readonly value: unknown }>,
  { scopes, secrecy }: Values,
): Refusal {
  const setting = settings[name];
  if (setting?.secret === true) return { shown: 'a value that is not shown', expected };
  const { value: node } = value;
  if (node.kind === 'scalar' && node.type === 'bool' && setting?.file === undefined)
    return { shown: wordOf(node), expected };
  if (node.kind === 'scalar' && node.value === null) return { shown: 'empty', expected };
  const shown = masked(node, secrecy.isNamedSecret(name), secrecy);
  if (setting?.file !== 'jvm.options') return { shown: dataInOneLine(shown), expected, meant };
  const text = typeof shown === 'string' ? shown : '';
  const { assignment } = originInFile(value.sourceOf(), name, scopes);
  const given = assignment?.value.kind === 'scalar' ? scalarText(assignment.value) : '';
  const added = given !== '' && text.startsWith(given) ? text.slice(given.length) : '';
  return { shown: name + text, expected, meant: meant && name + meant, added: added === '' ? undefined : added };
}
