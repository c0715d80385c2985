/** Inputs of log shippers, from the items of a list, or of a variable. */
import type { LogInput } from '../../model/records.ts';
import { readBoolean, readText, readTextList } from '../../model/units.ts';
import type { Meaning } from '../../model/units.ts';
import { recordSetting } from './record-body.ts';
import type { RecordBody } from './record-body.ts';

/**
 * Reads an input: https://www.elastic.co/docs/reference/beats/filebeat/filebeat-input-filestream. `names`: the dotted
 * keys in it, as far as they are known. `label`: the key by which a role has it named; none for what a product reads.
 */
export function logInputFrom(name: string, body: RecordBody, names: readonly string[], label?: 'name'): LogInput {
  return {
    name,
    origin: body.placeToSet([]),
    isOfRole: label !== undefined,
    // Its name before 6.0, which still counts first.
    kind: recordSetting(body, [names.includes('input_type') ? 'input_type' : 'type'], readText),
    enabled: recordSetting(body, ['enabled'], readBoolean),
    id: recordSetting(body, [label ?? 'id'], readText),
    paths: recordSetting(body, ['paths'], label === undefined ? readTextList : readList),
    fields: names.flatMap((key) => (key.startsWith('fields.') ? [key.slice('fields.'.length)] : [])),
    fieldOf: (field) => recordSetting(body, ['fields', field], (value) => ({ value })),
  };
}

/** Reads the paths that a role goes through one by one: letter by letter, if it is given a text. */
function readList(raw: unknown): Meaning<readonly string[]> {
  return Array.isArray(raw) ? readTextList(raw, 'a list of paths') : { expected: 'a list of paths' };
}
