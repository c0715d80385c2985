/** The values of INI inventories: Python literals, as `ast.literal_eval` and Ansible's ini plugin make them. */
import type { Dialect, Node, Pair, Range, SyntaxProblem } from './tree.ts';
import type { Constant, PythonExpression } from './python-expression.ts';
import { parsePythonExpression } from './python-expression.ts';
import { fault } from '../troubles/fault.ts';
import { invalidSyntax } from './python-token.ts';
import { TextFault } from './text-fault.ts';
import { Mapping, Scalar, Sequence } from './tree.ts';
import { floatText } from './python.ts';

/** An error of Python other than "this is no literal": the whole file is given up. */
export interface LiteralFailure extends SyntaxProblem {
  readonly kind: 'failure';
}

/** Finds the range in the document of a range in the literal's text. */
export type PlaceOf = (start: number, end: number) => Range;

/** The literal's text, and its place. */
interface Source {
  readonly text: string;
  readonly place: PlaceOf;
  readonly dialect: Dialect;
}

type Value = Range &
  (
    | { readonly kind: 'constant'; readonly constant: Constant }
    | { readonly kind: 'complex'; readonly real: number; readonly imaginary: number }
    | { readonly kind: 'list' | 'tuple' | 'set'; readonly items: readonly Value[] }
    | { readonly kind: 'dict'; readonly entries: readonly DictEntry[] }
  );

/** An entry of a dictionary: `key` is the first of equal keys, as in Python; `written` is the key of the last value. */
interface DictEntry {
  readonly key: Value;
  readonly written: Range;
  readonly value: Value;
}

/** The depth of lists that ansible-inventory copies within Python's recursion limit. */
const MAX_DEPTH = 164;

