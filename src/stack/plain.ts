/** Values as plain data, and their parts that only a run or a password can tell. */
import { isTemplate } from '../ansible/index.ts';
import { floatText } from '../source/python.ts';
import type { Mapping, Node, Scalar } from '../source/tree.ts';

/** Tells whether Ansible computes a value: a template, if it is trusted. */
export function isTemplated(node: Node): boolean {
  if (node.kind !== 'scalar' || node.type !== 'str') return false;
  return (
    node.mark === 'computed' || node.mark === 'recurrent' || (node.mark === 'none' && isTemplate(node.value as string))
  );
}

/** Tells whether a value is `!vault` text. */
export function isVaulted(node: Node): boolean {
  return node.kind === 'scalar' && node.mark === 'vault';
}

/** Tells whether a value counts as not set: null or an empty text. */
export function countsAsUnset(node: Node): boolean {
  return (
    node.kind === 'scalar' && (node.value === null || (typeof node.value === 'string' && node.value.trim() === ''))
  );
}

/** The first part of a value that is a template or vaulted, depth first; undefined if all of it is known. */
export function opaquePart(node: Node): Scalar | undefined {
  if (node.kind === 'scalar') return isTemplated(node) || isVaulted(node) ? node : undefined;
  const parts = node.kind === 'sequence' ? node.items : node.pairs.map((pair) => pair.value);
  for (const part of parts) {
    const found = opaquePart(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value as a role writes it into a text: numbers as Python prints them. */
export function scalarText({ type, value }: Scalar): string {
  return type === 'float' ? floatText(value as number) : String(value);
}

/** The entry of a configuration map for a dotted key. */
export interface MapEntry {
  readonly node: Node;
  /** The rest of the key, if a template or a vaulted text is in place of a map above it. */
  readonly rest: string | undefined;
}

/**
 * Finds the entry of a configuration map for a dotted key, written dotted, nested or mixed. A map is not a value: it
 * holds those of longer keys, such as `watermark.low.max_headroom`.
 */
export function entryAt(map: Mapping, dotted: string): MapEntry | undefined {
  const whole = map.get(dotted)?.value;
  if (whole !== undefined && whole.kind !== 'mapping') return { node: whole, rest: undefined };
  for (let dot = dotted.indexOf('.'); dot >= 0; dot = dotted.indexOf('.', dot + 1)) {
    const inner = map.get(dotted.slice(0, dot))?.value;
    const rest = dotted.slice(dot + 1);
    if (inner?.kind === 'mapping') {
      const found = entryAt(inner, rest);
      if (found !== undefined) return found;
    } else if (inner !== undefined && (isTemplated(inner) || isVaulted(inner))) return { node: inner, rest };
  }
  return undefined;
}

/** The texts of a scalar, or of all scalars in a list. */
export function textsIn(value: Node): readonly string[] {
  if (value.kind === 'sequence') return value.items.flatMap(textsIn);
  return value.kind === 'scalar' && value.value !== null ? [scalarText(value)] : [];
}
