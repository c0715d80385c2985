/** Upgrades: what each takes, by the products' own data. */
import { configurations, product } from '../../src/generated/vocabularies.ts';
import { haveCommon, isBefore, majorOf, releasesStartingWith } from '../../src/model/release.ts';
import { upgradeFrom } from '../../src/model/upgrade.ts';
import type { Upgradable } from '../../src/model/upgrade.ts';
import { assert, describe } from '../describe.ts';

function upgradable(name: string): Upgradable {
  return { product: name, upgrades: product(name).upgrades ?? {} };
}

/** An upgrade in words: `skips 6.8, 7.17`; empty if it cannot be told. */
function told(name: string, from: string, to: string, before = name): string {
  const upgrade = upgradeFrom(upgradable(name), from, to, upgradable(before));
  if (upgrade === undefined) return '';
  if (!('through' in upgrade)) return upgrade.kind;
  const stops = upgrade.through.map((stop) =>
    stop.product === name ? stop.release : `${stop.product} ${stop.release}`,
  );
  return [upgrade.kind, stops.join(', ')].join(' ').trim();
}

type Case = readonly [from: string, to: string, expected: string];

describe('an upgrade', (test) => {
  const tables: Readonly<Record<string, readonly Case[]>> = {
    elasticsearch: [
      ['8.19.3', '8.19.3', 'none'],
      ['8.x', '8.x', 'none'],
      ['latest', 'latest', 'none'],
      ['8.19.3', '8.19.4', 'direct'],
      ['8.2.0', '8.19.4', 'direct'],
      ['7.0.1', '7.17', 'direct'],
      ['8.19.4', '8.19.3', 'lower'],
      ['8.19.3', '8.2.0', 'lower'],
      ['9.1.0', '8.19.3', 'lower'],
      ['9', '8', 'lower'],
      ['9.1.0', '8.x', 'lower'],
      ['5.6.16', '6.8.23', 'direct'],
      ['5.5.3', '6.8.23', 'stopped 5.6'],
      ['2.4.6', '6.8.23', 'skips 5.6'],
      ['6.7.2', '7.0.1', 'direct'],
      ['6.6.0', '7.0.1', 'stopped 6.7'],
      ['6.8.23', '7.0.1', 'never'],
      ['6.8.0', '7.17.29', 'direct'],
      ['6.7.2', '7.10.2', 'stopped 6.8'],
      ['5.6.16', '7.17.29', 'skips 6.8'],
      ['5.1.0', '7.17.29', 'skips 5.6, 6.8'],
      ['7.17.0', '8.0.0', 'direct'],
      ['7.17.29', '8.19.3', 'direct'],
      ['7.16.3', '8.19.3', 'skips 7.17'],
      ['6.8.23', '8.1.0', 'skips 7.17'],
      ['6.5.0', '8.1.0', 'skips 6.8, 7.17'],
      ['8.18.2', '9.0.0', 'direct'],
      ['8.19.3', '9.0.4', 'never'],
      ['8.17.1', '9.0.4', 'skips 8.18'],
      ['8.18.2', '9.1.0', 'skips 8.19'],
      ['8.19.0', '9.5.3', 'direct'],
      ['7.17.29', '9.1.0', 'skips 8.19'],
      ['7.10.2', '9.1.0', 'skips 7.17, 8.19'],
      // In part.
      ['7.17', '8.19', 'direct'],
      ['7.17', '8', 'direct'],
      ['7.17', '8.x', 'direct'],
      ['7.17.x', '8.*', 'direct'],
      ['8.19', '9.1', 'direct'],
      ['7.10', '8', 'skips 7.17'],
      ['6', '8', 'skips 7.17'],
      ['7', '9.1', 'skips 8.19'],
      ['7', '9', 'skips'],
      ['6.8', '7', ''],
      ['7', '8.19.3', ''],
      ['7.x', '8.x', ''],
      ['8.19', '9', ''],
      ['8', '8.19', ''],
      ['8.19', '8.19.3', ''],
      ['8.19.3', '8', ''],
      ['latest', '8.19.3', ''],
      ['8.19.3', 'latest', ''],
      ['8.19.3', '9.0.0-rc1', ''],
      ['', '8.19.3', ''],
      // Not documented.
      ['1.7.6', '2.4.6', ''],
      ['9.5.3', '10.0.0', ''],
    ],
    kibana: [
      ['6.7.2', '7.17.29', 'skips 6.8'],
      ['6.8.23', '7.17.29', 'direct'],
      ['7.16.0', '8.17.4', 'skips 7.17'],
      ['8.18.0', '9.0.1', 'direct'],
      ['8.18.0', '9.2.0', 'skips 8.19'],
      ['8.19.0', '8.18.0', 'lower'],
    ],
    opensearch: [
      ['1.3.20', '2.19.4', 'direct'],
      ['1.1.0', '2.0.0', 'direct'],
      ['1.0.0', '2.19.4', 'skips 1.1'],
      ['2.19.0', '3.0.0', 'direct'],
      ['2.18.0', '3.8.0', 'skips 2.19'],
      ['1.3.20', '3.8.0', 'skips 2.19'],
      ['1.0.1', '3.8.0', 'skips 1.1, 2.19'],
      ['2', '3', ''],
      ['1', '3', 'skips 2.19'],
      ['3.0.0', '2.19.4', 'lower'],
    ],
    'opensearch-dashboards': [
      ['2.3.0', '2.19.0', 'direct'],
      ['2.19.0', '3.0.0', ''],
      ['2.0.0', '1.3.0', 'lower'],
    ],
    logstash: [
      ['6.8.23', '7.0.0', 'direct'],
      ['7.9.0', '8.1.0', 'skips 7.17'],
      ['8.2.0', '9.0.0', 'direct'],
      ['7.17.29', '9.0.0', 'skips 8.0'],
    ],
    beats: [
      ['7.17.0', '8.0.0', 'direct'],
      ['7.10.0', '8.0.0', 'skips 7.17'],
      ['8.17.0', '9.1.0', 'skips 8.18'],
    ],
  };
  for (const [name, cases] of Object.entries(tables))
    test(`of ${name}`, () => {
      for (const [from, to, expected] of cases) assert.is(told(name, from, to), expected, `${from} to ${to}`);
    });

  test('to a product that took another over', () => {
    for (const [name, before, from, to, expected] of [
      ['opensearch', 'elasticsearch', '7.10.2', '1.3.20', 'direct'],
      ['opensearch', 'elasticsearch', '6.8.23', '1.0.0', 'direct'],
      ['opensearch', 'elasticsearch', '6.7.2', '1.0.0', 'stopped elasticsearch 6.8'],
      ['opensearch', 'elasticsearch', '5.6.16', '1.3.20', 'skips elasticsearch 6.8'],
      ['opensearch', 'elasticsearch', '7.11.0', '1.3.20', 'never'],
      ['opensearch', 'elasticsearch', '8.19.3', '2.19.4', 'never'],
      ['opensearch', 'elasticsearch', '7.10.2', '2.19.4', 'direct'],
      ['opensearch', 'elasticsearch', '7.9.3', '2.19.4', 'skips 1.1'],
      ['opensearch', 'elasticsearch', '6.5.0', '2.19.4', 'skips elasticsearch 6.8, 1.1'],
      ['opensearch', 'elasticsearch', '7.10.2', '3.8.0', 'skips 2.19'],
      ['opensearch', 'elasticsearch', '7', '1.3', ''],
      ['opensearch', 'elasticsearch', 'latest', '1.3', ''],
      ['opensearch-dashboards', 'kibana', '7.10.2', '1.3.0', 'direct'],
      ['opensearch-dashboards', 'kibana', '7.10.2', '2.3.0', ''],
      ['opensearch-dashboards', 'kibana', '7.17.0', '1.3.0', 'never'],
      ['elasticsearch', 'opensearch', '2.19.4', '8.19.3', 'never'],
      ['elasticsearch', 'opensearch', '1.3.20', '1.3.20', 'never'],
      ['logstash', 'beats', '8.0.0', '8.0.0', 'never'],
    ] as const)
      assert.is(told(name, from, to, before), expected, `${before} ${from} to ${name} ${to}`);
  });
});

describe('the upgrades of a product', (test) => {
  for (const name of configurations.keys())
    test(`${name}: each is from releases before, of the major one before`, () => {
      const { upgrades = {}, versions } = product(name);
      assert.ok(Object.keys(upgrades).length > 0);
      for (const [to, sources] of Object.entries(upgrades)) {
        assert.ok(haveCommon(releasesStartingWith(to), versions), `${to} is no release of ${name}`);
        for (const { since, until, stopped, of } of sources) {
          const described = product(of ?? name).versions;
          for (const release of [since, until ?? since, stopped ?? since])
            assert.ok(haveCommon(releasesStartingWith(release), described), `${release} is no release`);
          assert.ok(isBefore(since, until) && (stopped === undefined || isBefore(stopped, since)), to);
          if (of === undefined) assert.is(Number(majorOf(since)), Number(majorOf(to)) - 1, to);
        }
        assert.ok(sources.filter(({ of }) => of === undefined).length <= 1, `${to} has one source of its own`);
      }
    });
});
