/** Playbooks whose text Ansible cannot read: which files they are, and what they might set. */
import type { Document } from '../../source/document.ts';
import type { Doubts } from './doubts.ts';
import { doubtAt } from './doubts.ts';
import { IMPORT, KEYWORDS } from './play-keywords.ts';

/** Keywords that lists of other things have, too. */
const COMMON = new Set('collections connection environment hosts name order port tags timeout user'.split(' '));
/** Where playbooks stand, and what they are named, from the project's folder on. */
const PLACE = /^[/\\](?:(?:.*[/\\])?(?:playbooks?|plays)[/\\].*|(?:site|playbook)[\w.-]*)$/;
/** Beside `roles` and the inventory lie playbooks and a few files of other programs. */
const TOP = /^[/\\][^/\\]+$/;
const FIRST_KEY = /^([ ]*-[ ]+)["']?[\w.]+["']?[ \t]*:(?:\s|$)/m;
const NAME = /(?<![\w.])[A-Za-z_]\w*(?=["']?[ \t]*[:=])/g;

/** Whether a file is one that Ansible cannot read. A value within itself is none that it minds. */
export function isBroken({ problem }: Document): boolean {
  return problem !== undefined && problem.recurs !== true;
}

/** Whether a broken text says the hosts of plays, or imports playbooks. */
export function looksLikePlays({ text }: Document): boolean {
  return keysOfPlays(text).some((key) => key === 'hosts' || IMPORT.test(key));
}

/** Whether a broken text can be nothing but plays: by its keys alone, or for lack of telling ones by its path, too. */
export function isPlaysBeyondDoubt({ text }: Document, path: string): boolean {
  const keys = keysOfPlays(text);
  const hasImport = keys.some((key) => IMPORT.test(key));
  return (
    (hasImport || keys.includes('hosts')) &&
    keys.every((key) => KEYWORDS.has(key) || (hasImport && (key === 'when' || IMPORT.test(key)))) &&
    (keys.some((key) => !COMMON.has(key)) || PLACE.test(path))
  );
}

/** Whether a playbook stands at such a path, from the project's folder on: for certain, or perhaps. */
export function standsAsPlaybook(path: string): 'surely' | 'perhaps' | undefined {
  return PLACE.test(path) ? 'surely' : TOP.test(path) ? 'perhaps' : undefined;
}

/** Each name that a broken text gives a value may be set by it, wherever its plays would run. */
export function addNames(document: Document, doubts: Doubts): void {
  for (const { 0: name, index } of document.text.matchAll(NAME))
    doubts.add(name, doubtAt(document, { start: index, end: index + name.length }, 'a broken playbook'));
}

/** The keys in the columns where those of the first item stand, before the fault and behind it. */
function keysOfPlays(text: string): readonly string[] {
  const [, lead] = FIRST_KEY.exec(text) ?? [];
  if (lead === undefined) return [];
  const key = new RegExp(`^(?:${lead}|${' '.repeat(lead.length)})["']?([\\w.]+)["']?[ \\t]*:(?=\\s|$)`, 'gm');
  return [...text.matchAll(key)].map(([, name = '']) => name);
}
