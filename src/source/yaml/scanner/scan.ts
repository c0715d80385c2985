/** libyaml's scanner, last part: the tokens of a text, in their order. */
import { TokenReader } from './fetch.ts';
import * as token from './tokens.ts';

/**
 * Cuts a text into the tokens of YAML 1.1, one at a time, as far ahead as the question needs whether one is a key.
 *
 * It scans no further ahead than libyaml does: of two faults in a text that decides which one is reported.
 */
export class Scanner extends TokenReader {
  #settled = false;
  #kind = 0;
  /** Where the token starts that was peeked at last. */
  start = 0;
  /** Where it ends. */
  end = 0;

  /** The kind of the next token. */
  peek(): number {
    if (!this.#settled) this.#settle();
    return this.#kind;
  }

  /** Steps over the next token. */
  skip(): void {
    this.queue.take();
    this.#settled = false;
  }

  /** The text of the next token: a scalar's value, a name, a tag's suffix, a directive's last argument. */
  get value(): string {
    return this.queue.value;
  }

  /** A second text of the next token: a scalar's style, a tag's handle, a directive's first argument. */
  get extra(): string {
    return this.queue.extra;
  }

  #settle(): void {
    const { queue } = this;
    for (;;) {
      if (queue.isEmpty) {
        this.fetch();
        continue;
      }
      this.refuseLostKey();
      const { kind } = queue;
      if (kind === token.NOTHING) queue.take();
      else if (kind === token.UNDECIDED) {
        if (this.isStale(queue.start)) {
          queue.take();
          queue.take();
        } else this.fetch();
      } else {
        this.#kind = kind;
        break;
      }
    }
    this.start = queue.start;
    this.end = queue.end;
    this.#settled = true;
  }
}
