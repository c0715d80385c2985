/**
 * The variables of hosts as JSON. Variables that hosts have from the same groups are printed once, as they are kept once;
 * and the place of each of their own variables is found once for all hosts that have the same ones.
 *
 * Without that, a listing of 1,000 hosts executes 20 % more instructions, in INI 66 % (`valgrind --tool=callgrind node
 * --single-threaded dist/cli.cjs inventory --list`).
 */
import type { Assignment, Host, HostVariables, Inventory, LayeredHostVariables, SharedVariables } from '../entities.ts';
import type { Pair } from '../../source/tree.ts';
import { byCodePoint } from '../../source/python.ts';
import { worth } from '../template/computed.ts';
import { breakAt, named, Unordered } from './python-json.ts';
import type { JsonPrinter } from './python-json.ts';
import { hiddenNames, hostVariables, Unprintable } from './output.ts';
import type { DumpOptions } from './output.ts';

/** The level at which a host's variables stand. */
const LEVEL = 3;

/** Prints hosts one by one. */
export class HostPrinter {
  readonly #inventory: Inventory;
  readonly #options: DumpOptions;
  readonly #json: JsonPrinter;
  readonly #hidden: ReadonlySet<string>;
  /** The values of pairs that others are written like; undefined where only a run can know one. */
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
    return this.#laidOut(host) ?? this.#json.entries(hostVariables(this.#inventory, host, this.#options), LEVEL, true);
  }

  /** Undefined where variables do not just override each other by names that are texts. */
  #laidOut(host: Host): string | undefined {
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

  /** Where the first variable of a host that shares these is put. */
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
        if (value !== undefined) lines.push({ name: winner.name, piece: named(winner.name, value) });
      }
    } catch (error) {
      // What cannot be printed may be overridden for each host.
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
    const value = worth(written);
    return value && this.#json.value(value, LEVEL + 1, true);
  }
}

function isLayered(variables: HostVariables): variables is LayeredHostVariables {
  return 'shared' in variables;
}

/** A variable of the printed object: with its value, or the number of the host's own value that goes here. */
interface Line {
  readonly name: string;
  readonly piece: string | number;
}

function byName(a: Line, b: Line): number {
  return byCodePoint(a.name, b.name);
}

/** What hosts share, and how many layouts there are of hosts that do. */
interface SharedLines {
  readonly lines: readonly Line[];
  layouts: number;
}

/** Hosts of so many shapes are told from each other: their variables in another order, or others. */
const MOST_LAYOUTS = 5000;

/** How hosts are printed that share variables and have variables of their own under the same names, in one order. */
class Layout {
  readonly #shared: SharedLines;
  /** What comes before the last variable; undefined for the layout of no variable. */
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

  /** The layout with one more variable; one that is not shown hides what is shared all the same. */
  with(name: string, isShown: boolean): Layout {
    const known = isShown ? this.#longer?.get(name) : undefined;
    if (known !== undefined) return known;
    const layout = new Layout(this.#shared, this, name, isShown);
    if (isShown && ++this.#shared.layouts < MOST_LAYOUTS)
      (this.#longer ??= new Map<string, Layout>()).set(name, layout);
    return layout;
  }

  /** The object with the host's own values, in the order in which their variables came. */
  filled(values: readonly string[]): string {
    this.#pieces ??= this.#laidOut();
    return this.#pieces.map((piece) => (typeof piece === 'number' ? values[piece] : piece)).join('');
  }

  /** The pieces of the printed object: texts, and between them the numbers of the host's own values. */
  #laidOut(): readonly (string | number)[] {
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
    const pieces: (string | number)[] = [`{${breakAt(LEVEL + 1)}`];
    const between = `,${breakAt(LEVEL + 1)}`;
    let texts: string[] = [];
    for (const { name, piece } of lines)
      if (typeof piece === 'string') texts.push(piece);
      else {
        texts.push(named(name, ''));
        pieces.push(texts.join(between), piece);
        texts = [''];
      }
    return [...pieces, `${texts.join(between)}${breakAt(LEVEL)}}`];
  }
}
