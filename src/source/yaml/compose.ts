/** A YAML text to its tree, event by event: any text, where `plain.ts` reads the plain ones. */
import type { Dialect } from '../dialect.ts';
import { Sequence } from '../tree.ts';
import type { Duplicate, Node, Range, Reading } from '../tree.ts';
import { Composer } from './composer.ts';
import { parse } from './parse.ts';
import type { Handler } from './parser/handler.ts';
import { SyntaxFault, TooMuchFault } from './syntax-fault.ts';

/** Reads any text by its events, as `readYaml` tells. */
export function compose(text: string, dialect: Dialect): Reading {
  const composer = new Composer(dialect);
  const { duplicates } = composer;
  try {
    parse(text, composer);
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    const problem = { start: fault.at, end: fault.at, message: fault.message, context: fault.context };
    if (fault instanceof TooMuchFault) return { root: undefined, problem, duplicates };
    // What ends in the line of the fault may be a part of it: of `a: b` with `  c: d` below, `b c` was read.
    const line = Math.max(text.lastIndexOf('\n', fault.at - 1), text.lastIndexOf('\r', fault.at - 1)) + 1;
    return { root: composer.finish(line), problem, duplicates, cut: composer.cut };
  }
  const { root } = composer;
  const problem = composer.refused();
  if (problem === undefined || problem.recurs !== undefined) return { root, problem, duplicates };
  return { root, problem, duplicates, cut: valuesFrom(problem, root) };
}

/** Reads a text of any number of documents: a list of them. Nothing is left of one that is broken. */
export function composeAll(text: string, dialect: Dialect): Reading {
  const documents = new Documents(dialect);
  const duplicates = (): Duplicate[] => documents.all.flatMap((composer) => composer.duplicates);
  try {
    parse(text, documents);
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
    const problem = { start: fault.at, end: fault.at, message: fault.message, context: fault.context };
    return { root: undefined, problem, duplicates: duplicates() };
  }
  const [problem] = documents.all.flatMap((composer) => composer.refused() ?? []);
  const roots = documents.all.flatMap(({ root }) => root ?? []);
  const root = problem === undefined ? new Sequence(0, text.length, roots) : undefined;
  return { root, problem, duplicates: duplicates() };
}

/** Tells the events of each document to a composer of its own. */
class Documents implements Handler {
  readonly all: Composer[] = [];
  readonly #dialect: Dialect;
  #current: Composer;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#current = new Composer(dialect);
  }

  documentStart(start: number): void {
    this.#current = new Composer(this.#dialect);
    this.all.push(this.#current);
    this.#current.documentStart(start);
  }

  documentEnd(): void {
    this.#current.documentEnd();
  }

  alias(...event: Parameters<Handler['alias']>): void {
    this.#current.alias(...event);
  }

  scalar(...event: Parameters<Handler['scalar']>): void {
    this.#current.scalar(...event);
  }

  sequenceStart(...event: Parameters<Handler['sequenceStart']>): void {
    this.#current.sequenceStart(...event);
  }

  mappingStart(...event: Parameters<Handler['mappingStart']>): void {
    this.#current.mappingStart(...event);
  }

  collectionEnd(...event: Parameters<Handler['collectionEnd']>): void {
    this.#current.collectionEnd(...event);
  }
}

/** The values of a mapping that do not end before a fault: of those behind it, more may have one. */
function valuesFrom({ start }: Range, root: Node | undefined): ReadonlySet<Node> {
  const values = root?.kind === 'mapping' ? root.pairs.map(({ value }) => value) : [];
  return new Set(values.filter(({ end }) => end > start));
}
