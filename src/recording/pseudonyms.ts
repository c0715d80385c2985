/**
 * Pseudonyms for the names, ids and addresses of one cluster: equal ones stay equal, a name still fits the patterns that
 * it fitted, and what rules know a name by is left.
 */
import { isIP } from 'node:net';
import { reachOf } from '../model/host-addresses.ts';
import { namesDevelopment } from '../stack/project/for-development.ts';

/** Words that a product chose, or that say what a thing is for: they tell nobody's names, and rules know some. */
const KEPT_WORDS: ReadonlySet<string> = new Set(
  [
    // Names that are shipped: of clusters, users, roles, realms and index templates.
    'elasticsearch opensearch docker cluster elastic kibana logstash beats apm admin kibanaserver superuser reserved',
    'all access local site global default none true false logs metrics synthetics traces ilm slm history',
    // Roles of nodes and tiers of data.
    'master manager data content hot warm cold frozen ingest ml transform voting only remote client coordinating',
    // Folders that all systems have.
    'tmp var lib log mnt srv opt etc usr share home',
    // What settings and requests say in place of names.
    'single multi node file settings required optional certificate full primaries new replicas snapshot zone rack host ip name id',
    // Words for groups of addresses, and the zero that stands for all of them.
    'localhost ipv4 ipv6 0',
  ]
    .join(' ')
    .split(' '),
);

/** What certificates are issued to that everyone has: those of a demonstration. */
const SHIPPED_SUBJECT = 'CN=node-0.example.com';

/** A word of a name, between its dots, dashes and the like. */
const WORD = /[\p{L}\p{N}]+/gu;

/** What the names of a series of indices end with: a date, a number that a rollover gives, or both. */
const DATES = /(\d{4}[.-]\d\d(?:[.-]\d\d)?(?:-\d{6})?$|-\d{6}$)/;

/** Syllables of a consonant and a vowel. Words of a fixed length never continue each other. */
const SYLLABLES = Array.from('bdfghjklmnprst', (consonant) => Array.from('aeiou', (vowel) => consonant + vowel)).flat();
const WORDS = SYLLABLES.length ** 3;

export class Pseudonyms {
  readonly #words = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();
  /** The pseudonyms of numbers in addresses, by what stands before them. */
  readonly #octets = new Map<string, Map<string, number>>();
  /** What stands before a `*` inside a word of some pattern, the longest first. */
  #beginnings: readonly string[] = [];

  /** The beginnings of addresses that go on with a number of which patterns have a part: `10.0.0` of `10.0.0.2*`. */
  readonly #divided = new Set<string>();

