/** Texts and numbers in a variable's value that are secrets in plain text. */
import { namesSecret } from '../../model/secret-names.ts';
import { shownName } from '../../model/secret-texts.ts';
import type { PlainSecret } from '../../model/document.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Range, Scalar } from '../../source/tree.ts';
import { placeIn } from '../place.ts';
import { isEmpty, isTemplated, isVaulted, scalarText } from '../plain.ts';

/** A template in the place of a secret. */
export interface SecretTemplate {
  readonly template: Scalar;
  readonly path: string;
  /** The name by which it is a secret. */
  readonly secretName: string;
}

/** What stands under a variable. */
export interface SecretsInside {
  readonly plain: readonly PlainSecret[];
  readonly templates: readonly SecretTemplate[];
}

/** Whether there is a password, not which. */
const TRUTH = /^(?:true|false|yes|no|on|off|none|null)$/i;

/** Names whose numbers are secrets, too, if they are long: of others they say how many, or how long. */
const SECRET_ITSELF = /(?:password|passphrase|encryption[-_.]?key)$/i;
const FEWEST_DIGITS = 4;

/** A default that a template falls back to, when it is a text: `{{ vaulted | default('changeme') }}`. */
const FALLBACK = /\|\s*(?:default|d)\(\s*(['"])((?:(?!\1).)+)\1/g;

const NOTHING: SecretsInside = { plain: [], templates: [] };

interface Collected {
  readonly plain: PlainSecret[];
  readonly templates: SecretTemplate[];
}

/** The plain texts and the templates under a variable; `secret` tells whether the variable itself is one. */
export function secretsInside(document: Document, name: string, value: Node, secret: boolean): SecretsInside {
  if (value.kind === 'scalar' && !secret) return NOTHING;
  const found: Collected = { plain: [], templates: [] };
  collect(found, document, value, name, secret ? name : undefined);
  return found;
}

/** `secretName`: the name by which the value is a secret. */
function collect(found: Collected, document: Document, node: Node, path: string, secretName: string | undefined): void {
  if (node.kind === 'mapping') {
    // Under a secret's name a map says more about it (a length, a file); its own keys tell which part is the secret.
    for (const { key, value } of node.pairs) {
      const own = String(key.value);
      collect(found, document, value, `${path}: ${shownName(own)}`, namesSecret(own) ? own : undefined);
    }
  } else if (node.kind === 'sequence') {
    for (const item of node.items) collect(found, document, item, path, secretName);
  } else if (secretName !== undefined && isTemplated(node)) {
    found.templates.push({ template: node, path, secretName });
    for (const { 2: text = '' } of (node.value as string).matchAll(FALLBACK)) {
      const place = placeIn(document, rangeOfText(document, node, text));
      found.plain.push({ place, path, length: text.length });
    }
  } else if (secretName !== undefined && isPlainSecret(node, secretName))
    found.plain.push({ place: placeIn(document, node), path, length: scalarText(node).length });
}

/** Where a text stands in a template; the whole template where it is written otherwise there. */
export function rangeOfText({ text: source }: Document, { start, end }: Range, text: string): Range {
  const inside = source.slice(start, end).indexOf(text);
  return inside < 0 ? { start, end } : { start: start + inside, end: start + inside + text.length };
}

/** Whether a scalar under a secret's name is one itself. */
export function isPlainSecret(scalar: Scalar, name: string): boolean {
  if (scalar.type === 'int') return SECRET_ITSELF.test(name) && scalarText(scalar).length >= FEWEST_DIGITS;
  return scalar.type === 'str' && !isVaulted(scalar) && !isEmpty(scalar) && !TRUTH.test(scalar.value as string);
}
