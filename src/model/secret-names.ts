/** Which names say that a value is a secret. */

// For names in lower case: a pattern that takes both compiles to much more, and a small check waits for it.
const NAME =
  /pass(?:word|wd|phrase|$)|(?<![a-z])pass[-_.]|pwd|(?<![a-z])pw(?![a-z])|secret|credential|bearer|authorization$|keystore_entries|token(?!iz)|(?:encryption|private|priv|api|access|signing|auth|session|master|shared)[-_.]?key|^vault_/;
/** Names that say where a secret is kept, or what it is like, not what it is. */
const ABOUT = /_(?:file|path|dir|length|name|url)$/;

/** Wider than what the rules judge: to hide too much harms nobody. */
export function soundsSecret(name: string): boolean {
  const lower = name.toLowerCase();
  return mayNameSecret(lower) && NAME.test(lower) && !ABOUT.test(lower);
}

/** What each such name holds. */
const HINTS = ['pass', 'pw', 'secret', 'credential', 'bearer', 'authorization', 'token', 'key', 'vault_'];

/** False for a text in lower case in which no name can sound so: most lines have none. */
export function mayNameSecret(text: string): boolean {
  return HINTS.some((hint) => text.includes(hint));
}

/** Whether some word of a text sounds so. */
export function mentionsSecret(text: string): boolean {
  return text.match(/[\w.-]+/g)?.some(soundsSecret) ?? false;
}
