/** An inventory source that is a list of hosts: `h1,h2:2222,`. */
import type { Document } from '../../source/document.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph.ts';
import { BadRange, expandPattern, parseAddress } from '../patterns/host-pattern.ts';
import { strip } from '../../source/python.ts';

type Expanded = ReturnType<typeof expandPattern>;

/** Adds the hosts of a list to the graph, all of them ungrouped. A range is no range here, but a part of the name. */
export function readHostList(document: Document, graph: Graph): void {
  readList(document, graph, (text) => {
    const address = parseAddress(text);
    return address === undefined || address.name.includes('[')
      ? { names: [text], port: undefined }
      : { names: [address.name], port: address.port };
  });
}

/**
 * As `readHostList`, with ranges: Ansible's plugin `advanced_host_list`. A malformed range is a name as it stands.
 *
 * Throws SourceFailure for what no range can hold: letters instead of numbers, a bracket without its other half.
 */
export function readAdvancedHostList(document: Document, graph: Graph): void {
  readList(document, graph, (text) => {
    try {
      return expandPattern(text);
    } catch (error) {
      if (!(error instanceof BadRange)) throw error;
      return { names: [text], port: undefined };
    }
  });
}

function readList(document: Document, graph: Graph, expand: (text: string) => Expanded): void {
  const list = document.text;
  const declared = new Declarations(document, list, graph);
  let start = 0;
  for (const item of list.split(',')) {
    const text = strip(item);
    const range = { start, end: start + item.length };
    start += item.length + 1;
    if (text === '') continue;
    const { names, port } = declared.at(range, () => expand(text));
    const fresh = names.filter((name) => !graph.hosts.has(name));
    declared.hosts({ names: fresh, port }, range, graph.ungrouped, []);
  }
}
