/** What the API of a real cluster changes while it runs, compared with what the schema of its product says. */
import { product as schemaOf } from '../../../src/generated/vocabularies.ts';
import { releasesStartingWith } from '../../../src/model/release.ts';
import { mayBeSent, schemaInReleases } from '../../../src/stack/products/products.ts';
import { assert } from '../../describe.ts';
import type { Test } from '../../describe.ts';
import { ask } from '../cluster/ask.ts';
import type { Release } from '../cluster/distributions.ts';
import type { Cluster } from '../cluster/start-cluster.ts';

/** Adds a test with a cluster of a release to a suite. */
export function testApplied(test: Test, { product, version }: Release, running: () => Cluster): void {
  test('changes by requests those settings of the schema that apply live', async () => {
    const { settings } = schemaInReleases(schemaOf(product), releasesStartingWith(version));
    const differing: string[] = [];
    let compared = 0;
    for (const [name, setting] of Object.entries(settings)) {
      // Without a value, as it has none: one that the node has not, or that only files have, is refused in other words.
      const url = `${running().url}/_cluster/settings`;
      const { status, body } = await ask(url, { method: 'PUT', body: { persistent: { [name]: null } } });
      const answer = status === 200 ? 'live' : /not dynamically|not updateable/.exec(JSON.stringify(body))?.[0];
      if (answer === undefined) continue;
      compared += 1;
      if (mayBeSent(setting) !== (answer === 'live')) differing.push(`${name}: ${answer}`);
    }
    assert.equal(differing, []);
    assert.ok(compared > 40, `${compared} were compared`);
  });
}
