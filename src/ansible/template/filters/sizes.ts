/** Sizes in bytes and bits, for people. */
import { numeric, truth } from '../compare.ts';
import { floatOf, toText, wantText } from '../context.ts';
import { floatFormat } from '../format.ts';
import { binary } from '../operators.ts';
import { round, truncate } from '../numbers.ts';
import { plugin } from '../plugin.ts';
import type { Plugins } from '../plugin.ts';
import { Raised } from '../trouble.ts';
import { typeName } from '../values.ts';
import type { Value } from '../values.ts';

const units = ['Y', 'Z', 'E', 'P', 'T', 'G', 'M', 'K', 'B'] as const;
const names: Readonly<Record<string, string>> = {
  B: '',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  E: 'exa',
  Z: 'zeta',
  Y: 'yotta',
};

function limitOf(unit: string): bigint | undefined {
  const index = (units as readonly string[]).indexOf(unit);
  return index < 0 ? undefined : 1n << BigInt((units.length - 1 - index) * 10);
}

export const sizeFilters: Plugins = {
  human_readable: plugin('size isbits=false unit=none', ({ budget }, size, isBits, unit) => {
    const number = numeric(size);
    if (number === undefined) throw new Raised('AnsibleError', 'human_readable() failed on bad input');
    const wanted = unit === null ? undefined : wantText(unit).toUpperCase();
    const found =
      units.find((name) => (wanted === undefined ? number >= (limitOf(name) ?? 1n) : wanted === name)) ?? 'B';
    const limit = limitOf(found) ?? 1n;
    const base = truth(isBits) ? 'bits' : 'Bytes';
    const suffix = limit === 1n ? base : found + base.charAt(0);
    const share = binary('/', size, limit, budget) as number;
    return `${share < 0 || Object.is(share, -0) ? '-' : ''}${floatFormat('f', Math.abs(share), 2)} ${suffix}`;
  }),
  filesizeformat: plugin('value binary=false', (_context, value, binary) => {
    const bytes = floatOf(value);
    if (bytes === undefined) throw new Raised('ValueError', `${typeName(value)} is no size`);
    if (bytes === 1) return '1 Byte';
    const [base, ending] = truth(binary) ? [1024, 'iB'] : [1000, 'B'];
    if (bytes < base) return `${truncate(bytes)} Bytes`;
    const larger = truth(binary) ? 'KMGTPEZY' : 'kMGTPEZY';
    let at = 0;
    while (at < larger.length - 1 && !(bytes < base ** (at + 2))) at += 1;
    return `${floatFormat('f', (base * bytes) / base ** (at + 2), 1)} ${larger.charAt(at)}${ending}`;
  }),
  human_to_bytes: plugin('size default_unit=none isbits=false', (context, size, standardUnit, isBits) => {
    const shown = toText(size, context);
    context.budget.step(shown.length ** 2 / 100);
    const fail = (): never => {
      throw new Raised('AnsibleError', "human_to_bytes() can't interpret the input");
    };
    const [, digits, ownUnit] = /^(\d*\.?\d+)(?:\s*([A-Za-z]+))?\s*$/.exec(shown) ?? [];
    if (digits === undefined) return fail();
    const number = Number(digits);
    const unit = ownUnit ?? (standardUnit === null ? undefined : wantText(standardUnit));
    if (unit === undefined) return whole(number);
    const key = unit.charAt(0).toUpperCase();
    const limit = limitOf(key);
    if (limit === undefined) return fail();
    const bits = truth(isBits);
    const long = `${names[key] ?? ''}${bits ? 'bit' : 'byte'}`;
    const short = (key === 'B' ? '' : key) + (bits ? 'b' : 'B');
    if (unit.length > 1 && unit.toLowerCase() !== long && unit !== short) return fail();
    return whole(number * Number(limit));
  }),
};

function whole(number: number): Value {
  return BigInt(round(number, 0));
}
