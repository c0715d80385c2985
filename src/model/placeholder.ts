/** Texts that stand where a secret is to be put. */

/** Words of a text that asks for another one, or that a role ships for everyone. */
const ASKS =
  /change|replac|overrid|placeholder|example|sample|dummy|default|todo|fixme|insert|your|please|secret|passw|undefined|unset|notset|empty/;

/**
 * Whether a text is none that keeps anything safe: `changeme`, `<your password>`, `***`, `12345678`, a single word such as
 * `kibana`. Takes too much rather than too little: a random text has digits or signs.
 */
export function isPlaceholder(text: string): boolean {
  const flat = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (ASKS.test(flat) || /^(.?)\1*$/su.test(flat)) return true;
  return /^(?:<.*>|\[.*\]|\$\{.*\}|%.*%|__.*__)$/s.test(text) || /^\p{L}{1,12}$/u.test(text) || /^0?123\d*$/.test(flat);
}
