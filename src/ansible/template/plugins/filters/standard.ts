/** Filters about whether there is a value, and of what type. */
import { quoted } from '../../../../source/python.ts';
import { equals, truth } from '../../python/compare.ts';
import { knownElementsOf, toText } from '../../context.ts';
import { finalized } from '../../finalize.ts';
import { plugin, pluginTakingMarkers } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { Marker, Raised, Tripped, Undefined, UnknownValue } from '../../markers.ts';
import { tripOnMarker, typeName } from '../../python/python-values.ts';
import type { Value } from '../../python/python-values.ts';

const standard = pluginTakingMarkers(
  'value default_value= boolean=false',
  (_context, value, standardValue, boolean) => {
    if (boolean instanceof Marker) throw new Tripped(boolean);
    if (typeof boolean !== 'boolean') {
      throw new Raised('TypeError', `The 'boolean' argument must be of type 'bool', not '${typeName(boolean)}'.`);
    }
    if (value instanceof Undefined) return standardValue;
    return boolean && !truth(value) ? standardValue : value;
  },
);

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['yes', true], ['on', true], ['true', true], ['1', true],
  ['no', false], ['off', false], ['false', false], ['0', false],
]); // prettier-ignore

/** A filter that gives `another` value in each run, unless its argument `seed` is given. */
function varying(name: string, signature: string, seed: string, another: string): Plugins[string] {
  const filter = plugin(signature, (_context, ...args) => {
    const isGiven = args[filter.signature.parameters.findIndex((parameter) => parameter.name === seed)] !== null;
    const why = isGiven ? `is not evaluated with a ${seed}` : `gives ${another} in each run`;
    throw new Tripped(UnknownValue.named('template', name, why));
  });
  return filter;
}

export const standardFilters: Plugins = {
  default: standard,
  d: standard,
  mandatory: pluginTakingMarkers('a msg=none', (context, value, message) => {
    if (!(value instanceof Undefined)) return value;
    if (message !== null) throw new Raised('AnsibleError', toText(message, context));
    const name = value.name === undefined ? '' : `${quoted(value.name)} `;
    throw new Raised('AnsibleError', `Mandatory variable ${name}not defined.`);
  }),
  ternary: pluginTakingMarkers('value true_val false_val none_val=none', (_context, value, yes, no, none) => {
    if (value === null && none !== null) return tripOnMarker(none);
    return truth(value) ? yes : no;
  }),
  type_debug: pluginTakingMarkers('obj', (_context, value) => {
    if (value instanceof UnknownValue) throw new Tripped(value);
    return typeName(value);
  }),
  bool: plugin('value', (context, value) => {
    const isWord = typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean';
    const known = isWord ? TRUTHS.get(toText(value, context).toLowerCase()) : undefined;
    if (known !== undefined) return known;
    // Ansible shows the value in a warning, and so meets everything that is missing in it.
    return equals(finalized(value, context.budget), 1n, context.budget);
  }),
  string: plugin('value', (context, value) => toText(value, context)),
  extract: plugin('item container morekeys=none', (context, item, container, more) => {
    const keys =
      more === null ? [item] : typeName(more) === 'list' ? [item, ...knownElementsOf(more, context)] : [item, more];
    return keys.reduce<Value>((value, key) => context.item(value, key), container);
  }),
  random: varying('random', 'end start=none step=none seed=none', 'seed', 'another value'),
  shuffle: varying('shuffle', 'mylist seed=none', 'seed', 'another order'),
  password_hash: varying(
    'password_hash',
    'password hashtype=sha512 salt=none salt_size=none rounds=none ident=none',
    'salt',
    'another value',
  ),
};
