/** Inputs of log shippers, from the items of a list, or of a variable. */
import type { LogInput } from '../../model/records.ts';
import { readBoolean, readText, readTextList } from '../../model/units.ts';
import { recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/**
 * Reads an input: https://www.elastic.co/docs/reference/beats/filebeat/filebeat-input-filestream. `names`: the dotted
 * keys in it, as far as they are known.
 */
export function logInputFrom(name: string, body: RecordBody, names: readonly string[]): LogInput {
  return {
    name,
    origin: body.placeToSet([]),
    kind: recordSetting(body, ['type'], readText),
    enabled: recordSetting(body, ['enabled'], readBoolean),
    id: recordSetting(body, ['id'], readText),
    paths: recordSetting(body, ['paths'], readTextList),
    fields: names.flatMap((key) => (key.startsWith('fields.') ? [key.slice('fields.'.length)] : [])),
    fieldOf: (field) => recordSetting(body, ['fields', field], (value) => ({ value })),
  };
}
