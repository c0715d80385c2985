import { normalPath } from '../../src/model/host-paths.ts';
import { needsPath, nodesRefusing } from '../../src/model/repository-paths.ts';
import { append } from '../../src/model/multimap.ts';
import { nearest } from '../../src/model/nearest.ts';
import { defineRule } from '../../src/model/rule.ts';
import { keyOfPlace, placeOfOrigin } from '../../src/model/setting.ts';
import type { Known } from '../../src/model/setting.ts';

/** Types of Elasticsearch and OpenSearch, and of plugins for other clouds. */
const OF_PRODUCTS = ['fs', 'url', 'source', 's3', 'gcs', 'azure', 'hdfs'];
const OF_PLUGINS = ['encrypted', 'remote_store', 'swift', 'oss', 'cos', 'obs', 'oci', 'b2', 'gluster'];

export default defineRule({
  summary: 'Register snapshot repositories of a type that exists, below a path that each node allows.',
  why: 'The cluster refuses to register any other, so that there are no snapshots.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/shared-file-system-repository',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  judges: 'declared',
  considers: ['repositoryPaths', 'roles'],
  messages: {
    type: 'The snapshot repository {{repository}} has the type {{type}}; expected {{expected}}.',
    nowhere: 'The snapshot repository {{repository}} has no {{variable}}; expected a folder that all nodes share.',
    outside:
      'The snapshot repository {{repository}} is at {{location}}, which {{host}} does not allow; expected it below {{paths}}.',
  },
  *cluster({ nodes, repositories }) {
    if (repositories?.state !== 'known') return;
    for (const { name: repository, kind, location, elsewhere, unaddressed } of repositories.value) {
      if (kind.state === 'unknown') yield { undecided: kind, hosts: [] };
      if (kind.state === 'known' && ![...OF_PRODUCTS, ...OF_PLUGINS].includes(kind.value)) {
        const expected = nearest(kind.value, OF_PRODUCTS) ?? OF_PRODUCTS.join(', ');
        yield { at: kind, message: 'type', data: { repository, type: kind.value, expected }, hosts: [] };
        continue;
      }
      if (location.state === 'unknown') yield { undecided: location, hosts: [] };
      if (location.state === 'unset' && kind.state === 'known')
        yield { at: location, message: 'nowhere', data: { repository }, hosts: [] };
      if (location.state !== 'known') continue;
      for (const { host, repositoryPaths: paths } of nodes.filter(needsPath))
        if (paths.state === 'unknown') yield { undecided: paths, hosts: [host] };
      const refusing = nodesRefusing(location.value, nodes);
      if (refusing.length > 0 && elsewhere !== undefined) yield { undecided: elsewhere, hosts: [] };
      else if (unaddressed === undefined) yield* outside(repository, location, refusing);
    }
  },
  *stack({ clusters }) {
    const unaddressed = new Map<string, ReturnType<typeof outside>[]>();
    for (const { nodes, repositories } of clusters)
      for (const { name, origin, location, ...record } of repositories?.state === 'known' ? repositories.value : [])
        if (record.unaddressed !== undefined && location.state === 'known')
          append(unaddressed, keyOfPlace(origin), outside(name, location, nodesRefusing(location.value, nodes)));
    // It is meant for the cluster that allows it, if one does.
    for (const ofClusters of unaddressed.values())
      if (ofClusters.every(({ length }) => length > 0)) yield* ofClusters.flat();
  },
});

/** A report for each node that does not allow the location of a repository. */
function outside(repository: string, location: Known<string>, refusing: ReturnType<typeof nodesRefusing>) {
  return refusing.map(({ host, paths }) => {
    const data = { repository, location: location.value, paths: paths.value.map(normalPath).join(', ') };
    const related = [{ ...placeOfOrigin(paths.origin), message: 'these paths are allowed' }];
    return { at: location, message: 'outside' as const, data, hosts: [host], related };
  });
}
