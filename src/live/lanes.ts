/** Work that is done side by side, so much of it at a time. */

/** Calls that run at once. */
export const LANES = 6;

/** A piece of work, and what it leads to. */
export type Job = () => Promise<readonly Job[]>;

/** Does all jobs, as many at once as there are lanes; what one leads to is done before the others. */
export function inLanes(jobs: readonly Job[]): Promise<void> {
  const waiting = [...jobs];
  let running = 0;
  return new Promise((resolve, reject) => {
    const start = (): void => {
      while (running < LANES) {
        const job = waiting.shift();
        if (job === undefined) break;
        running++;
        job().then((next) => {
          running--;
          waiting.unshift(...next);
          start();
        }, reject);
      }
      if (running === 0) resolve();
    };
    start();
  });
}
