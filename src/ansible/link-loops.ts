/** Links to folders that hold them. Ansible follows one until the system counts too many links, and then passes it over. */

import { join } from 'node:path';

/** A folder by its real path, with the name in it that was followed. */
export type OuterFolder = readonly [real: string, name: string];

/**
 * What following links comes to: a `loop`, each round of which is as the last; one that is `alternating`, as it leads
 * through several links: in which of their folders it ends, and so whose files come last, hangs on how many links the
 * system follows (40 on Linux, path_resolution(7)); or one that is `endless`: where two loops meet in a folder, each
 * round of the one goes through all rounds of the other.
 */
export type LinkLoop = 'loop' | 'alternating' | 'endless';

/** The loops that links form, each with the folders that it leads through. */
export class LinkLoops {
  readonly #known: ReadonlyMap<string, string>[] = [];

  /** What following links from folder to folder comes to at one with this real path; undefined for nothing special. */
  at(real: string, above: readonly OuterFolder[]): LinkLoop | undefined {
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
