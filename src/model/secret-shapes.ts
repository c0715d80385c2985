/** Secrets that can be recognized by their shape, or by the program that they are passed to. */
import type { Hidden } from './hidden.ts';

/**
 * Shapes of secrets, each with a word that its text contains: the passwords of `https://user:password@host`,
 * `curl -u user:password` and `mysql -ppassword`, the text after `Bearer`, a password that a sentence names, private keys,
 * signed addresses, and the tokens of GitHub, GitLab, Slack, Google, Docker Hub, npm and HashiCorp Vault, JSON web tokens.
 */
const BY_SHAPE: readonly { readonly sign: string; readonly shape: RegExp }[] = [
  { sign: '//', shape: /(?<=\/\/[^\s/:@]*:)(?!\d{1,5}(?:[/,\s]|$))\S{1,300}(?=@)/g },
  // A token alone in the place of a user, as Git takes it: longer than names are, and with a digit.
  { sign: '://', shape: /(?<=\bhttps?:\/\/)(?=[^\s/:@]*\d)[^\s/:@]{16,}(?=@)/g },
  // Without a scheme; a digest of an image (`search:8.1@sha256:…`) is not a secret.
  {
    sign: '@',
    shape: /(?<=(?:^|[\s"'=,])[\w.-]{1,60}:)[^\s/:@"']{3,100}(?=@(?!sha\d)[\w.-]{1,200}(?::\d|[/,"'\s]|$))/g,
  },
  { sign: ':', shape: /(?<=(?:^|\s)(?:-[a-zA-Z]{0,8}u|--user)[ =]?["']?[^\s:"']{1,60}:)[^\s"']+/g },
  // `-pSECRET` of MySQL's and MariaDB's programs: with a blank after -p they ask for it.
  { sign: 'mysql', shape: /(?<=\bmysql\w*\s[^|;&\n]{0,200}?(?<=\s)-p["']?)(?!ort\b|id\b|\{)[^\s"'|;&]+/g },
  { sign: 'mariadb', shape: /(?<=\bmariadb(?:-\w+)?\s[^|;&\n]{0,200}?(?<=\s)-p["']?)(?!ort\b|id\b|\{)[^\s"'|;&]+/g },
  {
    sign: 'elasticsearch-users',
    shape: /(?<=\belasticsearch-users\s[^|;&\n]{0,200}?(?<=\s)-p\s{1,8}["']?)(?!\{)[^\s"'|;&]+/g,
  },
  { sign: 'login', shape: /(?<=\b(?:docker|podman)\s+login\s[^|;&\n]{0,200}?(?<=\s)-p\s{1,8}["']?)(?!\{)[^\s"'|;&]+/g },
  {
    sign: 'keystore',
    shape:
      /(?<=\b(?:echo|printf)\s{1,8}(?:-n\s{1,8})?["']?)(?!\{)[^\s"'|;&]+(?=["']?\s*\|[^|;&\n]{0,200}\bkeystore\s+add\b)/g,
  },
  { sign: 'sshpass', shape: /(?<=\bsshpass\s{1,8}-p\s{0,8}["']?)(?!\{)[^\s"']+/g },
  { sign: 'redis-cli', shape: /(?<=\bredis-cli\s[^|;&\n]{0,200}?(?<=\s)-a\s{1,8}["']?)(?!\{)[^\s"']+/g },
  {
    // In a sentence a secret is in quotes, or unlike a word: not `password is required`, nor `is sha512-hashed`.
    sign: ' is',
    shape:
      /(?<=\b(?:password|passwd|passphrase|secret|api key|token)(?:\s(?:of|for)\s\S{1,60})?\sis:?\s)(?:"[^"\s]+"|'[^'\s]+'|(?!\d+-|sha-?\d|md5|base64|utf)(?=\S*[a-z])(?=\S*\d)[^\s"'{}]{4,}?(?=[.,;:!?)]*(?:\s|$)))/gi,
  },
  { sign: 'bearer', shape: /(?<=\bbearer\s{1,8})[\w.~+/=-]{6,}/gi },
  { sign: 'basic', shape: /(?<=\bbasic\s{1,8})(?=\S*[\d=])[\w+/=]{6,}/gi },
  { sign: 'gh', shape: /\bgh[oprsu]_\w{16,}/g },
  { sign: 'github_pat_', shape: /\bgithub_pat_\w{16,}/g },
  { sign: 'glpat-', shape: /\bglpat-[\w-]{16,}/g },
  { sign: 'xox', shape: /\bxox[a-z]-[\w-]{8,}/g },
  { sign: 'hooks.slack.com', shape: /(?<=hooks\.slack\.com\/)[\w/-]{8,}/g },
  { sign: 'sig', shape: /(?<=[?&](?:sig|x-amz-signature)=)[^\s&"']+/gi },
  { sign: 'aiza', shape: /\bAIza[\w-]{30,}/g },
  { sign: 'dckr_', shape: /\bdckr_[a-z]{3}_[\w-]{16,}/g },
  { sign: 'npm_', shape: /\bnpm_[A-Za-z\d]{30,}/g },
  { sign: 'hvs.', shape: /\bhvs\.[\w-]{16,}/g },
  { sign: 'eyj', shape: /\beyJ[\w-]{8,}\.[\w-]{2,}\.[\w-]*/g },
  {
    sign: 'private key',
    shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
];

/** Finds the secrets in a text by their shape, whatever their name. */
export function secretsByShape(text: string): Hidden[] {
  const hidden: Hidden[] = [];
  const lower = text.toLowerCase();
  for (const { sign, shape } of BY_SHAPE)
    if (lower.includes(sign))
      for (const { 0: secret, index } of text.matchAll(shape))
        hidden.push({ start: index, end: index + secret.length, length: secret.length });
  return hidden;
}
