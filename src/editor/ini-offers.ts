/** What may be written in inventories in INI. */
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Range } from '../source/tree.ts';
import { groupOffers, hostOffers, OF_GROUP } from './inventory-offers.ts';
import { KEYWORD } from './offers.ts';
import type { Offer, Writing } from './offers.ts';
import { wordAt } from './typed-place.ts';
import { purposeOfGroup, purposeOfHost, variableKeys, variableValues } from './variable-offers.ts';
import type { TypedFor } from './variable-offers.ts';

const HEADER = /^[ \t]*\[([^\]\n:]+)(?::(\w+))?\]/gm;

/** The offers at an offset, with the word that one of them replaces. */
export function iniOffers(
  opened: OpenedStack,
  text: string,
  offset: number,
  habits: Writing['habits'],
): { readonly word: Range; readonly offers: readonly Offer[] } {
  const word = wordAt(text, offset, /[\w.-]/);
  const typed = text.slice(word.start, offset);
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const found = (offers: readonly Offer[]) => ({ word, offers });
  if (/^\s*\[/.test(before))
    return found(before.includes(']') ? [] : before.includes(':') ? SECTIONS : groupOffers(opened));
  const header = [...text.slice(0, lineStart).matchAll(HEADER)].at(-1);
  const [, group = '', kind = 'hosts'] = header ?? [];
  // The lines of the section, and the names in them, without the one that is typed.
  const from = header === undefined ? 0 : header.index + header[0].length;
  const section = text.slice(from, word.start) + (/^[^[]*/.exec(text.slice(word.end))?.[0] ?? '');
  const { groups, hosts } = opened.inventory;
  const variables = (purpose: TypedFor, assigned: string, beside: string): readonly Offer[] => {
    const name = /(?:^|\s)([\w.-]+)\s*=\s*["']?[\w.-]*$/.exec(assigned)?.[1];
    const isQuoted = /["']/.test(text.charAt(word.start - 1));
    if (name !== undefined) return variableValues(opened, name, [], { habits, isQuoted });
    if (!/(?:^|\s)[\w.-]*$/.test(assigned)) return [];
    const taken = new Set(Array.from(beside.matchAll(/([\w.-]+)\s*=/g), ([, set = '']) => set));
    const end = text.charAt(word.end) === '=' ? '' : '=';
    return variableKeys(opened, purpose, taken).map(({ label, kind: of, detail, rank, subject }) => {
      return { label, kind: of, detail, rank, ...(subject && { subject }), text: label + end };
    });
  };
  if (kind === 'children') return found(groupOffers(opened, new Set([group, ...section.split(/\s+/)])));
  if (kind === 'vars') return found(variables(purposeOfGroup(opened, groups.get(group)), before, section));
  const [, host = '', assigned] = /^\s*(\S+)(\s.*)$/.exec(before) ?? [];
  if (assigned === undefined) return found(hostOffers(opened, typed));
  return found(variables(purposeOfHost(hosts.get(host)), assigned, assigned));
}

const SECTIONS: readonly Offer[] = ['children', 'vars'].map((label) => {
  return { label, kind: KEYWORD, says: OF_GROUP[label], rank: 0 };
});