/** Characters among which are those that Python refuses in source code: NUL and lone surrogates. */
const UNUSUAL = /[\0\ud800-\udfff]/;
const LITERAL_START = /^[ \t]*(?:[-+\d.'"[({]|[bBrRuUfF]{1,2}['"]|(?:True|False|None|set)\b|[^\0-\x7f])/;

/**
 * Forms of values that begin like literals but are not, recognised without the parser. Addresses and versions are
 * several numbers in a row, sizes and times (`4gb`) a number and a name, and the beginning of a template (`{{ name`)
 * is a set of a name.
 *
 * Without them, a listing of 1,000 hosts in INI executes 16 % more instructions (`valgrind --tool=callgrind node
 * --single-threaded dist/cli.cjs inventory --list -i hosts.ini`).
 */
const NO_LITERALS = [
  /^\d+(?:\.\d+){2,}$/,
  /^[1-9]\d*(?:\.\d+)?(?![ej])[a-z]\w*$/i,
  /^\{\{[ \t]*(?!(?:True|False|None|set)\b)[A-Za-z_]\w*(?!['"\w])/,
];
/** The longest text that is tested so: in longer ones Python may find first that they are too deep. */
const SHORT = 500;

/** Tells, without the parser, whether a text is surely not a literal; false for many others that are not. */
export function isSurelyNoLiteral(text: string): boolean {
  return !LITERAL_START.test(text) || (text.length < SHORT && NO_LITERALS.some((form) => form.test(text)));
}

/**
 * Reads a text as a Python literal, as Ansible does with each value of an INI inventory.
 *
 * Returns undefined if it is not a literal: the value is then the text itself. Tuples and sets become lists, bytes
 * text that is marked unsafe (in the dialect `plain` bytes are text, and within a collection bytes), complex numbers
 * and `...` text. A mapping's key that is a tuple is the text as written, of type str; one of bytes has the type
 * bytes.
 *
 * `text` is one line. `place` maps its offsets into the document; `whole`, if given, is the range of the outermost
 * node.
 */
export function readPythonLiteral(
  text: string,
  place: PlaceOf,
  { whole, dialect = 'tagged' }: { readonly whole?: Range; readonly dialect?: Dialect } = {},
): Node | LiteralFailure | undefined {
  if (isSurelyNoLiteral(text)) return undefined;
  if (UNUSUAL.test(text) && /\0|\p{Surrogate}/u.test(text)) return undefined;
  try {
    const value = evaluate(parsePythonExpression(text));
    return toNode(value, { text, place, dialect }, 0, whole);
  } catch (error) {
    if (error === invalidSyntax) return undefined;
    if (!(error instanceof TextFault)) throw error;
    const { code, data, start, end } = error.problem;
    return { kind: 'failure', code, data, ...place(start, end) };
  }
}

/** Evaluates as `ast.literal_eval` does; the first fault in its order decides between a string and an error. */
function evaluate(node: PythonExpression): Value {
  const { start, end } = node;
  switch (node.kind) {
    case 'constant':
      return node.constant.type === 'complex'
        ? complex(0, node.constant.value, node)
        : { ...node, constant: node.constant };
    case 'tuple':
    case 'list':
      return { kind: node.kind, items: node.items.map((item) => evaluate(item)), start, end };
    case 'set': {
      const items = new Map<string, Value>();
      for (const item of node.items) {
        const value = evaluate(item);
        const identity = identify(value);
        if (!items.has(identity)) items.set(identity, value);
      }
      return { kind: 'set', items: [...items.values()], start, end };
    }
    case 'empty set':
      return { kind: 'set', items: [], start, end };
    case 'dict': {
      const entries = new Map<string, DictEntry>();
      for (const [keyNode, valueNode] of node.entries) {
        const key = evaluate(keyNode);
        const value = evaluate(valueNode);
        const identity = identify(key);
        entries.set(identity, { key: entries.get(identity)?.key ?? key, written: key, value });
      }
      return { kind: 'dict', entries: [...entries.values()], start, end };
    }
    case 'sum':
      return sum(signedNumber(node.left), node.minus, unsignedNumber(node.right), node);
    case 'signed':
      return signedNumber(node);
    case 'other':
      throw invalidSyntax;
  }
}

function unsignedNumber(node: PythonExpression): Value {
  if (node.kind !== 'constant' || !['int', 'float', 'complex'].includes(node.constant.type)) throw invalidSyntax;
  return evaluate(node);
}

function signedNumber(node: PythonExpression): Value {
  if (node.kind !== 'signed') return unsignedNumber(node);
  const number = unsignedNumber(node.operand);
  const { start, end } = node;
  if (!node.minus) return { ...number, start, end };
  if (number.kind === 'complex') return complex(-number.real, -number.imaginary, node);
  if (number.kind !== 'constant') throw invalidSyntax;
  return { kind: 'constant', constant: negative(number.constant), start, end };
}

function negative(constant: Constant): Constant {
  if (constant.type === 'float') return { type: 'float', value: -constant.value };
  if (constant.type !== 'int') throw invalidSyntax;
  // Integers have no negative zero.
  return { type: 'int', value: typeof constant.value === 'bigint' ? -constant.value : 0 - constant.value };
}

/** Adds a real and an imaginary number; no other sum is a literal. */
function sum(left: Value, minus: boolean, right: Value, at: Range): Value {
  if (left.kind !== 'constant' || right.kind !== 'complex') throw invalidSyntax;
  const real = Number(left.constant.value);
  if (left.constant.type === 'int' && !Number.isFinite(real))
    throw new TextFault(fault('ini/number-too-large'), at.start, at.end);
  return minus
    ? complex(real - right.real, 0 - right.imaginary, at)
    : complex(real + right.real, 0 + right.imaginary, at);
}

function complex(real: number, imaginary: number, { start, end }: Range): Value {
  return { kind: 'complex', real, imaginary, start, end };
}

/** Makes a text that is the same for values that are equal as keys: `1`, `1.0`, `True` and `1+0j` are one key. */
function identify(value: Value): string {
  switch (value.kind) {
    case 'constant': {
      const { type, value: plain } = value.constant;
      if (type === 'bool' || type === 'int' || type === 'float') return identifyNumber(plain);
      return `${type} ${JSON.stringify(plain)}`;
    }
    case 'complex':
      return value.imaginary === 0
        ? identifyNumber(value.real)
        : `complex ${identifyNumber(value.real)} ${identifyNumber(value.imaginary)}`;
    case 'tuple':
      return `(${value.items.map(identify).join()})`;
    case 'list':
    case 'set':
    case 'dict':
      throw new TextFault(fault('ini/collection-as-key', { kind: value.kind }), value.start, value.end);
  }
}

function identifyNumber(value: number | bigint | boolean): string {
  return typeof value !== 'number' || Number.isInteger(value) ? `${BigInt(value)}` : `${value}`;
}

/** Makes the node that Ansible's ini plugin makes of a value, in its order. */
function toNode(value: Value, source: Source, depth: number, whole = source.place(value.start, value.end)): Node {
  const { start, end } = whole;
  if (value.kind === 'constant') return constantNode(value.constant, whole, source.dialect, depth);
  if (value.kind === 'complex') return new Scalar(start, end, 'str', formatComplex(value), 'bare');
  if (depth === MAX_DEPTH) throw new TextFault(fault('text/nested-too-deeply'), value.start, value.end);
  if (value.kind === 'dict') {
    const pairs = value.entries.map(({ key, written, value: part }): Pair => ({
      key: keyNode(key, source, written),
      value: toNode(part, source, depth + 1),
      mergedAt: undefined,
    }));
    return new Mapping(start, end, pairs);
  }
  const items = value.items.map((item) => toNode(item, source, depth + 1));
  return new Sequence(start, end, items, value.kind === 'set');
}

function constantNode({ type, value }: Constant, { start, end }: Range, dialect: Dialect, depth = 0): Scalar {
  if (type === 'bytes') {
    if (dialect === 'plain' && depth > 0) return bytesNode(value, { start, end });
    return new Scalar(start, end, 'str', decodeUtf8(value), 'bare', dialect === 'plain' ? 'none' : 'unsafe');
  }
  if (type === 'complex' || type === 'ellipsis') return new Scalar(start, end, 'str', String(value), 'bare');
  return new Scalar(start, end, type, value, 'bare');
}

function bytesNode(value: string, { start, end }: Range): Scalar {
  return new Scalar(start, end, 'bytes', Buffer.from(value, 'latin1').toString('base64'), 'bare');
}

function keyNode(key: Value, { text, place, dialect }: Source, written: Range): Scalar {
  const { start, end } = place(written.start, written.end);
  if (key.kind === 'complex') refuseKey(key, 'complex');
  if (key.kind !== 'constant') return new Scalar(start, end, 'str', text.slice(key.start, key.end), 'bare');
  const { type, value } = key.constant;
  if (type === 'ellipsis') refuseKey(key, 'ellipsis');
  if (type === 'bytes') return bytesNode(value, { start, end });
  return constantNode(key.constant, { start, end }, dialect);
}

/** Refuses a key that Ansible cannot mark with its place. */
function refuseKey({ start, end }: Value, type: string): never {
  throw new TextFault(fault('ini/key-of-other-type', { type }), start, end);
}

const UTF8 =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|([^])/g;

/** Decodes bytes as Python's `surrogateescape` does: undecodable ones become lone surrogates. */
function decodeUtf8(bytes: string): string {
  return bytes.replace(UTF8, (sequence, stray?: string) =>
    stray === undefined
      ? Buffer.from(sequence, 'latin1').toString('utf8')
      : String.fromCharCode(0xdc00 + stray.charCodeAt(0)),
  );
}

/** Writes a complex number as Python's `str` does: `(1+2j)`, `1j`, `(-0-1e+16j)`. */
function formatComplex({ real, imaginary }: { real: number; imaginary: number }): string {
  if (Object.is(real, 0)) return `${format(imaginary)}j`;
  const sign = imaginary < 0 || Object.is(imaginary, -0) ? '' : '+';
  return `(${format(real)}${sign}${format(imaginary)}j)`;
}

/** Writes a part of a complex number, which has no `.0`. */
function format(value: number): string {
  return floatText(value).replace(/\.0$/, '');
}
