/** Edits of TOML: a value in its own quotes. */
import { floatText } from '../source/python.ts';
import type { Document } from '../source/document.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { proven } from './proof.ts';
import { scalarOf } from './scalar-text.ts';
import type { ScalarValue } from './scalar-text.ts';
import type { TextEdit } from './text-edit.ts';

/** The edits that replace a value of one line. TOML has no null. */
export function replaceTomlValue(document: Document, node: Node, value: ScalarValue): readonly TextEdit[] | undefined {
  const { start, end } = node;
  const written = document.text.slice(start, end);
  if (node.kind !== 'scalar' || value === null || /^(?:"""|''')/.test(written)) return undefined;
  const isNumberInText = node.type === 'str' && /^-?\d+(?:\.\d+)?$/.test(String(node.value));
  const becomes = isNumberInText && typeof value !== 'boolean' ? scalarOf(String(value)) : scalarOf(value);
  const text = textOf(becomes, written);
  return proven(document, text === written ? [] : [{ start, end, text }], node, () => becomes);
}

function textOf({ type, value }: Scalar, written: string): string {
  if (type === 'float') return floatText(Number(value));
  if (type !== 'str') return String(value);
  const text = String(value);
  return written.startsWith("'") && !/['\x00-\x1f\x7f]/.test(text) ? `'${text}'` : JSON.stringify(text);
}
