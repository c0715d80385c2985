/** Values written as those before them are: the word for no, the unit of a size. */
import type { Scalar } from '../source/tree.ts';

type Written = string | number | boolean;

/** Words for yes and no as YAML 1.1 has them, in the order of `YES`. https://yaml.org/type/bool.html */
const YES = ['true', 'yes', 'on', '1', 'y', 't'];
const NO = ['false', 'no', 'off', '0', 'n', 'f'];

/** The powers of 1024 that the letter of a unit stands for. */
const UNITS = 'bkmgt';

/**
 * A value as a text or number would be written in place of another, which may be in words (`"yes"`) or have a unit. `unit`
 * is that of a number. Undefined if the other says it in a way that cannot be kept.
 */
export function writtenLike(former: Scalar['value'], wanted: Written, unit: string | undefined): Written | undefined {
  if (typeof wanted === 'boolean') return typeof former === 'boolean' ? wanted : wordLike(former, wanted);
  if (typeof wanted === 'string' || typeof former === 'number') return wanted;
  return typeof former === 'string' ? numberLike(former, wanted, unit) : wanted;
}

function wordLike(former: Scalar['value'], wanted: boolean): Written {
  if (typeof former === 'number') return wanted ? 1 : 0;
  const word = String(former);
  const at = [YES, NO].map((words) => words.indexOf(word.toLowerCase())).find((index) => index >= 0);
  const other = at === undefined ? undefined : (wanted ? YES : NO)[at];
  if (other === undefined) return wanted;
  if (word === word.toUpperCase() && word.length > 1) return other.toUpperCase();
  return /^[A-Z]/.test(word) ? other.charAt(0).toUpperCase() + other.slice(1) : other;
}

/** A number in a text with one number alone: `-Xmx64g` with 30 GB is `-Xmx30g`, `65536m` is `30720m`. */
function numberLike(former: string, wanted: number, unit: string | undefined): string | undefined {
  const [, before = '', , letter = '', after = ''] = /^(\D*)(\d+(?:\.\d+)?)\s*([kmgt]?)(\D*)$/i.exec(former) ?? [];
  if (!/\d/.test(former) || /\d/.test(after)) return undefined;
  if (!/^[kmgt]?(?:i?b)?$/i.test(letter + after)) return undefined;
  if (letter === '') return `${before}${String(wanted)}${after}`;
  if (unit === undefined) return undefined;
  const power = UNITS.indexOf(unit.charAt(0).toLowerCase()) - UNITS.indexOf(letter.toLowerCase());
  const amount = wanted * 1024 ** power;
  return Number.isInteger(amount) ? `${before}${String(amount)}${letter}${after}` : undefined;
}
