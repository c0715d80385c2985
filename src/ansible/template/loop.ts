/** The variable `loop` of a `for` block. */
import { equals } from './compare.ts';
import type { Context } from './context.ts';
import { Raised, Undefined } from './trouble.ts';
import { Callable, Namespace } from './values.ts';
import type { Value } from './values.ts';

/** `loop` for one pass. `memory` is shared by the passes of one loop. */
export function loopVariable(
  items: readonly Value[],
  index: number,
  outer: Value | undefined,
  memory: { changed: readonly Value[] | undefined },
  { budget }: Context,
): Namespace {
  const { length } = items;
  const depth = outer instanceof Namespace ? ((outer.attributes.get('depth') as bigint | undefined) ?? 0n) : 0n;
  const cycle = (args: readonly Value[]): Value => {
    if (args.length === 0) throw new Raised('TypeError', 'no items for cycling given');
    return args[index % args.length] ?? null;
  };
  const changed = (args: readonly Value[]): boolean => {
    const before = memory.changed;
    memory.changed = args;
    if (before?.length !== args.length) return true;
    return !args.every((arg, at) => equals(arg, before[at] ?? null, budget));
  };
  const attributes: Record<string, Value> = {
    index: BigInt(index + 1),
    index0: BigInt(index),
    revindex: BigInt(length - index),
    revindex0: BigInt(length - index - 1),
    first: index === 0,
    last: index === length - 1,
    length: BigInt(length),
    depth: depth + 1n,
    depth0: depth,
    previtem: items[index - 1] ?? new Undefined('there is no previous item'),
    nextitem: items[index + 1] ?? new Undefined('there is no next item'),
    cycle: new Callable('cycle', cycle),
    changed: new Callable('changed', changed),
  };
  return new Namespace('LoopContext', new Map(Object.entries(attributes)));
}
