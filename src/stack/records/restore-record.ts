/** Requests that restore snapshots, from their bodies. */
import type { Restore } from '../../model/records.ts';
import { readText, readTextList } from '../../model/units.ts';
import { recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/**
 * Reads the request of a restore:
 * https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-snapshot-restore
 */
export function restoreFrom(name: string, body: RecordBody): Restore {
  return {
    name,
    origin: body.placeToSet([]),
    indices: recordSetting(body, ['indices'], readTextList),
    renamePattern: recordSetting(body, ['rename_pattern'], readText),
    renameReplacement: recordSetting(body, ['rename_replacement'], readText),
  };
}
