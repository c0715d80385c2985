/** Values as YAML, as PyYAML's `dump` writes them. */
import { emitYaml } from '../../source/yaml/emit.ts';
import type { Emitted, Layout } from '../../source/yaml/emit.ts';
import { represent } from '../../source/yaml/represent.ts';
import { floatText } from '../../source/python.ts';
import type { Context } from './context.ts';
import { each } from './context.ts';
import { compareValues } from './order.ts';
import { Raised, unsupported } from './trouble.ts';
import { Dict, forced, List, DateValue, trip, Tuple, typeName } from './values.ts';
import type { Value } from './values.ts';

interface YamlOptions extends Layout {
  /** `leaves`: only collections that hold no other are written in one line. */
  readonly flow: 'flow' | 'block' | 'leaves';
  readonly sorted: boolean;
}

/** `yaml.dump`. Trips on markers. */
export function yamlText(value: Value, options: YamlOptions, context: Context): string {
  const root = new Representation(options, context).of(value);
  return context.budget.text(emitYaml(root, options));
}

class Representation {
  readonly #options: YamlOptions;
  readonly #context: Context;
  readonly #seen = new Set<Value>();

  constructor(options: YamlOptions, context: Context) {
    this.#options = options;
    this.#context = context;
  }

  of(value: Value): Emitted {
    const { budget } = this.#context;
    budget.step();
    trip(value);
    if (value === null) return represent('null', '');
    if (typeof value === 'boolean') return represent('bool', String(value));
    if (typeof value === 'bigint') return represent('int', budget.text(value.toString()));
    if (typeof value === 'number') return represent('float', floatText(value));
    if (typeof value === 'string') return this.#text(value);
    this.#refuseAlias(value);
    if (value instanceof DateValue) return represent(value.type, value.iso);
    if (value instanceof Dict) return this.#mapping(value);
    if (value instanceof List || value instanceof Tuple) {
      const items = each(value, this.#context).map((item) => this.of(item));
      return { kind: 'sequence', items, flow: this.#inOneLine(items) };
    }
    return unsupported(`YAML of ${typeName(value)}`, 'to_yaml');
  }

  #text(value: string): Emitted {
    if (/\p{Surrogate}/u.test(value)) unsupported('YAML of a text that is no Unicode', 'to_yaml');
    this.#context.budget.read(value);
    return represent('str', this.#context.budget.text(value));
  }

  #mapping(value: Dict): Emitted {
    const pairs = this.#sorted(value).map(([key, item]) => [this.of(key), this.of(item)] as const);
    return { kind: 'mapping', pairs, flow: this.#inOneLine(pairs.flat()) };
  }

  #sorted(value: Dict): (readonly [Value, Value])[] {
    const pairs = value.pairs().map(([key, slot]) => [key, trip(forced(slot))] as const);
    if (!this.#options.sorted) return pairs;
    try {
      return [...pairs].sort(([left], [right]) => compareValues(left, right, false, this.#context));
    } catch (trouble) {
      // Keys that have no order stay as they are.
      if (trouble instanceof Raised) return pairs;
      throw trouble;
    }
  }

  #inOneLine(parts: readonly Emitted[]): boolean {
    const { flow } = this.#options;
    return flow === 'flow' || (flow === 'leaves' && parts.every(({ kind }) => kind === 'scalar'));
  }

  /** PyYAML gives an anchor to what is one object; which values are is not told here for sure. */
  #refuseAlias(value: Value): void {
    if (value instanceof Tuple && value.items.length === 0) return;
    if (value instanceof Tuple && value.fields.length > 0) unsupported('YAML of groups', 'to_yaml');
    if (this.#seen.has(value)) unsupported('YAML with anchors', 'to_yaml');
    this.#seen.add(value);
  }
}
