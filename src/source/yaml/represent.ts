/** Python's plain values as YAML scalars, as PyYAML's `SafeRepresenter` makes them. */
import type { EmittedScalar } from './emit.ts';

/** What Python has for a scalar: `date` and `datetime` as ISO text, `bytes` as base64, `float` as its `repr`. */
export type PythonType = 'null' | 'bool' | 'int' | 'float' | 'str' | 'date' | 'datetime' | 'bytes';

/** The scalar for a value; `text` is the value as text, of a null nothing. */
export function represent(type: PythonType, text: string): EmittedScalar {
  switch (type) {
    case 'null':
      return { kind: 'scalar', tag: 'null', text: 'null' };
    case 'float':
      return { kind: 'scalar', tag: 'float', text: floatScalar(text) };
    case 'date':
      return { kind: 'scalar', tag: 'timestamp', text };
    case 'datetime':
      return { kind: 'scalar', tag: 'timestamp', text: text.replace('T', ' ') };
    case 'bytes':
      return { kind: 'scalar', tag: 'binary', text: text.replace(/.{1,76}/g, '$&\n'), literal: true };
    default:
      return { kind: 'scalar', tag: type, text };
  }
}

/** A number without a point is no float in YAML 1.1. */
function floatScalar(repr: string): string {
  if (/inf|nan/.test(repr)) return repr.replace(/inf|nan/, '.$&');
  return repr.includes('.') ? repr : repr.replace('e', '.0e');
}
