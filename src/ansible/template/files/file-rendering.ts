/**
 * Rendering of files: what is known stays, and only what prints something unknown becomes a hole.
 *
 * The statements are those of variables (`statements.ts`); here they go on after a marker. A test that is not known
 * leads to a choice of all branches, whose changes are undone and merged (`journal.ts`).
 */
import type { Document, Location } from '../../../source/document.ts';
import type { Node, Range } from '../../../source/tree.ts';
import type { Budget } from '../budget.ts';
import { decisionOfExpression } from '../decision.ts';
import type { FileEvaluation, Watched } from './file-evaluation.ts';
import { truth } from '../python/compare.ts';
import { Frame, valueOf } from '../expressions.ts';
import { Journal, mergeStates } from './journal.ts';
import { faultOfSettings, mayHoldTemplate, readSettings, standardSettings } from '../syntax/lexer.ts';
import type { Manner, Settings } from '../syntax/lexer.ts';
import {
  causeOf,
  Exhausted,
  Failure,
  Marker,
  TemplateSyntaxError,
  Tripped,
  Undefined,
  PartialText,
  UnknownValue,
  tripAsUnsupported,
  markerWithoutParts,
} from '../markers.ts';
import { partsMovedTo, textOfParts, withFinalLineEnds } from './rendered-parts.ts';
import { Callable, Dict, Lazy, List, omit, Tuple } from '../python/python-values.ts';
import type { Changeable, Held, Value } from '../python/python-values.ts';
import type { ChoicePart, HolePart, RenderedPart, RenderedText, TextPart } from './rendered-text.ts';
import { Rendering } from '../rendering.ts';
import type { Scope } from '../scope.ts';
import { shapeOf } from './shape.ts';
import { run, markerOfThrown } from '../statements.ts';
import type { Output, Printed } from '../statements.ts';
import { countTrailingNewlines, str, restoreTrailingNewlines } from '../python/str-repr.ts';
import type { Expression, Statement } from '../syntax/syntax.ts';
import { parsedTemplate, runCompositionStatement, runTemplate } from './template-statements.ts';
import type { Inheritance, ParsedTemplate } from './template-statements.ts';
import { lookedUp } from '../plugins/file-lookups.ts';

/** A printed value in a file, with the rendering that printed it. */
interface PrintedInFile extends Printed {
  readonly by: FileRendering;
  /** True for text of the template itself. */
  readonly isLiteral: boolean;
  readonly from: readonly Node[];
  readonly origin: Node | undefined;
  /** The shape of the container that it writes; undefined for a text that writes none. */
  readonly shape: Node | undefined;
  /** The parts of a text that a macro or lookup gave. */
  readonly parts: RenderedText | undefined;
}

/** The output of an independent statement: equal variables give equal output. */
export interface PrintedAlone {
  readonly printed: readonly PrintedInFile[];
  readonly failure: HolePart | undefined;
  readonly cost: Budget;
}

interface RenderingOptions {
  readonly document?: Document;
  readonly settings?: Settings;
  readonly seesVariables?: boolean;
  readonly inheritance?: Inheritance;
  /** True for a template that has variables of its own. */
  readonly isApart?: boolean;
}

/** Older releases put `__omit_place_holder__…` if a template prints `omit`, and today's nothing. */
const PLACEHOLDER = new UnknownValue('omit', 'the value is omitted', 'omit');

/** One text of a file, or of a variable that a file needs. */
export class FileRendering extends Rendering {
  declare readonly evaluation: FileEvaluation;
  /** The template that it is; undefined for the value of a variable. */
  readonly document: Document | undefined;
  settings: Settings;
  /** The line end that the task asks for, whatever the first line says. */
  readonly newline: string;
  /** The blocks of this template and of those that it extends. */
  readonly inheritance: Inheritance;
  /** False in a template that is imported without its context: it has no variables. */
  readonly seesVariables: boolean;
  /** Outputs of a template that extends another: what it prints itself is not there. */
  readonly silent = new Set<Output>();
  readonly #known: Map<string, Watched>;

  /** The outermost names of this template, and those among them that it imported. */
  root = new Frame();
  readonly imported = new Set<string>();

  constructor(evaluation: FileEvaluation, scope: Scope, options: RenderingOptions = {}, around?: FileRendering) {
    super(evaluation, scope);
    const { document, settings = standardSettings, seesVariables = true, inheritance, isApart = false } = options;
    this.document = document;
    this.settings = settings;
    this.newline = settings.newline_sequence;
    this.seesVariables = seesVariables;
    this.inheritance = inheritance ?? { blocks: new Map() };
    const sharesVariables = around !== undefined && seesVariables && !isApart;
    this.#known = sharesVariables ? around.#known : new Map<string, Watched>();
  }

