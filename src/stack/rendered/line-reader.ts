/** Files of lines, where the last line that sets a thing counts. */
import type { RenderedText } from '../../ansible/index.ts';
import { Scalar } from '../../source/tree.ts';
import type { Node, Range } from '../../source/tree.ts';
import { EMPTY, unknownBecause, readSection } from './reading.ts';
import type { KnownValue, ProductValue, Reading, ReadingFault, SettingCause } from './reading.ts';
import { NO_STEPS, placeInTemplate, sourceOfValue, textOfValue } from './value-source.ts';
import type { Source } from './value-source.ts';
import { cutIntoSections } from './world.ts';
import type { World } from './world.ts';
import type { Fault } from '../../troubles/fault.ts';

const ANY_LINE = /(?:)/y;
/** A line, with those that a backslash at its end joins to it. */
const LINE = /(?:[^\\\r\n]+|\\(?:\r?\n|.)?)+|(?=\r?\n)|$/g;

/** Reads a file line by line; `read` tells `sink` what a line of a world sets. */
export function readLines(text: RenderedText, read: (line: Range, sink: LineSink) => void): Reading {
  return cutIntoSections(text, ANY_LINE, true).reduce(
    (reading, section) =>
      readSection(reading, section, (world) => {
        const sink = new LineSink(world);
        for (const { index, 0: line } of world.text.matchAll(LINE)) {
          const range = { start: index, end: index + line.length };
          sink.overrideByLines(range);
          if (line.trim() !== '') read(range, sink);
        }
        return sink.reading;
      }),
    EMPTY,
  );
}

/** The settings that the lines of a world give. */
export class LineSink {
  readonly #world: World;
  readonly #values = new Map<string, ProductValue>();
  #overrides: SettingCause | undefined;
  readonly #faults: ReadingFault[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  get reading(): Reading {
    return { values: this.#values, open: [], overrides: this.#overrides, faults: this.#faults };
  }

  textOf({ start, end }: Range): string {
    return this.#world.text.slice(start, end);
  }

  hasHole(range: Range): boolean {
    return this.#world.holesIn(range).length > 0;
  }

  /** Sets a value to the text of a range, or to `value` if that is what the text means. */
  set(name: string, range: Range, value: Node = this.#scalar(range)): void {
    const known = this.#known(range, value);
    const [hole] = this.#world.holesIn(range);
    this.#values.set(name, hole === undefined ? known : unknownBecause(hole.part, known));
  }

  /** Sets a value if only the machine knows whether it counts, or as what. */
  setUnknown(name: string, range: Range, message: string): void {
    const hole = this.#world.holesIn(range)[0];
    const why = hole?.part ?? this.#whyOfMachine(range, message);
    this.#values.set(name, unknownBecause(why, this.#known(range, this.#scalar(range))));
  }

  #known(range: Range, value: Node): KnownValue {
    // Many hosts have these values, and few are asked for: only the world is kept of what reads them.
    const world = this.#world;
    const sourceOf = (): Source => sourceOfValue(world, range, NO_STEPS);
    return { state: 'known', value, sourceOf, textOf: () => textOfValue(world, range, NO_STEPS) };
  }

  /** Treats the content of a range as something that may set anything: a hole, or what only the machine knows. */
  override(range: Range, message: string): void {
    this.#override(this.#world.holesIn(range)[0]?.part ?? this.#whyOfMachine(range, message));
  }

  /** Takes a hole of whole lines for something that may set anything. */
  overrideByLines({ start, end }: Range): void {
    const hole = this.#world.holesIn({ start, end: end + 1 }).find(({ part }) => part.extent === 'lines');
    if (hole !== undefined) this.#override(hole.part);
  }

  #override(why: SettingCause): void {
    for (const [name, value] of this.#values)
      if (value.state === 'known') this.#values.set(name, unknownBecause(why, value));
    this.#overrides = why;
  }

  #whyOfMachine(range: Range, message: string): SettingCause {
    return { reason: 'not-collected', message, place: placeInTemplate(this.#world, range) };
  }

  fault(fault: Fault, range: Range): void {
    this.#faults.push({ ...fault, refuses: 'product', place: placeInTemplate(this.#world, range) });
  }

  #scalar({ start, end }: Range): Scalar {
    return new Scalar(start, end, 'str', this.#world.text.slice(start, end), 'bare');
  }
}
