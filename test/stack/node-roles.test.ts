/** Roles of nodes that are given as one text. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

function judged(vocabulary: string, group: string, value: string): readonly string[] {
  const variable = `${group}_node_types`;
  const tree = {
    'hosts.yml': `${group}: { hosts: { es-1: , es-2: , es-3: } }\n`,
    [`group_vars/${group}.yml`]: `${variable}: ${value}\n`,
  };
  const { findings } = project(tree, { inventory: ['hosts.yml'], vocabularies: [vocabulary] }).check({
    rule: ['inventory/schema', 'topology/unknown-role', 'topology/master-quorum'],
  });
  return findings.map(({ rule, message }) => `${rule}: ${message}`);
}

describe('roles as one text', (test) => {
  test('are no list, where the role wants one', () => {
    assert.equal(judged('search', 'search', 'master'), [
      'inventory/schema: search_node_types is "master"; expected a list of roles.',
    ]);
    assert.equal(judged('search', 'search', '[master, 1]'), [
      'inventory/schema: search_node_types: item 2 is 1; expected the name of a role.',
    ]);
  });

  test('are one where the role writes them as they are, and the product takes them', () => {
    assert.equal(judged('oddly.elasticstack', 'elasticsearch', 'master, data'), []);
    assert.match(judged('oddly.elasticstack', 'elasticsearch', 'mastr')[0] ?? '', /mastr .* expected master\.$/);
    assert.equal(judged('oddly.elasticstack', 'elasticsearch', '"[master]"'), [
      'inventory/schema: elasticsearch_node_types is "[master]"; expected a list of roles.',
    ]);
  });
});
