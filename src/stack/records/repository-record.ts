/** Snapshot repositories, from the body that registers one, or that a cluster answers. */
import type { Repository } from '../../model/records.ts';
import { readText } from '../../model/units.ts';
import { lackingSetting, recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/** The kind of repository that is a folder below a path which each node has to allow. */
export const SHARED_FOLDER = 'fs';

const LOCATION = ['settings', 'location'];

/** Reads a repository. */
export function repositoryFrom(name: string, body: RecordBody): Repository {
  const kind = recordSetting(body, ['type'], readText);
  const isRemote = kind.state === 'known' && kind.value !== SHARED_FOLDER;
  const location = isRemote ? lackingSetting(body, LOCATION.join('.')) : recordSetting(body, LOCATION, readText);
  return { name, origin: body.placeToSet([]), kind, location };
}
