/** Values that nothing sets: the finding says which file they go into. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

const HOSTS = 'all:\n  children:\n    search:\n      hosts:\n        es-1:\n';

function places(files: Readonly<Record<string, string>>, inventory: string): readonly (readonly unknown[])[] {
  const { findings } = project(files, { inventory: [inventory], vocabularies: ['search'] }).check({
    rule: 'memory/memory-lock',
  });
  return findings.map(({ at, newFile }) => ['file' in at ? at.file : '', newFile]);
}

describe('a missing value', (test) => {
  test('goes into the variable file of its group, where the finding points', () => {
    const files = { 'hosts.yml': HOSTS, 'group_vars/search.yml': 'search_heap: "4"\n' };
    assert.equal(places(files, 'hosts.yml'), [['group_vars/search.yml', undefined]]);
  });

  test('goes into a new file beside the inventory, where the group has none', () => {
    assert.equal(places({ 'hosts.yml': HOSTS }, 'hosts.yml'), [['hosts.yml', 'group_vars/search.yml']]);
    const below = { 'inv/live/hosts.yml': HOSTS };
    assert.equal(places(below, 'inv/live'), [['inv/live/hosts.yml', 'inv/live/group_vars/search.yml']]);
  });
});
