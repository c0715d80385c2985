/**
 * Placeholders: whole texts in place of a secret that is still to be chosen. A text that only contains a word like
 * this is not one.
 */

const SECRET = '(?:api|secret|pass|passwd|password|passw0rd|passphrase|passcode|token|key|apikey|credentials?)';

/** Phrases with which a text asks for another one; its words are in lower case, with a blank around each. */
const ASKS = new RegExp(
  [
    // Roles ship `ChangeMe-Kibana1`, which satisfies a program that asks for digits.
    '^ (?:please ?)?(?:change|replace|override) ?(?:me|this)(?![a-z])',
    `^ (?:please ?)?(?:change|replace|override) ?(?:(?:me|this|it|with|by|in|on|before|after|the|to|your) ?)?(?:${SECRET}|please|now|later|here)? `,
    '^ please ?(?:change|replace|override|set|fill) ',
    '^ (?:set|fill|generate) ?me ',
    '^ (?:to be|must be|should be|needs to be) (?:set|added|changed|replaced|filled|defined|generated|overrid)',
    '^ (?:todo|fixme|tbd|tba|placeholder|redacted) ',
    `^ (?:the |an? )?(?:dummy|example|sample) (?:${SECRET} )*$`,
    `^ (?:put|insert|enter|add|type|provide|specify|choose|get|use|set|define) (?:\\S+ )*(?:your|my|some|an?|the|${SECRET}) `,
    `^ (?:your|some|any) ?(?:\\S+ )*(?:${SECRET}|value|string|random|here)`,
    `^ (?:${SECRET}|it|value|string) (?:goes )?here $`,
  ].join('|'),
);
/** `<ENCRYPTION_KEY>`, `[your key]`. Other brackets are those of programs that put the text in. */
const IN_BRACKETS = /^(?:<.*>|\[.*\])$/s;
/** Words that say only what belongs in their place, and defaults that programs ship for everyone. */
const WORDS = new RegExp(
  `^(?:(?:(?:my|the|a|super|top|very|default) ?)*${SECRET}(?: ?${SECRET})*|change ?it|admin|default|example|sample|dummy|kibana ?server)$`,
);

/**
 * Tells whether a text itself says that another belongs in its place: `CHANGE_ME`, `<some password>`, `TODO`, `****`.
 */
export function asksForAnother(text: string): boolean {
  const own = text.trim();
  return isMask(own) || IN_BRACKETS.test(own) || ASKS.test(` ${words(own)} `);
}

/** Tells a single sign repeated, or a row of `x`. */
function isMask(text: string): boolean {
  // Here, because classes of Unicode take a while to compile, and many projects have no secret in plain text.
  return /^(?:([^\p{L}\p{N}])\1*|(.)\2+|[x*._ -]+)$/isu.test(text);
}

/**
 * Tells whether a text in the place of a secret is not a secret of its own: it asks for another, or is a word that
 * everyone tries.
 */
export function isPlaceholder(text: string): boolean {
  return asksForAnother(text) || WORDS.test(words(text));
}

function words(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
