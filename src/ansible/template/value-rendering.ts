/** Rendering of a variable's value: whatever is missing, unknown or refused ends it, and is the value. */
import type { Range } from '../../source/tree.ts';
import { truth } from './python/compare.ts';
import { valueOf } from './expressions.ts';
import type { Frame } from './expressions.ts';
import { Tripped, UnknownValue } from './markers.ts';
import type { Marker } from './markers.ts';
import { forced, omit, tripOnMarker } from './python/python-values.ts';
import type { Held, Value } from './python/python-values.ts';
import { Rendering } from './rendering.ts';
import { markerOfThrown } from './statements.ts';
import type { Output } from './statements.ts';
import { str, restoreTrailingNewlines } from './python/str-repr.ts';
import type { Expression, Statement } from './syntax/syntax.ts';

/** One text of a variable. */
export class ValueRendering extends Rendering {
  override concatenated(values: readonly Value[]): Value {
    return this.budget.text(values.map((value) => str(value, this.budget)).join(''));
  }

  override settled<T>(run: () => T): T {
    return run();
  }

  override holds(test: Expression, frame: Frame): boolean {
    return truth(valueOf(test, frame, this));
  }

  override traced(run: () => Value): Held {
    return run();
  }

  override kept(value: Held): Held {
    return forced(value);
  }

  override passed(slot: Held): Held {
    return tripOnMarker(forced(slot));
  }

  override changes(): void {
    // Nothing is undone, so nothing is noted.
  }

  override write(text: string, { start, end }: Range, output: Output): void {
    output.push({ value: text, start, end });
  }

  override print(run: () => Value, { start, end }: Range, output: Output): void {
    output.push({ value: run(), start, end });
  }

  override joined(output: Output): Value {
    return valueOfOutput(output, this);
  }

  override ended(output: Output, template: string): Value {
    const value = this.joined(output);
    return typeof value === 'string' ? restoreTrailingNewlines(value, template) : value;
  }

  override choose(why: Marker): never {
    throw new Tripped(why);
  }

  override either(why: Marker): never {
    throw new Tripped(why);
  }

  override lose(trouble: Marker): never {
    throw new Tripped(trouble);
  }

  override runOther({ kind, start, end }: Statement): never {
    const reason = ['include', 'import', 'from', 'extends'].includes(kind) ? 'lookup' : 'template';
    throw new Tripped(new UnknownValue(reason, `{% ${kind} %} is not evaluated`, kind).at(this.id, start, end));
  }

  override lookup(): undefined {
    return undefined;
  }
}

/** One printed value is the value itself, several are text, and none is None. */
function valueOfOutput(output: Output, rendering: ValueRendering): Value {
  const printed = output.filter(({ value }) => value !== null);
  const [only] = printed;
  if (only === undefined) {
    rendering.evaluation.origin = undefined;
    return null;
  }
  if (printed.length === 1) return only.value;
  rendering.evaluation.origin = undefined;
  let text = '';
  for (const { value, start, end } of printed) {
    if (value === omit) continue;
    try {
      text += rendering.budget.text(rendering.textOf(value));
    } catch (trouble) {
      return rendering.placed(markerOfThrown(trouble, rendering), { start, end });
    }
  }
  return text;
}
