/** What is wrong with the bodies of requests: text that is no JSON, and JSON that the product does not take. */
import type { RenderedText } from '../../ansible/index.ts';
import { bodies } from '../../generated/records.ts';
import type { RequestFault } from '../../model/declared-inventory.ts';
import { nearest } from '../../model/nearest.ts';
import { listed } from '../../model/phrases.ts';
import type { Origin } from '../../model/setting.ts';
import { readJsonOrProblem } from '../../source/json.ts';
import { plainData } from '../../source/tree.ts';
import type { Node, Range } from '../../source/tree.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { fault } from '../../troubles/fault.ts';
import { placeIn } from '../place.ts';
import { originInFile } from '../products/origin-in-file.ts';
import { literalPlace, placeInTemplate, sourceOfValue } from '../rendered/value-source.ts';
import type { Step } from '../rendered/value-source.ts';
import { asSingleSection, worldsOfSection } from '../rendered/world.ts';
import type { World } from '../rendered/world.ts';
import { dataInOneLine, masked } from '../secrecy/masked.ts';
import type { Values } from '../values.ts';
import { expectedOf, nodeAt, stepsOf } from '../vocabulary/schema-walk.ts';
import type { Violation } from '../vocabulary/vocabulary.ts';
import { SCHEMA_CODES } from '../vocabulary/variable.ts';
import type { Sent } from './cluster-requests.ts';

/** The number of keys that a report names. */
const NAMED = 5;

/** Finds what is wrong with the bodies of requests. What is not known of a body is not judged. */
export function requestFaults(sent: readonly Sent[], values: Values): readonly RequestFault[] {
  const bodiesSeen = new Set<RenderedText>();
  return sent.flatMap((one): readonly RequestFault[] => {
    const { body } = one.request;
    if (body === undefined || bodiesSeen.has(body)) return [];
    bodiesSeen.add(body);
    const [world, ...others] = worldsOfSection(asSingleSection(body));
    const isPartlyOpen = world?.holesIn().some(({ part }) => part.extent === 'lines');
    if (world === undefined || others.length > 0 || isPartlyOpen === true) return [];
    const problem = problemIn(world);
    if (problem === undefined) return new JudgedBody(one, world, values).violations;
    const place = placeInTemplate(world, problem);
    return [{ at: placeIn(place.document, place), fault: fault(problem.code, problem.data), isSyntax: true }];
  });
}

/** The reason why a body is no JSON; none for one that is not whole, or that is meant as something else. */
function problemIn(world: World) {
  const { text } = world;
  if (world.holesIn().length > 0 || !text.trimStart().startsWith('{')) return undefined;
  const { problem } = readJsonOrProblem(text, 'plain');
  // Products take comments in JSON.
  return problem === undefined || text.startsWith('/', problem.start) ? undefined : problem;
}

/** A body in JSON, judged by the schema of its kind. */
class JudgedBody {
  readonly #sent: Sent;
  readonly #world: World;
  readonly #values: Values;
  readonly #root: Node | undefined;

  constructor(sent: Sent, world: World, values: Values) {
    this.#sent = sent;
    this.#world = world;
    this.#values = values;
    const { root, problem } = readYaml(world.text);
    this.#root = problem === undefined ? root : undefined;
  }

  get violations(): readonly RequestFault[] {
    const root = this.#root;
    if (root === undefined || (root.kind === 'scalar' && this.#isOpen(root))) return [];
    const { validators, schemas } = bodies();
    const { kind } = this.#sent;
    const [accepts, schema] = [validators[kind], schemas[kind]];
    if (accepts === undefined || schema === undefined || accepts(plainData(root))) return [];
    return (accepts.errors ?? []).flatMap((violation) => {
      const expected = expectedOf(undefined, schema, violation);
      const found = this.#faultOf(root, violation, expected);
      return found === undefined ? [] : [{ ...found, isSyntax: false }];
    });
  }

  #faultOf(root: Node, violation: Violation, expected: string): Omit<RequestFault, 'isSyntax'> | undefined {
    const { secrecy } = this.#values;
    const { instancePath, keyword, params = {} } = violation;
    const { node, named, path: keys } = nodeAt(root, instancePath);
    const path = [this.#sent.shown, ...keys].join(': ');
    if (keyword === 'required' && node.kind === 'mapping') {
      if (node.pairs.some(({ key }) => this.#isOpen(key))) return undefined;
      const data = { path, key: String(params['missingProperty']), expected };
      return {
        at: node === root ? this.#head : this.#originOf(root, instancePath, node),
        fault: fault('schema/missing', data),
      };
    }
    if (keyword === 'additionalProperties' && node.kind === 'mapping') {
      const name = String(params['additionalProperty']);
      const pair = node.pairs.find(({ key }) => String(key.value) === name);
      if (pair === undefined || this.#isOpen(pair.key)) return undefined;
      const known = Object.keys(this.#schemaAt(instancePath));
      const data = { path, key: name, expected: nearest(name, known) ?? listed(known, NAMED) };
      const literal = literalPlace(this.#world, pair.key);
      const at = literal && placeIn(literal.document, literal);
      return {
        at: at ?? this.#originOf(root, `${instancePath}/${name}`, pair.value),
        fault: fault('schema/unknown-key', data),
      };
    }
    if (this.#isOpen(node)) return undefined;
    const value = named ? 'a value that is not shown' : dataInOneLine(masked(node, named, secrecy));
    const code = SCHEMA_CODES.get(keyword) ?? 'schema/type';
    return { at: this.#originOf(root, instancePath, node), fault: fault(code, { path, value, expected }) };
  }

  get #head(): Origin {
    const { head } = this.#sent.request;
    return placeIn(head.document, head);
  }

  #isOpen(range: Range): boolean {
    return this.#world.holesIn(range).length > 0;
  }

  #originOf(root: Node, pointer: string, node: Node): Origin {
    const steps: Step[] = [];
    let at = root;
    for (const step of stepsOf(pointer)) {
      if (at.kind === 'mapping') {
        const pair = at.pairs.find(({ key }) => String(key.value) === step);
        if (pair === undefined) break;
        steps.push(pair.key);
        at = pair.value;
      } else if (at.kind === 'sequence') {
        const item = at.items[Number(step)];
        if (item === undefined) break;
        steps.push({ kind: 'item', index: Number(step), start: item.start });
        at = item;
      }
    }
    return originInFile(sourceOfValue(this.#world, node, steps), '', this.#values.scopes).origin;
  }

  /** The keys that the schema knows at a place. */
  #schemaAt(pointer: string): Readonly<Record<string, unknown>> {
    let schema = bodies().schemas[this.#sent.kind];
    for (const step of stepsOf(pointer)) schema = schema?.properties?.[step];
    return schema?.properties ?? {};
  }
}
