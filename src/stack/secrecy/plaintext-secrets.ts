/** Texts and numbers in a variable's value that are secrets in plain text, or hashes of them. */
import type { Inventory } from '../../ansible/entities.ts';
import { isMoreThanText } from '../../ansible/template/is-template.ts';
import type { PlainSecret } from '../../model/document.ts';
import { isHashName, isSecretName, secretKind, mayBeSecretName } from '../../model/secret-names.ts';
import { shownName } from '../../model/secret-texts.ts';
import { hashScheme, isNameOfSecret, isHarmlessText, looksGenerated } from '../../model/secret-values.ts';
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

/** Names whose numbers are secrets, too, if they are long: of others they say how many, or how long. */
const SECRET_ITSELF = /(?:pass(?:word|phrase|code|wd)?|pwd?|encryption[-_.]?key)\d*$/i;
const FEWEST_DIGITS = 4;

/** A default that a template falls back to, when it is a text: `{{ vaulted | default('changeme') }}`. */
const FALLBACK = /\|\s*(?:default|d)\(\s*(['"])((?:(?!\1).)+)\1/g;

const NOTHING: SecretsInside = { plain: [], templates: [] };

interface Collected {
  readonly plain: PlainSecret[];
  readonly templates: SecretTemplate[];
}

/** The plain texts and the templates under a variable; `secret` tells whether the variable itself is one. */
export function secretsInside(
  document: Document,
  name: string,
  value: Node,
  secret: boolean,
  inventory: Inventory,
): SecretsInside {
  if (value.kind === 'scalar' && !secret) return NOTHING;
  const found: Collected = { plain: [], templates: [] };
  /** `secretName`: the name by which the value is a secret. */
  const collect = (node: Node, path: string, secretName: string | undefined): void => {
    if (node.kind === 'mapping') {
      // Under a secret's name a map says more about it (a length, a file); its own keys tell which part is the secret.
      for (const { key, value } of node.pairs) {
        const own = String(key.value);
        collect(value, `${path}: ${shownName(own)}`, isSecretName(own) ? own : undefined);
      }
    } else if (node.kind === 'sequence') {
      for (const item of node.items) collect(item, path, secretName);
    } else if (secretName !== undefined && isTemplated(node) && isMoreThanText(String(node.value))) {
      found.templates.push({ template: node, path, secretName });
      for (const { 2: text = '' } of (node.value as string).matchAll(FALLBACK)) {
        const kept = keptByText(text, secretName, inventory);
        if (kept !== undefined)
          found.plain.push({ place: placeIn(document, rangeOfText(document, node, text)), path, ...kept });
      }
    } else if (secretName !== undefined) {
      const kept = keptByScalar(node, secretName, inventory);
      if (kept !== undefined) found.plain.push({ place: placeIn(document, node), path, ...kept });
    }
  };
  collect(value, name, secret ? name : undefined);
  return found;
}

/** Where a text stands in a template; the whole template where it is written otherwise there. */
export function rangeOfText({ text: source }: Document, { start, end }: Range, text: string): Range {
  const inside = source.slice(start, end).indexOf(text);
  return inside < 0 ? { start, end } : { start: start + inside, end: start + inside + text.length };
}

/** What a text or a number gives away of a secret. */
type Kept = Pick<PlainSecret, 'length' | 'hash'>;

/** What a scalar under a secret's name gives away; undefined for nothing. */
export function keptByScalar(scalar: Scalar, name: string, inventory: Inventory): Kept | undefined {
  if ((scalar.type !== 'str' && scalar.type !== 'int') || isVaulted(scalar) || isEmpty(scalar)) return undefined;
  return keptByText(scalarText(scalar), name, inventory);
}

function keptByText(text: string, name: string, inventory: Inventory): Kept | undefined {
  if (/^\d+$/.test(text))
    return SECRET_ITSELF.test(name) && text.length >= FEWEST_DIGITS ? { length: text.length } : undefined;
  const hash = hashScheme(text, name);
  if (hash !== undefined) return { length: text.length, hash };
  if (isHashName(name) || isHarmlessText(text) || mayNameVariable(text, inventory)) return undefined;
  return secretKind(name) === 'key' && !looksGenerated(text) ? undefined : { length: text.length };
}

/** Whether a text may name the variable that has the secret: one of a vault, or one that a host has or may have. */
function mayNameVariable(text: string, inventory: Inventory): boolean {
  if (!/^[A-Za-z]\w*_\w+$/.test(text) || !mayBeSecretName(text)) return false;
  if (isNameOfSecret(text) || /(?:^|_)vault(?:ed)?(?:_|$)/i.test(text)) return true;
  for (const host of inventory.hosts.values()) {
    const variables = inventory.variablesOf(host);
    if (variables.get(text) !== undefined || variables.unknown(text) !== undefined) return true;
  }
  return inventory.plays.assignments.some(({ name }) => name === text);
}