  /** Another template of the same evaluation. */
  another(options: RenderingOptions): FileRendering {
    return new FileRendering(this.evaluation, this.scope, { settings: this.settings, ...options }, this);
  }

  /** True if it is not known whether what is being run is run. */
  get isInDoubt(): boolean {
    return this.evaluation.journal !== undefined;
  }

  /** The statements of the template. Trips if Jinja cannot read it. */
  parsed(manner: Manner = 'included'): ParsedTemplate {
    const { document, settings } = this;
    if (document === undefined) return tripAsUnsupported('a template without a text');
    try {
      this.budget.step(document.text.length >> 6);
      return parsedTemplate(document, settings, manner, this.evaluation.hasDo);
    } catch (trouble) {
      if (!(trouble instanceof TemplateSyntaxError)) throw trouble;
      const { message, start, end } = trouble;
      throw new Tripped(new Failure(`Syntax error in template: ${message}`).at(this.id, start, end));
    }
  }

  /** Runs the template as the template action does. `share` is given each independent statement. */
  runFile(output: Output, share?: (statement: Statement) => PrintedAlone): void {
    const { document, settings } = this;
    if (document === undefined) return;
    const { text } = document;
    const whole = { start: 0, end: text.length };
    if (!mayHoldTemplate(text, settings)) return this.write(this.budget.text(text), whole, output);
    const fault = faultOfSettings(settings);
    if (fault !== undefined) return this.lose(new Failure(fault), whole, output);
    const template = this.settled(() => this.parsed('file'), undefined);
    if (template instanceof Marker) return this.lose(template, whole, output);
    // Includes have the settings of the first line too.
    this.settings = readSettings(text, settings).settings;
    if (share === undefined || !template.isOfParts) return runTemplate(template, this.root, output, this);
    for (const statement of template.statements) {
      const { printed, failure, cost } = share(statement);
      this.budget.spend(cost);
      output.push(...printed);
      this.evaluation.failure ??= failure;
    }
  }

  /** Runs one statement that stands alone. */
  runAlone(statement: Statement, settings: Settings): PrintedAlone {
    this.settings = settings;
    const { left } = this.budget;
    const output: Output = [];
    run([statement], new Frame(undefined, [statement]), this, output);
    const printed = (output as PrintedInFile[]).map((one) => ({ ...one, parts: this.partsOf([one]) }));
    const { steps, size } = this.budget.left;
    const cost = { steps: left.steps - steps, size: left.size - size };
    return { printed, failure: this.evaluation.failure, cost };
  }

  /** The text of the template that was run as a file. */
  finished(output: Output): RenderedText {
    const printed = this.#printedValues(output);
    const [only] = printed;
    const text = this.document?.text ?? '';
    const parts = this.partsOf(printed);
    // A value that is printed alone is no text, and gets no line end.
    if (printed.length === 1 && only !== undefined && !isText(only.value)) return parts;
    const [part] = parts;
    if (parts.length === 1 && part?.kind === 'hole' && part.extent === 'lines') return parts;
    // It may be in a block that is not printed.
    const { failure } = this.evaluation;
    if (failure !== undefined && !parts.some((part) => someHole(part, ({ reason }) => reason === 'error')))
      return [...parts, failure];
    const count = countTrailingNewlines(text);
    const place = this.place({ start: text.length - count, end: text.length });
    return withFinalLineEnds(parts, count, this.newline, place);
  }

  /** The parts of a value that is not part of a larger text. */
  valueParts(containers: 'json' | 'python', run: () => Value): RenderedText {
    const { document, evaluation } = this;
    const place = { start: 0, end: document?.text.length ?? 0 };
    const { value, origin, from, described } = evaluation.watch(() =>
      this.settled(() => {
        const value = run();
        return containers === 'json' && isContainer(value) ? this.filter('to_json', [value], new Map()) : value;
      }, place),
    );
    const output: Output = [];
    const node = described?.origin ?? origin;
    const { shape, parts } = described ?? {};
    this.put({ value, ...place, from: [...from], origin: node, shape, parts }, output);
    return this.partsOf(output as PrintedInFile[]);
  }

