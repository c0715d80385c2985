/** Filters, tests, methods and globals as records: a signature in Python's manner, and what they do. */
import type { Context } from '../context.ts';
import { Raised } from '../markers.ts';
import { Callable, Dict, forced, List, Tuple } from '../python/python-values.ts';
import type { Value } from '../python/python-values.ts';

interface Parameter {
  readonly name: string;
  /** Undefined if the argument must be given. */
  readonly standard: Value | undefined;
}

/** The parameters of a plugin. */
interface Signature {
  readonly parameters: readonly Parameter[];
  /** The parameters that take what is left: `*args` as a tuple, `**kwargs` as a dict. */
  readonly rest: boolean;
  readonly more: boolean;
}

export interface TemplatePlugin {
  /** It is read with the first call: a run calls only a few of the plugins. */
  readonly signature: Signature;
  /** True if markers are arguments like others; else the first one is the result. */
  readonly takesMarkers: boolean;
  readonly run: (context: Context, ...args: Value[]) => Value;
}

export type Plugins = Readonly<Record<string, TemplatePlugin>>;

const standards: Readonly<Record<string, Value>> = { none: null, true: true, false: false, '': '' };

/** `plugin('value pattern count=0 *rest **more', run)`: missing arguments have the value after the `=`. */
export function plugin(signature: string, run: TemplatePlugin['run'], takesMarkers = false): TemplatePlugin {
  let read: Signature | undefined;
  return {
    get signature() {
      return (read ??= readSignature(signature));
    },
    takesMarkers,
    run,
  };
}

function readSignature(signature: string): Signature {
  const words = signature.split(' ').filter((word) => word !== '');
  const parameters = words
    .filter((word) => !word.startsWith('*'))
    .map((word): Parameter => {
      const [, name = '', standard] = /^(\w+)(?:=(.*))?$/.exec(word) ?? [];
      return { name, standard: standard === undefined ? undefined : standardValue(standard) };
    });
  const more = words.some((word) => word.startsWith('**'));
  return { parameters, rest: words.some((word) => /^\*\w/.test(word)), more };
}

function standardValue(text: string): Value {
  const known = standards[text];
  if (known !== undefined) return known;
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

/** A filter or test that has its markers passed in. */
export function pluginTakingMarkers(signature: string, run: TemplatePlugin['run']): TemplatePlugin {
  return plugin(signature, run, true);
}

/** Puts arguments in the order of the parameters, as Python does. */
export function bind(
  { signature: { parameters, rest, more } }: TemplatePlugin,
  name: string,
  args: readonly Value[],
  named: ReadonlyMap<string, Value>,
): Value[] {
  if (args.length > parameters.length && !rest) {
    throw new Raised(
      'TypeError',
      `${name}() takes ${parameters.length} positional arguments but ${args.length} were given`,
    );
  }
  const left = new Map(named);
  const bound = parameters.map((parameter, index): Value => {
    const given = args[index];
    const byName = left.get(parameter.name);
    if (given !== undefined && byName !== undefined) {
      throw new Raised('TypeError', `${name}() got multiple values for argument '${parameter.name}'`);
    }
    left.delete(parameter.name);
    const value = given ?? (given === null ? null : byName);
    if (value !== undefined) return value;
    if (parameter.standard === undefined) {
      throw new Raised('TypeError', `${name}() missing 1 required positional argument: '${parameter.name}'`);
    }
    return parameter.standard;
  });
  if (rest) bound.push(new Tuple(args.slice(parameters.length)));
  if (more) bound.push(Dict.of(left));
  else if (left.size > 0) {
    throw new Raised('TypeError', `${name}() got an unexpected keyword argument '${[...left.keys()][0]}'`);
  }
  return bound;
}

/** A plugin as a function that templates call. */
export function callableOf(called: TemplatePlugin, name: string, context: Context): Callable {
  return new Callable(name, (args, named) => called.run(context, ...bind(called, name, args, named)));
}

/** A keyword of those that a plugin takes as `**more`; `standard` if it is not given. */
export function option(more: Value, name: string, standard: Value): Value {
  const slot = (more as Dict).find(name);
  return slot === undefined ? standard : forced(slot);
}

/** The result of a filter or call: a list of its own, not the variable's. */
export function resultWithOwnList(value: Value): Value {
  if (!(value instanceof List)) return value;
  const list = new List([...value.items], value.node, value.unordered);
  list.wrapped = true;
  return list;
}
