import { keptMembers, placeBefore } from '../../src/model/change.ts';
import { liesUnder, normalPath } from '../../src/model/host-paths.ts';
import { needsPath } from '../../src/model/repository-paths.ts';
import { defineRule } from '../../src/model/rule.ts';

export default defineRule({
  summary: 'Allow the path of a snapshot repository for as long as it is used.',
  why: 'Nodes refuse the repository once its path is not allowed: no snapshot is taken, and none of those in it can be restored.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/shared-file-system-repository',
  since: '0.1.0',
  severity: { development: 'warning', production: 'error', strict: 'error' },
  considers: ['repositoryPaths', 'roles'],
  messages: {
    used: 'The path {{path}} is no longer allowed on {{host}}, but the repository {{repository}} lies there; expected it in {{variable}}.',
  },
  *change(change) {
    for (const { before, after: cluster, nodes } of change.clusters) {
      if (cluster === undefined) continue;
      const repositories = [cluster.repositories, before?.repositories].find((one) => one?.state === 'known');
      for (const { before: was, after: node } of keptMembers(nodes)) {
        const [former, latter] = [was.repositoryPaths, node.repositoryPaths];
        if (former.state !== 'known' || !needsPath(node)) continue;
        if (latter.state === 'unknown') yield { undecided: latter, hosts: [node.host] };
        if (latter.state !== 'known' && latter.state !== 'unset') continue;
        const left = latter.state === 'known' ? latter.value : [];
        for (const path of former.value) {
          if (left.some((one) => normalPath(one) === normalPath(path))) continue;
          for (const { name, location, origin } of repositories?.state === 'known' ? repositories.value : []) {
            if (location.state !== 'known' || !liesUnder(location.value, path)) continue;
            if (left.some((one) => liesUnder(location.value, one))) continue;
            yield {
              at: latter,
              message: 'used',
              data: { path, repository: name, variable: latter.variable },
              hosts: [node.host],
              clusters: [cluster.label],
              related: [
                { ...origin, message: `the repository ${name}` },
                { ...placeBefore(change, former.origin), message: 'before' },
              ],
            };
          }
        }
      }
    }
  },
});
