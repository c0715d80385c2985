/** What holds of every change, of many random projects. */
import { describe } from '../describe.ts';
import { testAgainstAnsible, testProperties } from './properties.ts';

describe('any change', (test) => {
  testProperties(test, { seed: 2026, numRuns: 150 });
  testAgainstAnsible(test, { seed: 2026, numRuns: 100 });
});
