/** Adds the declarations of an inventory source to the graph. */
import type { Document, Location } from '../../source/document.ts';
import { Scalar } from '../../source/tree.ts';
import type { Pair, Range } from '../../source/tree.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode } from '../graph/graph-nodes.ts';
import type { Level } from '../inventory/level.ts';
import type { ExpandedPattern } from '../patterns/host-pattern.ts';
import { Refused } from '../graph/refused.ts';
import { SourceFailure } from '../inventory/source-failure.ts';

/** Adds groups, hosts and variables to the graph. Throws SourceFailure, with the place, for what the graph refuses. */
export class Declarations {
  readonly graph: Graph;
  readonly #document: Document;
  readonly #path: string;
  readonly #level: Level | undefined;

  /**
   * `path`: the origin of its hosts, as an absolute path or a list of hosts. `level`: the level of its hosts'
   * variables, if that is not the usual one of sources.
   */
  constructor(document: Document, path: string, graph: Graph, level?: Level) {
    this.#level = level;
    this.#document = document;
    this.#path = path;
    this.graph = graph;
  }

  /** The name that the group gets. */
  safeName(name: Scalar): string {
    return this.graph.safeName(name.value as string, this.#location(name));
  }

  group(name: string, at: Range): GroupNode {
    return this.at(at, () => this.graph.addGroup(name, this.#location(at)));
  }

  child(parent: GroupNode, name: string, at: Range): void {
    this.at(at, () => this.graph.addChild(parent, name, this.#location(at)));
  }

  /** Adds the hosts of an expanded pattern, each with all of the variables. A port counts for new hosts only. */
  hosts({ names, port }: ExpandedPattern, at: Range, group: GroupNode, variables: readonly Pair[]): void {
    const spot = this.#location(at);
    if (names.length === 0) this.graph.emptyRanges.push(spot);
    const setting = port ? portAt(at, port) : undefined;
    let set: Pair | undefined;
    try {
      for (const name of names) {
        set = undefined;
        this.graph.addHost(name, group, setting, spot, this.#path);
        for (const pair of variables) {
          set = pair;
          this.graph.setVariable(name, pair, this.#document, this.#level);
        }
      }
    } catch (error) {
      throw refusedAt(set?.value ?? at, error);
    }
  }

  /** Sets a variable of the group or host of that name. */
  set(name: string, pair: Pair): void {
    this.at(pair.value, () => this.graph.setVariable(name, pair, this.#document, this.#level));
  }

  /** Makes a change; throws SourceFailure at this place if the graph or a pattern refuses it. */
  at<T>(range: Range, change: () => T): T {
    try {
      return change();
    } catch (error) {
      throw refusedAt(range, error);
    }
  }

  #location({ start, end }: Range): Location {
    return { document: this.#document, start, end };
  }
}

function refusedAt(range: Range, error: unknown): unknown {
  return error instanceof Refused ? new SourceFailure(error.fault, range) : error;
}

/** The variable that the port of a host pattern sets, located at the pattern. */
function portAt({ start, end }: Range, port: number): Pair {
  return {
    key: new Scalar(start, end, 'str', 'ansible_port', 'bare'),
    value: new Scalar(start, end, 'int', port, 'bare'),
    mergedAt: undefined,
  };
}
