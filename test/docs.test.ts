import { stalePages } from '../build/docs.ts';
import { rules } from '../src/generated/rules.ts';
import { assert, describe } from './describe.ts';

describe('the pages of the rules', (test) => {
  test('are as the rules are; npm run docs writes them', () => {
    assert.equal(stalePages(), []);
  });

  test('name the source of each rule by an address, unless the page itself is all there is', () => {
    const addresses = rules.map(({ rule }) => rule.reference).filter((reference) => !reference.startsWith('docs/'));
    for (const address of addresses) assert.is(new URL(address).protocol, 'https:', address);
  });
});
