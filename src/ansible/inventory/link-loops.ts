/** Links to folders that contain them. Ansible follows one until the system refuses, and then skips it. */

import { join } from 'node:path';

/** A folder on the way down: its real path, and the name in it that was followed. */
export type OuterFolder = readonly [real: string, name: string];

/**
 * The kinds of loops. Each round of a `loop` is like the last. An `alternating` one has several links: the folder where
 * it ends, and so whose files come last, depends on how many links the system follows (40 on Linux,
 * path_resolution(7)). Two loops that meet in a folder are `endless`: each round of one goes through all rounds of the
 * other.
 */
export type LinkLoop = 'loop' | 'alternating' | 'endless';

/** Finds the loops that links form. */
export class LinkLoops {
  readonly #known: ReadonlyMap<string, string>[] = [];

  /** The kind of loop that a folder with this real path closes; undefined if it closes none. */
  loopAt(real: string, above: readonly OuterFolder[]): LinkLoop | undefined {
    const begin = above.findIndex(([folder]) => folder === real);
    if (begin < 0) return undefined;
    const steps = above.slice(begin);
    const loop = new Map(steps);
    const meets = this.#known.some((other) => {
      const shared = [...loop.keys()].filter((folder) => other.has(folder));
      return (
        shared.length > 0 && !(loop.size === other.size && shared.every((one) => loop.get(one) === other.get(one)))
      );
    });
    this.#known.push(loop);
    if (meets) return 'endless';
    const links = steps.filter(([folder, name], at) => join(folder, name) !== (steps[at + 1]?.[0] ?? real));
    return links.length > 1 ? 'alternating' : 'loop';
  }
}
