/** Where a setting that is not set would belong: there a person would add it. */
import type { Group, Host, Inventory } from '../ansible/entities.ts';
import type { FilePlace } from '../model/setting.ts';

/** The head of the variable file of a group or host, or its key in the inventory where it has no file. */
export function headOf(inventory: Inventory, owner: Group | Host): FilePlace {
  const files = inventory.filesOf(owner);
  const file = files.find((document) => document.root?.kind === 'mapping') ?? files[0];
  if (file !== undefined) {
    const first = file.root?.kind === 'mapping' ? file.root.pairs[0]?.key : undefined;
    const { start, end } = first ?? { start: 0, end: 0 };
    return { file: file.file, start, end };
  }
  return keyOf(owner);
}

/** The head of an inventory: of its first source. */
export function headOfInventory({ documents }: Inventory): FilePlace {
  const [first] = documents.keys();
  return { file: first ?? '', start: 0, end: 0 };
}

/** The key of a group or host in the inventory, where it is mentioned first. */
export function keyOf(owner: Group | Host): FilePlace {
  const mention = owner.mentions[0];
  if (mention === undefined) return { file: '', start: 0, end: 0 };
  return { file: mention.document.file, start: mention.start, end: mention.end };
}
