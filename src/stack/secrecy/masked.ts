/** Values as plain data to be shown: with masks in place of secrets, and numbers as Ansible prints them. */
import { Digits, exactJson, orderedObject } from '../../model/exact-json.ts';
import {
  hiddenInTemplateUsingSecrets,
  secretsInOrdinaryTemplate,
  hiddenInSecretTemplate,
  shownName,
  shownSecret,
  withoutSecrets,
} from '../../model/secret-texts.ts';
import { floatText } from '../../source/python.ts';
import type { Node, Scalar } from '../../source/tree.ts';
import { isTemplated, isVaulted, scalarText } from '../plain.ts';
import { isSecretPair, looksSecret } from './secret-search.ts';
import type { Secrecy } from './secrecy.ts';

/** A mask in place of a secret. */
export class Masked {
  /** The length of the text; undefined for an encrypted value and for one that is not a text. */
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

/** Masks a value of the inventory, in which templates stay as written; `named`: a name says that it is a secret. */
export function masked(node: Node, named: boolean, secrecy: Secrecy): unknown {
  return maskEach(node, named, secrecy, (scalar, isSecret) => shownScalar(scalar, isSecret, secrecy));
}

/**
 * Masks the result of a template. A value that it only picks is as secret as in the place where it is written; a
 * computed one is secret if anything that went into it is (`tainted`). `isName` tells which keys of a computed map
 * are names, not secrets.
 */
export function maskedTemplateResult(
  value: Node,
  named: boolean,
  secrecy: Secrecy,
  tainted: boolean,
  isName: (key: string) => boolean,
): unknown {
  if (!tainted) return masked(value, named, secrecy);
  if (value.kind === 'scalar' || !hasNames(value, isName)) return mask(value, secrecy);
  return maskEach(value, named, secrecy, (scalar, isSecret) =>
    secrecy.isWritten(scalar) ? shownScalar(scalar, isSecret, secrecy) : mask(scalar, secrecy),
  );
}

function hasNames(node: Node, isName: (key: string) => boolean): boolean {
  if (node.kind === 'scalar') return true;
  if (node.kind === 'sequence') return node.items.every((item) => hasNames(item, isName));
  return node.pairs.every(({ key, value }) => isName(String(key.value)) && hasNames(value, isName));
}

/** Masks the quoted texts in a template that is a secret (`secret`) or that a secret goes into (`tainted`). */
export function maskedTemplate(template: string, secret: boolean, tainted: boolean): string {
  if (secret) return withoutSecrets(template, hiddenInSecretTemplate(template));
  return withoutSecrets(
    template,
    tainted ? hiddenInTemplateUsingSecrets(template) : secretsInOrdinaryTemplate(template),
  );
}

type Show = (scalar: Scalar, named: boolean) => unknown;

function maskEach(node: Node, named: boolean, secrecy: Secrecy, show: Show): unknown {
  if (secrecy.isSealed(node)) return mask(node, secrecy);
  if (node.kind === 'scalar') return show(node, named);
  if (node.kind === 'sequence') return node.items.map((item) => maskEach(item, named, secrecy, show));
  return orderedObject(
    node.pairs.map((pair) => [
      shownName(String(pair.key.value)),
      maskEach(pair.value, isSecretPair(named, pair, node), secrecy, show),
    ]),
  );
}

/** `named`: a name says that it is a secret. */
function shownScalar(scalar: Scalar, named: boolean, secrecy: Secrecy): unknown {
  const { type, value } = scalar;
  if (isVaulted(scalar)) return mask(scalar, secrecy);
  if (typeof value === 'string' && isTemplated(scalar))
    return maskedTemplate(value, named, secrecy.containsSecret(scalar));
  if (type === 'null' || type === 'bool' || value === '') return value;
  if (
    named ||
    secrecy.containsSecret(scalar) ||
    secrecy.usedByTemplates.has(scalar) ||
    (!secrecy.isWritten(scalar) && looksSecret(scalar))
  )
    return new Masked(scalarText(scalar).length);
  return typeof value === 'number' && Number.isFinite(value) ? asPrinted(value, scalarText(scalar)) : value;
}

function asPrinted(number: number, text: string): number | Digits {
  return String(number) === text ? number : new Digits(text);
}

/** Makes the mask of a secret. The length of a number or a truth value would reveal too much. */
export function mask(node: Node, secrecy: Secrecy): Masked {
  if (node.kind === 'scalar' && isVaulted(node)) return new Masked(secrecy.lengthOf(node), true);
  return new Masked(node.kind === 'scalar' && node.type === 'str' ? String(node.value).length : undefined);
}

/** Shows plain data in one line for a person: `"30g"`, `[1, 2]`. */
export function dataInOneLine(value: unknown): string {
  if (value instanceof Masked) return value.toString();
  // JSON has no word for it.
  if (typeof value === 'number' && !Number.isFinite(value)) return floatText(value);
  const text = exactJson(value, function (this: Readonly<Record<string, unknown>>, key: string, inner: unknown) {
    const before = this[key];
    return before instanceof Masked ? before.toString() : inner;
  });
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
