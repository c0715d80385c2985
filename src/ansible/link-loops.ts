/** Links to folders that hold them. Ansible follows one until the system counts too many links, and then passes it over. */

/** A folder by its real path, with the name in it that was followed. */
export type Step = readonly [real: string, name: string];

/** The loops that links form, each with the folders that it leads through. */
export class LinkLoops {
  readonly #known: ReadonlyMap<string, string>[] = [];

  /**
   * What following links from folder to folder comes to at one with this real path: nothing special, a `loop`, or one
   * that is `endless`: where two loops meet in a folder, each round of the one goes through all rounds of the other.
   */
  at(real: string, above: readonly Step[]): 'loop' | 'endless' | undefined {
    const begin = above.findIndex(([folder]) => folder === real);
    if (begin < 0) return undefined;
    const loop = new Map(above.slice(begin));
    const meets = this.#known.some((other) => {
      const shared = [...loop.keys()].filter((folder) => other.has(folder));
      return (
        shared.length > 0 && !(loop.size === other.size && shared.every((one) => loop.get(one) === other.get(one)))
      );
    });
    this.#known.push(loop);
    return meets ? 'endless' : 'loop';
  }
}
