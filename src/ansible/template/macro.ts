/** Macros, and the bodies of `{% call %}`, which are macros without a name. */
import { valueOf } from './expressions.ts';
import { Frame } from './frame.ts';
import type { Rendering } from './rendering.ts';
import type { MacroSyntax, Statement } from './syntax.ts';
import { Raised, Undefined, unsupported } from './trouble.ts';
import { Callable, Dict, Tuple } from './values.ts';
import type { Value } from './values.ts';

type Named = ReadonlyMap<string, Value>;

/** The value of a macro's name; `printed` gives what its body prints. */
export function macro(
  syntax: MacroSyntax,
  frame: Frame,
  rendering: Rendering,
  printed: (body: readonly Statement[], frame: Frame) => Value,
): Callable {
  const call = (args: readonly Value[], named: Named): Value => {
    rendering.budget.step(10);
    return rendering.within(false, () => {
      const inner = new Frame(frame);
      const more = fill(syntax, args, named, inner, rendering);
      setSpecial(syntax, args, more, inner);
      return printed(syntax.body, inner);
    });
  };
  return new Callable(syntax.name ?? 'caller', call, true, attributesOf(syntax));
}

/** Sets the parameters; what no parameter takes of the named arguments is left. */
function fill({ parameters }: MacroSyntax, args: readonly Value[], named: Named, inner: Frame, rendering: Rendering) {
  const more = new Map(named);
  parameters.forEach((parameter, index) => {
    const { name } = parameter;
    const given = index < args.length ? args[index] : named.get(name);
    if (index >= args.length) more.delete(name);
    inner.set(name, given ?? (given === null ? null : standard(parameter, inner, rendering)));
  });
  return more;
}

/** Sets `caller`, `kwargs` and `varargs` where the body reads them; what nobody takes is refused. */
function setSpecial(
  { name, parameters, special }: MacroSyntax,
  args: readonly Value[],
  more: Map<string, Value>,
  inner: Frame,
) {
  if (special === undefined) unsupported('a macro that sets caller, kwargs or varargs');
  const shown = name === undefined ? 'None' : `'${name}'`;
  if (special.has('caller')) {
    inner.set('caller', more.get('caller') ?? new Undefined('No caller defined', 'caller'));
    more.delete('caller');
  }
  const [keyword] = more.keys();
  if (special.has('kwargs')) inner.set('kwargs', Dict.of(more));
  else if (more.has('caller'))
    throw new Raised(
      'TypeError',
      `macro ${shown} was invoked with two values for the special caller argument. This is most likely a bug.`,
    );
  else if (keyword !== undefined)
    throw new Raised('TypeError', `macro ${shown} takes no keyword argument '${keyword}'`);
  if (special.has('varargs')) inner.set('varargs', new Tuple(args.slice(parameters.length)));
  else if (args.length > parameters.length)
    throw new Raised('TypeError', `macro ${shown} takes not more than ${parameters.length} argument(s)`);
}

function standard(parameter: MacroSyntax['parameters'][number], frame: Frame, rendering: Rendering): Value {
  if (parameter.standard !== undefined) return valueOf(parameter.standard, frame, rendering);
  return new Undefined(`parameter '${parameter.name}' was not provided`, parameter.name);
}

function attributesOf({ name, parameters, special }: MacroSyntax): ReadonlyMap<string, Value> {
  return new Map<string, Value>([
    ['name', name ?? null],
    ['arguments', new Tuple(parameters.map((parameter) => parameter.name))],
    ['catch_kwargs', special?.has('kwargs') === true],
    ['catch_varargs', special?.has('varargs') === true],
    ['caller', special?.has('caller') === true],
    ['explicit_caller', false],
  ]);
}
