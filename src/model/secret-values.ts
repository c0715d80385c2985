/** Texts under the name of a secret, some of which are not secrets: paths, references, settings. */
import { isHashName, secretKind } from './secret-names.ts';
import { secretsByShape } from './secret-shapes.ts';

/** Values that say whether there is a secret, or who generates it. */
const SWITCH =
  /^(?:true|false|yes|no|on|off|none|null|nil|omit|n\/a|default|auto|automatic|disabled?|enabled?|required|optional|always|never|on_create|prompt|ask|generated?|random|undefined|unset)$/i;

/** Ciphertexts of Ansible, SOPS, eyaml, Jasypt, HashiCorp Vault, Spring, AWS KMS, PGP and age. */
const ENCRYPTED =
  /^(?:\$ANSIBLE_VAULT;|ENC[[(]|vault:v\d+:|\{cipher\}|AQICAH[A-Za-z\d+/\s]{80,}=*$|-----BEGIN (?:PGP MESSAGE|AGE ENCRYPTED FILE)-----)/;

const PATHS: readonly RegExp[] = [
  // `~/x`, `./x`, `../x`, `C:\x`, `$HOME/x`
  /^(?:~\w*|\.{1,2}|[A-Za-z]:|\$\w+|\$\{\w+\})[/\\][^\s]*$/,
  // `/a/b`; a single name, as in `/run`, only where systems have it, for a random text may begin so.
  /^\/(?:[\w.@$-]+\/)+[\w.@$-]*$/,
  /^\/(?:etc|usr|var|opt|home|root|run|tmp|srv|mnt|data|dev|proc|secrets?|vault|certs?|config)$/,
  // `certs/node.key`, `secret/data/search:password`
  /^[\w.-]+(?:\/[\w.-]+)+\.[A-Za-z][A-Za-z0-9]{1,9}$/,
  /^[a-z][a-z0-9_.-]*(?:\/[a-z0-9_.-]+){2,}(?:[:#][\w.-]+)?$/,
  /^[\w-][\w.-]*\.(?:pem|key|crt|cer|p12|pfx|jks|keystore|txt|ya?ml|json|ini|conf|cfg|env|toml|gpg|asc|pub|sh|py|j2|vault|enc|creds|secret|password)$/,
];

/** References to a secret that is kept elsewhere: a shell variable, a command, a lookup, a path in a store. */
const REFERENCE =
  /^(?:\$[A-Z_][A-Z\d_]*|\$\{.*\}|\$\(.*\)|`.*`|(?:lookup|query|q)\(.*|arn:aws:.*|(?:env|file|ssm|secretsmanager|keyvault):.*)$/s;
/** Marks that a program replaces by a secret: `{KEY}`, `%KEY%`, `__KEY__`, `@KEY@`, `#{KEY}#`. */
const MARK = /^(?:\{.*\}|%.*%|__.*__|@+[A-Z_]+@+|#\{.*\}#?)$/s;
/** The delimiters of templates that a program other than Ansible fills in. */
const BLOCKS: readonly (readonly [string, string])[] = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['<%', '%>'],
];

/** Keys and certificates that anyone may see. */
const PUBLIC =
  /^(?:-----BEGIN (?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|PGP PUBLIC KEY BLOCK)-----|(?:ssh|ecdsa)-[\w-]+ )/;

/** Passwords of accounts that nobody can log in to, as files of the system have them. */
const LOCKED = /^(?:!{1,2}|\*|!\*|x|\*LK\*)$/;

/**
 * Tells whether a text under the name of a secret is not one: it says where the secret is kept, or whether there is
 * one.
 */
export function isHarmlessText(text: string): boolean {
  const own = text.trim();
  if (
    SWITCH.test(own) ||
    ENCRYPTED.test(own) ||
    REFERENCE.test(own) ||
    MARK.test(own) ||
    LOCKED.test(own) ||
    PUBLIC.test(own)
  )
    return true;
  return isAddress(own) || PATHS.some((path) => path.test(own)) || isRawTemplate(own);
}

function isRawTemplate(text: string): boolean {
  return BLOCKS.some(([opening, closing]) => text.includes(closing, text.indexOf(opening)) && text.includes(opening));
}

/** A URL, without a password or a token in it. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text) && secretsByShape(text).length === 0;
}

/** The schemes of `crypt` that `$id$` opens. */
const CRYPT: Readonly<Record<string, string>> = {
  1: 'MD5 crypt',
  apr1: 'MD5 crypt',
  2: 'bcrypt',
  5: 'SHA-256 crypt',
  6: 'SHA-512 crypt',
  7: 'scrypt',
  8: 'PBKDF2',
  9: 'scrypt',
  y: 'yescrypt',
  gy: 'yescrypt',
  scrypt: 'scrypt',
};
const HASHES: readonly { readonly shape: RegExp; readonly scheme: string }[] = [
  { shape: /^\$argon2(?:id|i|d)\$\S{20,}$/, scheme: 'Argon2' },
  { shape: /^\$?(?:pbkdf2|PBKDF2)[\w:-]*\$\S{20,}$/, scheme: 'PBKDF2' },
  { shape: /^\{PBKDF2[\w-]*\}\S{16,}$/i, scheme: 'PBKDF2' },
  { shape: /^scrypt:\S{20,}$/, scheme: 'scrypt' },
  { shape: /^SCRAM-SHA-\d+\$\S{20,}$/, scheme: 'SCRAM' },
  { shape: /^bcrypt\w*\$\S{20,}$/, scheme: 'bcrypt' },
  { shape: /^\{(?:S?SHA\d*|S?MD5|CRYPT|ARGON2\w*|BCRYPT)\}\S{16,}$/i, scheme: 'LDAP' },
  { shape: /^sha-?\d*[:$](?:[\w./+=-]{1,64}[:$])?[\da-f]{32,}$/i, scheme: 'SHA' },
  { shape: /^md5:?[\da-f]{32}$/i, scheme: 'MD5' },
  { shape: /^\*[\dA-F]{40}$/, scheme: 'MySQL' },
];

/**
 * The scheme of a password that is kept as its hash under a name: of `crypt`, of LDAP, of databases and frameworks,
 * or a line of an htpasswd file; undefined for other texts. Hexadecimal digits alone may as well be a key, so the
 * name decides.
 */
export function hashScheme(text: string, name: string): string | undefined {
  const own = text.trim();
  const hash = /^[\w.@-]{1,60}:(?=[${])(.*)$/.exec(own)?.[1] ?? own;
  const id = /^\$([a-z\d]{1,6})\$[\w./+=,$-]{20,}$/.exec(hash)?.[1];
  const crypt = id === undefined ? undefined : CRYPT[/^2[abxy]$/.test(id) ? '2' : id];
  if (crypt !== undefined) return crypt;
  if (isHashName(name) && /^[\da-f]{32,}$/i.test(own)) return 'hexadecimal';
  return HASHES.find(({ shape }) => shape.test(hash))?.scheme;
}

/** The number of changes between letters and digits from which a text is random: `elastic-2024-prod` has fewer. */
const FEWEST_CHANGES = 4;

/**
 * Tells whether a program generated a text: a token of a known service, a private key, or random letters and digits.
 */
export function looksGenerated(text: string): boolean {
  const own = text.trim();
  if (secretsByShape(own).length > 0) return true;
  if (!/^(?=.*\d)[\w+/=.~:-]{16,}$/.test(own)) return false;
  const alphanumeric = own.replace(/[\W_]/g, '');
  const changes = (kinds: RegExp): number => alphanumeric.match(kinds)?.length ?? 0;
  return (
    changes(/\d(?=\D)|\D(?=\d)/g) >= FEWEST_CHANGES ||
    changes(/\d(?=\D)|[a-z](?=[^a-z])|[A-Z](?=[^A-Z])/g) >= own.length / 2
  );
}

/**
 * Tells whether a text is the name of a variable rather than a secret: `minio_user_password`. Shorter texts are used
 * as both.
 */
export function isNameRatherThanSecret(text: string): boolean {
  return /^[a-z][a-z\d]*(?:_[a-z\d]+){2,}$/.test(text) && secretKind(text) !== undefined;
}
