import { isTemporary, liesUnder } from '../../src/model/host-paths.ts';
import { defineRule } from '../../src/model/rule.ts';
import type { Setting } from '../../src/model/setting.ts';

export default defineRule({
  summary: 'Give a search node one data path of its own, on a disk that lasts.',
  why:
    'A node needs this folder for itself. What else writes there fills its disk, and what clears old files from ' +
    'around it deletes data; one in the folder of the product is gone with its next release.',
  reference: 'https://www.elastic.co/docs/deploy-manage/deploy/self-managed/important-settings-configuration',
  since: '0.1.0',
  severity: { development: 'error', production: 'error', strict: 'error' },
  reads: ['dataPaths'],
  considers: ['logsPath', 'repositoryPaths'],
  messages: {
    relative: 'The data path {{path}} of {{host}} is relative; expected an absolute path.',
    temporary: 'The data path {{path}} of {{host}} is temporary; expected a disk that lasts.',
    inLogs: 'The data path {{path}} of {{host}} is inside its log path {{outer}}; expected a folder of its own.',
    inRepository:
      'The data path {{path}} of {{host}} is inside its snapshot repository path {{outer}}; expected separate storage.',
    withLogs: 'The log path {{logs}} of {{host}} is inside its data path {{path}}; expected a folder of its own.',
    several: '{{host}} has {{count}} data paths; expected one.',
  },
  *node({ dataPaths, logsPath, repositoryPaths }) {
    if (dataPaths.state !== 'known') return;
    for (const other of [logsPath, repositoryPaths])
      if (other.state === 'unknown' && other.reason !== 'not-applicable') yield { undecided: other };
    const { value: paths, items } = dataPaths;
    const repositories = valuesOf(repositoryPaths).flat();
    for (const [index, path] of paths.entries()) {
      const report = { at: dataPaths, part: items?.[index] };
      const around = (folders: readonly string[]): string | undefined =>
        folders.find((folder) => liesUnder(path, folder));
      // snapshot/repository reports a repository inside the data.
      const repository = around(repositories.filter((folder) => !liesUnder(folder, path)));
      const logs = around(valuesOf(logsPath));
      if (isRelative(path)) yield { ...report, message: 'relative', data: { path } };
      else if (isTemporary(path)) yield { ...report, message: 'temporary', data: { path } };
      else if (logs !== undefined) yield { ...report, message: 'inLogs', data: { path, outer: logs } };
      else if (repository !== undefined)
        yield { ...report, message: 'inRepository', data: { path, outer: repository } };
      else
        for (const inner of valuesOf(logsPath))
          if (liesUnder(inner, path))
            yield { at: logsPath, message: 'withLogs', data: { logs: inner, path }, severity: 'warning' };
    }
    if (paths.length > 1)
      yield { at: dataPaths, message: 'several', data: { count: paths.length }, severity: 'warning' };
  },
});

function valuesOf<T>(setting: Setting<T>): readonly T[] {
  return setting.state === 'known' ? [setting.value] : [];
}

/** Tells whether a path is relative. On Windows, one begins with a letter or two backslashes; `$` is for a variable. */
function isRelative(path: string): boolean {
  return !/^(?:\/|[a-z]:|\\\\|\$)/i.test(path);
}
