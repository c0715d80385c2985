/** Nodes of playbooks, read in the shape that is wanted. */
import type { Mapping, Node, Pair } from '../../source/tree.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { whyKnownOnlyInARun } from '../template/names.ts';

/** The text of a scalar that is one. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === 'scalar' && node.type === 'str' ? (node.value as string) : undefined;
}

/** A text that is not a template. */
export function plainText(node: Node | undefined): string | undefined {
  const text = textOf(node);
  return text === undefined || isTemplate(text) ? undefined : text;
}

/** The items of a list; a node that is neither a list nor empty counts as a list of one. */
export function listOf(node: Node | undefined): readonly Node[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return [];
  return node.kind === 'sequence' ? node.items : [node];
}

/** The mappings of a list, or the single mapping in place of a list; nothing for other nodes. */
export function mappingsOf(node: Node | undefined): readonly Mapping[] {
  return listOf(node).filter((item) => item.kind === 'mapping');
}

/** The pairs of a mapping; none of others. */
export function pairsOf(node: Node | undefined): readonly Pair[] {
  return node?.kind === 'mapping' ? node.pairs : [];
}

/** A node that Ansible takes for true: `yes`, `true`, `"true"`. */
export function isTrue(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && /^(true|yes|on|1)$/i.test(String(node.value));
}

/** A node that Ansible takes for false: `no`, `false`, `"false"`. */
export function isFalse(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && /^(?:false|no)$/i.test(String(node.value));
}

/** Tells whether two values are equal. */
export function sameValue(a: Node, b: Node): boolean {
  if (a === b) return true;
  if (a.kind === 'scalar') return b.kind === 'scalar' && a.type === b.type && a.value === b.value && a.mark === b.mark;
  const [one, other] = [partsOf(a), partsOf(b)];
  if (a.kind !== b.kind || one.length !== other.length) return false;
  return one.every((part, at) => other[at] !== undefined && sameValue(part, other[at]));
}

function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'scalar') return [];
  return node.kind === 'sequence' ? node.items : node.pairs.flatMap(({ key, value }) => [key, value]);
}

/** Tells whether each template in a path begins with a fact: `{{ ansible_os_family | lower }}.yml`. */
export function hasOnlyFactTemplates(path: string): boolean {
  const templates = path.match(/\{[{%].*?[}%]\}/gs) ?? [];
  const facts = templates.map((template) => /^\{\{[\s(]*(ansible_\w+)/.exec(template)?.[1]);
  return facts.length > 0 && facts.every((name) => name !== undefined && whyKnownOnlyInARun(name)?.reason === 'fact');
}

/**
 * A pattern of the texts that a text may become once its templates are evaluated. `inName`: the pattern of a template
 * that is part of a name between slashes; one that is a whole name may be a path.
 */
export function patternOfTemplate(template: string, inName = '.*'): RegExp {
  const names = template.replace(/(?:\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})+/gs, '\0').split('/');
  const patterns = names.map((name) =>
    name === '\0' ? '.*' : name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', inName),
  );
  return new RegExp(`^${patterns.join('/')}$`, 's');
}
