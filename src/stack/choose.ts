/** Which vocabulary an inventory is written in: told from the variables in use, else from the roles that plays name. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * The vocabulary that fits, or undefined where none does.
 *
 * Evidence counts only what one role alone has; of several vocabularies the one with more evidence fits. `speaksOf`
 * tells whether the project's plays or requirements hold a word; it is asked only where variables tell nothing.
 */
export function chooseVocabulary(
  inventory: Inventory,
  vocabularies: readonly Vocabulary[],
  speaksOf: (word: string) => boolean,
): Vocabulary | undefined {
  const names = namesInUse(inventory);
  let best: Vocabulary | undefined;
  let most = 0;
  for (const vocabulary of vocabularies) {
    const count = vocabulary.head.evidence.filter((name) => names.has(name)).length;
    if (count > most) {
      best = vocabulary;
      most = count;
    }
  }
  return best ?? vocabularies.find(({ head }) => head.roles.some(speaksOf));
}

function namesInUse(inventory: Inventory): ReadonlySet<string> {
  const names = new Set<string>();
  const take = (owner: Group | Host) => {
    for (const name of owner.variables.keys()) names.add(name);
    for (const { root } of owner.files)
      if (root?.kind === 'mapping')
        for (const { key } of root.pairs) if (key.type === 'str') names.add(key.value as string);
  };
  for (const group of inventory.groups.values()) take(group);
  for (const host of inventory.hosts.values()) take(host);
  return names;
}
