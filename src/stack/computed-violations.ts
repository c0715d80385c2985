/** Where what templates come to breaks the vocabulary's schema: judged host by host, as each host may see another value. */
import type { Inventory } from '../ansible/entities.ts';
import type { Place } from '../model/setting.ts';
import type { Violation } from '../model/stack.ts';
import { Mapping, Sequence } from '../source/tree.ts';
import type { Node, Scalar } from '../source/tree.ts';
import type { Document } from '../source/document.ts';
import { shownHost } from './host-name.ts';
import { placeIn } from './place.ts';
import { isEmpty, isTemplated, plain } from './plain.ts';
import { expectedOf, nodeAt, scalarsIn } from './schema-walk.ts';
import { masked, shown } from './secrecy/masked.ts';
import type { KnownWorth, Values } from './values.ts';
import type { PropertySchema, Vocabulary } from './vocabulary.ts';

/** A variable that a document sets, with what its templates are evaluated in. */
export interface Templated {
  readonly name: string;
  readonly document: Document;
  readonly value: Node;
  readonly property: PropertySchema;
  readonly vocabulary: Vocabulary;
  readonly inventory: Inventory;
  readonly values: Values;
}

/** The violations of all hosts for which the document's value is the one that counts, each with its hosts. */
export function computedViolations(variable: Templated): readonly Violation[] {
  const { name, value, property, vocabulary, inventory, values } = variable;
  const typed = scalarsIn(vocabulary, property, value, name, () => values.secrecy.routeOf(name))
    .filter(({ scalar, kinds }) => kinds !== undefined && isTemplated(scalar))
    .map(({ scalar }) => scalar);
  if (typed.length === 0) return [];
  const hosts = [...inventory.hosts.values()].filter((host) => inventory.variablesOf(host).get(name)?.value === value);
  const found: Violation[] = [];
  for (const template of typed) {
    // A template that only picks a value gives many hosts the very same one.
    const judged = new Map<Node, readonly Violation[]>();
    for (const host of hosts) {
      const worth = values.of(host, template);
      if (worth.state === 'unknown' || (template === value && isEmpty(worth.value))) continue;
      let broken = judged.get(worth.value);
      if (broken === undefined) judged.set(worth.value, (broken = violationsOf(variable, template, worth)));
      for (const one of broken) found.push({ ...one, hosts: [shownHost(host)] });
    }
  }
  return found;
}

/** What is wrong with the value that one template gives. */
function violationsOf(variable: Templated, template: Scalar, worth: KnownWorth): readonly Violation[] {
  const { name, document, value, property, vocabulary, values } = variable;
  const { scopes, secrecy } = values;
  const whole = replaced(value, template, worth.value);
  const broken = new Map<Node, Violation>();
  for (const violation of vocabulary.validate(name, plain(whole))) {
    const inDocument = nodeAt(value, violation.instancePath);
    const { node, route, path } = nodeAt(whole, violation.instancePath, secrecy.routeOf(name));
    if (inDocument.node !== template || broken.has(node)) continue;
    const isHidden = route.secret || worth.tainted || document.sealed || secrecy.holds(node);
    const text = isHidden ? 'a value that is not shown' : shown(masked(node, route, secrecy));
    // Keys of what a secret went into may be secrets.
    const keys = document.sealed ? [] : isHidden ? inDocument.path : path;
    const picked = scopes.assignmentOf(node);
    const used: Place = placeIn(document, template);
    broken.set(node, {
      place: picked === undefined ? used : placeIn(picked.document, node),
      related: picked === undefined ? [] : [{ ...used, message: 'used here' }],
      path: [name, ...keys].join(': '),
      message: `comes to ${text}; expected ${expectedOf(vocabulary, property, violation)}`,
    });
  }
  return [...broken.values()];
}

/** A value with another one in the place of a part. */
function replaced(node: Node, part: Scalar, by: Node): Node {
  if (node === part) return by;
  if (node.kind === 'scalar') return node;
  if (node.kind === 'sequence')
    return new Sequence(
      node.start,
      node.end,
      node.items.map((item) => replaced(item, part, by)),
      node.unordered,
    );
  const pairs = node.pairs.map((pair) => ({ ...pair, value: replaced(pair.value, part, by) }));
  return new Mapping(node.start, node.end, pairs);
}
