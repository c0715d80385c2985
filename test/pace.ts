/** The present speed of the machine, for the few tests that bound the time of bad input. */
import { spawnSync } from 'node:child_process';

/** The processor's time that bare Node takes where the bounds hold as they are written, in seconds. */
const USUAL = 0.05;
const SCRIPT = 'const used = process.cpuUsage(); process.stdout.write(String((used.user + used.system) / 1e6))';

/**
 * The slowness of this machine as a multiple of the usual, at least 1: shared machines drift, and measurements with
 * them.
 */
function slowness(): number {
  const times = [1, 2, 3].map(() => Number(spawnSync(process.execPath, ['-e', SCRIPT], { env: {} }).stdout));
  return Math.max(1, Math.min(...times) / USUAL);
}

/** Tells whether a duration is within a bound for a machine of the usual speed; both in one unit. */
export function isWithin(bound: number, took: number): boolean {
  return took <= bound || took <= bound * slowness();
}