  /** The value of the template as a lookup gives it. */
  fileValue(): Value {
    const output: Output = [];
    this.runFile(output);
    const printed = this.#printedValues(output);
    const [only] = printed;
    if (only === undefined) return null;
    if (printed.length === 1 && !isText(only.value)) return only.value;
    const parts = this.finished(output);
    const text = textOfParts(parts);
    if (text === undefined) return new PartialText(parts, markerOf(printed), true);
    // An empty text is printed all the same, and so needs a part, which it has by itself.
    if (text !== '') this.evaluation.described = { text, parts };
    return this.budget.text(text);
  }

  #printedValues(output: Output): readonly PrintedInFile[] {
    return (output as PrintedInFile[]).filter(({ value }) => value !== null);
  }
  override variable(name: string): Value | undefined {
    if (!this.seesVariables) return undefined;
    const { evaluation } = this;
    const known = this.#known.get(name);
    if (known !== undefined) {
      for (const node of known.from) evaluation.from.add(node);
      evaluation.origin = known.origin;
      evaluation.described = known.described;
      return known.value;
    }
    const watched = evaluation.watch(() => evaluation.variable(name, this.scope));
    const { value, origin, described } = watched;
    evaluation.origin = origin;
    evaluation.described = described;
    if (value !== undefined) this.#known.set(name, { ...watched, value });
    return value;
  }

  override settled<T>(run: () => T, place: Range | undefined): T | Marker {
    try {
      return run();
    } catch (trouble) {
      const marker = markerOfThrown(trouble, this);
      return place === undefined ? marker : (this.placed(marker, place) as Marker);
    }
  }

  override holds(test: Expression, frame: Frame): boolean | Marker {
    const decision = decisionOfExpression(test, (part) =>
      this.#unlessFailed(() => truth(valueOf(part, frame, this)), part),
    );
    return typeof decision === 'boolean' ? decision : (decision[0] ?? false);
  }

  override traced(run: () => Value, place: Range): Held {
    const { evaluation } = this;
    const { value, origin, from } = evaluation.watch(() => this.#unlessFailed(run, place));
    if (value instanceof Marker || from.size === 0) return value;
    return new Lazy(origin, () => {
      for (const node of from) evaluation.from.add(node);
      evaluation.origin = origin;
      return { value, origin };
    });
  }

  /** Runs what may meet a marker. Throws if Ansible goes no further. */
  #unlessFailed<T>(run: () => T, place: Range): T | Marker {
    try {
      return run();
    } catch (trouble) {
      const marker = markerOfThrown(trouble, this);
      if (marker instanceof Failure) throw trouble;
      return this.placed(marker, place) as Marker;
    }
  }

  override kept(value: Held): Held {
    return value;
  }

  override passed(slot: Held): Held {
    return slot;
  }

  override changes(object: Changeable): void {
    this.evaluation.journal?.note(object);
    if (object instanceof Frame && object.exports !== undefined) this.changes(object.exports);
  }

  override write(text: string, { start, end }: Range, output: Output): void {
    if (!this.silent.has(output)) this.put({ value: text, start, end, isLiteral: true }, output);
  }

  override print(run: () => Value, statement: Statement, output: Output): void {
    if (this.silent.has(output)) {
      // Jinja leaves out what is printed outright, and within other blocks what it buffers.
      if (statement.kind === 'print') return;
      if (statement.kind !== 'call block') tripAsUnsupported(`such a block in a template that extends another`);
    }
    const { value, origin, from, described } = this.evaluation.watch(() => {
      try {
        return this.#unlessFailed(run, statement);
      } catch (trouble) {
        const failure = markerOfThrown(trouble, this);
        this.#noteFailure(failure, statement);
        return failure;
      }
    });
    const { start, end } = statement;
    const { shape, parts } = described ?? {};
    this.put({ value, start, end, from: [...from], origin: described?.origin ?? origin, shape, parts }, output);
  }

  override concatenated(values: readonly Value[]): Value {
    if (!values.some((value) => value instanceof Marker))
      return this.budget.text(values.map((value) => str(value, this.budget)).join(''));
    const printed = values.map((value) => this.#printed({ value, start: 0, end: 0 }));
    const parts = this.partsOf(printed);
    return new PartialText(parts, markerOf(printed), false);
  }

  override joined(output: Output): Value {
    this.evaluation.origin = undefined;
    const printed = this.#printedValues(output);
    const [only] = printed;
    if (only === undefined) return null;
    if (printed.length === 1) {
      if (only.parts !== undefined) this.evaluation.described = { text: only.value as string, parts: only.parts };
      return only.value;
    }
    const parts = this.partsOf(printed);
    const text = textOfParts(parts);
    if (text === undefined) return this.#partial(parts, markerOf(printed));
    if (this.document !== undefined) this.evaluation.described = { text, parts };
    return this.budget.text(text);
  }

  override ended(output: Output, template: string): Value {
    const value = this.joined(output);
    const count = countTrailingNewlines(template);
    const place = this.place({ start: template.length - count, end: template.length });
    if (typeof value === 'string') {
      const text = restoreTrailingNewlines(value, template);
      const { described } = this.evaluation;
      if (described?.text === value && described.parts !== undefined)
        this.evaluation.described = { text, parts: withFinalLineEnds(described.parts, count, '\n', place) };
      return text;
    }
    if (!(value instanceof PartialText)) return value;
    const { parts, whole, isPlaced } = value;
    return new PartialText(withFinalLineEnds(parts, count, '\n', place), whole, isPlaced);
  }

  override choose(
    why: Marker,
    runs: readonly ((output: Output) => void)[],
    place: Range,
    output: Output,
    repeats = false,
  ): void {
    const { evaluation } = this;
    const isSilent = this.silent.has(output);
    const course = (
      run: (output: Output) => void,
    ): { parts: RenderedText; states: ReadonlyMap<Changeable, unknown> } => {
      const own: Output = [];
      if (isSilent) this.silent.add(own);
      const outer = evaluation.journal;
      const journal = new Journal();
      evaluation.journal = journal;
      run(own);
      const parts = this.partsOf(own as PrintedInFile[]);
      const states = journal.undo();
      evaluation.journal = outer;
      return { parts, states };
    };
    const note = (object: Changeable): void => evaluation.journal?.note(object);
    const courses = runs.map((run, index) => {
      if (!repeats || index < runs.length - 1) return course(run);
      return course((own) => {
        // A pass may follow an earlier one, which has changed the same objects already.
        for (let trial = 0; trial < 2; trial++) {
          const { states } = course(run);
          if (states.size === 0) break;
          const before = new Map(Array.from(states.keys(), (object) => [object, object.state] as const));
          mergeStates([before, states], why, note);
        }
        run(own);
      });
    });
    mergeStates(
      courses.map(({ states }) => states),
      why,
      note,
    );
    const texts = new Set(courses.map(({ parts }) => textOfParts(parts)));
    const [first] = courses;
    const isOne = texts.size === 1 && !texts.has(undefined);
    if (isOne && first !== undefined) return this.#putParts(first.parts, why, place, output);
    const alternatives = courses.map(({ parts }) => parts);
    const choice = { kind: 'choice', why: this.reason(why, place), alternatives } as const;
    this.#putParts([choice], why, place, output);
  }

  override either(why: Marker, runs: readonly (() => Value)[], place: Range): Value {
    const output: Output = [];
    const courses = runs.map(
      (run) => (own: Output) => this.put({ value: this.settled(run, place), ...rangeOf(place) }, own),
    );
    this.choose(why, courses, place, output);
    const value = output[0]?.value ?? null;
    return value instanceof PartialText ? (textOfParts(value.parts) ?? value) : value;
  }

  override lose(trouble: Marker, place: Range, output: Output): void {
    this.#noteFailure(trouble, place);
    this.#putParts([this.hole(trouble, place, 'lines')], trouble, place, output);
  }

  #noteFailure(trouble: Value, place: Range): void {
    if (trouble instanceof Failure && !this.isInDoubt) this.evaluation.failure ??= this.hole(trouble, place, 'lines');
  }

  override runOther(statement: Statement, frame: Frame, output: Output): void {
    runCompositionStatement(statement, frame, output, this);
  }

  override lookup(name: string, terms: readonly Value[], named: ReadonlyMap<string, Value>): Held[] | undefined {
    return lookedUp(name, terms, named, this);
  }

  override call(called: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    const changed = called instanceof Callable ? called.changes : undefined;
    const why = [...args, ...named.values()].find((value) => value instanceof Marker);
    if (changed === undefined || why === undefined) return super.call(called, args, named);
    this.changes(changed);
    // What is put into a container may be unknown; which of its elements changes may not.
    const item = args.at(-1);
    const isElement = why instanceof UnknownValue && item instanceof Marker && args.slice(0, -1).every(isKnown);
    if (isElement && ITEM_LAST.get((called as Callable).name) === args.length)
      return (called as Callable).call(args, named);
    changed.lose(markerWithoutParts(why));
    return markerWithoutParts(why);
  }

  override filter(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    const given = args.map((arg) => this.#sure(arg));
    const [of = null, ...others] = given;
    const shortName = name.replace(/^ansible\.(?:builtin|legacy)\./, '');
    if (shortName === 'wordwrap' && given.length < 4 && !named.has('wrapstring'))
      return super.filter(name, given, new Map([...named, ['wrapstring', this.settings.newline_sequence]]));
    const value = super.filter(name, given, named);
    if (typeof value === 'string') this.#describe(value, shortName, of);
    const worded = value instanceof Marker ? this.#wordedFor(shortName, of) : undefined;
    if (!(value instanceof Marker) || worded === undefined) return value;
    const written = super.filter(name, [worded, ...others], named);
    return typeof written === 'string' ? this.#opened(written, value, of) : value;
  }

  /** Says of a text which container it writes. */
  #describe(text: string, filter: string, of: Value): void {
    const { described } = this.evaluation;
    if (WRITERS.has(filter)) this.evaluation.described = { text, origin: originOf(of), shape: shapeOf(of) };
    else if (LINE_BY_LINE.has(filter) && described?.text === of && described.parts === undefined)
      this.evaluation.described = { ...described, text };
  }

  /** The value with words for what is not known, for a filter that leaves them whole. */
  #wordedFor(filter: string, of: Value): Value | undefined {
    if (isContainer(of)) return WRITERS.has(filter) || filter === 'join' ? this.#worded(of) : undefined;
    if (!(of instanceof PartialText)) return undefined;
    // Of several parts it is a text for sure.
    const isQuoted = of.parts.length > 1 && (filter === 'to_json' || filter === 'to_nice_json');
    return isQuoted || LINE_BY_LINE.has(filter) ? this.#wordedText(of) : undefined;
  }

  override test(name: string, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    return super.test(
      name,
      args.map((arg) => this.#sure(arg)),
      named,
    );
  }

  put(printed: Partial<PrintedInFile> & Printed, output: Output): void {
    output.push(this.#printed(printed));
  }

  /** A place in the template; for the value of a variable one that means nothing. */
  place({ start, end }: Range): Location {
    const { document } = this;
    return document === undefined ? { document: this.evaluation.main, start: 0, end: 0 } : { document, start, end };
  }

  /** The hole that a marker leaves. */
  hole(marker: Marker, place: Range, extent: HolePart['extent'] = 'value'): HolePart {
    return { kind: 'hole', ...this.reason(marker, place), extent };
  }

  /** Why something is not known. */
  reason(marker: Marker, place: Range): ChoicePart['why'] {
    const isWithin = marker.rendering === this.id && marker.start >= place.start && marker.end <= place.end;
    const range = isWithin ? marker : place;
    return { ...causeOf(markerWithoutParts(marker)), place: this.place(range) };
  }

  /** The parts of what was printed. */
  partsOf(output: readonly PrintedInFile[]): RenderedText {
    return output.flatMap((printed) => (printed.value === null ? [] : printed.by.#parts(printed)));
  }

  #parts(printed: PrintedInFile): RenderedText {
    const { value, isLiteral, from, origin, shape = shapeOf(value) } = printed;
    const place = this.place(printed);
    if (printed.parts !== undefined) return printed.parts;
    if (value === omit) return this.scope.classic === undefined ? [] : [this.hole(PLACEHOLDER, printed)];
    if (value instanceof PartialText) return value.isPlaced ? value.parts : partsMovedTo(value.parts, place, from);
    const text = value instanceof Marker ? value : this.settled(() => this.budget.text(this.textOf(value)), printed);
    if (text instanceof Marker) return [this.hole(text, printed)];
    const known = { kind: 'text', place, isComputed: !isLiteral, from, origin, shape } as const;
    if (isContainer(value)) return partsMovedTo(this.evaluation.words.cut(text, known), place, from);
    return isLiteral && text === '' ? [] : [{ ...known, text }];
  }

  override textOf(value: Value): string {
    const text = this.settled(() => super.textOf(value), undefined);
    return text instanceof Marker ? super.textOf(this.#worded(value)) : text;
  }

  #printed(printed: Partial<PrintedInFile> & Printed): PrintedInFile {
    return { by: this, isLiteral: false, from: [], origin: undefined, shape: undefined, parts: undefined, ...printed };
  }

  #putParts(parts: RenderedText, whole: Marker, { start, end }: Range, output: Output): void {
    this.put({ value: this.#partial(parts, whole), start, end }, output);
  }

  #partial(parts: RenderedText, whole: Marker): PartialText {
    return new PartialText(parts, markerWithoutParts(whole), this.document !== undefined);
  }

  /** Filters and tests see a text with a part that may be undefined as one unknown value. */
  #sure(value: Value): Value {
    return value instanceof PartialText && value.parts.some((part) => someHole(part, mayFail)) ? value.whole : value;
  }

  /** A copy of a container with words in place of what is not known. */
  #worded(value: Value): Value {
    const { words } = this.evaluation;
    return words.valueWith(value, (marker) => words.wordFor(this.hole(marker, marker)), this.budget);
  }

  /**
   * A text with words in place of what is not known. The lines of alternatives, which would be changed too, are a
   * hole.
   */
  #wordedText({ parts, whole }: PartialText): string {
    const hole = this.hole(whole, whole, 'lines');
    return this.evaluation.words.textWith(parts, (part) => (part.kind === 'choice' ? hole : part));
  }

  #opened(text: string, whole: Marker, of: Value): PartialText {
    const known = {
      kind: 'text',
      place: this.place({ start: 0, end: 0 }),
      isComputed: true,
      from: [],
      origin: originOf(of),
      shape: shapeOfPrinted(of),
    } as const;
    return new PartialText(this.evaluation.words.cut(text, known), markerWithoutParts(whole), false);
  }
}

