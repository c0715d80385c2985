/** The variables of hosts as JSON. What hosts have from the same groups is printed once, as it is kept once. */
import type { Assignment, Host, HostVariables, Inventory, LayeredHostVariables, SharedVariables } from '../entities.ts';
import type { Pair } from '../../source/tree.ts';
import { byCodePoint } from '../../source/python.ts';
import { worth } from '../template/computed.ts';
import { named, object, Unordered } from './python-json.ts';
import type { JsonPrinter } from './python-json.ts';
import { hiddenNames, hostVariables, Unprintable } from './shown.ts';
import type { DumpOptions } from './shown.ts';
import { sorted } from './sorted.ts';

/** The level at which a host's variables stand. */
const LEVEL = 3;

/** A variable, printed with its name. */
interface Line {
  readonly name: string;
  /** Undefined where only a run can know the value: nothing is printed then. */
  readonly text: string | undefined;
}

/** Prints hosts one by one. */
export class HostPrinter {
  readonly #inventory: Inventory;
  readonly #options: DumpOptions;
  readonly #json: JsonPrinter;
  readonly #hidden: ReadonlySet<string>;
  /** Of pairs that others are written like. */
  readonly #printed = new Map<Pair, Line>();
  readonly #shared = new Map<SharedVariables, readonly Line[] | undefined>();

  constructor(inventory: Inventory, options: DumpOptions, json: JsonPrinter) {
    this.#inventory = inventory;
    this.#options = options;
    this.#json = json;
    this.#hidden = hiddenNames(options.version);
  }

  /** The variables of a host as one object. */
  host(host: Host): string {
    const lines = this.#lines(host);
    if (lines === undefined)
      return this.#json.entries(hostVariables(this.#inventory, host, this.#options), LEVEL, true);
    return object(lines, LEVEL);
  }

  /** In order; undefined where variables do not just override each other by names that are texts. */
  #lines(host: Host): readonly string[] | undefined {
    if (this.#options.export || this.#options.merges || this.#json.order === 'none') return undefined;
    const variables = this.#inventory.variablesOf(host);
    if (!isLayered(variables)) return undefined;
    const { shared, own } = variables;
    const below = this.#sharedLines(shared);
    const above = this.#linesOf(own.map((layer) => layer.values()).reverse());
    return below === undefined || above === undefined ? undefined : overridden(below, above);
  }

  #sharedLines(shared: SharedVariables): readonly Line[] | undefined {
    if (this.#shared.has(shared)) return this.#shared.get(shared);
    const winners = [...shared.table.values()].map(([winner]) => winner).filter((winner) => winner !== undefined);
    const lines = this.#linesIfPrintable(winners);
    this.#shared.set(shared, lines);
    return lines;
  }

  /** What cannot be printed may be overridden for each host. */
  #linesIfPrintable(winners: readonly Assignment[]): readonly Line[] | undefined {
    try {
      return this.#linesOf([winners]);
    } catch (error) {
      if (error instanceof Unprintable || error instanceof Unordered) return undefined;
      throw error;
    }
  }

  /** The variables of layers in falling precedence. */
  #linesOf(layers: readonly Iterable<Assignment>[]): readonly Line[] | undefined {
    const lines: Line[] = [];
    const seen = layers.length > 1 ? new Set<string>() : undefined;
    for (const layer of layers)
      for (const assignment of layer) {
        const { name } = assignment;
        if (assignment.key.type !== 'str') return undefined;
        if (this.#hidden.has(name) || seen?.has(name) === true) continue;
        seen?.add(name);
        lines.push(this.#line(assignment));
      }
    return sorted(lines, (a, b) => byCodePoint(a.name, b.name));
  }

  #line(assignment: Assignment): Line {
    const { name, like } = assignment;
    const printed = like && this.#printed.get(like);
    if (printed !== undefined) return printed;
    const value = worth((like ?? assignment).value);
    const line = { name, text: value && named(name, this.#json.value(value, LEVEL + 1, true)) };
    if (like !== undefined) this.#printed.set(like, line);
    return line;
  }
}

function isLayered(variables: HostVariables): variables is LayeredHostVariables {
  return 'shared' in variables;
}

/** The texts of lines and of those above them, both sorted: those above stand instead of those of the same name. */
function overridden(below: readonly Line[], above: readonly Line[]): readonly string[] {
  const texts: string[] = [];
  let next = 0;
  for (const { name, text } of above) {
    for (let lower = below[next]; lower !== undefined; lower = below[++next]) {
      const order = byCodePoint(lower.name, name);
      if (order > 0) break;
      if (order < 0 && lower.text !== undefined) texts.push(lower.text);
    }
    if (text !== undefined) texts.push(text);
  }
  for (const { text } of below.slice(next)) if (text !== undefined) texts.push(text);
  return texts;
}
