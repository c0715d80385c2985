/** Names in the hosts of plays that no group and no host of an inventory has. */
import type { Document } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';
import type { Inventory, UnmatchedName } from '../entities.ts';
import { LOCALHOSTS } from '../sources/implicit-localhost.ts';
import { isBroken } from './broken-playbooks.ts';
import { listOf, plainText } from './nodes.ts';
import type { PlayFiles } from './play-files.ts';
import type { Play } from './playbooks.ts';
import { isSurelyPlaybook } from './refused-plays.ts';

/** The parts of a pattern between commas that are names alone: no glob, no position, nothing joined by a colon. */
const NAME = /(?<![^\s,])[\w.-]+(?=\s*(?:,|$))/g;

/**
 * The names that Ansible warns of and leaves out, each place once, of playbooks that are surely some and are not meant
 * for another inventory alone.
 */
export function unmatchedNames(
  plays: readonly Play[],
  files: PlayFiles,
  { groups, hosts }: Inventory,
): readonly UnmatchedName[] {
  const found = new Map<string, UnmatchedName>();
  for (const { own, document, node, path } of plays) {
    if (!own || isBroken(document) || !isSurelyPlaybook(document, files.within(path))) continue;
    for (const item of listOf(node.get('hosts')?.value))
      for (const { 0: name, index } of (plainText(item) ?? '').matchAll(NAME)) {
        if (groups.has(name) || hosts.has(name) || LOCALHOSTS.includes(name)) continue;
        const range = rangeOf(item, index, name, document);
        found.set(`${document.file}\0${String(range.start)}`, { document, ...range, name });
      }
  }
  return [...found.values()];
}

/** Where a name stands in the text of a scalar; the whole scalar where it is written otherwise there. */
function rangeOf({ start, end }: Range, index: number, name: string, { text }: Document): Range {
  const quote = /^["']/.test(text.slice(start, end)) ? 1 : 0;
  const from = start + quote + index;
  return text.startsWith(name, from) ? { start: from, end: from + name.length } : { start, end };
}
