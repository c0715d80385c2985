/** Texts that stand where a secret is to be put. */

/** Words of a text that asks for another one, or that a role ships for everyone. */
const ASKS =
  /change|replac|overrid|placeholder|example|sample|dummy|default|todo|fixme|insert|your|please|secret|passw|undefined|unset|notset|empty/;

const SECRET = '(?:api|secret|pass|passwd|password|passphrase|passcode|token|key|apikey|credentials?)';
/** Phrases by which a text itself says that it is not the one, in a text whose words are parted by blanks. */
const ASKS_PLAINLY = new RegExp(
  [
    ` (?:change|replace|override) ?(?:(?:me|this|it|with|by|in|on|before|the|to) ?)?${SECRET}? `,
    ' (?:set|fill|generate) ?me ',
    ' (?:to be|must be|should be|needs to be) (?:set|added|changed|replaced|filled|defined|generated|overrid)',
    ' (?:todo|fixme|tbd|tba|placeholder|redacted) ',
    '^ (?:the |an? )?(?:dummy|example|sample) ',
    `^ (?:put|insert|enter|add|type|provide|specify|choose|get|use|set|define) (?:\\S+ )*(?:your|my|some|an?|the|${SECRET}) `,
    `^ (?:your|some|any) ?(?:\\S+ )*(?:${SECRET}|value|string|random|here)`,
    ` (?:${SECRET}|it|value|string) here $`,
  ].join('|'),
);
/** One sign over and over, and a row of `x`. */
const MASK = /^(?:([^\p{L}\p{N}])\1*|[x*._ -]+)$/iu;
const IN_BRACKETS = /^(?:<.*>|\[.*\]|\{.*\}|\$\{.*\}|%.*%|__.*__|@+[A-Z_]+@+|#\{.*\}#?)$/s;

/**
 * Whether a text evidently is to be replaced, so that nobody uses it: `CHANGE_ME`, `<some password>`, `TODO`, `****`.
 * `Changeme123!`, which a program takes that asks for digits, may well be in use.
 */
export function isEvidentPlaceholder(text: string): boolean {
  const own = text.trim();
  return MASK.test(own) || IN_BRACKETS.test(own) || ASKS_PLAINLY.test(` ${words(own)} `);
}

function words(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether a text is none that keeps anything safe: `changeme`, `<your password>`, `***`, `12345678`, a single word such as
 * `kibana`. Takes too much rather than too little: a random text has digits or signs.
 */
export function isPlaceholder(text: string): boolean {
  const flat = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (isEvidentPlaceholder(text) || ASKS.test(flat) || /^(.?)\1*$/su.test(flat)) return true;
  return /^\p{L}{1,12}$/u.test(text) || /^0?123\d*$/.test(flat);
}
