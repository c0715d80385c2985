/** Facts of the indices of a running cluster, as far as the account may see them. */
import { isMap } from '../../ground/json-map.ts';
import { naturally } from '../../model/natural-order.ts';
import type { Setting } from '../../model/setting.ts';
import type { IndexReplicas } from '../../model/stack.ts';
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

const REPLICAS = 'index.number_of_replicas';

/** The replicas of indices, but for those that people do not choose the number for. */
export function replicasOfIndices(answer: ClusterAnswer): Setting<readonly IndexReplicas[]> {
  const { body } = answer;
  const common = { variable: REPLICAS, origin: placeInAnswer(answer, []) };
  if (!isMap(body)) return untold(answer, common);
  const names = Object.keys(body).filter((name) => !name.startsWith('.'));
  const value = names.sort(naturally).flatMap((name): readonly IndexReplicas[] => {
    const partOf = (setting: string) => settingInAnswer(answer, [name, 'settings'], setting);
    const valueOf = (setting: string): unknown => partOf(setting)?.value;
    const expands = valueOf('index.auto_expand_replicas') ?? 'false';
    const isExpanding = expands !== 'false' && expands !== false;
    // A shard of a mounted snapshot comes back from where the snapshot is.
    const store = valueOf('index.store.type');
    const isMounted = store === 'snapshot' || store === 'remote_snapshot';
    const hidden = valueOf('index.hidden');
    const isHidden = hidden === true || hidden === 'true';
    if (isExpanding || isMounted || isHidden) return [];
    const told = partOf(REPLICAS);
    const count = told === undefined ? NaN : Number(told.value);
    return told !== undefined && Number.isInteger(count) ? [{ name, origin: told.place, count }] : [];
  });
  return { state: 'known', ...common, value };
}
