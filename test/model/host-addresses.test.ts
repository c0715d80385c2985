/** Who reaches an address that a node listens at. */
import { addressesIn, isLoopbackOnly, reachOf } from '../../src/model/host-addresses.ts';
import type { Reach } from '../../src/model/host-addresses.ts';
import type { Setting } from '../../src/model/setting.ts';
import { assert, describe } from '../describe.ts';

const CASES: Readonly<Record<Reach, readonly string[]>> = {
  loopback: ['_local_', '_local:ipv4_', 'localhost', '127.0.0.1', '127.8.0.1', '::1', '[::1]', '0:0:0:0:0:0:0:1'],
  private: ['_site_', '_site:ipv6_', '10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.0.1', '169.254.1.1'],
  everywhere: ['0.0.0.0', '::', '[::]', '0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0'],
  public: [
    '_global_',
    '_global:ipv4_',
    '9.9.9.9',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2a01:4f8::1',
    '[2606:4700::1]',
  ],
  unknown: ['es-1', 'es-1.example.org', '_eth0_', '_eth0:ipv4_', '_ec2:publicIp_', '300.1.1.1', ''],
};

const ALSO_PRIVATE = [
  '100.64.0.1',
  '192.0.2.1',
  '198.51.100.9',
  '203.0.113.7',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
];
const PRIVATE_IPV6 = [
  'fd12:3456::1',
  'fc00::1',
  'fe80::1',
  '2001:db8::1',
  '2001:0db8::1',
  '3fff::1',
  '::ffff:10.0.0.1',
];

const known = (...value: readonly string[]): Setting<readonly string[]> => {
  return { state: 'known', variable: 'network.host', origin: { file: 'a.yml', start: 0, end: 0 }, value };
};

describe('who reaches an address', (test) => {
  test('follows from its block, or the word of the product', () => {
    const all = { ...CASES, private: [...CASES.private, ...ALSO_PRIVATE, ...PRIVATE_IPV6] };
    for (const [reach, addresses] of Object.entries(all))
      for (const address of addresses) assert.is(reachOf(address), reach, address);
  });

  test('is asked for each of a list, which may be one text', () => {
    assert.equal(addressesIn(known('_local_, _site_')), ['_local_', '_site_']);
    assert.ok(isLoopbackOnly(known('_local_', '::1')));
    assert.not(isLoopbackOnly(known('_local_, _site_')));
    assert.not(isLoopbackOnly(known()));
  });

  test('is that of the default where the files are known and set none', () => {
    const unset = { state: 'unset', variable: 'network.host', origin: { file: 'a.yml', start: 0, end: 0 } } as const;
    assert.ok(isLoopbackOnly({ ...unset, productDefault: '_local_' }));
    assert.not(isLoopbackOnly(unset));
  });
});
