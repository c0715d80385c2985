/** Values as YAML, as PyYAML writes them, where that is plain; what needs quoting or folding is unknown. */
import { floatText } from '../../source/python.ts';
import type { Context } from './context.ts';
import { each, slots } from './context.ts';
import { compareValues } from './order.ts';
import { textLength } from './text.ts';
import { Raised, unsupported } from './trouble.ts';
import { Dict, forced, List, DateValue, trip, Tuple, typeName } from './values.ts';
import type { Value } from './values.ts';

/** `leaves`: only collections that hold no other are written in one line. */
type Flow = 'flow' | 'block' | 'leaves';

/** `yaml.dump`. Trips on markers. */
export function yamlText(value: Value, flow: Flow, indent: number, context: Context): string {
  trip(value);
  refuseAliases(value, new Set(), context);
  if (!isCollection(value))
    return `${scalar(value)}
`;
  const text = inOneLine(value, flow, context)
    ? `${flowText(value, context)}\n`
    : block(value, flow, Math.max(2, Math.min(9, indent)), 0, context);
  if (text.split('\n').some((line) => textLength(line) > 79)) unsupported('YAML with long lines', 'to_yaml');
  return context.budget.text(text);
}

/** PyYAML gives an anchor to what stands twice. */
function refuseAliases(value: Value, seen: Set<Value>, context: Context): void {
  if (!isCollection(value) || (value instanceof Tuple && isEmpty(value))) return;
  if (value instanceof Tuple && value.fields.length > 0) unsupported('YAML of groups', 'to_yaml');
  if (seen.has(value)) unsupported('YAML with anchors', 'to_yaml');
  seen.add(value);
  for (const child of children(value, context)) refuseAliases(child, seen, context);
}

function isCollection(value: Value): value is List | Tuple | Dict {
  return value instanceof List || value instanceof Tuple || value instanceof Dict;
}

function isEmpty(value: List | Tuple | Dict): boolean {
  return value instanceof Dict ? value.size === 0 : value.items.length === 0;
}

function children(value: List | Tuple | Dict, context: Context): Value[] {
  if (value instanceof Dict) return value.pairs().map(([, slot]) => trip(forced(slot)));
  return slots(value, context).map((slot) => trip(forced(slot)));
}

function inOneLine(value: List | Tuple | Dict, flow: Flow, context: Context): boolean {
  if (flow !== 'leaves' || isEmpty(value)) return flow === 'flow' || isEmpty(value);
  return !children(value, context).some(isCollection);
}

function sortedPairs(value: Dict, context: Context): (readonly [Value, Value])[] {
  const pairs = value.pairs().map(([key, slot]) => [key, trip(forced(slot))] as const);
  try {
    return [...pairs].sort(([left], [right]) => compareValues(left, right, false, context));
  } catch (trouble) {
    // Keys that have no order stay as they are.
    if (trouble instanceof Raised) return pairs;
    throw trouble;
  }
}

function flowText(value: Value, context: Context): string {
  context.budget.step();
  if (value instanceof Dict) {
    return `{${sortedPairs(value, context)
      .map(([key, item]) => `${scalar(key)}: ${flowText(item, context)}`)
      .join(', ')}}`;
  }
  if (value instanceof List || value instanceof Tuple)
    return `[${each(value, context)
      .map((item) => flowText(item, context))
      .join(', ')}]`;
  return scalar(value, true);
}

function block(
  value: List | Tuple | Dict,
  flow: Flow,
  indent: number,
  level: number,
  context: Context,
  inSequence = false,
): string {
  context.budget.step();
  const pad = ' '.repeat(level);
  if (value instanceof Dict) {
    const lines = sortedPairs(value, context).map(([key, item], index) => {
      const start = (inSequence && index === 0 ? '' : pad) + scalar(key);
      if (!isCollection(item)) return `${start}: ${scalar(item)}\n`;
      if (inOneLine(item, flow, context)) return `${start}: ${flowText(item, context)}\n`;
      const inner = item instanceof Dict ? level + indent : level;
      return `${start}:\n${block(item, flow, indent, inner, context)}`;
    });
    return lines.join('');
  }
  const lines = each(value, context).map((item, index) => {
    const start = inSequence && index === 0 ? '' : pad;
    const dash = `-${' '.repeat(indent - 1)}`;
    if (!isCollection(item)) return `${start}- ${scalar(item)}\n`;
    if (inOneLine(item, flow, context)) return `${start}- ${flowText(item, context)}\n`;
    return `${start}${dash}${block(item, flow, indent, level + indent, context, true)}`;
  });
  return lines.join('');
}

const PLAIN = /^[A-Za-z_/][\w./+-]*(?: [\w./+-]+)*$/;
const RESERVED = /^(?:yes|no|on|off|true|false|null|~|\.inf|\.nan)$/i;

function scalar(value: Value, inFlow = false): string {
  trip(value);
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') {
    const text = floatText(value);
    if (!/^-?\d+\.\d+$/.test(text)) unsupported('such a number in YAML', 'to_yaml');
    return text;
  }
  if (value instanceof DateValue && value.type === 'date') return value.iso;
  if (typeof value !== 'string') return unsupported(`YAML of ${typeName(value)}`, 'to_yaml');
  if (value === '') return "''";
  if (PLAIN.test(value) && !RESERVED.test(value) && !(inFlow && value.includes(','))) return value;
  if (RESERVED.test(value) || /^-?\d+(?:\.\d+)?$/.test(value)) return `'${value}'`;
  return unsupported('YAML of such a text', 'to_yaml');
}
