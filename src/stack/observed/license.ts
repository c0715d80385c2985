/** The license of a running cluster of Elasticsearch. */
import { isMap } from '../../ground/json-map.ts';
import type { Setting } from '../../model/setting.ts';
import type { License } from '../../model/stack.ts';
import { DAY } from '../../model/units.ts';
import { factInAnswer } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** Reads the license, as it was at the time of the answer. */
export function licenseFrom(answer: ClusterAnswer, at: string): Setting<License> {
  const told = factInAnswer(answer, ['license'], (license) => (isMap(license) ? license : undefined));
  if (told.state !== 'known') return told;
  const { type, expiry_date_in_millis: end } = told.value;
  if (typeof end !== 'number') return { ...told, value: { type: String(type) } };
  return {
    ...factInAnswer(answer, ['license', 'expiry_date_in_millis'], () => ({
      type: String(type),
      ends: new Date(end).toISOString().slice(0, 'yyyy-mm-dd'.length),
      daysLeft: Math.floor((end - Date.parse(at)) / DAY),
    })),
  };
}
