/**
 * Maps that a variable has as a text of YAML, which its role puts into a file of a product. They may have templates
 * in them, so that they need not be YAML as they stand; then their lines alone are judged.
 */
import { shownValue } from '../model/fix.ts';
import type { FixValue } from '../model/fix.ts';
import { Document } from '../source/document.ts';
import type { Node, Scalar } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { addPair, replaceScalar } from './document-edits.ts';
import type { ScalarValue } from './scalar-text.ts';
import { applied } from './text-edit.ts';
import type { TextEdit } from './text-edit.ts';

type Edits = readonly TextEdit[] | undefined;

/** The edits that add a setting to a text that does not set it. */
export function addToText(document: Document, holder: Scalar, name: string, value: FixValue): Edits {
  const text = String(holder.value);
  if (text.trim() === '') return withNewText(document, holder, `${name}: ${shownValue(value)}`);
  const inner = mapIn(text);
  if (inner?.root?.kind === 'mapping') {
    const own = valueAt(inner.root, name) === undefined ? addPair(inner, inner.root, name, value) : undefined;
    return withNewText(document, holder, own && applied(text, own));
  }
  const isOfLines =
    inner === undefined && /^(?:\s*(?:#.*)?\n)*[\w.-]+:\s/.test(text) && lineOf(text, name) === undefined;
  if (!isOfLines) return undefined;
  const [, body = '', end = ''] = /^([^]*?)(\n*)$/.exec(text) ?? [];
  return withNewText(document, holder, `${body}\n${name}: ${shownValue(value)}${end}`);
}

/** The edits that give a setting in a text another value, which `valueFor` makes for the one that is there. */
export function replaceInText(
  document: Document,
  holder: Scalar,
  name: string,
  valueFor: (former: Scalar['value']) => ScalarValue | undefined,
): Edits {
  const text = String(holder.value);
  const inner = mapIn(text);
  if (inner?.root !== undefined) {
    const given = valueAt(inner.root, name);
    const value = given?.kind === 'scalar' ? valueFor(given.value) : undefined;
    const own = given === undefined || value === undefined ? undefined : replaceScalar(inner, given, value);
    return withNewText(document, holder, own && applied(text, own));
  }
  const line = lineOf(text, name);
  const value = line === undefined || line.value.includes('{') ? undefined : valueFor(line.value);
  if (line === undefined || value === undefined) return undefined;
  const { start, end } = line;
  return withNewText(document, holder, text.slice(0, start) + String(value) + text.slice(end));
}

function withNewText(document: Document, holder: Scalar, text: string | undefined): Edits {
  return text === undefined ? undefined : replaceScalar(document, holder, text);
}

/** A text as a document; undefined if it is no YAML as it stands. */
function mapIn(text: string): Document | undefined {
  const reading = readYaml(text);
  return reading.problem === undefined ? new Document('', text, 'yaml', reading) : undefined;
}

/** The value of a name with dots, each of which may lead into a map. */
function valueAt(node: Node, name: string): Node | undefined {
  if (node.kind !== 'mapping') return undefined;
  for (const { key, value } of node.pairs) {
    if (key.value === name) return value;
    const within = name.startsWith(`${String(key.value)}.`)
      ? valueAt(value, name.slice(String(key.value).length + 1))
      : undefined;
    if (within !== undefined) return within;
  }
  return undefined;
}

/** The value of a name in the only line that begins with it. */
function lineOf(
  text: string,
  name: string,
): { readonly start: number; readonly end: number; readonly value: string } | undefined {
  const lines = Array.from(text.matchAll(/^([\w.-]+): +(\S.*?)[ \t]*(?: #.*)?$/gm));
  const [found, ...others] = lines.filter(([, key]) => key === name);
  if (found === undefined || others.length > 0) return undefined;
  const [whole, , value = ''] = found;
  const start = found.index + whole.indexOf(value, name.length + 1);
  return { start, end: start + value.length, value };
}
