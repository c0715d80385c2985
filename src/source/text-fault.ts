/** The error of all readers: what is wrong with a text, and where. */
import type { Fault } from '../troubles/catalogue.ts';
import type { SyntaxProblem } from './tree.ts';

/** Thrown within a reader, which makes it the `problem` of what it has read. */
export class TextFault extends Error {
  readonly problem: SyntaxProblem;

  constructor({ code, data }: Fault, start: number, end = start) {
    super(code);
    this.problem = { code, data, start, end };
  }
}
