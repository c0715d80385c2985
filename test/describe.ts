/** Suites as one call: `describe('wrap', (test) => { test('…', () => …) })`. */
import { inspect } from 'node:util';
import { suite } from 'uvu';
import type { Callback, Test } from 'uvu';

export * as assert from 'uvu/assert';
export type { Test } from 'uvu';

/** Makes a suite, lets `fill` add its tests, and runs it. */
export function describe(name: string, fill: (test: Test) => void): void {
  const test = suite(name);
  const named = (sentence: string, handler: Callback): void => {
    test(sentence, async (context) => {
      try {
        await handler(context);
      } catch (error) {
        // uvu says nothing of what it cannot show.
        throw error instanceof Error ? error : new Error(`${inspect(error)} was thrown, which is no Error`);
      }
    });
  };
  // What is wrong before the first test would be lost: all that uvu says is that no test ran.
  const before = (handler: Callback): void => {
    test.before(async (context) => {
      try {
        await handler(context);
      } catch (error) {
        console.error(`before "${name}":`, error);
        throw error;
      }
    });
  };
  fill(Object.assign(named, test, { before: Object.assign(before, test.before) }));
  test.run();
}
