/** Scalars as text: how a value is written in a style, or like another one. */
import { floatText, numberIfExact } from '../source/python.ts';
import { Scalar } from '../source/tree.ts';
import { makeEmittedScalar, allowedStyles } from '../source/yaml/emit.ts';
import { plainTag } from '../source/yaml/typed-scalars.ts';
import { wordLike } from './habits.ts';
import type { Habits, Quotes } from './habits.ts';

/** A value without parts. */
export type ScalarValue = string | number | bigint | boolean | null;

/** A value as it is written, and as it is read again. */
export interface WrittenValue {
  readonly text: string;
  readonly node: Scalar;
}

/** The value in a tree. */
export function scalarOf(value: ScalarValue): Scalar {
  if (value === null) return new Scalar(0, 0, 'null', null);
  if (typeof value === 'string') return new Scalar(0, 0, 'str', value);
  if (typeof value === 'boolean') return new Scalar(0, 0, 'bool', value);
  if (typeof value === 'bigint') return new Scalar(0, 0, 'int', numberIfExact(value));
  return Number.isInteger(value)
    ? new Scalar(0, 0, 'int', numberIfExact(BigInt(value)))
    : new Scalar(0, 0, 'float', value);
}

/** Writes a value as its neighbours are written. Undefined where the format has no such value. */
export function scalarText(value: ScalarValue, habits: Habits, inFlow: boolean): string | undefined {
  if (typeof value === 'string')
    return (
      (habits.texts === 'plain' ? plainText(value, inFlow) : undefined) ??
      quotedText(value, habits.texts === 'plain' ? habits.quotes : habits.texts, habits.isJson)
    );
  if (typeof value === 'boolean') return wordLike(habits.truth, value);
  return value === null ? 'null' : numberText(value, habits.isJson);
}

/** Writes a key as its neighbours are written. */
export function keyText(key: string, habits: Habits, inFlow: boolean): string {
  if (habits.keys !== 'plain') return quotedText(key, habits.keys, habits.isJson);
  return plainText(key, inFlow) ?? quotedText(key, habits.quotes, habits.isJson);
}

/** A number; undefined for one that JSON does not have. */
export function numberText(value: number | bigint, isJson: boolean): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (Number.isInteger(value) && !Object.is(value, -0)) return String(BigInt(value));
  if (isJson) return Number.isFinite(value) ? String(value) : undefined;
  return makeEmittedScalar('float', floatText(value)).text;
}

/** Texts that other readers of YAML take for numbers or truth values. */
const AMBIGUOUS = /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|[yYnN])$/;

/** A text without quotes; undefined if it would be read as anything else. */
export function plainText(text: string, inFlow: boolean): string | undefined {
  const styles = allowedStyles(text);
  const allowed = inFlow ? styles.flowPlain : styles.blockPlain;
  return allowed && text !== '' && plainTag(text) === 'str' && !AMBIGUOUS.test(text) ? text : undefined;
}

/** A text in quotes: in double ones if it cannot be in single ones. */
export function quotedText(text: string, quotes: Quotes, isJson = false): string {
  if (quotes === 'single' && allowedStyles(text).single && !/[\n\r\x85\u2028\u2029]/.test(text))
    return `'${text.replaceAll("'", "''")}'`;
  const escaped = JSON.stringify(text);
  if (isJson) return escaped;
  return escaped.replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
