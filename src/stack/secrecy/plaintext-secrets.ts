/** Secrets in plain text, and hashes of secrets, in the value of a variable. */
import { mayTemplateChangeItsText } from '../../ansible/index.ts';
import type { Inventory } from '../../ansible/index.ts';
import { asksForAnother, isPlaceholder } from '../../model/placeholder.ts';
import type { PlainSecret } from '../../model/source-document.ts';
import { isHashName, isSecretName, secretKind, mayBeSecretName } from '../../model/secret-names.ts';
import { hashScheme, isNameRatherThanSecret, isHarmlessText, looksGenerated } from '../../model/secret-values.ts';
import type { Document } from '../../source/document.ts';
import type { Range, Scalar } from '../../source/tree.ts';
import { placeIn } from '../place.ts';
import { countsAsUnset, isTemplated, isVaulted, scalarText } from '../plain.ts';
import { shownKeyPath } from '../vocabulary/schema-walk.ts';
import type { FoundScalar } from '../vocabulary/schema-walk.ts';

/** A scalar under the name of a secret. */
export interface SecretScalar {
  readonly scalar: Scalar;
  readonly path: string;
  /** The name that says that it is a secret. */
  readonly secretName: string;
}

/** A template in place of a secret. */
export interface SecretTemplate extends Pick<SecretScalar, 'path' | 'secretName'> {
  readonly template: Scalar;
}

/** The plain texts and the templates in a variable's value. */
export interface SecretsInside {
  readonly plain: readonly PlainSecret[];
  readonly templates: readonly SecretTemplate[];
}

/** Names whose long numbers are secrets too; numbers under other secret names are counts or lengths. */
const SECRET_ITSELF = /(?:pass(?:word|phrase|code|wd)?|pwd?|encryption[-_.]?key)\d*$/i;
const FEWEST_DIGITS = 4;

/** A text that a template falls back to: `{{ vaulted | default('changeme') }}`. */
const FALLBACK = /\|\s*(?:default|d)\(\s*(['"])((?:(?!\1).)+)\1/g;

/**
 * Finds those of a variable's scalars that are under the name of a secret; `isSecret`: whether the variable itself is
 * one.
 */
export function secretScalarsAmong(
  scalars: readonly FoundScalar[],
  variable: string,
  isSecret: boolean,
): readonly SecretScalar[] {
  return scalars.flatMap(({ scalar, keyPath }) => {
    // A map under a secret's name describes it (a length, a file); its own keys say which part is the secret.
    const secretName = keyPath === undefined ? variable : String(keyPath.pair.key.value);
    if (keyPath === undefined ? !isSecret : !isSecretName(secretName)) return [];
    return { scalar, path: shownKeyPath(keyPath, variable), secretName };
  });
}

/** Finds the plain texts and the templates among the scalars of a document that are under the names of secrets. */
export function secretsAmong(
  document: Document,
  scalars: readonly SecretScalar[],
  inventory: Inventory,
): SecretsInside {
  const plain: PlainSecret[] = [];
  const templates: SecretTemplate[] = [];
  for (const { scalar, path, secretName } of scalars) {
    if (isTemplated(scalar) && mayTemplateChangeItsText(String(scalar.value))) {
      templates.push({ template: scalar, path, secretName });
      for (const text of fallbacksIn(String(scalar.value))) {
        const kept = exposedByText(text, secretName, inventory);
        if (kept !== undefined)
          plain.push({ place: placeIn(document, rangeInTemplate(document, scalar, text)), path, ...kept });
      }
    } else {
      const kept = exposedByScalar(scalar, secretName, inventory);
      if (kept !== undefined) plain.push({ place: placeIn(document, scalar), path, ...kept });
    }
  }
  return { plain, templates };
}

/** The texts that a template falls back to. */
export function fallbacksIn(template: string): readonly string[] {
  return Array.from(template.matchAll(FALLBACK), ([, , text = '']) => text);
}

/** The range of a text in a template; the whole template if it does not contain the text literally, as with escapes. */
export function rangeInTemplate({ text: source }: Document, { start, end }: Range, text: string): Range {
  const inside = source.slice(start, end).indexOf(text);
  return inside < 0 ? { start, end } : { start: start + inside, end: start + inside + text.length };
}

/** The part of a finding that describes the secret. */
type ExposedSecret = Pick<PlainSecret, 'length' | 'hash' | 'isPlaceholder'>;

/** Describes the secret in a scalar under a secret's name; undefined if it holds none. */
export function exposedByScalar(scalar: Scalar, name: string, inventory: Inventory): ExposedSecret | undefined {
  if ((scalar.type !== 'str' && scalar.type !== 'int') || isVaulted(scalar) || countsAsUnset(scalar)) return undefined;
  return exposedByText(scalarText(scalar), name, inventory);
}

/** Describes the secret in a text under a secret's name; undefined if the text is not a secret. */
export function exposedByText(text: string, name: string, inventory: Inventory): ExposedSecret | undefined {
  const { length } = text;
  if (/^\d+$/.test(text)) {
    const isSecret = SECRET_ITSELF.test(name) && length >= FEWEST_DIGITS;
    return isSecret ? { length, isPlaceholder: isPlaceholder(text) } : undefined;
  }
  const hash = hashScheme(text, name);
  if (hash !== undefined) return { length, hash, isPlaceholder: false };
  if (isHashName(name) || isHarmlessText(text)) return undefined;
  if (asksForAnother(text)) return { length, isPlaceholder: true };
  if (mayNameVariable(text, inventory) || (secretKind(name) === 'key' && !looksGenerated(text))) return undefined;
  return { length, isPlaceholder: isPlaceholder(text) };
}

/** Tells whether a text may be the name of the variable that has the secret: of a vault, or of some host. */
function mayNameVariable(text: string, inventory: Inventory): boolean {
  if (!/^[A-Za-z]\w*_\w+$/.test(text) || !mayBeSecretName(text)) return false;
  if (isNameRatherThanSecret(text) || /(?:^|_)vault(?:ed)?(?:_|$)/i.test(text)) return true;
  for (const host of inventory.hosts.values()) {
    const variables = inventory.variablesOf(host);
    if (variables.get(text) !== undefined || variables.unknown(text) !== undefined) return true;
  }
  return inventory.plays.assignments.some(({ name }) => name === text);
}