/** Methods that put their last argument into a container, with the number of arguments. */
const ITEM_LAST: ReadonlyMap<string, number> = new Map([
  ['append', 1],
  ['insert', 2],
]);

function isKnown(value: Value): boolean {
  return !(value instanceof Marker);
}

/** Filters that write a container as text: a part that is not known is a hole there. */
const WRITERS: ReadonlySet<string> = new Set(['to_json', 'to_nice_json', 'to_yaml', 'to_nice_yaml']);

/** Filters that change each line of a text by itself: a hole stays in its line. */
const LINE_BY_LINE: ReadonlySet<string> = new Set(['indent']);

/** The node that a container is, or that all of a text writes, with what its parts were before they were evaluated. */
function originOf(value: Value): Node | undefined {
  if (value instanceof Dict || value instanceof List) return value.node;
  const origin = commonTo(value, (part) => part.origin);
  return origin?.kind === 'scalar' ? undefined : origin;
}

/** The shape of a container, or of the container that the whole text writes. */
function shapeOfPrinted(value: Value): Node | undefined {
  return shapeOf(value) ?? commonTo(value, (part) => part.shape);
}

/** The node that all pieces of a text have; undefined if they have several. */
function commonTo(value: Value, nodeOf: (part: TextPart) => Node | undefined): Node | undefined {
  const parts = value instanceof PartialText ? value.parts : [];
  const [only, ...others] = new Set(parts.flatMap((part) => (part.kind === 'text' ? [nodeOf(part)] : [])));
  return others.length === 0 ? only : undefined;
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function isContainer(value: Value): boolean {
  return value instanceof List || value instanceof Dict || value instanceof Tuple;
}

/** Tells whether a hole in a part, in any alternative, passes a test. */
function someHole(part: RenderedPart, test: (hole: HolePart) => boolean): boolean {
  if (part.kind === 'choice')
    return part.alternatives.some((alternative) => alternative.some((inner) => someHole(inner, test)));
  return part.kind === 'hole' && test(part);
}

/** True for a hole of something that Ansible may refuse to print. */
function mayFail({ reason }: HolePart): boolean {
  return reason === 'undefined' || reason === 'error';
}

/** True for a value that gets the line ends which are missing after it. */
function isText(value: Value): boolean {
  return typeof value === 'string' || value instanceof PartialText;
}

/** True for what Ansible itself finds missing, or refuses. */
function isMissing(marker: Marker): boolean {
  return marker instanceof Undefined || marker instanceof Failure;
}

/** The marker in which text ends that is printed: one that Ansible meets in any case if there is any. */
function markerOf(printed: readonly PrintedInFile[]): Marker {
  const markers = printed.map(({ value }) => value).filter((value) => value instanceof Marker);
  const whole = markers.map((marker) => markerWithoutParts(marker));
  return whole.find(isMissing) ?? whole[0] ?? new Failure('nothing is unknown');
}

/** Rethrows all but what says that the budget is spent, or the stack. */
export function exhaustionOrRethrow(trouble: unknown): string {
  if (trouble instanceof RangeError) return new Exhausted().message;
  if (trouble instanceof Exhausted) return trouble.message;
  throw trouble;
}
