/** Which names say that a value is a secret. */

// For names in lower case: a pattern that takes both compiles to much more, and a small check waits for it.
const NAME =
  /pass(?:word|wd|phrase|code|\d*$)|(?<![a-z])pass[-_.]|pwd|(?<![a-z])pw(?![a-z])|pw\d*$|secret|credential|bearer|authorization$|basic[-_.]?auth$|keystore_entries|token(?!iz)|(?:enc|encryption|private|priv|api|access|account|signing|hmac|auth|session|master|shared|licen[cs]e)[-_.]?key|key[-_](?:content|data|pem)$|(?<![a-z])(?:psk|jwt)(?![a-z])|erlang_cookie|snmp_?community|connection[-_.]?string|cloud[-_.]auth$|^vault_|^_raw_params$/;
/** Names that say where a secret is kept, or what it is like, not what it is. */
const ABOUT = /_(?:file|path|dir|length|name|url|ttl|policy|algorithm|expiry|enabled|required)$/;

/**
 * Whether a name may say that its value is a secret, so that it is hidden.
 *
 * Wider than what the rules judge: to hide too much harms nobody. `_raw_params` is what Ansible calls the words of
 * `--extra-vars` that have no name, as the second one of a password that was not quoted.
 */
export function soundsSecret(name: string): boolean {
  const lower = name.toLowerCase();
  return mayNameSecret(lower) && NAME.test(lower) && !ABOUT.test(lower);
}

/** Each name that `NAME` finds holds one of these. */
const HINTS =
  'pass pw secret credential bearer auth token key vault_ psk jwt cookie community connection _raw_params'.split(' ');

/** False for a text in lower case in which no name can sound so: most lines have none. */
export function mayNameSecret(text: string): boolean {
  return HINTS.some((hint) => text.includes(hint));
}

/** Whether some word of a text sounds so. */
export function mentionsSecret(text: string): boolean {
  return text.match(/[\w.-]+/g)?.some(soundsSecret) ?? false;
}

/** Names that say something about a secret, for the rules: in lower case, without what separates words. */
const ABOUT_JUDGED =
  /^no|passwordless|(file|path|dir|length|min|max|policy|algorithm|method|type|format|rounds|expiry|expiration|age|days|url|uri|var|variable|name|user|username|authentication|auth|reset|rotation|required|enabled|prompt|command|program|store|manager|hint|id)$/;

/** The answers that were given: every key of every document is asked about. */
const answers = new Map<string, boolean>();

/**
 * Whether a name says for certain that its value is a secret: `…password…`, `…passphrase…`, `…encryptionKey`, in any
 * spelling. Narrower than `soundsSecret`: rules judge by it.
 *
 * Names that say something about a secret are none: where it is kept, how long it has to be, how it is hashed, whether
 * one is needed at all (Production practice §5.3, §5.5).
 */
export function namesSecret(name: string): boolean {
  let answer = answers.get(name);
  if (answer === undefined) {
    const flat = name.toLowerCase().replaceAll('_', '').replaceAll('-', '').replaceAll('.', '');
    const isNamed = flat.includes('password') || flat.includes('passphrase') || flat.endsWith('encryptionkey');
    answer = isNamed && !ABOUT_JUDGED.test(flat);
    answers.set(name, answer);
  }
  return answer;
}
