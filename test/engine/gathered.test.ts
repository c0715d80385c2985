/** Values that nothing sets in several places, which are one finding of a cluster. */
import { assert, describe } from '../describe.ts';
import { check } from '../../src/check/check.ts';
import { project } from '../project.ts';
import type { Tree } from '../project.ts';
import { inFile } from '../in-file.ts';

/** Nodes of a cluster, each with a map of its own that lacks the audit log. */
function nodes(count: number, from = 1): Tree {
  const names = Array.from({ length: count }, (_, at) => `es-${String(from + at)}`);
  return {
    hosts: `[search]\n${names.join('\n')}\n`,
    'group_vars/search.yml': 'search_cluster_name: logs\n',
    ...Object.fromEntries(
      names.map((name) => [`host_vars/${name}.yml`, `search_extra_config: { node.name: ${name} }\n`]),
    ),
  };
}

function judged(tree: Tree) {
  const { target } = project(tree, { inventory: ['hosts'] });
  const rules = [{ pattern: 'audit/enabled', severity: undefined }];
  const suppressions = { today: '2026-11-28', isForbidden: () => false };
  const { findings, suppressed, fingerprint } = check(target, { preset: 'production', rules }, { suppressions });
  return {
    places: findings.map(({ at, related }) => [at, ...related].map((place) => inFile(place).file)),
    hosts: findings.map(({ hosts }) => hosts.length),
    told: findings.flatMap(({ related }) => related.map(({ message }) => message)),
    suppressed: suppressed.length,
    marks: findings.map((one) => fingerprint(one)),
  };
}

describe('values that nothing sets in several places', (test) => {
  test('are one finding at the first, with the others beside it', () => {
    const { places, hosts, told } = judged(nodes(3));
    assert.equal(places, [['host_vars/es-1.yml', 'host_vars/es-2.yml', 'host_vars/es-3.yml']]);
    assert.equal(hosts, [3]);
    assert.equal(told, ['the same for es-2', 'the same for es-3']);
  });

  test('are few places of many, the last with all that are left', () => {
    const { places, hosts, told } = judged(nodes(30));
    assert.is(places[0]?.length, 5);
    assert.equal(hosts, [30]);
    assert.is(told.at(-1), 'the same for es-2, es-3 and 24 more');
  });

  test('are two findings in two clusters', () => {
    const two = { ...nodes(2), 'host_vars/es-2.yml': 'search_cluster_name: other\nsearch_extra_config: {}\n' };
    assert.equal(judged(two).hosts, [1, 1]);
  });

  test('are suppressed by comments one by one', () => {
    const comment = '# stacklint-disable-file audit/enabled -- A test.\n';
    const { places, suppressed } = judged({ ...nodes(3), 'host_vars/es-1.yml': `${comment}search_extra_config: {}\n` });
    assert.equal(places, [['host_vars/es-2.yml', 'host_vars/es-3.yml']]);
    assert.is(suppressed, 1);
  });

  test('have one fingerprint, whichever hosts join', () => {
    const [mark] = judged(nodes(2, 5)).marks;
    assert.ok(mark);
    for (const tree of [nodes(1, 5), nodes(3, 5), nodes(30, 1)]) assert.equal(judged(tree).marks, [mark]);
  });
});
