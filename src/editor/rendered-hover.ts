/** Templates in a hover: what a place in one gives on hosts, and the files that it becomes. */
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { lineText, textLines } from '../render/text-lines.ts';
import type { Document } from '../source/document.ts';
import { shownHost } from '../stack/hosts.ts';
import { codeBlock, code, hostList, plain } from './markdown.ts';
import type { WrittenFile } from './rendered-uses.ts';
import { stackIndexOf } from './stack-index.ts';

/** The files on hosts that a template becomes. */
export function templateParagraphs(template: string, opened: OpenedStack): readonly string[] {
  const byPath = grouped(stackIndexOf(opened).rendered.from(template), ({ file }) => file.path);
  const all = opened.inventory.hosts.size;
  return Array.from(byPath.values(), (files) => {
    const hosts = files.map(({ host }) => shownHost(host));
    const path = pathOf(files[0], opened);
    return `Becomes ${code(path)} on ${hostList(hosts, all)}; ${commandFor(files[0], opened)}.`;
  }).slice(0, MAX_TEXTS);
}

/** The most texts that are told apart, and the columns of one. */
const MAX_TEXTS = 4;
const MAX_TEXT = 60;
/** The most lines of a file that are shown. */
const MAX_LINES = 5;

/**
 * Paragraphs on the result of the expression at an offset on each host; elsewhere in a template, on what the line
 * becomes on the first host.
 */
export function renderedParagraphs(opened: OpenedStack, document: Document, offset: number): readonly string[] {
  const { rendered } = stackIndexOf(opened);
  const isTemplate = document.format === 'template';
  const [first] = rendered.from(document.file);
  if (first === undefined)
    return isTemplate && opened.deployments !== undefined
      ? ['No task that stacklint follows writes a file from this template.']
      : [];
  const folds = rendered.foldsAt(document, offset);
  if (folds.length === 0) return isTemplate ? [lineOnHost(first, opened, document, offset)] : [];
  const all = opened.inventory.hosts.size;
  const list = folds.slice(0, MAX_TEXTS).map((fold) => {
    const texts = rendered.textsIn(fold[0].file, document, offset);
    const shown = texts.map(({ text, isKnown }) => (isKnown ? code(shortened(text)) : `unknown (${plain(text)})`));
    const hosts = new Set(fold.map(({ host }) => shownHost(host)));
    return `- ${listed(shown, MAX_TEXTS)} on ${hostList([...hosts], all)}`;
  });
  const rest = new Set(folds.slice(MAX_TEXTS).flatMap((fold) => fold.map(({ host }) => host))).size;
  const others = rest > 0 ? [`- other texts on ${counted(rest, 'host')}`] : [];
  return [['This gives:', '', ...list, ...others].join('\n'), `${commandFor(first, opened)}.`];
}

function shortened(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** The path of a file, without secrets. */
function pathOf({ file }: WrittenFile, opened: OpenedStack): string {
  return stackIndexOf(opened).files.shown(file).path;
}

/** The command that shows the whole of a file. */
function commandFor(written: WrittenFile, opened: OpenedStack): string {
  const command = `stacklint render ${shownHost(written.host)} ${pathOf(written, opened)}`;
  return `${code(command)} shows the whole file`;
}

/** The lines of the first host's file that come from the line of an offset, and the command that shows all. */
function lineOnHost(written: WrittenFile, opened: OpenedStack, document: Document, offset: number): string {
  const { files } = stackIndexOf(opened);
  const { line } = document.position(offset);
  const lines = textLines(files.shown(written.file).text, files.words).filter(
    ({ place }) => place?.document.file === document.file && place.document.position(place.start).line === line,
  );
  const name = plain(shownHost(written.host));
  const command = commandFor(written, opened);
  if (lines.length === 0) return `Written to ${code(pathOf(written, opened))} on ${name}; ${command}.`;
  return `On ${name} the line becomes:\n\n${codeBlock('', lines.map(lineText), MAX_LINES)}\n\n${command}.`;
}
