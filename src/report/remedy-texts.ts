/** Remedies as people run them: as a dashboard's console reads a request, and as a command of a shell. */
import type { Finding } from '../model/finding.ts';
import type { JsonObject, Remedy } from '../model/remedy.ts';
import type { ReportedCheck } from './reported-check.ts';
import { printable, printableJson } from './terminal-text.ts';

/** The lines of a request for a console: method and path, and the body below. */
export function consoleLines({ request, body }: Remedy): readonly string[] {
  return [printable(request), ...(body === undefined ? [] : printableJson(body).split('\n'))];
}

/** The lines of a request for a console, with the body in one line if that has room for it. */
export function shortConsoleLines(remedy: Remedy, width: number): readonly string[] {
  const { request, body } = remedy;
  const line = body === undefined ? '' : inOneLine(body);
  return body === undefined || line.length > width ? consoleLines(remedy) : [printable(request), line];
}

/** A request for a console where there is room for one line. */
export function consoleText({ request, body }: Remedy): string {
  return body === undefined ? printable(request) : `${printable(request)} ${inOneLine(body)}`;
}

/** The command that sends a request to a node at a URL. */
export function curlCommand({ request, body }: Remedy, url: string): string {
  const [method = '', path = ''] = request.split(' ');
  const words = ['curl', '-X', method, quoted(printable(`${url.replace(/\/$/, '')}${path}`))];
  const json = body === undefined ? [] : ['-H', "'Content-Type: application/json'", '-d', quoted(inOneLine(body))];
  return [...words, ...json].join(' ');
}

/** The URL at which the cluster of a finding answers; a word in its place, if it was not asked now. */
export function urlOf({ stacks }: Finding, { stacks: all }: Pick<ReportedCheck, 'stacks'>): string {
  const from = all.find(({ name }) => stacks.includes(name))?.observed?.from ?? '';
  return /^https?:/.test(from) ? from : 'https://<node>:9200';
}

function inOneLine(body: JsonObject): string {
  // Within its texts, JSON has no line ends.
  return printableJson(body).replace(/\n */g, ' ');
}

/** A word of a command in any POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
