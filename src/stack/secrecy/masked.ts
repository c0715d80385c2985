/** Values as plain data to be shown: with a mask in the place of every secret, and numbers as Ansible prints them. */
import { Digits, exactJson, objectOf } from '../../model/exact-json.ts';
import {
  secretsBesideOthers,
  secretsInOpenTemplate,
  secretsInTemplate,
  shownName,
  shownSecret,
  withoutSecrets,
} from '../../model/secret-texts.ts';
import { floatText } from '../../source/python.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import { isSecretWithin, looksSecret } from './secrecy.ts';
import type { Secrecy } from './secrecy.ts';

/** A secret in the place of its text. */
export class Masked {
  /** Undefined where it stays encrypted, and for what is no text. */
  readonly length: number | undefined;
  readonly #encrypted: boolean;

  constructor(length: number | undefined, encrypted = false) {
    this.length = length;
    this.#encrypted = encrypted;
  }

  toJSON(): { readonly secret: true; readonly length: number | undefined } {
    return { secret: true, length: this.length };
  }

  toString(): string {
    if (this.length !== undefined) return shownSecret(this.length);
    return this.#encrypted ? '<encrypted>' : '<secret>';
  }
}

/** A value of the inventory with its templates as they are written; `named`: a name says that it is a secret. */
export function masked(node: Node, named: boolean, secrecy: Secrecy): unknown {
  return each(node, named, secrecy, (scalar, isSecret) => shownScalar(scalar, isSecret, secrecy));
}

/**
 * The value that a template gives: what is picked is as secret as it is where it stands, what is computed is as secret
 * as anything that went into it (`tainted`). `isName` tells which keys of a computed map are names, and no secrets.
 */
export function maskedResult(
  value: Node,
  named: boolean,
  secrecy: Secrecy,
  tainted: boolean,
  isName: (key: string) => boolean,
): unknown {
  if (!tainted) return masked(value, named, secrecy);
  if (value.kind === 'scalar' || !hasNames(value, isName)) return mask(value, secrecy);
  return each(value, named, secrecy, (scalar, isSecret) =>
    secrecy.knows(scalar) ? shownScalar(scalar, isSecret, secrecy) : mask(scalar, secrecy),
  );
}

function hasNames(node: Node, isName: (key: string) => boolean): boolean {
  if (node.kind === 'scalar') return true;
  if (node.kind === 'sequence') return node.items.every((item) => hasNames(item, isName));
  return node.pairs.every(({ key, value }) => isName(String(key.value)) && hasNames(value, isName));
}

/** The text of a template, without the texts in it where it is a secret (`secret`), or where one goes into it. */
export function maskedTemplate(template: string, secret: boolean, tainted: boolean): string {
  if (secret) return withoutSecrets(template, secretsInTemplate(template));
  return withoutSecrets(template, tainted ? secretsBesideOthers(template) : secretsInOpenTemplate(template));
}

type Show = (scalar: Scalar, named: boolean) => unknown;

function each(node: Node, named: boolean, secrecy: Secrecy, show: Show): unknown {
  if (secrecy.isSealed(node)) return mask(node, secrecy);
  if (node.kind === 'scalar') return show(node, named);
  if (node.kind === 'sequence') return node.items.map((item) => each(item, named, secrecy, show));
  return objectOf(
    node.pairs.map((pair) => [
      shownName(String(pair.key.value)),
      each(pair.value, isSecretWithin(named, pair, node), secrecy, show),
    ]),
  );
}

/** `named`: a name says that it is a secret. */
function shownScalar(scalar: Scalar, named: boolean, secrecy: Secrecy): unknown {
  const { type, value } = scalar;
  if (isVaulted(scalar)) return mask(scalar, secrecy);
  if (typeof value === 'string' && isTemplated(scalar)) return maskedTemplate(value, named, secrecy.holds(scalar));
  if (type === 'null' || type === 'bool' || value === '') return value;
  if (named || secrecy.holds(scalar) || secrecy.taken.has(scalar) || (!secrecy.knows(scalar) && looksSecret(scalar)))
    return new Masked(scalarText(scalar).length);
  return typeof value === 'number' && Number.isFinite(value) ? asPrinted(value, scalarText(scalar)) : value;
}

function asPrinted(number: number, text: string): number | Digits {
  return String(number) === text ? number : new Digits(text);
}

/** The mask alone. Of a secret's number or truth value the length would tell too much. */
export function mask(node: Node, secrecy: Secrecy): Masked {
  if (node.kind === 'scalar' && isVaulted(node)) return new Masked(secrecy.lengthOf(node), true);
  return new Masked(node.kind === 'scalar' && node.type === 'str' ? String(node.value).length : undefined);
}

/** Plain data in a line for a person: `"30g"`, `[1, 2]`. */
export function shown(value: unknown): string {
  if (value instanceof Masked) return value.toString();
  // JSON has no word for it.
  if (typeof value === 'number' && !Number.isFinite(value)) return floatText(value);
  const text = exactJson(value, function (this: Readonly<Record<string, unknown>>, key: string, inner: unknown) {
    const before = this[key];
    return before instanceof Masked ? before.toString() : inner;
  });
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
