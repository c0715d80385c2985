/** The members of a stack's parts. */
import { openStacks } from '../../src/check/open-stacks.ts';
import { assert, describe } from '../describe.ts';
import { memoryFiles } from '../memory-files.ts';

const HOSTS = `
[hot]
es-1
[search:children]
hot
[zone]
es-1
dash-1
pipe-1
[zone:vars]
ansible_group_priority=10
[dashboard]
dash-1
[pipeline]
pipe-1
`;

describe('a member', (test) => {
  test('knows all groups of its host, the later ones overriding the earlier', () => {
    const files = memoryFiles({ '/p/hosts': HOSTS });
    const where = { files, cwd: '/p', paths: [], inventory: ['hosts'], playbookDir: undefined };
    const [found] = openStacks({ ...where, vocabularies: ['search'] });
    const { clusters, dashboards, pipelines } = found?.stack ?? {};
    assert.equal(clusters?.[0]?.nodes[0]?.groups, ['all', 'search', 'zone', 'hot']);
    assert.equal(dashboards?.[0]?.instances[0]?.groups, ['all', 'dashboard', 'zone']);
    assert.equal(pipelines?.[0]?.groups, ['all', 'pipeline', 'zone']);
  });
});
