/** Suites as one call: `describe('wrap', (test) => { test('…', () => …) })`. */
import { suite } from 'uvu';
import type { Test } from 'uvu';

export * as assert from 'uvu/assert';

/** Makes a suite, lets `fill` add its tests, and runs it. */
export function describe(name: string, fill: (test: Test) => void): void {
  const test = suite(name);
  fill(test);
  test.run();
}
