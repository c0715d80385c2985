/** Judges templates in the values of variables: by Jinja's syntax, and their results by the vocabulary's schema. */
import { syntaxFaultOf } from '../../ansible/index.ts';
import type { Assignment, Inventory } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { Open, Place, Unknown } from '../../model/setting.ts';
import type { Violation, BrokenTemplate } from '../../model/source-document.ts';
import { Mapping, Sequence, plainData } from '../../source/tree.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { shownHost, hostsWhereValueWins } from '../hosts.ts';
import { unknownValue } from '../origin.ts';
import { placeIn } from '../place.ts';
import { countsAsUnset } from '../plain.ts';
import { expectedOf, nodeAt, shownKeyPath } from './schema-walk.ts';
import type { FoundScalar } from './schema-walk.ts';
import { masked, dataInOneLine } from '../secrecy/masked.ts';
import type { SeeingHost } from '../hosts.ts';
import type { KnownResult, UnknownResult, Values } from '../values.ts';
import type { PropertySchema, Vocabulary } from './vocabulary.ts';
import { fault } from '../../troubles/fault.ts';
import { rangeOfPart } from '../../source/scalar-offsets.ts';

/** A variable that a document sets, with what its templates are evaluated in. */
export interface Evaluated extends Pick<Assignment, 'name' | 'document' | 'value' | 'level'> {
  readonly inventory: Inventory;
  readonly values: Values;
}

/** A variable of the vocabulary that is set by a document. */
export interface Templated extends Evaluated {
  readonly property: PropertySchema;
  readonly vocabulary: Vocabulary;
}

/** The results of templates that break the vocabulary's schema, and those that are unknown. */
export interface JudgedTemplates {
  readonly violations: readonly Violation[];
  readonly unknownParts: readonly Open[];
}

/** Judges the templates in a variable's value for each host that sees it, as each may get another result. */
export function judgeTemplatesInVariable(variable: Templated, templates: readonly FoundScalar[]): JudgedTemplates {
  const { value, values } = variable;
  const violations: Violation[] = [];
  const unknownParts: Open[] = [];
  const seers = hostsWhereValueWins(variable, variable.inventory);
  for (const found of templates) {
    const { scalar: template } = found;
    // A template that only picks a value gives many hosts the very same one.
    const judged = new Map<Node, readonly Violation[]>();
    for (const seer of seers) {
      const result = values.of(seer.host, template);
      if (result.state === 'unknown') {
        // What is left out breaks nothing.
        if (result.reason !== 'omit')
          unknownParts.push({ undecided: unknownPart(variable, found, seer, result), hosts: [shownHost(seer.host)] });
        continue;
      }
      if (template === value && countsAsUnset(result.value)) continue;
      const broken = madeOnce(judged, result.value, () => violationsOf(variable, template, result));
      for (const one of broken) violations.push({ ...one, hosts: [shownHost(seer.host)] });
    }
  }
  return { violations, unknownParts };
}

function unknownPart(
  { name, document, values }: Templated,
  { scalar, keyPath }: FoundScalar,
  seer: SeeingHost,
  result: UnknownResult,
): Unknown {
  // The keys of a decrypted value are as secret as the values in it.
  return unknownValue(
    document.isDecrypted ? name : shownKeyPath(keyPath, name),
    { ...seer, node: scalar },
    result,
    values.scopes,
  );
}

/** Finds the violations in the value that one template gives. */
function violationsOf(variable: Templated, template: Scalar, result: KnownResult): readonly Violation[] {
  const { name, document, value, property, vocabulary, values } = variable;
  const { scopes, secrecy } = values;
  const whole = replaced(value, template, result.value);
  const broken = new Map<Node, Violation>();
  for (const violation of vocabulary.validate(name, plainData(whole))) {
    const inDocument = nodeAt(value, violation.instancePath);
    const { node, named, path } = nodeAt(whole, violation.instancePath, secrecy.isNamedSecret(name));
    if (inDocument.node !== template || broken.has(node)) continue;
    const isHidden = named || result.tainted || document.isDecrypted || secrecy.containsSecret(node);
    const text = isHidden ? 'a value that is not shown' : dataInOneLine(masked(node, named, secrecy));
    // The keys of a value that a secret went into may be secrets.
    const keys = document.isDecrypted ? [] : isHidden ? inDocument.path : path;
    const picked = scopes.assignmentOf(node);
    if (isHidden && picked !== undefined) secrecy.usedByTemplates.add(node, picked);
    const used: Place = placeIn(document, template);
    broken.set(node, {
      place: picked === undefined ? used : placeIn(picked.document, node),
      related: picked === undefined ? [] : [{ ...used, message: 'used here' }],
      fault: fault('schema/computed', {
        path: [name, ...keys].join(': '),
        value: text,
        expected: expectedOf(vocabulary, property, violation),
      }),
    });
  }
  return [...broken.values()];
}

/** Makes a copy of a value with one part replaced. */
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

/**
 * Finds the templates that Jinja cannot parse in a variable that some host sees: Ansible stops at the first task that
 * reads it. Jinja's message quotes the template, so it is left out for a secret.
 */
export function brokenTemplatesInVariable(
  variable: Templated,
  templates: readonly FoundScalar[],
  hides: (one: FoundScalar) => boolean,
): readonly (BrokenTemplate & { readonly scalar: Scalar })[] {
  const { document, inventory } = variable;
  // Up to 2.18 Ansible words it differently.
  if (inventory.classic !== undefined || document.isDecrypted) return [];
  const faults = templates.flatMap((one) => {
    const found = syntaxFaultOf(String(one.scalar.value));
    return found === undefined ? [] : [{ one, found }];
  });
  if (faults.length === 0) return [];
  const hosts = hostsWhereValueWins(variable, inventory).map(({ host }) => shownHost(host));
  if (hosts.length === 0) return [];
  return faults.map(({ one, found }) => {
    const { scalar, keyPath } = one;
    const path = shownKeyPath(keyPath, variable.name);
    const hidden = hides(one);
    const range = hidden ? undefined : rangeOfPart(document.text, scalar, found);
    const broken = hidden
      ? fault('template/hidden', { path })
      : fault('template/syntax', { path, reason: found.message });
    return { scalar, place: placeIn(document, range ?? scalar), fault: broken, hosts };
  });
}
