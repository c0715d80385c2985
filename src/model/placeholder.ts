/** Placeholders: texts in the place of a secret that is still to be filled in. */

/** Words of placeholders, and of default passwords that a role ships for everyone. */
const ASKS =
  /change|replac|overrid|placeholder|example|sample|dummy|default|todo|fixme|insert|your|please|secret|passw|undefined|unset|notset|empty/;

const SECRET = '(?:api|secret|pass|passwd|password|passphrase|passcode|token|key|apikey|credentials?)';
/** Phrases by which a text says that it is to be replaced; its words are separated by blanks. */
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
/** A single sign repeated, or a row of `x`. */
const MASK = /^(?:([^\p{L}\p{N}])\1*|[x*._ -]+)$/iu;
const IN_BRACKETS = /^(?:<.*>|\[.*\]|\{.*\}|\$\{.*\}|%.*%|__.*__|@+[A-Z_]+@+|#\{.*\}#?)$/s;

/**
 * Tells whether a text is obviously to be replaced, so that it is not in use: `CHANGE_ME`, `<some password>`, `TODO`, `****`.
 * `Changeme123!`, which satisfies a program that asks for digits, may well be in use.
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
 * Tells whether a text protects nothing: `changeme`, `<your password>`, `***`, `12345678`, a single word such as `kibana`.
 * In doubt it does so: a random text has digits or signs.
 */
export function isPlaceholderOrTrivial(text: string): boolean {
  const flat = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (isEvidentPlaceholder(text) || ASKS.test(flat) || /^(.?)\1*$/su.test(flat)) return true;
  return /^\p{L}{1,12}$/u.test(text) || /^0?123\d*$/.test(flat);
}
