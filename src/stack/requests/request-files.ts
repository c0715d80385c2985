/** Files with requests for people to send: those that are found, and those that the configuration names. */
import { parse } from 'node:path';
import type { DeployedRequest } from '../../ansible/index.ts';
import { readableText } from '../../ground/files.ts';
import type { Files } from '../../ground/files.ts';
import { filesMatching } from '../../ground/globs.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import { Document } from '../../source/document.ts';
import { beginsWithRequest, bodyIn, requestsInConsole } from './console-file.ts';

/** Files that the configuration names, by an absolute glob. */
interface Named {
  readonly files: string;
  /** The request whose body they hold, if they do not say it themselves; `{name}` is the name of the file. */
  readonly request?: string | undefined;
  /** The cluster that they are for, of several in the stack. */
  readonly cluster?: string | undefined;
}

/** A request for people to send. */
export interface KeptRequest extends DeployedRequest {
  /** The name of the cluster that it is for, if the configuration says so; else it counts for each of the stack. */
  readonly cluster?: string | undefined;
}

interface RequestFile {
  readonly document: Document;
  readonly requests: readonly KeptRequest[];
}

/** The files with requests, each once, and what is in them. `found`: files that may have some. */
export function requestFiles(
  found: readonly Document[],
  { files, shown, records }: { readonly files: Files; readonly shown: ShowsPath; readonly records: readonly Named[] },
): readonly RequestFile[] {
  const byFile = new Map<string, RequestFile>();
  for (const { files: glob, request, cluster } of records)
    for (const path of filesMatching(files, glob)) {
      const text = readableText(files, path);
      if (text === undefined) continue;
      const document = new Document(shown(path), text, 'text', {});
      const { name } = parse(path);
      const requests =
        request === undefined
          ? requestsInConsole(document)
          : [requestWithBody(document, request.replaceAll('{name}', name))];
      byFile.set(document.file, { document, requests: requests.map((one) => ({ ...one, cluster })) });
    }
  for (const document of found)
    if (!byFile.has(document.file) && beginsWithRequest(document.text))
      byFile.set(document.file, { document, requests: requestsInConsole(document) });
  return [...byFile.values()];
}

/** A request whose body is a whole file. */
function requestWithBody(document: Document, request: string): DeployedRequest {
  const [method = '', path = ''] = request.split(' ');
  const place = { document, start: 0, end: document.text.length };
  const head = { document, start: 0, end: 0 };
  const known = { kind: 'text', isComputed: false, from: [] } as const;
  return {
    method,
    url: [{ ...known, text: path, place: head }],
    body: /^\s*\{/.test(document.text) ? bodyIn(document, place) : [{ ...known, text: document.text, place }],
    place: head,
    head,
    possible: undefined,
  };
}
