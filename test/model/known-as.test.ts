/** Whom a name or an address in a list of nodes means. */
import { isCalled, isOwnName } from '../../src/model/known-as.ts';
import { assert, describe } from '../describe.ts';

describe('the names and addresses by which a node may be called', (test) => {
  test('have a port or none, and capital letters or small ones', () => {
    for (const name of ['es-1', 'ES-1', 'es-1:9300', 'http://es-1:9200/'])
      assert.ok(isCalled(node('es-1'), name), name);
    for (const address of ['10.0.0.1', '10.0.0.1:9300', '10.0.0.1:9300-9305'])
      assert.ok(isCalled(node('10.0.0.1'), address), address);
    for (const address of ['2001:db8::1', '[2001:DB8::1]', '[2001:db8::1]:9300'])
      assert.ok(isCalled(node('2001:db8::1'), address), address);
  });

  test('have a domain or none, but two domains are two machines', () => {
    assert.ok(isCalled(node('es-1'), 'es-1.example.org'));
    assert.ok(isCalled(node('es-1.example.org'), 'es-1:9300'));
    assert.not(isCalled(node('es-1.example.org'), 'es-1.example.net'));
    assert.not(isCalled(node('10.0.0.1'), '10'));
    assert.not(isCalled(node('es-1'), 'es-10'));
  });
});

describe('a name of the machine itself', (test) => {
  test('is loopback without a port, which may be that of a tunnel', () => {
    for (const name of ['localhost', '127.0.0.1', '::1', '[::1]', '_local_']) assert.ok(isOwnName(name), name);
    for (const name of ['127.0.0.1:9301', '[::1]:9301', 'localhost:9301', 'es-1', '10.0.0.1'])
      assert.not(isOwnName(name), name);
  });
});

function node(...value: readonly string[]): Parameters<typeof isCalled>[0] {
  const origin = { file: 'hosts', start: 0, end: 0 };
  return { knownAs: { state: 'known', setting: 'knownAs', variable: 'knownAs', origin, value } };
}
