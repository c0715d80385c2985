/** Calls of values, filters and tests: what goes wrong in them is a marker, and their value. */
import type { Context } from './context.ts';
import { slots } from './context.ts';
import { bind, output } from './plugin.ts';
import type { TemplatePlugin } from './plugin.ts';
import { Failure, Marker, Raised, Tripped, UnknownValue } from './trouble.ts';
import { Callable, List, Namespace, PythonRange, typeName } from './values.ts';
import type { Value } from './values.ts';

/** Calls a value; a marker that is met is the result. */
export function call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
  const callable = called instanceof Namespace ? called.callable : called;
  const takesMarkers = callable instanceof Callable && callable.takesMarkers;
  const marker = takesMarkers ? undefined : firstMarker(args, named);
  if (marker !== undefined) return marker;
  if (called instanceof Marker) return called;
  try {
    if (!(callable instanceof Callable)) throw new Raised('TypeError', `'${typeName(called)}' object is not callable`);
    return output(callable.call(args, named));
  } catch (trouble) {
    return caught(trouble, (message) => message);
  }
}

/** Calls a filter or test by name, as `named` finds it; a marker that is met is the result. */
export function invoke(
  kind: 'filter' | 'test',
  named: (name: string) => TemplatePlugin | undefined,
  fullName: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  context: Context,
): Value {
  context.budget.step(5);
  const name = fullName.replace(/^ansible\.(?:builtin|legacy)\./, '');
  const found = named(name);
  const marker = found?.takesMarkers === true ? undefined : firstMarker(args, keywords);
  if (marker !== undefined) return marker;
  if (found === undefined) return new UnknownValue('template', `the ${kind} '${fullName}' is not evaluated`, fullName);
  try {
    context.budget.read(...args);
    const value = found.run(context, ...bind(found, name, args, keywords));
    return output(value instanceof PythonRange ? new List([...slots(value, context)]) : value);
  } catch (trouble) {
    return caught(trouble, (message) => `The ${kind} plugin 'ansible.builtin.${name}' failed: ${message}`);
  }
}

function firstMarker(args: readonly Value[], named: ReadonlyMap<string, Value>): Marker | undefined {
  return [...args, ...named.values()].find((value) => value instanceof Marker);
}

function caught(trouble: unknown, shown: (message: string) => string): Marker {
  if (trouble instanceof Tripped) return trouble.marker;
  if (trouble instanceof Raised) return new Failure(shown(trouble.message));
  throw trouble;
}
