/** Pseudonyms keep what rules judge a name or an address by. */
import { reachOf } from '../../src/model/host-addresses.ts';
import { Pseudonyms } from '../../src/recording/pseudonyms.ts';
import { assert, describe } from '../describe.ts';

const ADDRESSES = [
  ...['0.0.0.0', '127.0.0.1', '10.4.0.11', '172.16.3.4', '172.32.0.1', '192.168.7.7', '169.254.1.1', '100.64.0.1'],
  ...['100.128.0.1', '192.0.2.1', '192.0.3.1', '198.19.0.1', '198.51.100.9', '198.51.101.9', '203.0.113.7'],
  ...['203.0.114.7', '224.0.0.1', '255.255.255.255', '9.9.9.9', '34.120.5.6'],
  ...['::', '::1', '0:0:0:0:0:0:0:1', '2a01:4f8::1', '2606:4700::1', '2001:db8::1', '3fff::1', 'fd12:3456::1'],
  ...['fe80::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:9.9.9.9', '64:ff9b::1'],
];
/** Words for groups of addresses, which stand for no machine. */
const GROUPS = ['_local_', '_local:ipv4_', '_site_', '_site:ipv6_', '_global_', '_global:ipv6_', 'localhost', '0'];

describe('the pseudonym of an address', (test) => {
  test('is one that the same people reach', () => {
    const pseudonyms = new Pseudonyms();
    const reaches = (texts: readonly string[]) => texts.map((text) => `${text} ${reachOf(text)}`);
    const all = [...ADDRESSES, ...GROUPS];
    const after = all.map((text) => `${text} ${reachOf(pseudonyms.name(text))}`);
    assert.equal(after, reaches(all));
  });

  test('is another one, and the same in brackets, with a port and in capital letters', () => {
    const pseudonyms = new Pseudonyms();
    const own = pseudonyms.name('2a01:4f8::1');
    assert.not.match(own, /2a01/);
    assert.is.not(pseudonyms.name('2a01:4f8::2'), own);
    assert.equal(
      ['[2a01:4f8::1]:9300', '2A01:4F8::1', 'https://[2a01:4f8::1]:9200'].map((text) => pseudonyms.name(text)),
      [`[${own}]:9300`, own, `https://[${own}]:9200`],
    );
    assert.not.match(pseudonyms.name('34.120.5.6'), /34\.120/);
  });
});
