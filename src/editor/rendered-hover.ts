/** Templates in a hover: what a place in one gives on hosts, and the files that it becomes. */
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import type { OpenedStack } from '../open.ts';
import { lineText, textLines } from '../render/text-lines.ts';
import type { Document } from '../source/document.ts';
import { shownHost } from '../stack/hosts.ts';
import { block, code, hostList, plain } from './markdown.ts';
import { filesFrom, textsAt } from './rendered-uses.ts';
import type { WrittenFile } from './rendered-uses.ts';
import { indexOf } from './stack-index.ts';

/** The files on hosts that a template becomes. */
export function writtenFrom(template: string, opened: OpenedStack): readonly string[] {
  const byPath = grouped(filesFrom(template, indexOf(opened).files), ({ file }) => file.path);
  const all = opened.inventory.hosts.size;
  return Array.from(byPath.values(), (files) => {
    const hosts = files.map(({ host }) => shownHost(host));
    return `Becomes ${code(files[0].file.path)} on ${hostList(hosts, all)}; ${commandFor(files[0])}.`;
  }).slice(0, MAX_TEXTS);
}

/** The most hosts whose texts are compared in words, and the columns of one. */
const MAX_TEXTS = 4;
const MAX_TEXT = 60;

/** What the expression at an offset gives on each host, and what its line becomes on the first. */
export function renderedParagraphs(opened: OpenedStack, document: Document, offset: number): readonly string[] {
  const { files } = indexOf(opened);
  const written = filesFrom(document.file, files);
  const isTemplate = document.format === 'template';
  if (written.length === 0)
    return isTemplate && opened.deployments !== undefined
      ? ['No task that stacklint follows writes a file from this template.']
      : [];
  const all = opened.inventory.hosts.size;
  const gives = new Map<string, string[]>();
  for (const { host, file } of written) {
    const texts = textsAt(file, document, offset, files);
    if (texts === undefined) continue;
    const shown = texts.map(({ text, isKnown }) => (isKnown ? code(shortened(text)) : `unknown (${plain(text)})`));
    const says = listed(shown, MAX_TEXTS);
    const hosts = gives.get(says);
    if (hosts === undefined) gives.set(says, [shownHost(host)]);
    else if (hosts.at(-1) !== shownHost(host)) hosts.push(shownHost(host));
  }
  const folds = [...gives].sort(([, a], [, b]) => b.length - a.length);
  const [first] = written;
  if (folds.length === 0) return isTemplate && first !== undefined ? [lineOnHost(first, opened, document, offset)] : [];
  const list = folds.slice(0, MAX_TEXTS).map(([says, hosts]) => `- ${says} on ${hostList(hosts, all)}`);
  const rest = folds.slice(MAX_TEXTS).flatMap(([, hosts]) => hosts);
  const others = rest.length > 0 ? [`- other texts on ${counted(rest.length, 'host')}`] : [];
  return [
    ['This gives:', '', ...list, ...others].join('\n'),
    ...(first === undefined ? [] : [`${commandFor(first)}.`]),
  ];
}

/** The command that shows the whole of a file. */
function commandFor({ host, file }: WrittenFile): string {
  return `${code(`stacklint render ${shownHost(host)} ${file.path}`)} shows the whole file`;
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** The lines of the first host's file that come from the line of an offset, and the command that shows all. */
function lineOnHost(written: WrittenFile, opened: OpenedStack, document: Document, offset: number): string {
  const { host, file } = written;
  const { line } = document.position(offset);
  const lines = textLines(file.text, indexOf(opened).files.words).filter(
    ({ place }) => place?.document.file === document.file && place.document.position(place.start).line === line,
  );
  const name = plain(shownHost(host));
  if (lines.length === 0) return `Written to ${code(file.path)} on ${name}; ${commandFor(written)}.`;
  return `On ${name} the line becomes:\n\n${block('', lines.map(lineText), MAX_LINES)}\n\n${commandFor(written)}.`;
}

const MAX_LINES = 5;
