/** Writes a complex number as Python's `str` does: `(1+2j)`, `1j`, `(-0-1e+16j)`. */
export function formatComplex({ real, imaginary }: { real: number; imaginary: number }): string {
  if (Object.is(real, 0)) return `${format(imaginary)}j`;
  const sign = imaginary < 0 || Object.is(imaginary, -0) ? '' : '+';
  return `(${format(real)}${sign}${format(imaginary)}j)`;
}

/** Python's shortest form of a float, without the `.0` that complex numbers leave out. */
function format(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 16) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
