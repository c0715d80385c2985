/** Finds the words inside `{{ }}` and `{% %}`; the variables that templates read are among them. */
import type { Inventory } from '../inventory/entities.ts';

const BLOCK = /\{\{.*?\}\}|\{%.*?%\}/gs;
const WORD = /[A-Za-z_]\w*/g;
const PART_OF_FACT = /\b(ansible_\w+)(?:\s*\.\s*[A-Za-z_]\w*)+/g;

/** The words in the blocks of a text; the variables that it may read are among them. */
function wordsInJinjaBlocks(text: string): readonly string[] {
  return text.match(BLOCK)?.flatMap((block) => block.match(WORD) ?? []) ?? [];
}

/** The words in the blocks of a text without the parts of facts: only the first word of `ansible_eth0.ipv4.address`. */
export function namesInJinjaBlocks(text: string): readonly string[] {
  return text.match(BLOCK)?.flatMap((block) => block.replace(PART_OF_FACT, '$1').match(WORD) ?? []) ?? [];
}

/** Tells whether some template in the inventory's documents holds this word. */
export function isNamedInTemplates({ documents }: Inventory, word: string): boolean {
  for (const { text } of documents.values())
    if (text.includes(word) && wordsInJinjaBlocks(text).includes(word)) return true;
  return false;
}
