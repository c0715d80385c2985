/** Names that Jinja and Ansible define for every template. */
import type { Context } from '../context.ts';
import { elementsOf, wantInt, wantText } from '../context.ts';
import { dictPairs } from '../python/methods.ts';
import { callableOf, plugin } from './plugin.ts';
import { isUnknownPlugin } from './plugin-names.ts';
import type { Plugins } from './plugin.ts';
import { Marker, Raised, Tripped, Undefined, UnknownValue, markerWithoutParts } from '../markers.ts';
import {
  freshCopy,
  Callable,
  Dict,
  forced,
  List,
  Namespace,
  PythonRange,
  tripOnMarker,
  Tuple,
  typeName,
} from '../python/python-values.ts';
import type { Held, Value } from '../python/python-values.ts';

const functions: Plugins = {
  range: plugin('a b=none c=none', (_context, a, b, c) => {
    const [first, second, step] = [wantInt(a), b === null ? undefined : wantInt(b), c === null ? 1n : wantInt(c)];
    return second === undefined ? new PythonRange(0n, first, step) : new PythonRange(first, second, step);
  }),
  dict: plugin('pairs= **named', (context, pairs, named) =>
    Dict.of([...(pairs === '' ? [] : dictPairs(pairs, context)), ...(named as Dict).pairs()]),
  ),
  namespace: plugin('pairs= **named', (context, pairs, named) => {
    const all = [...(pairs === '' ? [] : dictPairs(pairs, context)), ...(named as Dict).pairs()];
    return new Namespace('Namespace', new Map(all.map(([key, slot]) => [wantText(key), forced(slot)])));
  }),
  joiner: plugin('sep=none', (context, separator) => {
    const state = new Namespace('Joiner', new Map<string, Value>([['used', false]]));
    return new Callable('joiner', () => {
      const used = tripOnMarker(state.attributes.get('used') ?? false);
      if (used === true) return separator ?? ', ';
      context.changes(state);
      state.attributes.set('used', true);
      return '';
    });
  }),
  cycler: plugin('*items', (context, items) => {
    const all = elementsOf(items, context).map(forced);
    if (all.length === 0) throw new Raised('TypeError', 'at least one item has to be provided');
    const cycler = new Namespace('Cycler', new Map());
    const move = (to: number): void => {
      context.changes(cycler);
      cycler.attributes.set('current', all[to] ?? null).set('at', BigInt(to));
    };
    const next = new Callable('next', () => {
      const at = Number(tripOnMarker(cycler.attributes.get('at') ?? 0n));
      const item = all[at] ?? null;
      move((at + 1) % all.length);
      return item;
    });
    const reset = new Callable('reset', () => {
      move(0);
      return null;
    });
    move(0);
    cycler.attributes.set('next', next).set('reset', reset);
    return cycler;
  }),
  undef: plugin('hint=none', (_context, hint) => {
    if (hint !== null && typeof hint !== 'string') {
      throw new Raised(
        'TypeError',
        `The 'hint' argument must be of type 'str' or 'NoneType', not '${typeName(hint)}'.`,
      );
    }
    return new Undefined(hint === null || hint === '' ? 'Mandatory variable has not been overridden' : hint);
  }),
};

/** A global by name; undefined if there is none. */
export function globalNamed(name: string, context: Context): Value | undefined {
  if (name === 'lookup' || name === 'query' || name === 'q') {
    return new Callable(name, (args, named) => lookup(name, args, named, context), true);
  }
  if (name === 'now')
    return new Callable('now', () => new UnknownValue('template', 'now() is the time of the run', 'now'));
  if (name === 'lipsum')
    return new Callable('lipsum', () => new UnknownValue('template', 'lipsum() is random', 'lipsum'));
  if (!Object.hasOwn(functions, name)) return undefined;
  const found = functions[name];
  return found && callableOf(found, name, context);
}

/** Lookups that need nothing but what they are given. */
function lookup(called: string, args: readonly Value[], named: ReadonlyMap<string, Value>, context: Context): Value {
  const [plugin, ...terms] = args;
  const missing = missingLookup(plugin);
  if (missing !== undefined) return missing;
  const marker = [...args, ...named.values()].find((value) => value instanceof Marker);
  if (marker !== undefined) return markerWithoutParts(marker);
  const name = withoutCollection(wantText(plugin ?? null, 'the name of a lookup'));
  const isNested = terms.some((term) => typeof term === 'string' && term.includes('{{'));
  const found = isNested ? undefined : (statically(name, terms, named, context) ?? context.lookup(name, terms, named));
  if (found === undefined) {
    return new UnknownValue('lookup', `the lookup '${name}' reads what only a run has`, name);
  }
  const wantsList = called !== 'lookup' || named.get('wantlist') === true;
  const [only] = found;
  if (wantsList || only === undefined) return new List(found);
  if (found.length === 1) return forced(only);
  const values = found.map(forced);
  return values.every((value) => typeof value === 'string') ? values.join(',') : new List(found);
}

/** The marker for a lookup that Ansible does not have; it looks for it before it reads the terms. */
function missingLookup(plugin: Value | undefined): Marker | undefined {
  if (typeof plugin !== 'string' || !isUnknownPlugin('lookup', withoutCollection(plugin))) return undefined;
  return new UnknownValue('lookup', `the lookup '${plugin}' is not evaluated`, plugin, undefined, 'lookup');
}

function withoutCollection(name: string): string {
  return name.replace(/^ansible\.(?:builtin|legacy)\./, '');
}

function statically(
  name: string,
  terms: readonly Value[],
  named: ReadonlyMap<string, Value>,
  context: Context,
): Held[] | undefined {
  const others = [...named.keys()].filter((key) => key !== 'wantlist');
  if (name === 'vars') {
    if (others.some((key) => key !== 'default')) return undefined;
    return terms.map((term) => {
      const variable = wantText(term);
      const found = context.variable(variable);
      const isMissing = found === undefined || (found instanceof Undefined && found.name === variable);
      // A default of None counts as no default, and no default replaces what a variable's own template lacks.
      const value = isMissing ? named.get('default') : found;
      if (value !== undefined && (value !== null || !isMissing)) return freshCopy(tripOnMarker(value));
      throw new Tripped(new Undefined(`No variable named '${variable}' was found.`, variable));
    });
  }
  if (others.length > 0) return undefined;
  if (name === 'list') return [...terms];
  if (name === 'items') {
    return terms.flatMap((term) =>
      term instanceof List || term instanceof Tuple ? [...elementsOf(term, context)] : [term],
    );
  }
  if (name === 'dict') {
    const dicts = terms.map((term) => (term instanceof Dict ? term : undefined));
    if (dicts.includes(undefined)) return undefined;
    return dicts.flatMap((dict) =>
      (dict?.pairs() ?? []).map(([key, value]) =>
        Dict.of([
          ['key', key],
          ['value', value],
        ] as const),
      ),
    );
  }
  return undefined;
}
