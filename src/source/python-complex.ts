/** Complex numbers, as Python prints them. */
import { floatText } from './python.ts';

/** Writes a complex number as Python's `str` does: `(1+2j)`, `1j`, `(-0-1e+16j)`. */
export function formatComplex({ real, imaginary }: { real: number; imaginary: number }): string {
  if (Object.is(real, 0)) return `${format(imaginary)}j`;
  const sign = imaginary < 0 || Object.is(imaginary, -0) ? '' : '+';
  return `(${format(real)}${sign}${format(imaginary)}j)`;
}

/** Complex numbers leave out a `.0`. */
function format(value: number): string {
  return floatText(value).replace(/\.0$/, '');
}
