/** Finds the words inside `{{ }}` and `{% %}`; the variables that templates read are among them. */
import type { Inventory } from '../inventory/entities.ts';
import { madeOnce } from '../../ground/made-once.ts';

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

const wordsOfInventories = new WeakMap<Inventory, ReadonlySet<string>>();

/** Tells whether some template in the inventory's documents holds this word. */
export function isNamedInTemplates(inventory: Inventory, word: string): boolean {
  return madeOnce(wordsOfInventories, inventory, () => {
    const texts = Array.from(inventory.documents.values(), ({ text }) => text);
    return new Set(texts.flatMap(wordsInJinjaBlocks));
  }).has(word);
}
