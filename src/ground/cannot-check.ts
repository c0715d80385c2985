/** The errors that end a check before it has a result. */
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';

/** The check could not be made: bad usage, unreadable input, nothing found to check. The program ends with code 2. */
export class CannotCheck extends Error {
  /** More lines, which say what was searched for or what to do. */
  readonly advice: readonly string[];

  /** `message`: one line that says what is wrong. */
  constructor(message: string, advice: readonly string[] = []) {
    super(message);
    this.name = 'CannotCheck';
    this.advice = advice;
  }
}

/** A file that says how to check (the configuration, the baseline) is at fault, at a place in that file. */
export class FaultyFile extends CannotCheck {
  readonly document: Document;
  readonly range: Range;
  /** The message without the place that it begins with. */
  readonly sentence: string;

  constructor(document: Document, range: Range, sentence: string) {
    const { line, column } = document.position(range.start);
    super(`${document.file}:${String(line)}:${String(column)}: ${sentence}`);
    this.document = document;
    this.range = range;
    this.sentence = sentence;
  }
}

/** Extra variables that Ansible refuses. Defined here because few runs load the module that reads them. */
export class RefusedExtraVars extends CannotCheck {
  /** The code that Ansible ends with: 1 for a file that is not there, 4 for what cannot be read, 5 for no mapping. */
  readonly fatal: 1 | 4 | 5;

  constructor(fatal: 1 | 4 | 5, message: string) {
    super(message);
    this.fatal = fatal;
  }
}
