/** Facts of the indices of a running cluster, as far as the account may see them. */
import { isMap } from '../../ground/json-map.ts';
import { naturally } from '../../model/natural-order.ts';
import type { Setting } from '../../model/setting.ts';
import { placeInAnswer, settingInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';

/** The block that the flood stage puts on indices: they can be read and deleted, and nothing else. */
const BLOCK = 'index.blocks.read_only_allow_delete';

/** The indices that are read-only since a disk was too full. */
export function readOnlyIndices(answer: ClusterAnswer): Setting<readonly string[]> {
  const { body } = answer;
  if (!isMap(body)) return untold(answer, { variable: BLOCK, origin: placeInAnswer(answer, []) });
  const blocked = Object.keys(body).filter((index) => {
    const value = settingInAnswer(answer, [index, 'settings'], BLOCK)?.value;
    return value === true || value === 'true';
  });
  const [first, ...others] = blocked.sort(naturally);
  const origin = first === undefined ? placeInAnswer(answer, []) : placeOfBlock(answer, first);
  return { state: 'known', variable: BLOCK, origin, value: first === undefined ? [] : [first, ...others] };
}

function placeOfBlock(answer: ClusterAnswer, index: string) {
  return settingInAnswer(answer, [index, 'settings'], BLOCK)?.place ?? placeInAnswer(answer, [index]);
}
