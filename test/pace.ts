/** How fast the machine is just now, for the few tests that bound what bad input may take. */
import { spawnSync } from 'node:child_process';

/** The processor's time that bare Node takes where the bounds hold as they are written, in seconds. */
const USUAL = 0.05;
const SCRIPT = 'const used = process.cpuUsage(); process.stdout.write(String((used.user + used.system) / 1e6))';

/** How many times as slow as usual this machine is, at least 1: shared ones drift, and what is measured on them with them. */
function slowness(): number {
  const times = [1, 2, 3].map(() => Number(spawnSync(process.execPath, ['-e', SCRIPT], { env: {} }).stdout));
  return Math.max(1, Math.min(...times) / USUAL);
}

/** Whether what took so long was within a bound that is meant for a machine of the usual speed; both in one unit. */
export function isWithin(bound: number, took: number): boolean {
  return took <= bound || took <= bound * slowness();
}
