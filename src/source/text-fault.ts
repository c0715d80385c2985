/** The error of all readers: the fault of a text, and its place. */
import type { Fault } from '../troubles/fault.ts';
import type { SyntaxProblem } from './tree.ts';

/** Thrown within a reader, and caught by it as the `problem` of the reading. */
export class TextFault extends Error {
  readonly problem: SyntaxProblem;

  constructor({ code, data }: Fault, start: number, end = start) {
    super(code);
    this.problem = { code, data, start, end };
  }
}
