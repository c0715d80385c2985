/** An inventory source in YAML or JSON: a mapping of groups with `hosts`, `vars` and `children`. */
import { listed } from '../../model/phrases.ts';
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import { isNull, Mapping, Scalar } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph/graph.ts';
import type { GroupNode } from '../graph/graph-nodes.ts';
import { expandPattern } from '../patterns/host-pattern.ts';
import { explainedYamlProblem } from '../../source/yaml/exact-problem.ts';
import { shape } from '../graph/node-shape.ts';
import { SkippedKeys } from './skipped-keys.ts';
import { SourceFailure, unreadText } from '../inventory/source-failure.ts';
import { fault } from '../../troubles/fault.ts';
import type { Fault } from '../../troubles/fault.ts';
import type { Troubles } from '../inventory/troubles.ts';

const SECTIONS = ['vars', 'children', 'hosts'] as const;
/** The most groups that one message names. */
const NAMED = 5;

/**
 * Adds what a YAML source declares to the graph.
 *
 * Throws SourceFailure if Ansible gives the file up; what was added before stays.
 */
export function readYamlSource(document: Document, path: string, graph: Graph, troubles: Troubles): void {
  const { root, problem } = document;
  if (problem !== undefined && problem.recurs !== true) throw unreadText(explainedYamlProblem(problem, document.text));
  if (root === undefined || isFalsy(root)) throw new SourceFailure(fault('source/empty'), root);
  if (root.kind !== 'mapping') throw new SourceFailure(fault('source/not-a-mapping', { found: shape(root) }), root);
  const plugin = root.get('plugin');
  if (plugin !== undefined && !isFalsy(plugin.value))
    throw new SourceFailure(fault('source/plugin-configuration'), plugin.key);
  const noInventory = whyNoInventory(root);
  if (noInventory !== undefined) troubles.add(document, root.pairs[0]?.key, noInventory);
  const reader = new YamlSource(document, new Declarations(document, path, graph));
  try {
    for (const pair of root.pairs) reader.group(pair);
  } finally {
    if (noInventory === undefined) reader.report(troubles);
  }
  if (problem !== undefined) troubles.addRecurrence(document, problem);
}

/** Tells whether Ansible reads a file as an inventory only to skip everything in it. */
export function holdsNoGroups({ root }: Document): boolean {
  return root?.kind === 'mapping' && skippedPairs(root).length > 0;
}

/** The values of a file without groups that Ansible skips, each with its key; none if the file has a group. */
function skippedPairs({ pairs }: Mapping): readonly Pair[] {
  if (pairs.some(isGroup)) return [];
  return pairs.filter(({ value }) => (value.kind === 'mapping' ? value.pairs.length > 0 : !isNull(value)));
}

/**
 * Says why a file is not an inventory, in one fault instead of one for each skipped key. A single misplaced key does
 * not make it one.
 */
function whyNoInventory(root: Mapping): Fault | undefined {
  const skipped = skippedPairs(root);
  if (skipped.some(({ value }) => value.kind !== 'mapping')) return fault('source/variable-file');
  const keys = skipped.flatMap(({ value }) => (value.kind === 'mapping' ? value.pairs : []));
  if (keys.length < 2) return undefined;
  const groups = listed(
    skipped.map(({ key }) => text(key)),
    NAMED,
  );
  return fault('source/skipped-groups', { groups });
}

function isGroup({ value }: Pair): boolean {
  return value.kind === 'mapping' && SECTIONS.some((name) => value.get(name) !== undefined);
}

class YamlSource {
  readonly #document: Document;
  readonly #declared: Declarations;
  readonly #skippedGroups: Pair[] = [];
  readonly #skippedKeys = new SkippedKeys();

  constructor(document: Document, declared: Declarations) {
    this.#document = document;
    this.#declared = declared;
  }

  /** Adds the groups and keys that Ansible skips as troubles. */
  report(troubles: Troubles): void {
    this.#skippedKeys.report(this.#document, troubles);
    for (const { key, value } of this.#skippedGroups)
      troubles.add(this.#document, value, fault('source/skipped-group', { group: text(key), form: 'mapping' }));
  }

  /** Reads a group and returns the name under which it can be attached. */
  group(pair: Pair): string {
    const { key, value: body } = pair;
    if (body.kind === 'scalar' && body.mark === 'recurrent')
      throw new SourceFailure(fault('source/group-within-itself', { group: text(key) }), body);
    if (body.kind !== 'mapping' && !isNull(body)) {
      this.#skippedGroups.push(pair);
      return text(key);
    }
    const group = this.#declared.group(groupName(key), key);
    if (body.kind !== 'mapping') return group.name;
    const sections = new Map<string, Node>();
    for (const name of SECTIONS) {
      const section = body.get(name);
      if (section !== undefined) sections.set(name, asMapping(section.value, name, group));
    }
    for (const pair of body.pairs) this.#section(pair, sections, group);
    return group.name;
  }

  #section({ key, value }: Pair, sections: ReadonlyMap<string, Node>, group: GroupNode): void {
    const name = text(key);
    const section = key.type === 'str' ? (sections.get(name) ?? value) : value;
    if (isNull(section)) {
      // Hosts without the key `hosts` above them; Ansible itself reports it only with -vvv.
      const isSection = (SECTIONS as readonly string[]).includes(name);
      return isSection ? undefined : this.#skippedKeys.add(key, name, group.name);
    }
    if (section.kind !== 'mapping') return this.#skippedKeys.add(key, name, group.name, shape(section));
    if (key.type !== 'str' || !sections.has(name)) return this.#skippedKeys.add(key, name, group.name);
    for (const pair of section.pairs) {
      if (name === 'vars') this.#declared.set(group.name, pair);
      else if (name === 'hosts') this.#hosts(pair, group);
      else {
        const child = this.group(pair);
        this.#declared.child(group, child, pair.key);
      }
    }
  }

  #hosts({ key, value }: Pair, group: GroupNode): void {
    if (key.type !== 'str') throw new SourceFailure(fault('source/host-type', { pattern: text(key) }), key);
    const expanded = this.#declared.at(key, () => expandPattern(key.value as string));
    if (value.kind !== 'mapping' && !isFalsy(value))
      throw new SourceFailure(
        fault('source/host-variables', { host: text(key), expected: 'a mapping', found: shape(value) }),
        value,
      );
    this.#declared.hosts(expanded, key, group, value.kind === 'mapping' ? value.pairs : []);
  }
}

function groupName(key: Scalar): string {
  const found = key.value === '' ? 'an empty text' : shape(key);
  if (isFalsy(key)) throw new SourceFailure(fault('source/empty-group-name', { found }), key);
  if (key.type !== 'str') throw new SourceFailure(fault('source/group-name-type', { found }), key);
  return key.value as string;
}

/** The mapping of a section, which may also be written as one name. */
function asMapping(section: Node, name: string, group: GroupNode): Node {
  if (section.kind === 'mapping' || isNull(section)) return section;
  if (section.kind === 'scalar' && section.type === 'str' && !['vault', 'recurrent'].includes(section.mark)) {
    const nothing = new Scalar(section.end, section.end, 'null', null);
    return new Mapping(section.start, section.end, [{ key: section, value: nothing, mergedAt: undefined }]);
  }
  const data = { section: name, group: group.name, expected: 'a mapping', found: shape(section) };
  throw new SourceFailure(fault('source/section-type', data), section);
}

function text(key: Scalar): string {
  if (key.type === 'null') return 'null';
  return String(key.value);
}
