/**
 * Files of requests as the console of a dashboard reads them, or the HTTP client of an editor: `METHOD /path` in a line
 * of its own, then a body of JSON. In it may be comments, and texts in three quotes, which JSON does not have.
 *
 * https://www.elastic.co/docs/explore-analyze/query-filter/tools/console
 */
import type { DeployedRequest, RenderedText } from '../../ansible/index.ts';
import type { Document, Location } from '../../source/document.ts';
import type { Range } from '../../source/tree.ts';

/** The line that begins a request. */
const REQUEST = /^[ \t]*(GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS)[ \t]+(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*\r?$/gm;
/** What may come before the first request: empty lines, comments, and variables of an HTTP client. */
const BEFORE_FIRST = /^(?:[ \t]*(?:(?:#|\/\/|@).*)?\r?\n|[ \t]*\/\*[^]*?\*\/[ \t]*\r?\n)*/;
/** The lines of a request for an HTTP client that are its headers. */
const HEADERS = /(?:[\w-]+:[^\n]*\n)+(?=\r?\n|$)/y;

/** The parts of a body: texts, references to variables, comments, and what is between them. */
const PART =
  /(?<triple>"""(?<inside>[^]*?)(?:"""|$))|(?<reference>\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\})|(?<text>"(?:[^"\\\n]|\\.)*"?)|(?<comment>\/\/[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$))|[^"{$#/]+|[^]/y;
/** A reference to a variable, or a placeholder that is a whole text, or a whole part of a path: `<name>`. */
const REFERENCE = /\{\{\s*([^{}\n]*?)\s*\}\}|\$\{([^{}\n]*)\}|(?<=["/])(<[^<>{}"/\n]+>)(?=["/?]|$)/g;

/** Tells whether a text begins with a request, after comments. */
export function beginsWithRequest(text: string): boolean {
  const [before = ''] = BEFORE_FIRST.exec(text) ?? [];
  return text.slice(before.length).search(REQUEST) === 0;
}

/** The requests in a file, in order; none if it does not begin with one. */
export function requestsInConsole(document: Document): readonly DeployedRequest[] {
  const { text } = document;
  if (!beginsWithRequest(text)) return [];
  const lines = [...text.matchAll(REQUEST)];
  return lines.map((line, index): DeployedRequest => {
    const { 0: whole, 1: method = '', 2: url = '', index: start } = line;
    const place = trimmed({ document, start, end: start + whole.length });
    const end = lines[index + 1]?.index ?? text.length;
    const body = bodyIn(document, { start: start + whole.length, end });
    return {
      method,
      url: withReferences(url, {
        document,
        start: start + whole.indexOf(url),
        end: start + whole.indexOf(url) + url.length,
      }),
      body: body.length === 0 ? undefined : body,
      place,
      head: place,
      possible: undefined,
    };
  });
}

function trimmed({ document, start, end }: Location): Location {
  const text = document.text.slice(start, end);
  return { document, start: start + text.search(/\S/), end: start + text.trimEnd().length };
}

/** The body in a range of a file, without comments, as the JSON that is sent. */
export function bodyIn(document: Document, { start, end }: Range): RenderedText {
  const { text } = document;
  HEADERS.lastIndex = text.indexOf('\n', start) + 1;
  const headers = HEADERS.exec(text);
  const parts: RenderedText[number][] = [];
  for (let at = headers === null ? start : HEADERS.lastIndex; at < end; at = PART.lastIndex) {
    PART.lastIndex = at;
    const { 0: part = '', groups = {} } = PART.exec(text) ?? {};
    if (part === '') break;
    const place = { document, start: at, end: Math.min(at + part.length, end) };
    if (groups['comment'] !== undefined) continue;
    if (groups['triple'] !== undefined) parts.push(known(JSON.stringify(groups['inside']), place));
    else parts.push(...withReferences(text.slice(place.start, place.end), place));
  }
  return parts.some((part) => part.kind === 'hole' || (part.kind === 'text' && part.text.trim() !== '')) ? parts : [];
}

/** A text in which references to variables, and placeholders, are not known. */
function withReferences(text: string, place: Location): RenderedText {
  const { document } = place;
  const parts: RenderedText[number][] = [];
  let from = 0;
  const add = (to: number): void => {
    if (to > from)
      parts.push(known(text.slice(from, to), { document, start: place.start + from, end: place.start + to }));
  };
  for (const { 0: whole, 1: name, 2: other, 3: placeholder, index } of text.matchAll(REFERENCE)) {
    add(index);
    from = index + whole.length;
    const at = { document, start: place.start + index, end: place.start + from };
    const message =
      placeholder === undefined
        ? `${name ?? other ?? ''} is a variable of who sends the request`
        : `${placeholder} is for who sends the request to fill in`;
    parts.push({
      kind: 'hole',
      extent: 'value',
      reason: 'task',
      message,
      name: name ?? other ?? placeholder,
      place: at,
    });
  }
  add(text.length);
  return parts;
}

function known(text: string, place: Location): RenderedText[number] {
  return { kind: 'text', text, place, isComputed: false, from: [] };
}
