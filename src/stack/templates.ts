/** Which variables the inventory's own templates read. */
import type { Inventory } from '../ansible/entities.ts';

const BLOCK = /\{\{.*?\}\}|\{%.*?%\}/gs;

/** The words in the blocks of a text: the names that it may read among them. */
export function wordsInTemplates(text: string): readonly string[] {
  return text.match(BLOCK)?.flatMap((block) => block.match(/[A-Za-z_]\w*/g) ?? []) ?? [];
}

/** Whether some template in the inventory's documents holds this word. */
export function templatesRead({ documents }: Inventory, word: string): boolean {
  for (const { text } of documents.values())
    if (text.includes(word) && wordsInTemplates(text).includes(word)) return true;
  return false;
}
