/** The variable `loop` of a `for` block. */
import { equals } from './compare.ts';
import type { Context } from './context.ts';
import { Raised, Undefined } from './trouble.ts';
import { Callable, Namespace } from './values.ts';
import type { Value } from './values.ts';

/** A `for` block that is run. */
export interface Loop {
  readonly items: readonly Value[];
  /** How many runs of the same block are around it: it calls itself where it is recursive. */
  readonly depth: number;
  /** What a call of `loop` does. */
  readonly again: Callable;
  /** What `loop.changed` was asked last. */
  changed: readonly Value[] | undefined;
}

/** `loop` for one pass. */
export function loopVariable(loop: Loop, index: number, { budget }: Context): Namespace {
  const { items } = loop;
  const { length } = items;
  const cycle = (args: readonly Value[]): Value => {
    if (args.length === 0) throw new Raised('TypeError', 'no items for cycling given');
    return args[index % args.length] ?? null;
  };
  const changed = (args: readonly Value[]): boolean => {
    const before = loop.changed;
    loop.changed = args;
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
    depth: BigInt(loop.depth + 1),
    depth0: BigInt(loop.depth),
    previtem: items[index - 1] ?? new Undefined('there is no previous item'),
    nextitem: items[index + 1] ?? new Undefined('there is no next item'),
    cycle: new Callable('cycle', cycle),
    changed: new Callable('changed', changed),
  };
  return new Namespace('LoopContext', new Map(Object.entries(attributes)), loop.again);
}
