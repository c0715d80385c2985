import { forwardProxy } from '../../src/live/forward-proxy.ts';
import { nodeAddress } from '../../src/live/node-address.ts';
import { assert, describe } from '../describe.ts';

const proxyFor = (url: string, environment: Record<string, string>): string | undefined =>
  forwardProxy(nodeAddress(url), environment)?.shown;

describe('forwardProxy', (test) => {
  test('each scheme has its variable, in small letters first', () => {
    const environment = { HTTPS_PROXY: 'http://a:3128', http_proxy: 'b:8080', HTTP_PROXY: 'http://c' };
    assert.is(proxyFor('https://es-1:9200', environment), 'a:3128');
    assert.is(proxyFor('http://es-1:9200', environment), 'b:8080');
    assert.is(proxyFor('http://es-1:9200', { HTTP_PROXY: 'https://c' }), 'c:443');
    assert.is(proxyFor('http://es-1:9200', { HTTP_PROXY: '' }), undefined);
    assert.is(proxyFor('http://es-1:9200', { HTTPS_PROXY: 'http://a' }), undefined);
  });

  test('NO_PROXY names hosts, domains, addresses and networks, also with a port', () => {
    const isExcepted = (url: string, none: string): boolean =>
      proxyFor(url, { HTTPS_PROXY: 'http://a', NO_PROXY: none }) === undefined;
    assert.ok(isExcepted('https://es-1.example.org:9200', 'x, example.org'));
    assert.ok(isExcepted('https://es-1.example.org:9200', '.EXAMPLE.org'));
    assert.ok(isExcepted('https://es-1:9200', '*'));
    assert.ok(isExcepted('https://es-1:9200', 'es-1:9200'));
    assert.ok(isExcepted('https://10.2.3.4', '10.0.0.0/8'));
    assert.ok(isExcepted('https://[fd00::1]:9200', '[fd00::1]:9200'));
    assert.ok(isExcepted('https://[fd00::1]', 'fd00::/8'));
    assert.not.ok(isExcepted('https://es-1:9200', 'es-1:9201'));
    assert.not.ok(isExcepted('https://badexample.org', 'example.org'));
    assert.not.ok(isExcepted('https://11.2.3.4', '10.0.0.0/8, 11.2.3.4/99, 2.3.4'));
    assert.not.ok(isExcepted('https://es-1', ''));
  });

  test('the login of a proxy is sent to it, and shown nowhere', () => {
    const environment = { HTTPS_PROXY: 'http://ann:cAnArY%40@a:3128' };
    const proxy = forwardProxy(nodeAddress('https://es-1'), environment);
    assert.is(proxy?.login(), `Basic ${Buffer.from('ann:cAnArY@').toString('base64')}`);
    assert.not.match(JSON.stringify(proxy), 'cAnArY');
  });

  test('what is no URL of a proxy is told by the name of its variable', () => {
    for (const value of ['socks5://cAnArY', 'http://', 'http://a b', 'http://%ff:x@a'])
      assert.throws(
        () => proxyFor('https://es-1', { HTTPS_PROXY: value }),
        /^HTTPS_PROXY is not the URL of a forward proxy/,
        value,
      );
  });
});
