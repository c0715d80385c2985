/** The members of a stack's parts. */
import { assert, describe } from '../describe.ts';
import { project } from '../project.ts';

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
    const { stack } = project({ hosts: HOSTS }, { inventory: ['hosts'], vocabularies: ['search'] }).stack();
    const { clusters, dashboards, pipelines } = stack;
    assert.equal(clusters[0]?.nodes[0]?.groups, ['all', 'search', 'zone', 'hot']);
    assert.equal(dashboards[0]?.instances[0]?.groups, ['all', 'dashboard', 'zone']);
    assert.equal(pipelines[0]?.groups, ['all', 'pipeline', 'zone']);
  });
});
