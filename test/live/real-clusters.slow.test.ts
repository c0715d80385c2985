/**
 * `stacklint live` against real OpenSearch and Elasticsearch on loopback, one cluster after the other. `LIVE_MATRIX=all`
 * adds other releases, and `LIVE_MATRIX=8.8.2` starts that one alone.
 *
 * `GET /` of Elasticsearch from 8.9 on is answered by a plugin of these tests, as the distribution leaves it out; all
 * else is the server's own.
 */
import { describe } from '../describe.ts';
import { hasSecurity, releasesToStart, whyNotStarted } from './cluster/distributions.ts';
import { SECURITY } from './cluster/start-secured.ts';
import { describeBarn } from './real/describe-barn.ts';
import { describeVault } from './real/describe-vault.ts';
import { describeYard } from './real/describe-yard.ts';

for (const release of releasesToStart()) {
  const { product, version } = release;
  const isSecured = hasSecurity(release);
  const missing = whyNotStarted(release, product === 'opensearch' && isSecured ? [SECURITY] : []);
  if (missing !== undefined && process.env['CI'] !== 'true') {
    console.log(`skipped: live mode against ${product} ${version} (${missing})`);
    describe(`a real cluster of ${product} ${version}`, (test) => {
      test.skip(`is not started: ${missing}`);
    });
    continue;
  }
  describeYard(release);
  describeBarn(release);
  if (isSecured) describeVault(release);
}
