import { linesOfUsual, usualOf } from '../../src/model/usual-value.ts';
import { isTemporary, liesUnder, normalPath } from '../../src/model/host-paths.ts';
import { needsPath, nodesRefusing } from '../../src/model/repository-paths.ts';
import type { Related } from '../../src/model/finding.ts';
import { defineRule } from '../../src/model/rule.ts';
import { placeOfOrigin } from '../../src/model/setting.ts';
import { registrationRemedy, verificationRemedy } from '../../src/model/snapshot-remedies.ts';
import type { SearchNode } from '../../src/model/stack.ts';

export default defineRule({
  summary: 'Set up a snapshot repository from the first deployment on, with the same paths on all nodes of a cluster.',
  why: 'Without a path that every node allows, there is no repository, hence no snapshot and no way to recover lost data.',
  reference: 'https://www.elastic.co/docs/deploy-manage/tools/snapshot-and-restore/shared-file-system-repository',
  since: '0.1.0',
  sources: [
    {
      name: 'AutoOps: Snapshot repository missing',
      url: 'https://www.elastic.co/docs/reference/autoops-insights/snapshot_repository_missing',
    },
  ],
  severity: { development: 'info', production: 'error', strict: 'error' },
  reads: ['repositoryPaths'],
  considers: ['dataPaths', 'remoteRepository', 'clusterName', 'roles'],
  messages: {
    missing:
      'Cluster {{cluster}} has no snapshot repository path on {{host}}; expected {{variable}} with a shared path.',
    empty: 'A snapshot repository path of {{host}} is an empty string; expected an absolute path.',
    relative: 'The snapshot repository path {{path}} of {{host}} is relative; expected an absolute path.',
    temporary: 'The snapshot repository path {{path}} of {{host}} is temporary; expected shared storage that lasts.',
    withData:
      'The snapshot repository path {{path}} of {{host}} is inside its data path {{data}}; expected separate storage.',
    unregistered: 'Cluster {{cluster}} has no snapshot repository; expected one to be registered.',
    outside:
      'The snapshot repository {{repository}} is at {{location}}, which {{host}} does not allow; expected it below {{paths}}.',
    differs: 'The snapshot repository paths of {{host}} are {{paths}}; expected {{usual}} as on the other nodes.',
  },
  *cluster(subject) {
    const { label: cluster, nodes, repositories } = subject;
    const together = joining();
    const { value: usual, open } = usualOf(subject, together, (paths) => paths);
    yield* open;
    // Nodes share their repositories.
    const isRemote = nodes.some((node) => lacksPaths(node) && node.remoteRepository.state === 'known');
    const isOnSome = !subject.scattered && nodes.some((node) => together(node) !== undefined);
    let related: readonly Related[] | undefined;
    for (const node of nodes) {
      const paths = node.repositoryPaths;
      const hosts = [node.host];
      if (!isRemote && lacksPaths(node) && needsPath(node)) {
        const { remoteRepository } = node;
        // A repository that others register by their path fails on this one.
        if (remoteRepository.state === 'unknown' && !isOnSome) yield { undecided: remoteRepository, hosts };
        else yield { at: paths, message: 'missing', data: { cluster }, hosts };
      }
      if (paths.state !== 'known') continue;
      for (const [index, path] of paths.value.entries()) {
        const part = paths.items?.[index];
        const data = dataPathAbove(path, node);
        if (node.dataPaths.state === 'unknown') yield { undecided: node.dataPaths, hosts };
        if (path.trim() === '') yield { at: paths, part, message: 'empty', hosts };
        else if (!path.startsWith('/')) yield { at: paths, part, message: 'relative', data: { path }, hosts };
        else if (isTemporary(path)) yield { at: paths, part, message: 'temporary', data: { path }, hosts };
        else if (data !== undefined) yield { at: paths, part, message: 'withData', data: { path, data }, hosts };
      }
      const own = together(node);
      if (own === undefined || usual === undefined || own === usual) continue;
      related ??= linesOfUsual(
        nodes,
        ({ repositoryPaths }) => repositoryPaths,
        (other) => together(other) === usual,
        usual,
      );
      // Of several paths, one that the others do not have.
      const odd = paths.value.findIndex((path) => !usual.split(', ').includes(normalPath(path)));
      yield { at: paths, part: paths.items?.[odd], message: 'differs', data: { paths: own, usual }, hosts, related };
    }
    if (repositories?.state === 'unknown') yield { undecided: repositories, hosts: [] };
    if (repositories?.state !== 'known') return;
    // If no node has a path, that is what is missing.
    if (repositories.value.length === 0 && !nodes.every(lacksPaths)) {
      const remedies = registrationRemedy('backup', nodes);
      yield { at: repositories, message: 'unregistered', data: { cluster }, hosts: [], remedies };
    }
    for (const repository of repositories.value) {
      const { name, location } = repository;
      // Requests of a project are judged by snapshot/repository-record.
      if (location.state !== 'known' || !('call' in location.origin)) continue;
      for (const { host, paths } of nodesRefusing(location.value, nodes)) {
        const data = { repository: name, location: location.value, paths: paths.value.map(normalPath).join(', ') };
        const allowed = { ...placeOfOrigin(paths.origin), message: 'these paths are allowed' };
        yield {
          at: location,
          message: 'outside',
          data,
          hosts: [host],
          related: [allowed],
          remedies: [verificationRemedy(repository)],
        };
      }
    }
  },
});

function lacksPaths({ repositoryPaths: paths }: Pick<SearchNode, 'repositoryPaths'>): boolean {
  return paths.state === 'unset' || (paths.state === 'known' && paths.value.length === 0);
}

function dataPathAbove(path: string, { dataPaths }: Pick<SearchNode, 'dataPaths'>): string | undefined {
  return dataPaths.state === 'known' ? dataPaths.value.find((folder) => liesUnder(path, folder)) : undefined;
}

/**
 * Returns a function that joins a node's paths into one text, the same for any order and spelling. Nodes mostly share
 * one list.
 */
function joining(): (node: Pick<SearchNode, 'repositoryPaths'>) => string | undefined {
  const texts = new Map<readonly string[], string>();
  return ({ repositoryPaths: paths }) => {
    if (paths.state !== 'known' || paths.value.length === 0) return undefined;
    let text = texts.get(paths.value);
    if (text === undefined)
      texts.set(paths.value, (text = [...new Set(paths.value.map(normalPath))].sort().join(', ')));
    return text;
  };
}
