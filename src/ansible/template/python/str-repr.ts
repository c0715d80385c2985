/** `str()` and `repr()` of values, and text by code points. */
import { floatText, quoted } from '../../../source/python.ts';
import type { Spending } from '../budget.ts';
import { tripAsUnsupported, tripAsUnknownOrder } from '../markers.ts';
import {
  Blank,
  Callable,
  Dict,
  forced,
  List,
  DateValue,
  Omit,
  PythonRange,
  tripOnMarker,
  Tuple,
  Word,
} from './python-values.ts';
import type { Held, Value } from './python-values.ts';

/** `str(value)`. Trips on markers, inside containers too. */
export function str(value: Value, budget: Spending): string {
  if (typeof value === 'string') return value;
  if (value instanceof Blank) return '';
  if (value instanceof DateValue) return value.iso.replace('T', ' ');
  return repr(value, budget);
}

/** `repr(value)`. Trips on markers, inside containers too. */
export function repr(value: Value, budget: Spending): string {
  budget.step();
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return budget.text(quoted(value));
  if (typeof value === 'bigint') return budget.text(value.toString());
  if (typeof value === 'number') return floatText(value);
  if (value instanceof List) {
    if (value.unordered) tripAsUnknownOrder();
    return budget.text(`[${reprOfItems(value.items, budget)}]`);
  }
  if (value instanceof Tuple) {
    return budget.text(`(${reprOfItems(value.items, budget)}${value.items.length === 1 ? ',' : ''})`);
  }
  if (value instanceof Dict && value.typeName === 'dict') {
    const pairs = value.pairs().map(([key, slot]) => `${repr(key, budget)}: ${repr(forced(slot), budget)}`);
    return budget.text(`{${pairs.join(', ')}}`);
  }
  if (value instanceof PythonRange) {
    return `range(${value.start}, ${value.stop}${value.step === 1n ? '' : `, ${value.step}`})`;
  }
  if (value instanceof Blank) return 'Undefined';
  if (value instanceof Callable && value.attributes !== undefined) {
    const name = value.attributes.get('name');
    return `<Macro ${typeof name === 'string' ? quoted(name) : 'anonymous'}>`;
  }
  if (value instanceof Word) return value.text;
  if (value instanceof Omit) tripAsUnsupported('omit as text', 'omit');
  tripOnMarker(value);
  return tripAsUnsupported(
    value instanceof DateValue ? `the representation of a ${value.type}` : 'the text of such an object',
  );
}

function reprOfItems(items: readonly Held[], budget: Spending): string {
  return items.map((item) => repr(forced(item), budget)).join(', ');
}

const SURROGATES = /[\ud800-\udfff]/;

/** The characters of a text as Python counts them. */
export function characters(text: string): readonly string[] {
  return SURROGATES.test(text) ? Array.from(text) : text.split('');
}

/** The length of a text in characters, as Python counts. */
export function textLength(text: string): number {
  return SURROGATES.test(text) ? Array.from(text).length : text.length;
}

/** Ansible gives back to what a template printed the line ends that Jinja drops at the template's end. */
export function restoreTrailingNewlines(printed: string, template: string): string {
  const missing = countTrailingNewlines(template) - countTrailingNewlines(printed);
  return missing > 0 ? printed + '\n'.repeat(missing) : printed;
}

/** The number of line ends that a text ends with. */
export function countTrailingNewlines(text: string): number {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return text.length - end;
}
