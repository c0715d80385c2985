/** Stacks whose name, or the path of whose inventory, says that they are for development. */
import { check } from '../../../src/check/check.ts';
import type { RuleSelection } from '../../../src/engine/active-rules.ts';
import type { CheckTarget } from '../../../src/check/target.ts';
import { assert, describe } from '../../describe.ts';
import { project } from '../../project.ts';

const HOSTS = 'all: {children: {search: {hosts: {es-1: {search_heap: "26", search_cluster_name: logs}}}}}\n';

/** The preset of each stack of a project with these inventories, and where it comes from. */
function presets(
  inventories: readonly string[],
  selection: Partial<RuleSelection> = {},
  more: Partial<CheckTarget> = {},
): readonly string[] {
  const tree = Object.fromEntries(inventories.map((path) => [path, HOSTS]));
  const { target } = project(tree, { cwd: '/srv/logs', vocabularies: ['search'], ...more });
  const { opened } = check(target, { rules: [], ...selection });
  return opened.map(({ name, preset, presetFrom }) => `${name} ${preset} ${presetFrom}`);
}

describe('the preset of a stack that nobody chose one for', (test) => {
  test('is development where a word of its name or path says so', () => {
    assert.equal(presets(['inventories/lab/hosts.yml']), ['lab development name']);
    assert.equal(presets(['inventories/eu-dev/hosts.yml']), ['eu-dev development name']);
    assert.equal(presets(['inventories/Test2/hosts.yml']), ['Test2 development name']);
    assert.equal(presets(['inventories/demo/east/hosts.yml'], {}, { inventory: ['inventories/demo/east'] }), [
      'east development name',
    ]);
    assert.equal(presets(['environments/hosts.ci.yml'], {}, { inventory: ['environments/hosts.ci.yml'] }), [
      'hosts.ci development name',
    ]);
  });

  test('is production where such a word is a part of another one', () => {
    for (const name of ['latest', 'labour', 'devon', 'city', 'laboratory', 'production'])
      assert.equal(presets([`inventories/${name}/hosts.yml`]), [`${name} production default`]);
  });

  test('does not depend on the folders above the project', () => {
    assert.equal(presets(['inventories/production/hosts.yml'], {}, { cwd: '/home/dev/test' }), [
      'production production default',
    ]);
  });

  test('gives way to what a person chose, for all stacks or for one', () => {
    const lab = ['inventories/lab/hosts.yml'];
    assert.equal(presets(lab, { preset: 'production' }), ['lab production choice']);
    assert.equal(presets(lab, { presets: new Map([['lab', 'strict']]) }), ['lab strict choice']);
  });
});
