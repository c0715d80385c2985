/**
 * The variables of hosts as JSON. What several hosts get from the same groups is printed once; where a host's own
 * variables go is worked out once for all hosts that set the same names.
 *
 * Without that, a listing of 1,000 hosts executes 20 % more instructions, in INI 66 % (`valgrind --tool=callgrind node
 * --single-threaded dist/cli.cjs inventory --list`).
 */
import type { Assignment, Host, HostVariables, Inventory, LayeredHostVariables, SharedVariables } from '../entities.ts';
import type { Pair } from '../../source/tree.ts';
import { byCodePoint } from '../../source/python.ts';
import { valueUnlessUnknowable } from '../template/computed.ts';
import { newlineWithIndent, jsonEntry, Unordered } from './python-json.ts';
import type { JsonPrinter } from './python-json.ts';
import { hiddenNames, hostVariables, Unprintable } from './output.ts';
import type { DumpOptions } from './output.ts';

/** The level of indentation of a host's variables. */
const LEVEL = 3;

/** Prints hosts one by one. */
export class HostPrinter {
  readonly #inventory: Inventory;
  readonly #options: DumpOptions;
  readonly #json: JsonPrinter;
  readonly #hidden: ReadonlySet<string>;
  /** The printed values of pairs that others repeat (`Pair.like`); undefined where only a run can know the value. */
  readonly #printed = new Map<Pair, string | undefined>();
  readonly #layouts = new Map<SharedVariables, Layout | undefined>();

  constructor(inventory: Inventory, options: DumpOptions, json: JsonPrinter) {
    this.#inventory = inventory;
    this.#options = options;
    this.#json = json;
    this.#hidden = hiddenNames(options.version);
  }

  /** The variables of a host as one object. */
  host(host: Host): string {
    return (
      this.#printByLayout(host) ?? this.#json.entries(hostVariables(this.#inventory, host, this.#options), LEVEL, true)
    );
  }

  /** Returns undefined with `--export` or merged hashes, and where keys are not sorted or a name is not text. */
  #printByLayout(host: Host): string | undefined {
    if (this.#options.export || this.#options.merges || this.#json.order === 'none') return undefined;
    const variables = this.#inventory.variablesOf(host);
    if (!isLayered(variables)) return undefined;
    const { shared, own } = variables;
    let layout = this.#layoutOf(shared);
    const values: string[] = [];
    const seen = own.length > 1 ? new Set<string>() : undefined;
    for (const assignments of own)
      for (const assignment of assignments.values()) {
        const { name } = assignment;
        if (layout === undefined || assignment.key.type !== 'str') return undefined;
        if (this.#hidden.has(name) || seen?.has(name) === true) continue;
        seen?.add(name);
        const value = this.#value(assignment);
        layout = layout.with(name, value !== undefined);
        if (value !== undefined) values.push(value);
      }
    return layout?.filled(values);
  }

  /** The layout of a host that has these shared variables and none of its own. */
  #layoutOf(shared: SharedVariables): Layout | undefined {
    let layout = this.#layouts.get(shared);
    if (layout !== undefined || this.#layouts.has(shared)) return layout;
    const lines = this.#sharedLines(shared);
    layout = lines && new Layout({ lines, layouts: 0 });
    this.#layouts.set(shared, layout);
    return layout;
  }

  #sharedLines(shared: SharedVariables): readonly Line[] | undefined {
    const lines: Line[] = [];
    try {
      for (const [winner] of shared.table.values()) {
        if (winner === undefined || this.#hidden.has(winner.name)) continue;
        if (winner.key.type !== 'str') return undefined;
        const value = this.#value(winner);
        if (value !== undefined) lines.push({ name: winner.name, piece: jsonEntry(winner.name, value) });
      }
    } catch (error) {
      // Hosts may override a value that cannot be printed.
      if (error instanceof Unprintable || error instanceof Unordered) return undefined;
      throw error;
    }
    return lines.sort(byName);
  }

  #value(assignment: Assignment): string | undefined {
    const { like } = assignment;
    if (like === undefined) return this.#printedValue(assignment);
    const printed = this.#printed.get(like);
    if (printed !== undefined || this.#printed.has(like)) return printed;
    const value = this.#printedValue(like);
    this.#printed.set(like, value);
    return value;
  }

  #printedValue({ value: written }: Assignment | Pair): string | undefined {
    const value = valueUnlessUnknowable(written);
    return value && this.#json.value(value, LEVEL + 1, true);
  }
}

function isLayered(variables: HostVariables): variables is LayeredHostVariables {
  return 'shared' in variables;
}

/** A line of the printed object: a shared variable with its value, or the index of the host's own value. */
interface Line {
  readonly name: string;
  readonly piece: string | number;
}

function byName(a: Line, b: Line): number {
  return byCodePoint(a.name, b.name);
}

/** The printed variables that hosts share, and the number of layouts made for these hosts. */
interface SharedLines {
  readonly lines: readonly Line[];
  layouts: number;
}

/** The most layouts that are kept: hosts may set other variables, or the same ones in another order. */
const MAX_LAYOUTS = 5000;

/** The printed form of hosts that share variables and set the same names of their own in the same order. */
class Layout {
  readonly #shared: SharedLines;
  /** The layout without the last variable; undefined for a host that sets none. */
  readonly #before: Layout | undefined;
  readonly #name: string;
  readonly #isShown: boolean;
  #longer: Map<string, Layout> | undefined;
  #pieces: readonly (string | number)[] | undefined;

  constructor(shared: SharedLines, before?: Layout, name = '', isShown = false) {
    this.#shared = shared;
    this.#before = before;
    this.#name = name;
    this.#isShown = isShown;
  }

  /** The layout with one more variable. One that is not shown still hides the shared one of its name. */
  with(name: string, isShown: boolean): Layout {
    const known = isShown ? this.#longer?.get(name) : undefined;
    if (known !== undefined) return known;
    const layout = new Layout(this.#shared, this, name, isShown);
    if (isShown && ++this.#shared.layouts < MAX_LAYOUTS) (this.#longer ??= new Map<string, Layout>()).set(name, layout);
    return layout;
  }

  /** The printed object with the host's own values, in the order in which `with` took their names. */
  filled(values: readonly string[]): string {
    this.#pieces ??= this.#arrange();
    return this.#pieces.map((piece) => (typeof piece === 'number' ? values[piece] : piece)).join('');
  }

  /** The pieces of the printed object: texts, and between them the indexes of the host's own values. */
  #arrange(): readonly (string | number)[] {
    const own: Line[] = [];
    const hidden = new Set<string>();
    const layouts: Layout[] = [this];
    for (const layout of layouts) if (layout.#before !== undefined) layouts.push(layout.#before);
    for (const layout of layouts.slice(0, -1).reverse()) {
      hidden.add(layout.#name);
      if (layout.#isShown) own.push({ name: layout.#name, piece: own.length });
    }
    const shared = this.#shared.lines.filter(({ name }) => !hidden.has(name));
    const lines = [...shared, ...own.sort(byName)].sort(byName);
    if (lines.length === 0) return ['{}'];
    const pieces: (string | number)[] = [`{${newlineWithIndent(LEVEL + 1)}`];
    const between = `,${newlineWithIndent(LEVEL + 1)}`;
    let texts: string[] = [];
    for (const { name, piece } of lines)
      if (typeof piece === 'string') texts.push(piece);
      else {
        texts.push(jsonEntry(name, ''));
        pieces.push(texts.join(between), piece);
        texts = [''];
      }
    return [...pieces, `${texts.join(between)}${newlineWithIndent(LEVEL)}}`];
  }
}
