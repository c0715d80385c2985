/** Markdown for an editor: texts of a project are shown as they are, whatever signs they hold. */
import type { FilePlace } from '../model/setting.ts';
import { lineRangeOfPlace } from '../report/locations.ts';
import { listedHosts, printable } from '../report/terminal-text.ts';
import { fullPathOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** The text without the meaning that Markdown and HTML give its signs. */
export function plain(text: string): string {
  // Within a word an underscore is one.
  const special = /[\\`*[\]>|~]|(?<!\w)_|_(?!\w)|^[#+-]/g;
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(special, (sign) => `\\${sign}`);
}

/** A text of a program within a line. */
export function code(text: string): string {
  const shown = printable(text);
  const longest = Math.max(0, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const blank = longest > 0 || shown === '' ? ' ' : '';
  return `${fence}${blank}${shown}${blank}${fence}`;
}

/** Lines of a program; at most `most` of them. */
export function codeBlock(language: string, lines: readonly string[], most: number): string {
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), '…'];
  const longest = Math.max(2, ...Array.from(shown.join('\n').matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, ...shown, fence].join('\n');
}

/** A place as a link: `group_vars/all.yml:3`. */
export function linkTo(snapshot: Snapshot, place: FilePlace): string {
  const { result, addressOf } = snapshot;
  const document = result.documents.get(place.file);
  const { line } = lineRangeOfPlace(place, result.documents);
  const text = document === undefined ? place.file : `${place.file}:${String(line)}`;
  return `[${plain(text)}](${addressOf(fullPathOf(snapshot, place.file))}#L${String(line)})`;
}

/** Names of hosts, `all 12 hosts`, or some of many. */
export function hostList(hosts: readonly string[], all: number): string {
  return plain(listedHosts(hosts, all));
}
