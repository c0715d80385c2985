/** The methods and attributes that Python's values have in a template. */
import type { Context } from './context.ts';
import { dictMethods } from './methods-dict.ts';
import { listMethods } from './methods-list.ts';
import { plugin, bind } from './plugin.ts';
import type { TemplatePlugin, Plugins } from './plugin.ts';
import { textMethodNamed } from './methods-text.ts';
import { Callable, Dict, List, DateValue, PythonRange, Tuple } from './values.ts';
import type { Value } from './values.ts';

const none: ReadonlySet<string> = new Set();
const INT_NAMES = new Set(
  'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes'.split(' '),
);
const FLOAT_NAMES = new Set('as_integer_ratio conjugate fromhex hex imag is_integer real'.split(' '));
const TEXT_NAMES = new Set('encode isidentifier maketrans translate'.split(' '));
const listNames = new Set<string>();
const DICT_NAMES = new Set(['fromkeys']);
const TUPLE_NAMES = new Set(['count', 'index']);
const RANGE_NAMES = new Set(['count', 'index', 'start', 'step', 'stop']);
const MOMENT_NAMES = new Set(
  'ctime day isocalendar isoformat isoweekday max min month replace resolution strftime timetuple today toordinal weekday year astimezone combine date dst fold hour microsecond minute now second time timestamp timetz tzinfo tzname utcoffset'.split(
    ' ',
  ),
);

/** The names that Python's type has beside those evaluated here. */
export function pythonAttributes(of: Value): ReadonlySet<string> {
  if (typeof of === 'string') return TEXT_NAMES;
  if (typeof of === 'bigint' || typeof of === 'boolean') return INT_NAMES;
  if (typeof of === 'number') return FLOAT_NAMES;
  if (of instanceof List) return listNames;
  if (of instanceof Dict) return DICT_NAMES;
  if (of instanceof Tuple) return TUPLE_NAMES;
  if (of instanceof PythonRange) return RANGE_NAMES;
  return of instanceof DateValue ? MOMENT_NAMES : none;
}

const numberMethods: Plugins = {
  is_integer: plugin('self', (_context, self) => Number.isInteger(self)),
  conjugate: plugin('self', (_context, self) => self),
};

/** A method bound to its value, or a plain attribute; undefined where the type has none of that name. */
export function methodOf(of: Value, name: string, context: Context): Value | undefined {
  if (typeof of === 'bigint' || typeof of === 'boolean' || typeof of === 'number') {
    const whole = typeof of === 'boolean' ? BigInt(of) : of;
    if (name === 'real' || name === 'numerator')
      return typeof of === 'number' && name === 'numerator' ? undefined : whole;
    if (name === 'denominator' && typeof of !== 'number') return 1n;
    if (name === 'imag') return typeof of === 'number' ? 0 : 0n;
  }
  const method = typeof of === 'string' ? textMethodNamed(name) : methodNamed(of, name);
  if (method === undefined) return undefined;
  return new Callable(name, (args, named) => {
    context.budget.read(of, ...args);
    return method.run(context, ...bind(method, name, [of, ...args], named));
  });
}

function methodNamed(of: Value, name: string): TemplatePlugin | undefined {
  const table =
    of instanceof List ? listMethods : of instanceof Dict ? dictMethods : typeof of === 'number' ? numberMethods : {};
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
