/** The texts of files for people, hosts whose file is the same folded. */
import type { Host } from '../ansible/index.ts';
import type { Paint } from '../report/colour.ts';
import { madeOnce } from '../ground/made-once.ts';
import { shownName } from '../model/secret-texts.ts';
import { displayWidth, listedHosts, printable, wrap } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { writtenBy } from './file-list.ts';
import { shownPlace } from './places.ts';
import type { HostFiles } from './render-report.ts';
import type { ShownFile, ShownFiles } from './shown-files.ts';
import { lineText, textLines } from './text-lines.ts';
import type { Segment, TextLine } from './text-lines.ts';

interface Style {
  readonly width: number;
  readonly paint: Paint;
}

/** A file that is the same on some hosts. */
interface Fold {
  readonly shown: ShownFiles;
  readonly file: ShownFile;
  readonly lines: readonly TextLine[];
  readonly hosts: Host[];
}

/** Writes the texts of files; `withOrigins`: each line with its places in the template and in variables. */
export function fileTexts(all: readonly HostFiles[], withOrigins: boolean, style: Style): string {
  return folded(all, withOrigins)
    .map((fold) => {
      const text = withOrigins ? linesWithOrigins(fold, style) : fold.lines.map((line) => painted(line, style.paint));
      return [...heading(fold, all.length, style), '', ...text].map((line) => `${line}\n`).join('');
    })
    .join('\n');
}

function folded(all: readonly HostFiles[], withOrigins: boolean): readonly Fold[] {
  const byPath = new Map<string, Map<string, Fold>>();
  const known = new Map<ShownFile['text'], readonly TextLine[]>();
  for (const { shown, host, files } of all)
    for (const file of files) {
      const lines = madeOnce(known, file.text, () => textLines(file.text, shown.words));
      const { path, writers } = file.file;
      const folds = madeOnce(byPath, path, () => new Map());
      const places = withOrigins ? lines.map((line) => variablesOf(line, shown)) : [];
      const key = JSON.stringify([file.state, writtenBy(writers), lines.map(lineText), places]);
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, { shown, file, lines, hosts: [host] });
      else fold.hosts.push(host);
    }
  return [...byPath.values()].flatMap((folds) => [...folds.values()]);
}

/** The path between the signs that `head` and `tail` have around it, for whom the file is, and what writes it. */
function heading({ shown, file, hosts }: Fold, all: number, { width, paint }: Style): readonly string[] {
  const { writers, isWhole, laterWrite } = file.file;
  const sources = new Set(writers.flatMap((writer) => shown.sourceOf(writer) ?? []));
  const below = [
    listedHosts(hosts.map(shownHost), all),
    [...(sources.size > 0 ? [[...sources].join(', ')] : []), writtenBy(writers)].join('; '),
    ...(file.state === 'possible' && file.why !== undefined ? [`perhaps: ${shown.words.message(file.why)}`] : []),
    ...(isWhole ? [] : ['in part: tasks only change what is there']),
    ...(laterWrite === undefined
      ? []
      : [`may be written again: ${laterWrite.action} at ${shownPlace(laterWrite.place)}, whose file is not known`]),
  ];
  return [
    paint.strong(`==> ${printable(file.path)} <==`),
    ...below.flatMap((text) => wrap(printable(text), width - 4)).map((line) => `    ${paint.faint(line)}`),
  ];
}

function painted({ segments }: Pick<TextLine, 'segments'>, paint: Paint): string {
  const brushes: Readonly<Record<Segment['kind'], (text: string) => string>> = {
    known: (text) => text,
    secret: paint.faint,
    unknown: paint.warning,
    frame: paint.info,
  };
  return segments.map(({ kind, text }) => brushes[kind](text)).join('');
}

/**
 * Lines with the number of the template's line before each, and at the right the variable that fills it with its
 * place, or below if there is no room. The name of a template stands above its first line.
 */
function linesWithOrigins({ shown, lines }: Fold, { width, paint }: Style): readonly string[] {
  const digits = Math.max(
    0,
    ...lines.map(({ place }) => (place === undefined ? 0 : String(place.document.position(place.start).line).length)),
  );
  let file: string | undefined;
  let number = '';
  return lines.flatMap((line) => {
    const { place } = line;
    const shownLines: string[] = [];
    if (place !== undefined && place.document.file !== file) {
      file = place.document.file;
      number = '';
      shownLines.push(paint.faint(`── ${printable(file)}`));
    }
    const at = place === undefined ? '' : String(place.document.position(place.start).line);
    // A line that the template has once may be many.
    const margin = (at === number ? '' : at).padStart(digits);
    number = at;
    const text =
      line.segments.length === 0 ? paint.faint(margin.trimEnd()) : `${paint.faint(margin)}  ${painted(line, paint)}`;
    const used = digits + 2 + displayWidth(lineText(line).replaceAll('\t', '        '));
    const variables = variablesOf(line, shown);
    if (variables === '') return [...shownLines, text];
    const room = width - used - displayWidth(variables);
    if (room >= 2) return [...shownLines, `${text}${' '.repeat(room)}${paint.faint(variables)}`];
    return [...shownLines, text, paint.faint(variables.padStart(width))];
  });
}

/** The number of variables that a line has room for. */
const MAX_VARIABLES = 2;

/** The variables that fill a line, each with its place. */
function variablesOf({ from }: TextLine, { values }: ShownFiles): string {
  const all = values.of(from).map(({ variable, place }) => {
    const name = variable === undefined ? '' : `${printable(shownName(variable))} `;
    return `${name}${printable(shownPlace(place))}`;
  });
  const variables = [...new Set(all)];
  const rest = variables.length - MAX_VARIABLES;
  return [...variables.slice(0, MAX_VARIABLES), ...(rest > 0 ? [`${String(rest)} more`] : [])].join(', ');
}
