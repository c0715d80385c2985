/** Which variables the inventory's own templates read. */
import type { Inventory } from '../ansible/entities.ts';

const BLOCK = /\{\{.*?\}\}|\{%.*?%\}/gs;
const WORD = /[A-Za-z_]\w*/g;
const PART_OF_FACT = /\b(ansible_\w+)(?:\s*\.\s*[A-Za-z_]\w*)+/g;

/** The words in the blocks of a text: the names that it may read among them. */
export function wordsInTemplates(text: string): readonly string[] {
  return text.match(BLOCK)?.flatMap((block) => block.match(WORD) ?? []) ?? [];
}

/** The same without the parts of facts, which are no variables: of `ansible_eth0.ipv4.address` the first word. */
export function namesInTemplates(text: string): readonly string[] {
  return text.match(BLOCK)?.flatMap((block) => block.replace(PART_OF_FACT, '$1').match(WORD) ?? []) ?? [];
}

/** Whether some template in the inventory's documents holds this word. */
export function templatesRead({ documents }: Inventory, word: string): boolean {
  for (const { text } of documents.values())
    if (text.includes(word) && wordsInTemplates(text).includes(word)) return true;
  return false;
}
