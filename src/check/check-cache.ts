/** The cache that outlives a check, so that the next one of the same project does less. */
import { Judgements } from '../engine/judgements.ts';
import { madeOnce } from '../ground/made-once.ts';
import { ParseCache } from '../source/parse-cache.ts';
import { KeptValues } from './kept-values.ts';
import type { StackAlone } from './opened-stack.ts';

/**
 * The texts of one project as parsed, its stacks as opened, and their judgements. A text is parsed again if it has
 * changed, a stack is opened again if a file gives another answer than before, and subjects of stacks that are not
 * opened again are not judged again.
 */
export class CheckCache {
  readonly texts: ParseCache;
  readonly judgements = new Judgements();
  readonly #stacks = new Map<string, KeptValues<StackAlone>>();

  /** `texts`: those of another cache, for a check of other files than that one's. */
  constructor(texts = new ParseCache()) {
    this.texts = texts;
  }

  /** The stacks of a target, by the key of everything, apart from files, that opening them depends on. */
  stacksOf(target: string): KeptValues<StackAlone> {
    return madeOnce(this.#stacks, target, () => new KeptValues());
  }
}
