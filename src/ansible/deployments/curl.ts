/** Requests that `curl` sends in the commands of tasks, as far as these are known without a shell. */
import type { RenderedText } from '../template/files/rendered-text.ts';
import { commandsIn, shownWord, sliceText } from './shell-text.ts';

/** A request of a command; `file` names the file that holds its body. */
interface CurlRequest {
  readonly method: string;
  readonly url: RenderedText;
  readonly body: RenderedText | undefined;
  readonly file: RenderedText | undefined;
}

/** Short options that take a value. https://curl.se/docs/manpage.html */
const WITH_VALUE = /[AbcCdDeEFhHKmoPQrtTuUwxXyYz]/;
/** Long ones that are looked for; their values, and those of others, are no addresses of requests. */
const DATA = /^--(?:data(?:-raw|-binary|-ascii)?|json)$/;

/** Finds the requests in the text of commands. */
export function requestsOfCurl(commands: RenderedText): readonly CurlRequest[] {
  return commandsIn(commands).flatMap(requestOfWords);
}

/** Finds the request in a command that is given as its words. */
export function requestOfWords(words: readonly RenderedText[]): readonly CurlRequest[] {
  const at = words.findIndex((word) => /(?:^|\/)curl$/.test(shownWord(word)));
  const request = at < 0 ? undefined : requestIn(words.slice(at + 1));
  return request === undefined ? [] : [request];
}

function requestIn(words: readonly RenderedText[]): CurlRequest | undefined {
  let method: string | undefined;
  let url: RenderedText | undefined;
  let data: RenderedText | undefined;
  let isRaw = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? [];
    const text = shownWord(word);
    if (!text.startsWith('-')) {
      if (text.includes('/')) url ??= word;
      continue;
    }
    const letter = text.startsWith('--') ? -1 : text.slice(1).search(WITH_VALUE);
    const short = letter < 0 ? letter : letter + 1;
    const option = short < 0 ? text : `-${text.charAt(short)}`;
    const own = short < 0 || short === text.length - 1 ? undefined : sliceText(word, short + 1);
    if (text.startsWith('--') ? !/^--(?:request|url)$/.test(text) && !DATA.test(text) : short < 0) continue;
    const value = own ?? words[++at] ?? [];
    if (option === '-X' || option === '--request') method = shownWord(value);
    else if (option === '--url') url = value;
    else if (option === '-d' || DATA.test(option)) {
      // Several are joined to one body, which is no JSON then.
      if (data !== undefined) return undefined;
      data = value;
      isRaw = option === '--data-raw';
    }
  }
  if (url === undefined) return undefined;
  const isFile = !isRaw && data !== undefined && shownWord(data).startsWith('@');
  const file = isFile && data !== undefined ? sliceText(data, 1) : undefined;
  return { method: method ?? (data === undefined ? 'GET' : 'POST'), url, body: isFile ? undefined : data, file };
}