  /** Takes in a name that may be a pattern, before any pseudonym is asked for: patterns divide words and numbers. */
  foresee(text: string): void {
    for (const [, before = ''] of text.matchAll(/(\d+(?:\.\d+){0,2})\.\d+[*?]/g)) this.#divided.add(before);
    const found = text.match(/[\p{L}\p{N}]+(?=[*?])/gu) ?? [];
    if (found.length === 0) return;
    const all = new Set([...this.#beginnings, ...found]);
    this.#beginnings = [...all].sort((one, other) => other.length - one.length);
  }

  /** The pseudonym of a name, or of several with commas between them. */
  name(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const made = text
      .split(/([\s,;]+)/)
      .map((piece, index) => (index % 2 === 1 ? piece : this.#one(piece)))
      .join('');
    this.#names.set(text, made);
    return made;
  }

  /** The pseudonym of an id; one of a node that has yet to join keeps its mark. */
  id(text: string): string {
    const [, mark = '', name = ''] = /^(\{[\w-]+\})-?(.*)$/.exec(text) ?? [];
    if (mark !== '') return name === '' ? mark : `${mark}-${this.name(name)}`;
    return this.#ids.get(text) ?? remember(this.#ids, text, `id${String(this.#ids.size + 1)}`);
  }

  #one(text: string): string {
    const id = this.#ids.get(text);
    if (id !== undefined) return id;
    if (text === SHIPPED_SUBJECT) return text;
    // Date math: `<logs-{now/d{yyyy.MM}}>`.
    if (text.startsWith('<'))
      return text
        .split(/(\{now[^{}]*(?:\{[^{}]*\})?\})/)
        .map((piece, index) => (index % 2 === 1 ? piece : this.#inWords(piece)))
        .join('');
    const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)?(.*)$/is.exec(text) ?? [];
    // `10.0.0.1:9300`, `es-1/10.0.0.1:9300`, `[::1]:9300`, `10.0.0.0/8`.
    const [, before = '', address = '', after = ''] =
      /^([^/]*\/)?\[?([\d.*]+|[\da-f:.]*:[\da-f:.]*)\]?((?:[:/]\d+)?)$/i.exec(rest) ?? [];
    if (isAddress(address)) {
      const other = this.#address(address);
      const inBrackets = rest.includes('[') ? `[${other}]` : other;
      return `${scheme}${this.#inWords(before)}${inBrackets}${after}`;
    }
    const [, name = '', port = ''] = /^(.*?)((?::\d{1,5})?)$/s.exec(rest) ?? [];
    return `${scheme}${this.#inWords(name)}${port}`;
  }

  #inWords(text: string): string {
    return text
      .split(DATES)
      .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(WORD, (word) => this.#word(word))))
      .join('');
  }

  #word(word: string): string {
    const beginning = this.#beginnings.find((one) => one.length < word.length && word.startsWith(one));
    if (isKept(word) && (beginning === undefined || isKept(beginning))) return word;
    return beginning === undefined
      ? this.#invented(word)
      : this.#word(beginning) + this.#word(word.slice(beginning.length));
  }

  #invented(word: string): string {
    return this.#words.get(word) ?? remember(this.#words, word, inventedWord(this.#words.size));
  }

  /** An address of the same kind; those of one network stay together. `*` stands for the rest of one. */
  #address(address: string): string {
    if (address.includes(':')) return this.#address6(address.toLowerCase());
    const octets = address.split('.');
    const fixed = RANGES.find(([range]) => range.test(address))?.[1] ?? 0;
    return octets.map((octet, index) => (index < fixed ? octet : this.#octet(octets.slice(0, index), octet))).join('.');
  }

  #address6(address: string): string {
    const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
    if (inner !== undefined) return `::ffff:${this.#address(inner)}`;
    const reach = reachOf(address);
    if (reach === 'everywhere' || reach === 'loopback') return address;
    return `${networkLike(address, reach === 'public')}::${this.#octet(['ip6'], address)}`;
  }

  #octet(before: readonly string[], octet: string): string {
    if (octet === '*' || octet === '') return octet;
    if (before.length > 0 && octet === '0') return octet;
    const key = before.join('.');
    // Only as it is does it still fit a part of it.
    if (this.#divided.has(key)) return octet;
    const known = this.#octets.get(key) ?? remember(this.#octets, key, new Map<string, number>());
    const number = known.get(octet) ?? remember(known, octet, known.size + 1);
    return String(before.length === 0 ? PUBLIC[number % PUBLIC.length] : number);
  }
}

/** Networks of their own meaning, which are not public, and how many numbers of their addresses are left as they are. */
const RANGES: readonly (readonly [range: RegExp, kept: number])[] = [
  [/^(?:0|127)\.|^255\.255\./, 4],
  [/^(?:10|22[4-9]|2[3-5]\d)\./, 1],
  [/^(?:172\.(?:1[6-9]|2\d|3[01])|192\.168|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89])\./, 2],
  [/^(?:192\.0\.[02]|198\.51\.100|203\.0\.113)\./, 3],
];

/** The network of pseudonyms for an address: 3000::/16 is not in use, and examples have 2001:db8::/32. */
function networkLike(address: string, isPublic: boolean): string {
  if (isPublic) return '3000';
  if (/^fe[89ab]/.test(address)) return 'fe80';
  return /^f[cd]/.test(address) ? 'fd00' : '2001:db8';
}

/** Numbers with which public addresses begin, and no others. */
const PUBLIC = Array.from({ length: 80 }, (_, index) => 20 + index);

function isAddress(text: string): boolean {
  return isIP(text) !== 0 || (text.includes('*') && /^\d{1,3}(?:\.(?:\d{1,3}\*?|\*)){1,3}$/.test(text));
}

function isKept(word: string): boolean {
  return KEPT_WORDS.has(word.toLowerCase()) || namesDevelopment(word);
}

/** A word that means nothing; each number has its own. */
function inventedWord(number: number): string {
  // A step that has no factor in common with their number, so that words in a row differ at once.
  const place = (number * 100_003) % WORDS;
  const size = SYLLABLES.length;
  const word = [place % size, Math.floor(place / size) % size, Math.floor(place / size ** 2)]
    .map((index) => SYLLABLES[index])
    .join('');
  return number < WORDS ? word : `${word}${inventedWord(number - WORDS)}`;
}

function remember<V>(map: Map<string, V>, key: string, value: V): V {
  map.set(key, value);
  return value;
}
