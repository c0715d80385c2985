/** Secrets inside of texts: in lines of files, in values that hold more than one thing, in templates. */
import { counted } from './counted.ts';
import { mayNameSecret, soundsSecret } from './secret-names.ts';

/** A range of text that is shown as its length. */
export interface Hidden {
  readonly start: number;
  readonly end: number;
  /** Of the secret itself, in UTF-16 code units: without quotes. */
  readonly length: number;
}

/** The name of `name: value`, `name=value`, `--name value`, with what stands before the value: a tag, too. */
const NAMED =
  /(?<![\w.-])([\w.-]+)["']?(?:[ \t]{0,40}[:=][ \t]{0,40}(?:!(?:vault(?:-encrypted)?|unsafe|!\w+)[ \t]{1,8})?|[ \t]{1,8}(?<=(?:^|\s)--?[\w-]{1,60}[ \t]{1,8}))/g;
const VALUE =
  /(?:[&!][\w!-]+[ \t]{1,8})*(?:"(?:\\.|[^"\\])*"?|'(?:''|[^'])*'?|\{\{.{0,4000}?\}\}(?:\{\{.{0,4000}?\}\}|[^\s,}\]{]|[,}\]](?![\s,}\]]|$))*|\[[^\]]*\]?|[^\s"'{}[\],#](?:[^\s,}\]]|[,}\]](?![\s,}\]]|$))*)/y;
const NO_SECRET = /^(?:!vault|!unsafe|!!\w+|[|>][-+\d]*|true|false|yes|no|null|~)$/i;
/**
 * The password of `https://user:password@host`, `curl -u user:password` and `mysql -ppassword`, what follows `Bearer`,
 * what a sentence says to be a password, private keys, and what well-known services give out: GitHub, GitLab, Slack,
 * JSON web tokens. With a word that each holds.
 */
