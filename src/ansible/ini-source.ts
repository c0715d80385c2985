/** An inventory source in INI: sections of hosts, variables and children. */
import type { Document } from '../source/document.ts';
import { readIni } from '../source/ini.ts';
import type { HostLine, IniSection } from '../source/ini.ts';
import type { Pair, Range, Scalar } from '../source/tree.ts';
import type { Graph, GroupNode } from './graph.ts';
import { expandIniPattern, Refused } from './host-pattern.ts';
import { ansiblePort, SourceFailure } from './source-failure.ts';

/** A group that is mentioned before anything declares it. */
interface Pending {
  readonly state: 'vars' | 'children';
  readonly at: Range;
  readonly parents: string[];
}

/**
 * Adds what an INI source declares to the graph, line by line.
 *
 * Throws SourceFailure where Ansible gives the file up; what was added before stays.
 */
export function readIniSource(document: Document, path: string, graph: Graph): void {
  const { sections, problem } = readIni(document.text);
  const source = new IniSource(document, path, graph);
  for (const section of sections) source.section(section);
  if (problem !== undefined) {
    if (problem.pattern !== undefined) source.expand(problem.pattern);
    throw new SourceFailure('syntax', problem.message, problem);
  }
  source.finish();
}

class IniSource {
  readonly #document: Document;
  readonly #path: string;
  readonly #graph: Graph;
  /** In order of first mention; only the first that is left is an error. */
  readonly #pending = new Map<string, Pending>();

  constructor(document: Document, path: string, graph: Graph) {
    this.#document = document;
    this.#path = path;
    this.#graph = graph;
  }

  section(section: IniSection): void {
    const name = this.#graph.safeName(section.name.value as string);
    const pending = this.#pending.get(name);
    if (section.kind === 'vars' && pending === undefined && !this.#graph.groups.has(name))
      this.#pending.set(name, { state: 'vars', at: section.name, parents: [] });
    const group = this.#graph.addGroup(name, this.#spot(section.name));
    if (section.kind !== 'vars' && pending !== undefined) {
      if (pending.state === 'children') this.#at(section.name, () => this.#attachPending(name));
      else this.#pending.delete(name);
    }
    if (section.kind === 'hosts') for (const line of section.lines) this.#hosts(line, group);
    else if (section.kind === 'vars') for (const pair of section.lines) this.#set(name, pair);
    else for (const child of section.lines) this.#child(child, name, group);
  }

  /** Expands a pattern, and fails at its place. */
  expand(pattern: Scalar): ReturnType<typeof expandIniPattern> {
    return this.#at(pattern, () => expandIniPattern(pattern.value as string));
  }

  /** Fails for the first group that was mentioned and never declared. */
  finish(): void {
    for (const [name, { state, at, parents }] of this.#pending)
      throw new SourceFailure(
        'structure',
        state === 'vars'
          ? `Section [${name}:vars] not valid for undefined group '${name}'`
          : `Section [${parents.at(-1)}:children] includes undefined group '${name}'`,
        at,
      );
  }

  #hosts({ pattern, assignments }: HostLine, group: GroupNode): void {
    const { names, port } = this.expand(pattern);
    const at = this.#spot(pattern);
    const setting = port ? ansiblePort(port, pattern, this.#document) : undefined;
    for (const name of names) {
      this.#at(pattern, () => this.#graph.addHost(name, group, setting, at, this.#path));
      for (const pair of assignments) this.#set(name, pair);
    }
  }

  #child(child: Scalar, parent: string, group: GroupNode): void {
    const name = child.value as string;
    if (this.#graph.groups.has(name)) {
      this.#at(child, () => this.#graph.addChild(group, name, this.#spot(child)));
      return;
    }
    const pending = this.#pending.get(name);
    if (pending === undefined) this.#pending.set(name, { state: 'children', at: child, parents: [parent] });
    else pending.parents.push(parent);
  }

  /** A group that was awaited is declared: hang it below those that asked for it, and those below theirs. */
  #attachPending(name: string): void {
    for (const parent of this.#pending.get(name)?.parents ?? []) {
      const group = this.#graph.groups.get(parent);
      if (group !== undefined) this.#graph.addChild(group, name, undefined);
      if (this.#pending.get(parent)?.state === 'children') this.#attachPending(parent);
    }
    this.#pending.delete(name);
  }

  #set(name: string, { key, value }: Pair): void {
    this.#at(value, () => this.#graph.setVariable(name, { key, value, document: this.#document }));
  }

  /** What the graph refuses, it refuses at this place. */
  #at<T>(range: Range, change: () => T): T {
    try {
      return change();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      throw new SourceFailure('structure', error.message, range);
    }
  }

  #spot({ start, end }: Range): { document: Document; start: number; end: number } {
    return { document: this.#document, start, end };
  }
}
