/** Random texts that are nearly an `ansible.cfg`. */
import type { Random } from './random.ts';

// prettier-ignore
const lines = [
  '[a]', '[b]', '[a] x', '[a', '[]', '[a]]', '[DEFAULT]', ' [a]', 'k = v', 'k: v', 'k=v ; c', 'k=v;c', 'k=v # c', '# c',
  '; c', '  # c', '  more', '\tmore', '    more = x', 'K = w', 'k', '= v', ': v', 'k =', 'k=', '', '  ', 'x = [b]', '  [b]',
  'k = "q"', 'j = %(x)s', 'k == v', 'k : = v', 'rem x', 'l = 1', ' l = 2', '  l = 3', '\u00a0x', 'k\u00a0=\u00a0v',
  'k = a\u2028b', ';', '#', ' ;', ' ; x', 'k = ; v', '[a;b]', '[a ;b]', 'k=v\f', '\fk=v', 'k = a\x1cb', '\ufeff[a]',
];

/** Half of the texts begin with a section: what stands before any hides every other fault. */
export function config(random: Random): string {
  const end = random.one(['\n', '\n', '\n', '\r\n', '\r']);
  const text = random.times(7, () => random.one(lines)).join(end);
  return random.below(2) === 0 ? text : `[c]${end}${text}${random.one(['', end])}`;
}
