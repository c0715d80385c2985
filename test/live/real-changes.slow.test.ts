/**
 * `stacklint diff` and `stacklint resilience` against a real cluster of three: Elasticsearch, and with
 * `LIVE_MATRIX=all`, or the release of it, OpenSearch.
 */
import { describe } from '../describe.ts';
import { DEFAULT_RELEASES, releasesToStart, whyNotStarted } from './cluster/distributions.ts';
import { describeTrio } from './real/describe-trio.ts';

const isOpenSearchWanted = (process.env['LIVE_MATRIX'] ?? '') !== '';

for (const release of releasesToStart()) {
  const { product, version } = release;
  if (!DEFAULT_RELEASES.includes(release) || (product === 'opensearch' && !isOpenSearchWanted)) continue;
  const missing = whyNotStarted(release);
  if (missing !== undefined && process.env['CI'] !== 'true') {
    console.log(`skipped: changes of ${product} ${version} (${missing})`);
    describe(`changes of a real cluster of ${product} ${version}`, (test) => {
      test.skip(`is not started: ${missing}`);
    });
    continue;
  }
  describeTrio(release);
}
