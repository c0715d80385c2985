/** Values of variables by their nodes: where each is written, and the name of the variable. */
import { inputsOfComputed } from '../ansible/index.ts';
import type { Assignment } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import type { Document, Location } from '../source/document.ts';
import type { Node } from '../source/tree.ts';

/** A value that is written down. */
export interface WrittenValue {
  /** The variable that it is, or is a part of; undefined if its name is not to be shown. */
  readonly variable: string | undefined;
  readonly place: Location;
}

/** Finds the values that went into a text; all files are searched when it is first asked. */
export class WrittenValues {
  readonly #opened: OpenedStack;
  #all: ReadonlyMap<Node, WrittenValue> | undefined;

  constructor(opened: OpenedStack) {
    this.#opened = opened;
  }

  /** The values of nodes, and of those that others were computed from; each variable once. */
  of(nodes: readonly Node[]): readonly WrittenValue[] {
    const found = new Map<string, WrittenValue>();
    const add = (node: Node): void => {
      const written = this.#values.get(node);
      if (written === undefined) return inputsOfComputed(node).forEach(add);
      const { document, start } = written.place;
      const key = written.variable ?? `${document.file}:${String(start)}`;
      if (!found.has(key)) found.set(key, written);
    };
    nodes.forEach(add);
    return [...found.values()];
  }

  get #values(): ReadonlyMap<Node, WrittenValue> {
    return (this.#all ??= writtenValues(this.#opened));
  }
}

function writtenValues({ inventory, deployments, secrecy }: OpenedStack): ReadonlyMap<Node, WrittenValue> {
  const values = new Map<Node, WrittenValue>();
  const add = (node: Node, document: Document, variable: string | undefined): void => {
    if (!values.has(node)) {
      const { start, end } = node;
      values.set(node, { variable, place: { document, start, end } });
    }
    if (node.kind === 'sequence') for (const item of node.items) add(item, document, variable);
    if (node.kind === 'mapping') for (const { value } of node.pairs) add(value, document, variable);
  };
  const assign = ({ document, name, value }: Assignment): void => add(value, document, secrecy.nameIn(document, name));
  inventory.assignments().forEach(assign);
  const ofPlays = deployments?.read;
  ofPlays?.assignments.forEach(assign);
  // Variables of tasks are set by the files of the tasks.
  for (const document of ofPlays?.documents ?? [])
    if (document.root !== undefined) addNamed(document.root, document, add);
  return values;
}

function addNamed(
  node: Node,
  document: Document,
  add: (node: Node, document: Document, variable: string | undefined) => void,
): void {
  if (node.kind === 'sequence') for (const item of node.items) addNamed(item, document, add);
  if (node.kind !== 'mapping') return;
  for (const { key, value } of node.pairs) {
    const variables = String(key.value) === 'vars' && value.kind === 'mapping' ? value.pairs : [];
    for (const { key: name, value: own } of variables) add(own, document, String(name.value));
    addNamed(value, document, add);
  }
}
