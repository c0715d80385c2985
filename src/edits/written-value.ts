/** Values written as those before them are: the word for no, the unit of a size. */
import type { Scalar } from '../source/tree.ts';
import { isTruthWord, wordLike } from './habits.ts';

type Written = string | number | boolean;

/** The powers of 1024 that the letter of a unit stands for. */
const UNITS = 'bkmgt';

/**
 * A value as a text or number would be written in place of another, which may be in words (`"yes"`) or have a unit. `unit`
 * is that of a number. Undefined if the other says it in a way that cannot be kept.
 */
export function writtenLike(former: Scalar['value'], wanted: Written, unit: string | undefined): Written | undefined {
  if (typeof wanted === 'boolean') {
    if (typeof former === 'number') return wanted ? 1 : 0;
    return typeof former === 'string' && isTruthWord(former) ? wordLike(former, wanted) : wanted;
  }
  if (typeof wanted === 'string' || typeof former === 'number') return wanted;
  return typeof former === 'string' ? numberLike(former, wanted, unit) : wanted;
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
