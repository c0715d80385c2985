/** Names that say that their value is a secret. */

// For names in lower case: a pattern that takes both compiles to much more, and a small check waits for it.
const NAME =
  /pass(?:word|wd|phrase|code|\d*$)|(?<![a-z])pass[-_.]|pwd|(?<![a-z])pw(?![a-z])|pw\d*$|secret|credential|bearer|authorization$|basic[-_.]?auth$|keystore_entries|decryption[-_.]?only[-_.]?keys|token(?!iz)|(?:enc|encryption|encrypt|private|priv|api|access|account|signing|hmac|auth|session|master|shared|cluster|fernet|unseal|crypto|cookie|nonce|storage|consumer|wrapping|licen[cs]e)[-_.]?key|key[-_](?:content|data|pem)$|(?<![a-z])(?:psk|jwt)(?![a-z])|erlang_cookie|snmp_?community|community[-_]?string|connection[-_.]?string|cloud[-_.]auth$|(?<![a-z])salt$|^vault_|^_raw_params$/;
/** Names whose value describes a secret, as where it is kept, but is not the secret itself. */
const ABOUT = /_(?:file|path|dir|length|name|url|ttl|policy|algorithm|expiry|enabled|required)$/;

/**
 * Tells whether a name may be that of a secret, so that its value is hidden.
 *
 * It takes in more names than the rules judge by: to hide too much does no harm. `_raw_params` is Ansible's name for
 * the words of `--extra-vars` without a name, such as the second word of a password that was not quoted.
 */
export function mayBeSecretName(name: string): boolean {
  const lower = name.toLowerCase();
  return mayContainSecretName(lower) && NAME.test(lower) && !ABOUT.test(lower);
}

/** Each name that `NAME` finds holds one of these. */
const HINTS =
  /pass|pw|secret|credential|bearer|auth|token|key|vault_|psk|jwt|cookie|community|connection|salt|_raw_params/;

/** Tells quickly that a text in lower case cannot hold the name of a secret, as most lines do not. */
export function mayContainSecretName(text: string): boolean {
  return HINTS.test(text);
}

/** Tells whether any word of a text may be the name of a secret. */
export function mentionsSecretName(text: string): boolean {
  return text.match(/[\w.-]+/g)?.some(mayBeSecretName) ?? false;
}

/** Names of secrets that a person may have chosen, in words: `db_password`, `ansible_ssh_pass`, `rootpw`. */
const PASSWORD =
  /pass_?(?:word|phrase|code)|passwd(?![a-z])|(?:^|_|db|sql|ldap|bind|root|admin|user|ssh|smtp|auth|require|store)(?:pass|pwd|pw)\d*$/;
/** Names of secrets that a program generates, in words: `wazuh_cluster_key`, `slack_api_token`, `client_secret`. */
const KEY =
  /(?:api|secret|secret_access|private|master|shared|cluster|auth|fernet|hmac|account|storage|encrypt|enc|unseal|crypto|session|wrapping)_?key$|secret_key_base$|(?:^|_)(?<!public_)(?:token|secret|psk)\d*$/;
/** Names that only describe a password, or that use the word in another sense. */
const ABOUT_PASSWORD = new RegExp(
  [
    'pass(?:word)?_?less|(?:^|_)no_?pass',
    '(?:^|_)(?:ask|prompt|update|change|reset|expire|generate|without)_?pass(?:word|phrase|code|wd)?s?$',
    // The address to which a web server passes a request on (`proxy_pass`), and the passes of a program.
    '(?:^|_)(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached|first|second|third|last|next|single|one|two|multi|dry)_pass\\d*$',
    '(?:_|pass(?:word|phrase|code|wd)s?)(?:file|path|dir|directory|folder|location|source|src|dest|length|len|min|max|size|' +
      'count|number|policy|complexity|strength|quality|history|algorithm|method|type|format|mode|scheme|rounds|encryption|' +
      'expiry|expiration|age|days|lifetime|ttl|timeout|interval|url|uri|host|port|var|variable|env|ref|field|attribute|attr|' +
      'label|name|user|username|authentication|auth|reset|rotation|change|update|warning|lock|lockout|attempts|retries|' +
      'required|enabled|disabled|prompt|command|cmd|script|program|lookup|store|manager|provider|backend|plugin|filter|' +
      'regexp?|pattern|characters|chars|validation|validator|check|rule|option|opt|setting|param|config|hint|id|' +
      'description|message|text|template|version)s?$',
    'pass(?:word|phrase|code|wd)?_key$',
  ].join('|'),
);

/**
 * Puts a name into lower case, with its words separated by `_`: `xpack.security.encryptionKey` is
 * `xpack_security_encryption_key`.
 */
function inWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[-.\s]+/g, '_')
    .toLowerCase();
}

/** A cache of answers, because every key of every document is asked about. */
const answers = new Map<string, SecretKind | undefined>();

/** The maker of a secret: a person may have chosen any text, but a program's is recognizable. */
type SecretKind = 'password' | 'key';

/**
 * The kind of secret that a name says for certain, in any spelling; undefined for other names. Narrower than
 * `mayBeSecretName`: rules judge by it.
 *
 * Names that only describe a secret have no kind: where it is kept, how long it has to be, how it is hashed, whether
 * it is needed at all (Production practice §5.3, §5.5).
 */
export function secretKind(name: string): SecretKind | undefined {
  if (answers.has(name)) return answers.get(name);
  const kind = judged(name);
  answers.set(name, kind);
  return kind;
}

function judged(name: string): SecretKind | undefined {
  if (!mayBeSecretName(name)) return undefined;
  const words = inWords(name);
  if (/(?:encryption_?key|decryption_?only_?keys)$/.test(words)) return 'password';
  if (KEY.test(words)) return 'key';
  return PASSWORD.test(words) && !ABOUT_PASSWORD.test(words) ? 'password' : undefined;
}

/** Tells whether a name is certainly that of a secret. */
export function isSecretName(name: string): boolean {
  return secretKind(name) !== undefined;
}

/** Tells whether a name says that its value is the hash of a password, as in `root_password_sha2`. */
export function isHashName(name: string): boolean {
  return /(?:hash|hashed|sha-?\d*|md5|digest|bcrypt|crypt|crypted)$/i.test(name) || /hashed[-_.]?pass/i.test(name);
}
