/** An inventory source that is a list of hosts: `h1,h2:2222,`. */
import type { Document } from '../source/document.ts';
import type { Graph } from './graph.ts';
import { parseAddress } from './host-pattern.ts';
import { strip } from './python.ts';
import { ansiblePort } from './source-failure.ts';

/** Adds the hosts of a list to the graph, all of them ungrouped. A range is no range here, but a part of the name. */
export function readHostList(document: Document, graph: Graph): void {
  const list = document.text;
  let start = 0;
  for (const item of list.split(',')) {
    const text = strip(item);
    const range = { start, end: start + item.length };
    start += item.length + 1;
    if (text === '') continue;
    const address = parseAddress(text);
    const { name, port } =
      address === undefined || address.name.includes('[') ? { name: text, port: undefined } : address;
    if (graph.hosts.has(name)) continue;
    const setting = port ? ansiblePort(port, range, document) : undefined;
    graph.addHost(name, graph.ungrouped, setting, { document, ...range }, list);
  }
}
