/** The nodes that a running cluster was told to keep shards from. */
import { isMap } from '../../ground/json-map.ts';
import { EXCLUDING, exclusionPatterns, fitsNode } from '../../model/exclusions.ts';
import type { ExcludableNode, Exclusion } from '../../model/exclusions.ts';
import { naturally } from '../../model/natural-order.ts';
import type { Setting } from '../../model/setting.ts';
import { partOfAnswer, placeInAnswer, untold } from './answers.ts';
import type { ClusterAnswer } from './answers.ts';
import { countingValue } from './running-settings.ts';

/** Reads the settings that exclude nodes, as far as they are set; one that is unknown if they were not seen. */
export function exclusionsFrom(
  settings: ClusterAnswer,
  nodes: ClusterAnswer,
): readonly Setting<readonly Exclusion[]>[] {
  if (settings.body === undefined) {
    const [variable = ''] = EXCLUDING;
    return [untold(settings, { variable, origin: placeInAnswer(settings, []) })];
  }
  const all = excludableNodes(nodes);
  return EXCLUDING.flatMap((variable): readonly Setting<readonly Exclusion[]>[] => {
    const told = countingValue(settings, variable);
    if (told === undefined) return [];
    const value = exclusionPatterns(told.value).map((pattern): Exclusion => {
      const hosts = all
        .filter((node) => fitsNode(variable, pattern, node))
        .map(({ id, told: { name = id } }) => String(name));
      return { pattern, hosts: hosts.sort(naturally) };
    });
    return value.length === 0 ? [] : [{ state: 'known', variable, origin: told.origin, value }];
  });
}

function excludableNodes(answer: ClusterAnswer): readonly ExcludableNode[] {
  const nodes = partOfAnswer(answer, ['nodes'])?.value;
  return isMap(nodes) ? Object.entries(nodes).map(([id, told]) => ({ id, told: isMap(told) ? told : {} })) : [];
}
