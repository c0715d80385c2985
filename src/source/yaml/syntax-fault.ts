/** What the reader of YAML throws, and `compose.ts` alone catches: it becomes the `problem` of the text. */

/** A text that YAML does not allow: libyaml's words, what it was doing, and the offset of its mark. */
export class SyntaxFault extends Error {
  readonly at: number;
  readonly context: string | undefined;

  constructor(message: string, at: number, context?: string) {
    super(message);
    this.at = at;
    this.context = context;
  }
}

/** A text that stands for more than any of use would: what was read of it is given up. */
export class TooMuchFault extends SyntaxFault {}
