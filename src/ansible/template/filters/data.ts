/** JSON and YAML, written and read. */
import { numeric, truth } from '../compare.ts';
import { toText, wantInt } from '../context.ts';
import type { Context } from '../context.ts';
import { jsonText } from '../json.ts';
import { truncate } from '../numbers.ts';
import { option, plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import type { Scope } from '../scope.ts';
import { Raised, unsupported } from '../trouble.ts';
import { Dict, List, typeName } from '../values.ts';
import type { Value } from '../values.ts';
import { yamlText } from '../yaml-text.ts';

const JSON_OPTIONS: ReadonlySet<Value> = new Set(['indent', 'sort_keys', 'ensure_ascii', 'separators']);

function written(value: Value, options: Value, context: Context): string {
  const given = options as Dict;
  const other = given.keys().find((key) => !JSON_OPTIONS.has(key));
  if (other !== undefined || given.find('separators') !== undefined)
    unsupported('such an option of to_json', 'to_json');
  const indent = option(given, 'indent', null);
  return jsonText(value, {
    indent:
      indent === null
        ? undefined
        : typeof indent === 'string'
          ? indent
          : ' '.repeat(Math.min(1000, Math.max(0, Number(wantInt(indent))))),
    sorted: truth(option(given, 'sort_keys', false)),
    ascii: truth(option(given, 'ensure_ascii', true)),
    context,
  });
}

function read(format: Parameters<NonNullable<Scope['read']>>[0], value: string, context: Context): Value {
  context.budget.step(value.length >> 2);
  const reading = context.scope.read?.(format, value);
  if (reading === undefined) return unsupported('reading such a text');
  if ('problem' in reading) throw new Raised('ValueError', reading.problem);
  context.budget.room(value.length);
  return context.plain(reading.node);
}

/** Keywords of PyYAML's `dump` that must keep their defaults here. */
const YAML_DEFAULTS: ReadonlySet<string> = new Set(
  'canonical default_style encoding line_break stream tags version'.split(' '),
);

/** `to_yaml`: `yaml.dump` with its keywords, of which Ansible gives two itself. */
function dumped(value: Value, options: Dict, context: Context): string {
  for (const key of options.keys()) {
    const name = toText(key, context);
    if (name === 'allow_unicode' || name === 'Dumper')
      throw new Raised('TypeError', `yaml.dump() got multiple values for keyword argument '${name}'`);
    if (YAML_DEFAULTS.has(name)) {
      if (truth(option(options, name, null))) unsupported(`the option ${name} of to_yaml`, 'to_yaml');
    } else if (!YAML_OPTIONS.has(name)) {
      throw new Raised('TypeError', `dump_all() got an unexpected keyword argument '${name}'`);
    }
  }
  const flow = option(options, 'default_flow_style', null);
  const layout = {
    flow: flow === null ? 'leaves' : truth(flow) ? 'flow' : 'block',
    sorted: truth(option(options, 'sort_keys', true)),
    indent: columns(option(options, 'indent', null)),
    width: columns(option(options, 'width', null)),
    explicitStart: truth(option(options, 'explicit_start', false)),
    explicitEnd: truth(option(options, 'explicit_end', false)),
  } as const;
  return yamlText(value, layout, context);
}

const YAML_OPTIONS: ReadonlySet<string> = new Set(
  'default_flow_style explicit_end explicit_start indent sort_keys width'.split(' '),
);

/** An `int` of C, where a value is given. */
function columns(value: Value): number | undefined {
  if (value === null) return undefined;
  const number = numeric(value);
  if (number === undefined) throw new Raised('TypeError', 'an integer is required');
  const whole = typeof number === 'number' ? truncate(number) : number;
  if (BigInt.asIntN(32, whole) !== whole) throw new Raised('OverflowError', 'value too large to convert to int');
  return Number(whole);
}

export const dataFilters: Plugins = {
  to_json: plugin('a **options', (context, value, options) => written(value, options, context)),
  to_nice_json: plugin('a indent=4 sort_keys=true **options', (context, value, indent, sortKeys, options) => {
    const all = new Dict(new Map((options as Dict).entries));
    all.set('indent', indent);
    all.set('sort_keys', sortKeys);
    return written(value, all, context);
  }),
  from_json: plugin('a', (context, value) => {
    if (typeof value !== 'string') {
      throw new Raised('TypeError', `the JSON object must be str, bytes or bytearray, not ${typeName(value)}`);
    }
    return read('json', value, context);
  }),
  from_yaml: plugin('data', (context, value) => (typeof value === 'string' ? read('yaml', value, context) : value)),
  from_yaml_all: plugin('data', (context, value) => {
    if (value === null) return new List([]);
    return typeof value === 'string' ? read('yaml documents', value, context) : value;
  }),
  // Further positional arguments are ignored.
  to_yaml: plugin('a *ignored **options', (context, value, _ignored, options) =>
    dumped(value, options as Dict, context),
  ),
  to_nice_yaml: plugin('a indent=4 *ignored **options', (context, value, indent, _ignored, options) => {
    const given = options as Dict;
    const all = Dict.of([['default_flow_style', false], ['indent', indent], ...given.pairs()]);
    return dumped(value, all, context);
  }),
};
