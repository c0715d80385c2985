/** Variables whose templates refer to each other in a circle. */
import { namesInJinjaBlocks } from '../../ansible/index.ts';
import type { Assignment, Host, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ReferenceLoop } from '../../model/declared-inventory.ts';
import type { FilePlace } from '../../model/setting.ts';
import { descendantsOf, someScalar } from '../../source/tree.ts';
import type { Node } from '../../source/tree.ts';
import { shownHost } from '../hosts.ts';
import { placeOfFault } from '../origin.ts';
import { placeIn } from '../place.ts';
import { isTemplated } from '../plain.ts';
import type { Values } from '../values.ts';

const loopsOfInventories = new WeakMap<Inventory, readonly ReferenceLoop[]>();

/**
 * Finds the loops that Ansible would run into for some host.
 *
 * Only variables that the names in their templates lead back to are evaluated: most inventories have none.
 */
export function referenceLoops(inventory: Inventory, values: Values): readonly ReferenceLoop[] {
  return madeOnce(loopsOfInventories, inventory, () => findReferenceLoops(inventory, values));
}

function findReferenceLoops(inventory: Inventory, values: Values): readonly ReferenceLoop[] {
  const suspects = namesInCircles(inventory);
  const loops = new Map<string, { readonly first: string; readonly hosts: string[]; readonly loop: ReferenceLoop }>();
  const all = inventory.groups.get('all');
  if (suspects.size === 0 || all === undefined) return [];
  for (const host of inventory.members(all))
    for (const [name, assignment] of assignedTo(host, inventory, suspects)) {
      const loop = loopOf(host, assignment, name, values);
      if (loop === undefined || loop.names.some((one) => inventory.variablesOf(host).unknown(one) !== undefined))
        continue;
      const known = loops.get(loop.key);
      if (known !== undefined) {
        if (known.first === name) known.hosts.push(shownHost(host));
        continue;
      }
      const { names, at } = loop;
      const others = names.slice(1).flatMap((one) => placeOfVariable(host, one, inventory) ?? []);
      const told = [...names, name].map((one) => shownName(host, one, inventory, values));
      const hosts = [shownHost(host)];
      loops.set(loop.key, { first: name, hosts, loop: { names: told, at, others, hosts } });
    }
  return Array.from(loops.values(), ({ loop }) => loop);
}

interface FoundLoop {
  /** In the order of reference, the variable at hand first. */
  readonly names: readonly string[];
  readonly at: FilePlace;
  /** One text for all variables of the loop. */
  readonly key: string;
}

function loopOf(host: Host, assignment: Assignment, name: string, values: Values): FoundLoop | undefined {
  const outcome = values.scopes.resolve(host, assignment.value);
  if (outcome.state === 'known' || outcome.loop === undefined) return undefined;
  const first = outcome.loop.indexOf(name);
  if (first < 0) return undefined;
  const names = [...outcome.loop.slice(first), ...outcome.loop.slice(0, first)];
  const { template, start, end } = outcome;
  const part = template && placeOfFault({ template, start, end }, assignment, values.scopes);
  const at = part ?? placeIn(assignment.document, assignment.value);
  return { names, at, key: [...names].sort().join('\0') };
}

function shownName(host: Host, name: string, inventory: Inventory, { secrecy }: Values): string | undefined {
  const assignment = inventory.variablesOf(host).get(name);
  return assignment === undefined ? name : secrecy.nameIn(assignment.document, name);
}

function placeOfVariable(host: Host, name: string, inventory: Inventory): FilePlace | undefined {
  const assignment = inventory.variablesOf(host).get(name);
  return assignment && placeIn(assignment.document, assignment.value);
}

function* assignedTo(
  host: Host,
  inventory: Inventory,
  names: ReadonlySet<string>,
): Iterable<readonly [string, Assignment]> {
  const variables = inventory.variablesOf(host);
  for (const name of names) {
    const assignment = variables.get(name);
    if (assignment !== undefined) yield [name, assignment];
  }
}

/** The names of variables whose templates may lead back to them, taking all hosts together. */
function namesInCircles(inventory: Inventory): ReadonlySet<string> {
  const words = wordsByName(inventory);
  const left = new Set(words.keys());
  // A name that refers to no remaining name is in no circle, nor is a name that no remaining name refers to.
  for (let before = -1; before !== left.size;) {
    before = left.size;
    const reached = new Set([...left].flatMap((name) => [...(words.get(name) ?? [])]));
    for (const name of left)
      if (!reached.has(name) || ![...(words.get(name) ?? [])].some((word) => left.has(word))) left.delete(name);
  }
  return left;
}

/** The words in the templates of each variable, from all places that set it. */
function wordsByName(inventory: Inventory): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>();
  for (const { name, value } of inventory.assignments()) {
    const own = wordsInTemplatesOf(value);
    if (own.size === 0) continue;
    const all = madeOnce(words, name, () => new Set());
    for (const word of own) all.add(word);
  }
  return words;
}

const NO_WORDS: ReadonlySet<string> = new Set();
/** The words of values with templates that were looked through: a value never changes. */
const wordsOfValues = new WeakMap<Node, ReadonlySet<string>>();

/** The words in the templates of a value. */
function wordsInTemplatesOf(value: Node): ReadonlySet<string> {
  return madeOnce(wordsOfValues, value, () => {
    if (!someScalar(value, isTemplated)) return NO_WORDS;
    const nodes = value.kind === 'scalar' ? [value] : [...descendantsOf(value)];
    const found = nodes.flatMap((node) =>
      node.kind === 'scalar' && isTemplated(node) ? namesInJinjaBlocks(String(node.value)) : [],
    );
    return new Set(found);
  });
}
