/** Which variables the inventory's own templates read. */
import type { Inventory } from '../ansible/entities.ts';

const BLOCK = /\{\{.*?\}\}|\{%.*?%\}/gs;

/** Whether some template in the inventory's documents holds this word. */
export function templatesRead({ documents }: Inventory, word: string): boolean {
  for (const { text } of documents.values())
    if (text.includes(word) && text.match(BLOCK)?.some((block) => block.match(/\w+/g)?.includes(word))) return true;
  return false;
}
