/** Whether a running node has accounts: by its settings, or by the server for HTTP that a plugin brings. */
import { isWithoutSecurity } from '../../../src/model/security.ts';
import { answersOf, nodeIn } from '../../clusters.ts';
import { assert, describe } from '../../describe.ts';

describe('the security of a running node', (test) => {
  test('is off on OpenSearch where its plugin is missing, is switched off, or does TLS alone', () => {
    const isOff = (settings: object): boolean =>
      isWithoutSecurity(
        nodeIn(answersOf('attic', { values: { nodes: { nodes: { pT5x: { settings } } } } }), 'trunk-10'),
      );
    const plugin = 'org.opensearch.security.http.SecurityHttpServerTransport';
    const cases: readonly (readonly [object, boolean])[] = [
      [{}, true],
      [{ http: { type: { default: 'netty4' } } }, true],
      [{ http: { type: plugin, 'type.default': 'netty4' } }, false],
      [{ 'http.type': 'com.amazon.opendistroforelasticsearch.security.http.SecurityHttpServerTransport' }, false],
      [{ 'http.type': 'org.opensearch.security.ssl.http.netty.SecuritySSLNettyHttpServerTransport' }, true],
      [{ 'plugins.security.disabled': 'true' }, true],
    ];
    for (const [settings, expected] of cases) assert.is(isOff(settings), expected, JSON.stringify(settings));
  });

  test('is off on Elasticsearch where its setting says so', () => {
    const values = { nodes: { nodes: { Hq3f: { settings: { 'xpack.security.enabled': 'false' } } } } };
    assert.ok(isWithoutSecurity(nodeIn(answersOf('harbour', { values }), 'pier-1')));
    assert.not(isWithoutSecurity(nodeIn(answersOf('harbour'), 'pier-1')));
  });
});
