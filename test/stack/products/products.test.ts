/** Products by release: the defaults of settings that changed, and what makes members take another value. */
import { configurations, product } from '../../../src/generated/vocabularies.ts';
import { releasesStartingWith } from '../../../src/model/release.ts';
import { isSentIn, mayBeSent, schemaInReleases } from '../../../src/stack/products/products.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

describe('the default of a setting that changed', (test) => {
  const defaultIn = (release: string): unknown =>
    schemaInReleases(product('elasticsearch'), releasesStartingWith(release)).settings['xpack.security.enabled']
      ?.default;

  test('is that of the release', () => {
    assert.equal(['6.8.23', '7', '7.17', '8', '8.0.0', '9.1'].map(defaultIn), [false, false, false, true, true, true]);
  });

  test('is none where the release had no such setting, or may be one of several', () => {
    assert.is(defaultIn('2.4'), undefined);
    const all = schemaInReleases(product('elasticsearch'), {}).settings['xpack.security.enabled'];
    assert.is(all?.default, undefined);
  });
});

describe('what makes a member take another value', (test) => {
  const AUDIT = 'xpack.security.audit.enabled';
  const appliesIn = (release: string): unknown =>
    schemaInReleases(product('elasticsearch'), releasesStartingWith(release)).settings[AUDIT]?.applies;

  test('is that of the release, if it changed', () => {
    assert.equal(['8.19.21', '9.4', '9.5.3', '9.6'].map(appliesIn), ['restart', 'restart', 'live', 'live']);
    assert.is(typeof appliesIn('9'), 'object');
  });

  test('is told by the own settings of a member', () => {
    const ownOf = (release: string) => {
      const files = {
        'hosts.yml': 'all: {hosts: {one: }}\n',
        'site.yml': [
          '- hosts: all',
          '  tasks:',
          `    - package: {name: elasticsearch=${release}}`,
          '    - copy: {dest: /etc/elasticsearch/elasticsearch.yml, content: "cluster.name: one\\n"}',
          '',
        ].join('\n'),
      };
      const own = project(files).stack().stack.clusters[0]?.nodes[0]?.own;
      assert.ok(own !== undefined);
      return own;
    };
    const own = ownOf('8.19.3');
    const names = [
      'cluster.max_shards_per_node',
      'path.logs',
      'path.data',
      'vm.max_map_count',
      '-Xmx',
      AUDIT,
      'other.one',
    ];
    assert.equal(
      names.map((name) => own.applies(name)),
      ['live', 'restart', 'reinstall', 'live', 'restart', 'restart', undefined],
    );
    assert.is(ownOf('9.5.3').applies(AUDIT), 'live');
  });

  test('is a request to the cluster for no setting of a file of its own', () => {
    const { settings } = product('elasticsearch');
    const names = [
      'cluster.routing.allocation.enable',
      'node.name',
      'path.data',
      'vm.max_map_count',
      AUDIT,
      'other.one',
    ];
    assert.equal(
      names.map((name) => mayBeSent(settings[name])),
      [true, false, false, false, true, true],
    );
    const audit = settings[AUDIT];
    assert.ok(audit !== undefined);
    assert.equal(
      ['9.5', '9.4', '9'].map((release) => isSentIn(releasesStartingWith(release), audit)),
      [true, false, false],
    );
    const anonymous = product('opensearch').settings['config.dynamic.http.anonymous_auth_enabled'];
    assert.equal([anonymous?.applies, mayBeSent(anonymous)], ['live', false]);
  });
});

describe('a product that takes changes of further files while it runs', (test) => {
  for (const name of configurations.keys())
    test(`${name} does so where a truth value says so, and has what says where they are`, () => {
      const { settings, configuration } = product(name);
      for (const [own, places] of Object.entries(configuration.reloads ?? {})) {
        assert.is(settings[own]?.type, 'boolean', own);
        for (const place of places) assert.ok(place in settings || place === configuration.pipelines, place);
      }
    });
});
