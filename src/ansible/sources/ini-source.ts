/** An inventory source in INI: sections of hosts, variables and children. */
import type { Document } from '../../source/document.ts';
import { readIni } from '../../source/ini.ts';
import type { HostLine, IniSection } from '../../source/ini.ts';
import type { Range, Scalar } from '../../source/tree.ts';
import { fault } from '../../troubles/fault.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode } from '../graph/graph-nodes.ts';
import { expandIniPattern } from '../patterns/host-pattern.ts';
import type { ExpandedPattern } from '../patterns/host-pattern.ts';
import type { Documents } from '../inventory/inventory-documents.ts';
import { SourceFailure, unreadText } from '../inventory/source-failure.ts';

/** A group that is mentioned before anything declares it. */
interface Pending {
  readonly state: 'vars' | 'children';
  readonly at: Range;
  readonly parents: string[];
}

const KINDS: readonly IniSection['kind'][] = ['hosts', 'vars', 'children'];

/** Opens an INI source. It is here so that the code of the reader is loaded before the text, which may be large. */
export function openIniSource(documents: Documents, path: string): Document {
  return documents.unparsed(path, 'ini');
}

/**
 * Adds what an INI source declares to the graph, line by line.
 *
 * Throws SourceFailure if Ansible gives the file up; what was added before stays.
 */
export function readIniSource(document: Document, path: string, graph: Graph, { cache, dialect }: Documents): void {
  const { sections, problem } = cache.ini.of(document, dialect, () => readIni(document.text, dialect));
  const source = new IniSource(new Declarations(document, path, graph));
  for (const section of sections) source.section(section);
  if (problem !== undefined) {
    if (problem.pattern !== undefined) source.expand(problem.pattern);
    const isKind = problem.code === 'ini/unknown-section-kind';
    throw unreadText(problem, isKind ? { name: String(problem.data['kind']), known: KINDS } : undefined);
  }
  source.finish();
}

class IniSource {
  readonly #declared: Declarations;
  readonly #graph: Graph;
  /** In order of first mention; the first that stays undeclared is the error. */
  readonly #pending = new Map<string, Pending>();

  constructor(declared: Declarations) {
    this.#declared = declared;
    this.#graph = declared.graph;
  }

  section(section: IniSection): void {
    const name = this.#declared.safeName(section.name);
    const pending = this.#pending.get(name);
    if (section.kind === 'vars' && pending === undefined && !this.#graph.groups.has(name))
      this.#pending.set(name, { state: 'vars', at: section.name, parents: [] });
    const group = this.#declared.group(name, section.name);
    if (section.kind !== 'vars' && pending !== undefined) {
      if (pending.state === 'children') this.#declared.at(section.name, () => this.#attachPending(name));
      else this.#pending.delete(name);
    }
    if (section.kind === 'hosts') for (const line of section.lines) this.#hosts(line, group);
    else if (section.kind === 'vars') for (const pair of section.lines) this.#declared.set(name, pair);
    else for (const child of section.lines) this.#child(child, name, group);
  }

  /** Expands a pattern, and fails at its place. */
  expand(pattern: Scalar): ExpandedPattern {
    return this.#declared.at(pattern, () => expandIniPattern(pattern.value as string));
  }

  /** Fails for the first group that was mentioned and never declared. */
  finish(): void {
    for (const [name, { at }] of this.#pending)
      throw new SourceFailure(fault('ini/undefined-group', { group: name, expected: `[${name}]` }), at, {
        name,
        known: [...this.#graph.groups.keys()].filter((group) => !this.#pending.has(group)),
      });
  }

  #hosts({ pattern, assignments }: HostLine, group: GroupNode): void {
    this.#declared.hosts(this.expand(pattern), pattern, group, assignments);
  }

  #child(child: Scalar, parent: string, group: GroupNode): void {
    const name = child.value as string;
    if (this.#graph.groups.has(name)) {
      this.#declared.child(group, name, child);
      return;
    }
    const pending = this.#pending.get(name);
    if (pending === undefined) this.#pending.set(name, { state: 'children', at: child, parents: [parent] });
    else pending.parents.push(parent);
  }

  /** Attaches a group, now that it is declared, to the pending parents that named it, and these to theirs. */
  #attachPending(name: string): void {
    for (const parent of this.#pending.get(name)?.parents ?? []) {
      const group = this.#graph.groups.get(parent);
      if (group !== undefined) this.#graph.addChild(group, name, undefined);
      if (this.#pending.get(parent)?.state === 'children') this.#attachPending(parent);
    }
    this.#pending.delete(name);
  }
}
