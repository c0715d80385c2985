/** What holds of every change, of a few random projects. */
import { describe } from '../describe.ts';
import { testAgainstAnsible, testProperties } from './properties.ts';

describe('a change', (test) => {
  testProperties(test, { seed: 20, numRuns: 10 });
  testAgainstAnsible(test, { seed: 20, numRuns: 5 });
});
