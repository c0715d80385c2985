/** An inventory source in YAML or JSON: a mapping of groups with `hosts`, `vars` and `children`. */
import { listed } from '../../listed.ts';
import type { Document } from '../../source/document.ts';
import { isFalsy } from '../../source/python.ts';
import { isNull, Mapping, Scalar } from '../../source/tree.ts';
import type { Node, Pair } from '../../source/tree.ts';
import { Declarations } from './declarations.ts';
import type { Graph } from '../graph.ts';
import type { GroupNode } from '../graph-nodes.ts';
import { expandPattern } from '../patterns/host-pattern.ts';
import { plainYamlProblem } from '../plain-words/yaml.ts';
import { shape } from './section-shape.ts';
import { SkippedKeys } from './skipped-keys.ts';
import { SourceFailure, unreadText } from './source-failure.ts';
import type { Troubles } from '../troubles.ts';

const SECTIONS = ['vars', 'children', 'hosts'] as const;
/** How many groups one message names. */
const NAMED = 5;

/**
 * Adds what a YAML source declares to the graph.
 *
 * Throws SourceFailure where Ansible gives the file up; what was added before stays.
 */
export function readYamlSource(document: Document, path: string, graph: Graph, troubles: Troubles): void {
  const { root, problem } = document;
  if (problem !== undefined && problem.recurs !== true) throw unreadText(plainYamlProblem(problem, document.text));
  if (root === undefined || isFalsy(root)) throw new SourceFailure('structure', 'it is empty', root);
  if (root.kind !== 'mapping')
    throw new SourceFailure('structure', `it should hold a mapping of groups, but holds ${shape(root)}`, root);
  const plugin = root.get('plugin');
  if (plugin !== undefined && !isFalsy(plugin.value))
    throw new SourceFailure('structure', 'it is the configuration of a plugin, not an inventory', plugin.key);
  const noInventory = whyNoInventory(root);
  if (noInventory !== undefined)
    troubles.add(document, root.pairs[0]?.key, { kind: 'structure', severity: 'warning', message: noInventory });
  const reader = new YamlSource(document, new Declarations(document, path, graph));
  try {
    for (const pair of root.pairs) reader.group(pair);
  } finally {
    if (noInventory === undefined) reader.report(troubles);
  }
  if (problem !== undefined) troubles.recurrence(document, problem);
}

/** True for what Ansible reads as an inventory only to skip all that it holds. */
export function holdsNoGroups({ root }: Document): boolean {
  return root?.kind === 'mapping' && skippedIn(root).length > 0;
}

/** The values of a file without groups that Ansible skips, each with its key; none where the file has a group. */
function skippedIn({ pairs }: Mapping): readonly Pair[] {
  if (pairs.some(isGroup)) return [];
  return pairs.filter(({ value }) => (value.kind === 'mapping' ? value.pairs.length > 0 : !isNull(value)));
}

/**
 * Why a file was named as an inventory by mistake, in one sentence for all that Ansible says of its keys. A single key in
 * the wrong place is no such mistake.
 */
function whyNoInventory(root: Mapping): string | undefined {
  const skipped = skippedIn(root);
  if (skipped.some(({ value }) => value.kind !== 'mapping'))
    return 'This is a file of variables, and no inventory: expected groups with hosts, children or vars.';
  const keys = skipped.flatMap(({ value }) => (value.kind === 'mapping' ? value.pairs : []));
  if (keys.length < 2) return undefined;
  const groups = listed(
    skipped.map(({ key }) => text(key)),
    NAMED,
  );
  return `Ansible skips all that the groups of this file hold (${groups}): expected hosts, children or vars in them.`;
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

  /** Adds what Ansible skips. */
  report(troubles: Troubles): void {
    this.#skippedKeys.report(this.#document, troubles);
    for (const { key, value } of this.#skippedGroups)
      troubles.add(this.#document, value, {
        kind: 'structure',
        severity: 'warning',
        message: `Ansible skips ${text(key)}: a group needs a mapping of hosts, vars and children.`,
      });
  }

  /** Reads a group and returns the name under which it can be attached. */
  group(pair: Pair): string {
    const { key, value: body } = pair;
    if (body.kind === 'scalar' && body.mark === 'recurrent')
      throw new SourceFailure('structure', `group ${text(key)} is within itself`, body);
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
      // Hosts without the key above them; Ansible itself says it only with -vvv.
      const isSection = (SECTIONS as readonly string[]).includes(name);
      return isSection ? undefined : this.#skippedKeys.add(key, name, group.name);
    }
    if (section.kind !== 'mapping') return this.#skippedKeys.add(key, name, group.name, `it is ${shape(section)}`);
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
    if (key.type !== 'str')
      throw new SourceFailure(
        'structure',
        `Host pattern ${text(key)} must be a string. Enclose integers/floats in quotation marks.`,
        key,
      );
    const expanded = this.#declared.at(key, () => expandPattern(key.value as string));
    if (value.kind !== 'mapping' && !isFalsy(value))
      throw new SourceFailure(
        'structure',
        `the variables of host ${text(key)} should be a mapping, but are ${shape(value)}`,
        value,
      );
    this.#declared.hosts(expanded, key, group, value.kind === 'mapping' ? value.pairs : []);
  }
}

function groupName(key: Scalar): string {
  if (isFalsy(key)) throw new SourceFailure('structure', `Unable to add group ${text(key)}: a group needs a name`, key);
  if (key.type !== 'str')
    throw new SourceFailure(
      'structure',
      `Unable to add group ${text(key)}: the name of a group must be a string, and this is ${shape(key)}`,
      key,
    );
  return key.value as string;
}

/** A section may be one name instead of a mapping of names. */
function asMapping(section: Node, name: string, group: GroupNode): Node {
  if (section.kind === 'mapping' || isNull(section)) return section;
  if (section.kind === 'scalar' && section.type === 'str' && !['vault', 'recurrent'].includes(section.mark)) {
    const nothing = new Scalar(section.end, section.end, 'null', null);
    return new Mapping(section.start, section.end, [{ key: section, value: nothing, mergedAt: undefined }]);
  }
  throw new SourceFailure(
    'structure',
    `${name} of group ${group.name} should be a mapping, but is ${shape(section)}`,
    section,
  );
}

function text(key: Scalar): string {
  if (key.type === 'null') return 'null';
  return String(key.value);
}
