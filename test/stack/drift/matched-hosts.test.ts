/** Hosts are matched with nodes by name, else by an address that leaves no doubt, and never guessed. */
import fc from 'fast-check';
import { isAddress } from '../../../src/model/network-address.ts';
import { matchedHosts, mayBeSame } from '../../../src/stack/drift/matched-hosts.ts';
import type { HostToMatch, NodeToMatch } from '../../../src/stack/drift/matched-hosts.ts';
import { assert, describe } from '../../describe.ts';

function host(name: string, addresses: readonly string[] = [], nodeName?: string): HostToMatch {
  return { name, nodeName, addresses };
}

function node(name: string, ...addresses: readonly string[]): NodeToMatch {
  return { name, addresses };
}

/** The matches as `host=node by name`. */
function matched(hosts: readonly HostToMatch[], nodes: readonly NodeToMatch[]): readonly string[] {
  return matchedHosts(hosts, nodes).matches.map((one) => `${one.host.name}=${one.node.name} by ${one.by}`);
}

describe('a host is matched with a node', (test) => {
  test('by the name that the inventory gives its node, before its own', () => {
    assert.equal(matched([host('es-1', [], 'alpha'), host('alpha')], [node('alpha'), node('es-1')]), [
      'es-1=alpha by name',
    ]);
  });

  test('by its own name, in small letters or capitals, with or without a domain', () => {
    assert.equal(matched([host('ES-1')], [node('es-1')]), ['ES-1=es-1 by name']);
    assert.equal(matched([host('es-1.example.org')], [node('es-1')]), ['es-1.example.org=es-1 by name']);
    assert.equal(matched([host('es-1')], [node('es-1.example.org')]), ['es-1=es-1.example.org by name']);
  });

  test('by an address that only these two have', () => {
    assert.equal(matched([host('quay', ['10.0.0.1'])], [node('es-1', '10.0.0.1')]), ['quay=es-1 by address']);
  });

  test('of no other domain, and by no part of an address', () => {
    assert.equal(matched([host('es-1.north')], [node('es-1.south')]), []);
    assert.equal(matched([host('10.0.0.1')], [node('10')]), []);
  });

  test('not where two hosts or two nodes claim a name', () => {
    assert.equal(matched([host('es-1.north'), host('es-1.south')], [node('es-1')]), []);
    assert.equal(matched([host('es-1')], [node('es-1'), node('es-1')]), []);
  });

  test('not by an address that others have, too, matched or not: a tunnel, loopback', () => {
    const here = ['127.0.0.1'];
    assert.equal(matched([host('es-1', here), host('spare', here)], [node('es-1', ...here), node('es-9', ...here)]), [
      'es-1=es-1 by name',
    ]);
  });
});

describe('two hosts', (test) => {
  test('that each have an address of one node are not matched with it', () => {
    const [one, other] = [host('quay', ['10.0.0.1']), host('dock', ['10.0.0.2'])];
    assert.equal(matched([one, other], [node('es-1', '10.0.0.1', '10.0.0.2')]), []);
  });
});

describe('a host and a node without a match', (test) => {
  test('may be the same unless addresses tell them apart', () => {
    assert.is(mayBeSame(host('spare', ['10.0.0.1']), node('es-9', '10.0.0.9')), false);
    assert.is(mayBeSame(host('spare'), node('es-9', '10.0.0.9')), true);
    assert.is(mayBeSame(host('spare', ['127.0.0.1']), node('es-9', '10.0.0.9')), true);
    assert.is(mayBeSame(host('spare', ['10.0.0.1']), node('es-9', '127.0.0.1')), true);
  });

  test('have addresses that are no names', () => {
    for (const address of ['10.0.0.1', '::1', 'fe80::1']) assert.ok(isAddress(address), address);
    for (const name of ['es-1', 'es-1.example.org', 'beef', '10']) assert.not(isAddress(name), name);
  });
});

describe('any hosts and nodes', (test) => {
  const name = fc.constantFrom('a', 'b', 'a.x', 'a.y', 'B', 'c');
  const addresses = fc.uniqueArray(fc.constantFrom('10.0.0.1', '10.0.0.2', '127.0.0.1'), { maxLength: 2 });
  const hosts = fc.array(fc.record({ name, nodeName: fc.option(name, { nil: undefined }), addresses }), {
    maxLength: 5,
  });
  const nodes = fc.array(fc.record({ name, addresses }), { maxLength: 5 });

  test('have each at most one match, and all others are left', () => {
    fc.assert(
      fc.property(hosts, nodes, (some, others) => {
        const { matches, hosts: left, nodes: leftNodes } = matchedHosts(some, others);
        assert.is(new Set(matches.map((one) => one.host)).size, matches.length);
        assert.is(new Set(matches.map((one) => one.node)).size, matches.length);
        assert.is(matches.length + left.length, some.length);
        assert.is(matches.length + leftNodes.length, others.length);
      }),
    );
  });

  test('have the same matches in whatever order they come', () => {
    fc.assert(
      fc.property(hosts, nodes, (some, others) => {
        const key = (hostsInOrder: typeof some, nodesInOrder: typeof others): readonly string[] =>
          matchedHosts(hostsInOrder, nodesInOrder)
            .matches.map((one) => `${some.indexOf(one.host)} ${others.indexOf(one.node)} ${one.by}`)
            .sort();
        assert.equal(key(some.toReversed(), others.toReversed()), key(some, others));
      }),
      { numRuns: 1000 },
    );
  });
});
