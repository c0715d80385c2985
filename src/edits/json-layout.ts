/** The layout of a text of JSON. */
import type { Entry, WrittenCollection, WrittenNode, WrittenScalar } from './written.ts';

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The outermost value of a text that has been read as JSON; a text of another form gives what it seems to have. */
export function layoutOfJson(text: string): WrittenNode | undefined {
  const stack: { kind: WrittenCollection['kind']; start: number; entries: Entry[]; key: WrittenNode | undefined }[] =
    [];
  let root: WrittenNode | undefined;
  const add = (node: WrittenNode): void => {
    const open = stack.at(-1);
    if (open === undefined) root ??= node;
    else if (open.kind === 'mapping' && open.key === undefined) open.key = node;
    else {
      const { key } = open;
      open.key = undefined;
      open.entries.push({ key, value: node, start: (key ?? node).start, end: node.end });
    }
  };
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const end = start + token.length;
    if (token === '{' || token === '[')
      stack.push({ kind: token === '{' ? 'mapping' : 'sequence', start, entries: [], key: undefined });
    else if (token === '}' || token === ']') {
      const open = stack.pop();
      if (open === undefined) return undefined;
      const { kind, entries, start: from } = open;
      add({ kind, start: from, end, propertiesEnd: from, content: from, flow: true, brackets: true, entries });
    } else if (token !== ',' && token !== ':') add(scalar(token, start, end));
  }
  return root;
}

function scalar(token: string, start: number, end: number): WrittenScalar {
  const isText = token.startsWith('"');
  const value = isText ? token.slice(1, -1) : token;
  return {
    kind: 'scalar',
    start,
    end,
    propertiesEnd: start,
    content: start,
    style: isText ? 'double' : 'plain',
    value,
    tag: '',
  };
}
