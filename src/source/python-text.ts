/** Values as Python's `str` and `repr` print them, which is how `ansible-inventory --graph --vars` shows them. */
import { floatText, quoted } from './python.ts';
import { Recurrence } from './tree.ts';
import type { Mapping, Node, Scalar, Sequence } from './tree.ts';

/** The facts about Python's values that the tree does not have. */
interface InPython {
  readonly isSet?: (node: Sequence) => boolean;
  /** Decrypts a vaulted value, where Python's `repr` shows its plain text. */
  readonly revealed?: ((value: Scalar) => string) | undefined;
}

/** The items or pairs of the collections that are being printed: Python prints `...` for one within itself. */
type Around = readonly (readonly unknown[])[];

/** Prints as Python's `str(value)`. Not for a vaulted value, whose `str` is its plain text. */
export function asText(node: Node, values: InPython = {}): string {
  if (node.kind === 'scalar' && node.mark === 'recurrent') return asRepr(node, values);
  if (node.kind === 'scalar' && (node.type === 'str' || node.type === 'date' || node.type === 'time'))
    return String(node.value);
  if (node.kind === 'scalar' && node.type === 'datetime') return String(node.value).replace('T', ' ');
  return asRepr(node, values);
}

/** Prints as Python's `repr(value)`. */
function asRepr(node: Node, values: InPython, around: Around = []): string {
  if (node instanceof Recurrence) return asRepr(node.whole, values, around);
  if (node.kind !== 'scalar' && around.includes(partsOf(node))) return node.kind === 'mapping' ? '{...}' : '[...]';
  const within = node.kind === 'scalar' ? around : [...around, partsOf(node)];
  const repr = (part: Node): string => asRepr(part, values, within);
  if (node.kind === 'mapping')
    return `{${node.pairs.map(({ key, value }) => `${repr(key)}: ${repr(value)}`).join(', ')}}`;
  if (node.kind === 'sequence') {
    const items = node.items.map(repr).join(', ');
    if (values.isSet?.(node) !== true) return `[${items}]`;
    return items === '' ? 'set()' : `{${items}}`;
  }
  if (node.mark === 'vault' && values.revealed !== undefined) return quoted(values.revealed(node));
  return scalarRepr(node);
}

function partsOf(node: Mapping | Sequence): readonly unknown[] {
  return node.kind === 'mapping' ? node.pairs : node.items;
}

function scalarRepr({ type, value, mark }: Scalar): string {
  if (mark === 'vault') return `EncryptedString(ciphertext=${quoted(String(value))})`;
  switch (type) {
    case 'null':
      return 'None';
    case 'bool':
      return value === true ? 'True' : 'False';
    case 'int':
      return String(value);
    case 'float':
      return floatText(value as number);
    case 'str':
      return quoted(value as string);
    case 'bytes':
      return `b${quoted(atob(value as string))}`;
    case 'date':
    case 'datetime':
      return dateRepr(String(value));
    case 'time':
      return `datetime.time(${clockNumbers(String(value)).join(', ')})`;
  }
}

function dateRepr(iso: string): string {
  const [, date = '', time, zone] = /^([\d-]+)(?:T([\d:.]+)(Z|[-+].*)?)?$/.exec(iso) ?? [];
  const numbers = date.split('-').map(Number);
  if (time === undefined) return `datetime.date(${numbers.join(', ')})`;
  const parts = [...numbers, ...clockNumbers(time)];
  return `datetime.datetime(${parts.join(', ')}${zone === undefined ? '' : `, tzinfo=${zoneRepr(zone)}`})`;
}

/** Prints hour and minute, with second and microsecond unless they are zero. */
function clockNumbers(time: string): readonly number[] {
  const [clock = '', fraction = ''] = time.split('.');
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const micro = Number(fraction.padEnd(6, '0'));
  if (micro !== 0) return [hour, minute, second, micro];
  return second === 0 ? [hour, minute] : [hour, minute, second];
}

function zoneRepr(zone: string): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([-+])(\d+):(\d+)/.exec(zone) ?? [];
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60;
  if (seconds === 0) return 'datetime.timezone.utc';
  const delta =
    sign === '-' ? `datetime.timedelta(days=-1, seconds=${86400 - seconds})` : `datetime.timedelta(seconds=${seconds})`;
  return `datetime.timezone(${delta})`;
}
