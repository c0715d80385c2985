/** Settings in YAML, as products read them: dotted and nested keys name the same setting. */
import type { RenderedText } from '../../ansible/index.ts';
import { explainedYamlProblem } from '../../source/yaml/exact-problem.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { isNull } from '../../source/tree.ts';
import type { Mapping, Node, Range, Reading as Tree, SyntaxProblem } from '../../source/tree.ts';
import { isFaultOfValue, sentenceOf } from '../../troubles/catalogue.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import {
  EMPTY,
  firstMatch,
  mergedReadings,
  REFERENCE,
  replacedAtStart,
  unknownBecause,
  makeCachedReader,
  readSection,
  makeCachedSectionReader,
} from './reading.ts';
import type { KnownValue, OpenLevel, ProductValue, Reading, ReadingFault } from './reading.ts';
import { literalPlace, placeInTemplate, sourceOfValue, textOfValue } from './value-source.ts';
import type { Source, Step } from './value-source.ts';
import { HOLE, hasNoChoices, asSingleSection, cutIntoSections } from './world.ts';
import type { HoleSpan, Section, World } from './world.ts';

/** A line that begins with a key at the top level: everything before it is complete. */
const TOP_KEY = /[A-Za-z_]/y;
/** A hole that has a line for itself. */
const ALONE = new RegExp(`^([ \\t]*)${HOLE}(?=[ \\t]*(?:#.*)?$)`, 'gm');
/** The end of a document, after which another may follow. */
const ENDS_DOCUMENT = /^\.\.\.(?=\s|$)|^[A-Za-z_][^]*^---(?=\s|$)/m;
/** A text that holds no value: empty lines, comments, and the beginning of a document. */
const EMPTY_DOCUMENT = /^\ufeff?(?:\s|#[^\n]*(?:\n|$)|---(?=\s))*$/;
/** The rest of a line, empty lines and comments. */
const BLANK = /(?:\s|#.*)*/y;

/**
 * The consequence of a key that one mapping has twice: the product does not start, or takes the last one. If a
 * setting occurs once dotted and once nested, each of them takes the last: `Settings.fromXContent` of Elasticsearch 7
 * to 9 and of OpenSearch puts one after the other into a map.
 */
export type Repeats = 'refused' | 'last';

/** Reads the settings in a file of YAML. One that is not a mapping is a setting without a name. */
export const readYamlSettings = makeCachedReader((text: RenderedText, repeats: Repeats): Reading =>
  read(text, OF_SETTINGS[repeats]),
);

/** Reads a compose file. References in it stay as they are. */
export const readComposeFile = makeCachedReader((text: RenderedText): Reading => read(text, OF_COMPOSE));

/** Reads the body of a request: JSON, with references as they are. */
export const readRequestBody = makeCachedReader((text: RenderedText): Reading => read(text, OF_REQUESTS));

/** The ways in which files of YAML differ. */
class Dialect {
  readonly repeats: Repeats;
  /** The references whose values nobody knows. */
  readonly reference: RegExp | undefined;
  /** Reads a section without choices. */
  readonly readSettled = makeCachedSectionReader((section) => readByItself(EMPTY, section, this));

  constructor(repeats: Repeats, reference?: RegExp) {
    this.repeats = repeats;
    this.reference = reference;
  }
}

const OF_SETTINGS: Readonly<Record<Repeats, Dialect>> = {
  refused: new Dialect('refused', REFERENCE),
  last: new Dialect('last', REFERENCE),
};
const OF_COMPOSE = new Dialect('refused');
const OF_REQUESTS = new Dialect('last');

function read(text: RenderedText, dialect: Dialect): Reading {
  const reading = text.length === 1 ? undefined : readApart(cutIntoSections(text, TOP_KEY, false), dialect);
  return reading ?? readSection(EMPTY, asSingleSection(text), (world) => new YamlWorld(world, dialect).read());
}

/** Reads each section of a file by itself; undefined if one depends on another, or has a fault. */
function readApart(sections: readonly Section[], dialect: Dialect): Reading | undefined {
  const readings: Reading[] = [];
  const keys = new Set<unknown>();
  for (const section of sections) {
    const isKnown = hasNoChoices(section);
    const own = isKnown ? dialect.readSettled(section) : readByItself(mergedReadings(...readings), section, dialect);
    // That of choices holds what was read before.
    if (!isKnown) readings.length = 0;
    readings.push(own.reading);
    if (!own.isMapping || own.keys.some((key) => keys.has(key))) return undefined;
    for (const key of own.keys) keys.add(key);
  }
  return mergedReadings(...readings);
}

/** The reading of a section by itself. */
interface OwnReading {
  /** With what was read before it. */
  readonly reading: Reading;
  /** The keys at the top of its worlds. */
  readonly keys: readonly unknown[];
  /** False if it is not part of a mapping, or has a fault. */
  readonly isMapping: boolean;
}

function readByItself(before: Reading, section: Section, dialect: Dialect): OwnReading {
  const worlds: YamlWorld[] = [];
  const reading = readSection(before, section, (world) => {
    const yaml = new YamlWorld(world, dialect);
    worlds.push(yaml);
    return yaml.read();
  });
  const keys = [...new Set(worlds.flatMap(({ topKeys }) => topKeys))];
  return { reading, keys, isMapping: worlds.every(({ isMapping }) => isMapping) };
}

/** One world of a file of YAML. */
class YamlWorld {
  readonly #world: World;
  readonly #dialect: Dialect;
  readonly #text: string;
  readonly #tree: Tree;
  /** The hole that may have broken what follows it: neither its line nor anything below it is read. */
  readonly #breaking: HoleSpan | undefined;
  readonly #end: number;
  readonly #values = new Map<string, ProductValue>();
  readonly #open: OpenLevel[] = [];

  constructor(world: World, dialect: Dialect) {
    this.#world = world;
    this.#dialect = dialect;
    // A value that stands alone on a line may be a mapping, so it is read as a key.
    this.#text = world.text.replace(ALONE, `$1${HOLE[0]}:`);
    this.#tree = readYaml(this.#text);
    const { problem } = this.#tree;
    if (problem !== undefined) this.#breaking = world.holesIn({ start: 0, end: lineEnd(this.#text, problem) }).at(-1);
    this.#end = this.#breaking === undefined ? Infinity : this.#text.lastIndexOf('\n', this.#breaking.start - 1) + 1;
  }

  /** True if it is a mapping that continues in what follows, or empty, except for what a hole may have broken. */
  get isMapping(): boolean {
    const { root, problem, duplicates } = this.#tree;
    const isRead = problem === undefined || this.#breaking !== undefined;
    if (!isRead || duplicates.length > 0 || ENDS_DOCUMENT.test(this.#text)) return false;
    if (root?.kind !== 'mapping') return EMPTY_DOCUMENT.test(this.#text);
    const start = root.pairs[0]?.key.start;
    return start === root.start && start === lineStart(this.#text, start);
  }

  get topKeys(): readonly unknown[] {
    const { root } = this.#tree;
    return root?.kind === 'mapping' ? root.pairs.map(({ key }) => key.value) : [];
  }

  read(): Reading {
    const { root } = this.#tree;
    for (const { part } of this.#world.holesIn())
      if (part.extent === 'lines') this.#open.push({ prefix: '', why: part });
    const mistake = this.#mistake;
    if (this.#breaking !== undefined) this.#open.push({ prefix: '', why: this.#breaking.part });
    else if (mistake !== undefined) {
      const place = placeInTemplate(this.#world, mistake);
      this.#open.push({ prefix: '', why: { reason: 'error', message: sentenceOf(mistake), place } });
    }
    if (root?.kind === 'sequence') this.#values.set('', this.#valueOf('', root, []));
    if (root?.kind === 'mapping' && !this.#isMisplaced(root)) this.#walk(root, '', []);
    return { values: this.#values, open: this.#open, faults: this.#faults() };
  }

  /** The mistake that makes it invalid YAML; undefined if a hole may be to blame. */
  get #mistake(): SyntaxProblem | undefined {
    const { problem } = this.#tree;
    return problem === undefined || this.#breaking !== undefined
      ? undefined
      : explainedYamlProblem(problem, this.#text);
  }

  #faults(): readonly ReadingFault[] {
    const faultAt = (fault: Fault, range: Range, first?: Range): ReadingFault => ({
      ...fault,
      refuses: 'product',
      place: placeInTemplate(this.#world, range),
      first: first && placeInTemplate(this.#world, first),
    });
    const mistake = this.#mistake;
    if (mistake !== undefined)
      return isFaultOfValue(mistake) ? [] : [faultAt({ code: mistake.code, data: mistake.data }, mistake)];
    if (this.#dialect.repeats === 'last') return [];
    return this.#tree.duplicates.flatMap(({ key, first, merged }) =>
      merged || key.end > this.#end
        ? []
        : [faultAt(fault('rendered/key-twice', { key: String(key.value) }), key, first)],
    );
  }

  /** Tells whether a mapping begins to the right of a hole of lines: it belongs to something that nobody knows. */
  #isMisplaced({ start }: Node): boolean {
    return start > lineStart(this.#text, start) && this.#world.holesIn({ start: 0, end: start }).length > 0;
  }

  #walk({ pairs }: Mapping, prefix: string, steps: readonly Step[]): void {
    for (const { key, value } of pairs) {
      if (key.end > this.#end || this.#tree.cut?.has(value) === true) continue;
      const [hole] = this.#world.holesIn(key);
      if (hole !== undefined) {
        this.#open.push({ prefix, why: hole.part });
        continue;
      }
      const name = `${prefix}${String(key.value)}`;
      const path = [...steps, key];
      if (value.kind === 'mapping' && value.pairs.length > 0) this.#walk(value, `${name}.`, path);
      else if (value.end <= this.#end) this.#values.set(name, this.#valueOf(name, value, path));
    }
  }

  #valueOf(name: string, value: Node, steps: readonly Step[]): ProductValue {
    const known = new ValueInWorld(value, this.#world, steps);
    const hole = this.#world.holesIn(value)[0] ?? this.#holeBelow(value);
    if (hole !== undefined) {
      // It may be a mapping, which holds settings with longer names.
      if (value.kind === 'scalar' && value.style === 'plain' && value.value === HOLE)
        this.#open.push({ prefix: `${name}.`, why: hole.part });
      return unknownBecause(hole.part, known);
    }
    const reference = this.#dialect.reference && firstMatch(value, this.#dialect.reference);
    return reference === undefined ? known : unknownBecause(replacedAtStart(reference, known), known);
  }

  /** The hole of lines right below an empty value or a list: the lines may be more of it. */
  #holeBelow(value: Node): HoleSpan | undefined {
    if (value.kind === 'scalar' && !isNull(value)) return undefined;
    BLANK.lastIndex = value.end;
    BLANK.test(this.#text);
    const holes = this.#world.holesIn({ start: value.end, end: BLANK.lastIndex + 1 });
    return holes.find((hole) => hole.part.extent === 'lines' || hole.start === this.#breaking?.start);
  }
}

/**
 * A value in one world of a file. Many hosts have these values, and few are asked for: only the world is kept of what
 * reads them.
 */
class ValueInWorld implements KnownValue {
  readonly state = 'known';
  readonly value: Node;
  readonly #world: World;
  /** The keys that lead to it. */
  readonly #steps: readonly Step[];

  constructor(value: Node, world: World, steps: readonly Step[]) {
    this.value = value;
    this.#world = world;
    this.#steps = steps;
  }

  sourceOf(part: Node = this.value): Source {
    const source = sourceOfValue(this.#world, part, this.#stepsTo(part));
    const key = this.#steps.at(-1);
    return part === this.value && key?.kind === 'scalar' ? { ...source, key: literalPlace(this.#world, key) } : source;
  }

  textOf(part: Node = this.value): RenderedText {
    return textOfValue(this.#world, part, this.#stepsTo(part));
  }

  #stepsTo(part: Node): readonly Step[] {
    return [...this.#steps, ...(stepsWithin(this.value, part) ?? [])];
  }
}

/** The steps from a value to a part of it; undefined if it is none. */
function stepsWithin(value: Node, part: Node): readonly Step[] | undefined {
  if (value === part) return [];
  if (value.kind === 'scalar' || part.start < value.start || part.end > value.end) return undefined;
  const parts: readonly (readonly [Step, Node])[] =
    value.kind === 'sequence'
      ? value.items.map((item, index) => [{ kind: 'item', index, start: item.start }, item])
      : value.pairs.map((pair) => [pair.key, pair.value]);
  for (const [step, inner] of parts) {
    const steps = stepsWithin(inner, part);
    if (steps !== undefined) return [step, ...steps];
  }
  return undefined;
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, { start }: Range): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}
