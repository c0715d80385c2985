/**
 * `stacklint diff` and `stacklint resilience` against a real cluster of three nodes, where `LIVE_MATRIX` asks for it:
 * `all`, or the release of Elasticsearch or OpenSearch. It takes several minutes on its own, and longer beside the real
 * clusters of the other test.
 */
import { describe } from '../describe.ts';
import { DEFAULT_RELEASES, releasesToStart, whyNotStarted } from './cluster/distributions.ts';
import { describeTrio } from './real/describe-trio.ts';

const isWanted = (process.env['LIVE_MATRIX'] ?? '') !== '';

for (const release of releasesToStart().filter((one) => DEFAULT_RELEASES.includes(one))) {
  const { product, version } = release;
  const missing = isWanted ? whyNotStarted(release) : 'LIVE_MATRIX does not ask for it';
  if (missing !== undefined && !(isWanted && process.env['CI'] === 'true')) {
    console.log(`skipped: changes of ${product} ${version} (${missing})`);
    describe(`changes of a real cluster of ${product} ${version}`, (test) => {
      test.skip(`is not started: ${missing}`);
    });
    continue;
  }
  describeTrio(release);
}
