/** A YAML text to its tree, event by event: any text, where `plain.ts` reads the plain ones. */
import type { Dialect } from '../dialect.ts';
import type { Node, Range, Reading } from '../tree.ts';
import { Composer } from './composer.ts';
import { parse } from './parse.ts';
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

/** The values of a mapping that do not end before a fault: of those behind it, more may have one. */
function valuesFrom({ start }: Range, root: Node | undefined): ReadonlySet<Node> {
  const values = root?.kind === 'mapping' ? root.pairs.map(({ value }) => value) : [];
  return new Set(values.filter(({ end }) => end > start));
}
