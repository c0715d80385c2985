import { isUrl, nodeAddress } from '../../src/live/node-address.ts';
import { assert, describe } from '../describe.ts';

describe('nodeAddress', (test) => {
  test('a URL has a port, and may have the path of a reverse proxy', () => {
    assert.equal(nodeAddress('HTTPS://Es-1:9200/'), {
      ...{ url: 'https://es-1:9200', secure: true, prefix: '', host: 'es-1', port: 9200 },
    });
    assert.equal(nodeAddress('http://[::1]/es/'), {
      url: 'http://[::1]/es',
      secure: false,
      prefix: '/es',
      host: '::1',
      port: 80,
    });
    assert.is(nodeAddress('https://es-1').port, 443);
  });

  test('a user or a password in it is refused, and nothing of it is repeated', () => {
    for (const url of [
      'https://ann:cAnArY@es-1:9200',
      'https://cAnArY@es-1',
      'https://es-1/?q=cAnArY',
      'ftp://cAnArY',
      'https://cAnArY:x',
    ])
      try {
        nodeAddress(url);
        assert.unreachable(url);
      } catch (error) {
        assert.match((error as Error).message, /URL/);
        assert.not.match((error as Error).message, 'cAnArY');
      }
  });

  test('a path is no URL', () => {
    assert.equal(['https://es-1', 'HTTP://x', 'recording.zip', './a://b', 'C:\\x.zip'].map(isUrl), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
