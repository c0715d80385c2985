/** Texts and numbers in a variable's value that are secrets in plain text. */
import { namesSecret } from '../../model/secret-names.ts';
import type { DeclaredVariable } from '../../model/stack.ts';
import type { Document } from '../../source/document.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { placeIn } from '../place.ts';
import { isEmpty, isTemplated, isVaulted, scalarText } from '../plain.ts';

type PlainSecrets = DeclaredVariable['plainSecrets'][number][];

/** Whether there is a password, not which. */
const TRUTH = /^(?:true|false|yes|no|on|off|none|null)$/i;

/** Names whose numbers are secrets, too, if they are long: of others they say how many, or how long. */
const SECRET_ITSELF = /(?:password|passphrase|encryption[-_.]?key)$/i;
const FEWEST_DIGITS = 4;

/** A default that a template falls back to, when it is a text: `{{ vaulted | default('changeme') }}`. */
const FALLBACK = /\|\s*(?:default|d)\(\s*(['"])((?:(?!\1).)+)\1/g;

/** The plain texts under a variable; `secret` tells whether the variable itself is one. */
export function plainSecretsIn(document: Document, name: string, value: Node, secret: boolean): PlainSecrets {
  const found: PlainSecrets = [];
  collect(value, name, secret ? name : undefined);
  return found;

  /** `secretName`: the name by which the value is a secret. */
  function collect(node: Node, path: string, secretName: string | undefined): void {
    if (node.kind === 'mapping') {
      // Under a secret's name a map says more about it (a length, a file); its own keys tell which part is the secret.
      for (const { key, value: inner } of node.pairs) {
        const own = String(key.value);
        collect(inner, `${path}: ${own}`, namesSecret(own) ? own : undefined);
      }
    } else if (node.kind === 'sequence') {
      for (const item of node.items) collect(item, path, secretName);
    } else if (secretName !== undefined && isTemplated(node)) fallbacksIn(node, path);
    else if (secretName !== undefined && isPlainSecret(node, secretName))
      found.push({ place: placeIn(document, node), path, length: scalarText(node).length });
  }

  function fallbacksIn(node: Scalar, path: string): void {
    for (const { 2: text = '' } of (node.value as string).matchAll(FALLBACK)) {
      const inside = document.text.slice(node.start, node.end).indexOf(text);
      const start = inside < 0 ? node.start : node.start + inside;
      const end = inside < 0 ? node.end : start + text.length;
      found.push({ place: placeIn(document, { start, end }), path, length: text.length });
    }
  }
}

function isPlainSecret(scalar: Scalar, name: string): boolean {
  if (scalar.type === 'int') return SECRET_ITSELF.test(name) && scalarText(scalar).length >= FEWEST_DIGITS;
  return scalar.type === 'str' && !isVaulted(scalar) && !isEmpty(scalar) && !TRUTH.test(scalar.value as string);
}
