/** Products by release: the defaults of settings that changed. */
import { product } from '../../../src/generated/vocabularies.ts';
import { releasesStartingWith } from '../../../src/model/release.ts';
import { schemaInReleases } from '../../../src/stack/products/products.ts';
import { assert, describe } from '../../describe.ts';

describe('the default of a setting that changed', (test) => {
  const defaultIn = (release: string): unknown =>
    schemaInReleases(product('elasticsearch'), releasesStartingWith(release)).settings['xpack.security.enabled']
      ?.default;

  test('is that of the release', () => {
    assert.equal(['6.8.23', '7', '7.17', '8', '8.0.0', '9.1'].map(defaultIn), [false, false, false, true, true, true]);
  });

  test('is none where the release had no such setting, or may be one of several', () => {
    assert.is(defaultIn('2.4'), undefined);
    const all = schemaInReleases(product('elasticsearch'), {}).settings['xpack.security.enabled'];
    assert.is(all?.default, undefined);
  });
});