const BY_SHAPE: readonly { readonly sign: string; readonly shape: RegExp }[] = [
  { sign: '//', shape: /(?<=\/\/[^\s/:@]*:)(?!\d{1,5}(?:[/,\s]|$))\S{1,300}(?=@)/g },
  { sign: '-u', shape: /(?<=(?:^|\s)(?:-u|--user)[ =]?["']?[^\s:"']{1,60}:)[^\s"']+/g },
  // `-pSECRET` of MySQL's and MariaDB's programs: a blank behind -p has them ask for it.
  { sign: 'mysql', shape: /(?<=\bmysql\w*\s[^|;&\n]{0,200}?(?<=\s)-p["']?)(?!ort\b|id\b|\{)[^\s"'|;&]+/g },
  { sign: 'mariadb', shape: /(?<=\bmariadb(?:-\w+)?\s[^|;&\n]{0,200}?(?<=\s)-p["']?)(?!ort\b|id\b|\{)[^\s"'|;&]+/g },
  { sign: 'sshpass', shape: /(?<=\bsshpass\s{1,8}-p\s{0,8}["']?)(?!\{)[^\s"']+/g },
  { sign: 'redis-cli', shape: /(?<=\bredis-cli\s[^|;&\n]{0,200}?(?<=\s)-a\s{1,8}["']?)(?!\{)[^\s"']+/g },
  {
    // In a sentence a secret is in quotes, or looks unlike a word: `password is required` and `is sha512-hashed` are none.
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
  { sign: 'eyj', shape: /\beyJ[\w-]{8,}\.[\w-]{2,}\.[\w-]*/g },
  {
    sign: 'private key',
    shape: /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
];

/** What is secret in a text: what stands beside a name that says so, and what looks like a secret. */
export function secretsInText(text: string): Hidden[] {
  const hidden: Hidden[] = [];
  const lower = text.toLowerCase();
  const names = mayNameSecret(lower) && /[:=-]/.test(text);
  let after = 0;
  for (const { 0: named, 1: name = '', index } of names ? text.matchAll(NAMED) : []) {
    if (index < after || !soundsSecret(name)) continue;
    VALUE.lastIndex = index + named.length;
    const value = VALUE.exec(text)?.[0] ?? '';
    after = index + named.length + value.length;
    if (value !== '' && !NO_SECRET.test(value)) hidden.push(...shifted(secretsInScalar(value), after - value.length));
  }
  return joined([...hidden, ...secretsByShape(text)]);
}

function secretsByShape(text: string): Hidden[] {
  const hidden: Hidden[] = [];
  const lower = text.toLowerCase();
  for (const { sign, shape } of BY_SHAPE)
    if (lower.includes(sign))
      for (const { 0: secret, index } of text.matchAll(shape))
        hidden.push({ start: index, end: index + secret.length, length: secret.length });
  return hidden;
}

/** All that follows a name of a secret on a line of a file that nobody could read: it may belong to the value. */
export function secretsInBrokenLine(line: string): Hidden[] {
  for (const { 0: word, index } of line.matchAll(/[\w.-]+/g)) {
    if (!soundsSecret(word)) continue;
    const end = line.trimEnd().length;
    const before = /^["']?[ \t]*[:=]*[ \t]*(?:!(?:vault(?:-encrypted)?|unsafe|!\w+)[ \t]+)?/.exec(
      line.slice(index + word.length),
    );
    const start = index + word.length + (before?.[0].length ?? 0);
    if (start >= end || NO_SECRET.test(line.slice(start, end))) continue;
    return [...secretsInText(line.slice(0, index)), { start, end, length: end - start }];
  }
  return secretsInText(line);
}

/** A secret as it is written, quotes and all: the whole of it, or of a template the texts that it holds. */
export function secretsInScalar(source: string): Hidden[] {
  const quote = /^(["'])[^]*\1$/.exec(source)?.[1];
  const inner = quote === undefined ? source : source.slice(1, -1);
  // Where quotes are written in another way than they are read, nobody knows where the texts of a template end.
  const plain = quote === undefined || !inner.includes(quote === '"' ? '\\' : "''");
  if (plain && opensBlock(inner)) return shifted(secretsInTemplate(inner), quote === undefined ? 0 : 1);
  return [{ start: 0, end: source.length, length: source.replace(/^["']|["']$/g, '').length }];
}

const BLOCK = /\{\{[^]*?\}\}|\{%[^]*?%\}/g;
const LITERAL = /'(?:\\[^]|[^'\\])*'?|"(?:\\[^]|[^"\\])*"?|\b\d{3,}\w*/g;

/** Texts and long numbers of a template: `default('…')` is as plain as the value itself, and so is what stands around. */
export function secretsInTemplate(template: string): Hidden[] {
  return inTemplate(template, whole, literals);
}

/** What may be a secret in a template that secrets go into, but that is none itself: `default('…')` beside one. */
export function secretsBesideOthers(template: string): Hidden[] {
  return inTemplate(template, secretsInText, literals);
}

/** What is secret in a template that no secrets go into: around its blocks, as in any text; in them, what looks so. */
export function secretsInOpenTemplate(template: string): Hidden[] {
  return inTemplate(template, secretsInText, secretsByShape);
}

type Find = (text: string) => readonly Hidden[];

function inTemplate(template: string, around: Find, within: Find): Hidden[] {
  const hidden: Hidden[] = [];
  let outside = 0;
  for (const { 0: block, index } of template.matchAll(BLOCK)) {
    hidden.push(...shifted(around(template.slice(outside, index)), outside), ...shifted(within(block), index));
    outside = index + block.length;
  }
  return [...hidden, ...shifted(around(template.slice(outside)), outside)];
}

function whole(text: string): Hidden[] {
  const { length } = text.trim();
  const start = text.length - text.trimStart().length;
  return length === 0 ? [] : [{ start, end: start + length, length }];
}

/** Texts and numbers of three digits and more, but no keys: those are names. */
function literals(block: string): Hidden[] {
  const hidden: Hidden[] = [];
  for (const { 0: literal, index } of block.matchAll(LITERAL)) {
    const end = index + literal.length;
    const subscript = /[\w)\]]\[\s*$/.test(block.slice(0, index)) && /^\s*\]/.test(block.slice(end));
    if (subscript || /^\s*:/.test(block.slice(end))) continue;
    hidden.push({ start: index, end, length: literal.replace(/^["']|["']$/g, '').length });
  }
  return hidden;
}

/** The text with what is hidden as its length. */
export function withoutSecrets(text: string, hidden: readonly Hidden[]): string {
  let shown = '';
  let from = 0;
  for (const { start, end, length } of hidden) {
    shown += text.slice(from, start) + shownSecret(length);
    from = end;
  }
  return shown + text.slice(from);
}

/** How a secret is shown. */
export function shownSecret(length: number): string {
  return `<secret of ${counted(length, 'character')}>`;
}

/** In order; overlapping ranges are one. */
export function joined(hidden: readonly Hidden[]): Hidden[] {
  const apart: Hidden[] = [];
  for (const next of [...hidden].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push(next);
    else if (next.end > last.end) apart[apart.length - 1] = { ...last, end: next.end };
  }
  return apart;
}

/** The same ranges, so many units further on. */
export function shifted(hidden: readonly Hidden[], by: number): Hidden[] {
  return hidden.map(({ start, end, length }) => ({ start: start + by, end: end + by, length }));
}

function opensBlock(text: string): boolean {
  return /\{\{|\{%/.test(text);
}
