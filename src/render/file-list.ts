/** The list of the files that hosts get, hosts with the same list folded. */
import type { Host, UnknownWrite, Writer } from '../ansible/index.ts';
import { counted } from '../model/phrases.ts';
import type { Paint } from '../report/colour.ts';
import { listedHosts, printable, wrap } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import type { MaskedText } from './masked-text.ts';
import { shownPlace } from './places.ts';
import type { HostFiles } from './render-report.ts';
import type { ShownFile, ShownFiles } from './shown-files.ts';

interface Style {
  readonly width: number;
  readonly paint: Paint;
}

/** Lists the files of hosts; `withRequests`: and the requests that tasks on them send. */
export function fileList(all: readonly HostFiles[], withRequests: boolean, { width, paint }: Style): string {
  const stacks = new Map<ShownFiles, HostFiles[]>();
  for (const one of all) stacks.set(one.shown, [...(stacks.get(one.shown) ?? []), one]);
  const blocks = [...stacks].flatMap(([{ opened }, hosts]) => {
    const folds = new Map<string, { readonly lines: readonly Line[]; readonly hosts: Host[] }>();
    for (const one of hosts) {
      const lines = linesOf(one, withRequests);
      const key = JSON.stringify(lines);
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, { lines, hosts: [one.host] });
      else fold.hosts.push(one.host);
    }
    const heading = stacks.size > 1 ? [paint.strong(printable(opened.name))] : [];
    const listed = Array.from(folds.values(), ({ lines, hosts: folded }) => [
      ...wrap(listedHosts(folded.map(shownHost), hosts.length), width).map(paint.strong),
      ...lines.flatMap(({ head, below }) => [
        `  ${printable(head)}`,
        ...below.flatMap((text) => wrap(printable(text), width - 6)).map((line) => `      ${paint.faint(line)}`),
      ]),
    ]);
    return [heading, ...listed].filter((lines) => lines.length > 0);
  });
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** An entry, with what is to be said of it. */
interface Line {
  readonly head: string;
  readonly below: readonly string[];
}

function linesOf({ shown, host, files }: HostFiles, withRequests: boolean): readonly Line[] {
  const { deployments } = shown.opened;
  const writes = deployments?.unknownWritesOf(host) ?? [];
  const requests = withRequests ? (deployments?.requestsOf(host) ?? []) : [];
  const lines = [
    ...files.map((file) => fileLine(file, shown)),
    ...unknownWrites(writes, shown),
    ...requests.map(({ method, url, place, possible }) => ({
      head: `${method} ${shown.plain(shown.mask.of(url), '').text}`,
      below: [`${possible === undefined ? '' : 'perhaps; '}sent at ${shownPlace(place)}`],
    })),
  ];
  return lines.length > 0 ? lines : [{ head: 'no files', below: [] }];
}

function fileLine(one: ShownFile, shown: ShownFiles): Line {
  const { file, plain, state, why, text } = one;
  const { holes, choices } = countOpen(text);
  const lines = plain.sources.length - (file.isWhole ? 0 : holes);
  const says = why && shown.words.message(why);
  const counts = [
    ...(holes > 0 ? [counted(holes, 'hole')] : []),
    ...(choices > 0 ? [counted(choices, 'choice')] : []),
  ].join(', ');
  const amount =
    state === 'unknown'
      ? `unknown: ${says ?? ''}`
      : [counted(lines, 'line'), ...(counts === '' ? [] : [counts])].join(', ');
  const perhaps = state === 'possible' ? [`perhaps: ${says ?? ''}`] : [];
  return {
    head: one.path,
    below: [...perhaps, `${file.isWhole ? '' : 'in part: '}${amount}; ${writtenBy(file.writers)}`],
  };
}

/** The tasks that write a file, the last one first. */
export function writtenBy(writers: readonly Writer[]): string {
  const places = [...new Set(writers.map(({ action, place }) => `${action} at ${shownPlace(place)}`))];
  const shown = places.slice(-MAX_WRITERS);
  const rest = places.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${String(rest)} more` : '');
}

const MAX_WRITERS = 3;

function unknownWrites(writes: readonly UnknownWrite[], { words }: ShownFiles): readonly Line[] {
  if (writes.length === 0) return [];
  const places = new Map(writes.map(({ action, place, why }) => [`${action} at ${shownPlace(place)}`, why]));
  return [
    {
      head: 'files whose names are not known',
      below: Array.from(places, ([place, why]) => `${place} (${words.message(why)})`),
    },
  ];
}

/** The number of holes and of choices in a text. */
function countOpen(text: MaskedText): { readonly holes: number; readonly choices: number } {
  let [holes, choices] = [0, 0];
  const count = (parts: MaskedText): void => {
    for (const part of parts) {
      if (part.kind === 'hole') holes++;
      if (part.kind !== 'choice') continue;
      choices++;
      part.alternatives.forEach(count);
    }
  };
  count(text);
  return { holes, choices };
}
