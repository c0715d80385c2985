/** Reads the files of an inventory, each once. */
import { fault } from '../../troubles/fault.ts';
import { Buffer, isUtf8 } from 'node:buffer';
import type { Files, Kind } from '../../ground/files.ts';
import { madeOnce } from '../../ground/made-once.ts';
import type { ShowsPath } from '../../ground/paths.ts';
import type { Dialect, Reading } from '../../source/tree.ts';
import { Document } from '../../source/document.ts';
import type { Format } from '../../source/document.ts';
import { readJson } from '../../source/json.ts';
import { ParseCache } from '../../source/parse-cache.ts';
import { readYaml } from '../../source/yaml/read.ts';
import { isVault } from '../vault/header.ts';
import type { Settings } from '../settings/ansible-settings.ts';
import type { LockedText, Vault } from '../vault/vault.ts';
import { dialectOf } from '../versions.ts';

/** The text of a file; bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF), as in Python. */
interface Text {
  readonly text: string;
  /** The first offset that is not UTF-8. */
  readonly malformedAt: number | undefined;
  /** True if it was decrypted. */
  readonly isDecrypted: boolean;
  /** The reason why an encrypted file stays so; the text is then the encrypted one. */
  readonly locked: LockedText | undefined;
}

interface ReadText extends Text {
  /** The file as JSON or YAML, once parsed. */
  tree: Document | undefined;
}

/** Reads files, decrypts them, and keeps the documents. */
export class Documents {
  readonly files: Files;
  readonly dialect: Dialect;
  /** Gives the path as it is shown. */
  readonly shown: ShowsPath;
  /** By shown path. */
  readonly all = new Map<string, Document>();
  readonly cache: ParseCache;
  readonly #vault: Vault;
  readonly #settings: Settings;
  /** By shown path. */
  readonly #read: Map<string, ReadText>;

  /**
   * Two settings change how files are read: `duplicate_dict_key = error` makes a key twice in one mapping of YAML a
   * fault, and the release chooses the dialect.
   */
  constructor(
    files: Files,
    shown: ShowsPath,
    vault: Vault,
    settings: Settings,
    cache = new ParseCache(),
    read = new Map<string, ReadText>(),
  ) {
    this.files = files;
    this.cache = cache;
    this.dialect = dialectOf(settings.version);
    this.#vault = vault;
    this.#settings = settings;
    this.#read = read;
    this.shown = shown;
  }

  /** Further documents of the same files: what has been read is not read again, and `all` begins empty. */
  apart(): Documents {
    return new Documents(this.files, this.shown, this.#vault, this.#settings, this.cache, this.#read);
  }

  /** The kind of file at a path; undefined if there is none. */
  kind(path: string): Kind | undefined {
    return this.files.kind(path);
  }

  /** The text of a regular file, decrypted if it is encrypted as a whole. Throws FileError. */
  text(path: string): Text {
    return this.#readText(path);
  }

  #readText(path: string): ReadText {
    const file = this.shown(path);
    return madeOnce(this.#read, file, () => this.#decrypted(this.#decoded(path)));
  }

  #decoded(path: string): Decoded {
    const text = this.files.text(path);
    // The replacement character may also be written in the file.
    return text.includes('\uFFFD') ? decode(this.files.read(path)) : { text, malformedAt: undefined };
  }

  /** The reason why a file that was read is still encrypted; undefined if it is not. */
  whyLocked(path: string): LockedText | undefined {
    return this.#read.get(this.shown(path))?.locked;
  }

  #decrypted({ text, malformedAt }: Decoded): ReadText {
    if (!isVault(text)) return { text, malformedAt, isDecrypted: false, locked: undefined, tree: undefined };
    const opened = this.#vault.open(text);
    if ('faultOf' in opened) return { text, malformedAt, isDecrypted: false, locked: opened, tree: undefined };
    return { ...decode(opened.bytes), isDecrypted: true, locked: undefined, tree: undefined };
  }

  /** The document of a file, parsed as JSON or else as YAML; not in `all` yet. Throws FileError. */
  parsed(path: string): Document {
    const read = this.#readText(path);
    if (read.tree === undefined) {
      const file = this.shown(path);
      const variant = `${this.dialect} ${this.#settings.duplicatesFail ? 'once' : 'twice'}`;
      read.tree = this.cache.documents.of({ file, ...read }, variant, () => this.#parsed(file, read));
    }
    return read.tree;
  }

  #parsed(file: string, { text, malformedAt, isDecrypted }: Text): Document {
    // Up to 2.18, JSON may hold bytes that are not UTF-8.
    const isText = malformedAt === undefined;
    const json = isText || this.dialect === 'plain' ? readJson(text, this.dialect) : undefined;
    const reading = json ?? (isText ? this.#yaml(text) : notUtf8(malformedAt));
    return new Document(file, text, json === undefined ? 'yaml' : 'json', reading, isDecrypted);
  }

  /** The document, or another one of the same text where its file is in `all`: a source may be read twice. */
  fresh(document: Document): Document {
    const { file, text, format, isDecrypted } = document;
    return this.all.has(file) ? new Document(file, text, format, document, isDecrypted) : document;
  }

  /** Parses a text that is not a file as JSON or else as YAML. */
  parseText(text: string): Reading {
    return readJson(text, this.dialect) ?? this.#yaml(text);
  }

  #yaml(text: string): Reading {
    const reading = readYaml(text, this.dialect);
    const [first] = reading.duplicates;
    if (
      first === undefined ||
      (reading.problem !== undefined && reading.problem.recurs !== true) ||
      !this.#settings.duplicatesFail
    )
      return reading;
    const { start, end } = first.key;
    return { ...reading, problem: { ...fault('yaml/key-twice'), start, end } };
  }

  /** The document of a file that is not parsed. */
  unparsed(path: string, format: Format): Document {
    return this.parsedAs(path, format, () => ({}));
  }

  /** The document of a file, parsed in another format. */
  parsedAs(path: string, format: Format, read: (text: string) => Partial<Reading>): Document {
    const { text, isDecrypted } = this.text(path);
    const file = this.shown(path);
    const make = (): Document => new Document(file, text, format, read(text), isDecrypted);
    return this.cache.documents.of({ file, text, isDecrypted }, format, make);
  }

  /** Adds a document to `all` as the one of its file. */
  register(document: Document): Document {
    this.all.set(document.file, document);
    return document;
  }

  /** A document without text for a path that cannot be read: a folder, or a file without permission. */
  placeholder(path: string): Document {
    return this.all.get(this.shown(path)) ?? this.register(new Document(this.shown(path), '', 'text', {}));
  }
}

function notUtf8(at: number): Reading {
  const problem = { ...fault('text/not-utf-8'), start: at, end: at + 1 };
  return { root: undefined, problem, duplicates: [] };
}

type Decoded = Pick<Text, 'text' | 'malformedAt'>;

function decode(bytes: Uint8Array): Decoded {
  return isUtf8(bytes) ? { text: utf8(bytes), malformedAt: undefined } : decodeEscaping(bytes);
}

/** Decodes valid UTF-8; a byte-order mark stays. */
function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Decodes UTF-8 with Python's error handler `surrogateescape`. */
function decodeEscaping(bytes: Uint8Array): Decoded {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  let malformedAt: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const [code, size] = codePointAt(bytes, at);
    if (code === undefined) malformedAt ??= length;
    const unit = code ?? 0xdc00 + (bytes[at] ?? 0);
    if (unit > 0xffff) units[length++] = 0xd7c0 + (unit >> 10);
    units[length++] = unit > 0xffff ? 0xdc00 + (unit & 0x3ff) : unit;
    at += size;
  }
  return { text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'), malformedAt };
}

/** The least code points of characters with no, one, two and three further bytes. */
const LEAST = [0, 0x80, 0x800, 0x10000];

/** The character at an offset and its size; no character for a byte that is not UTF-8. */
function codePointAt(bytes: Uint8Array, at: number): readonly [code: number | undefined, size: number] {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return [lead, 1];
  const more = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  let code = lead & (0x3f >> more);
  for (let next = at + 1; next <= at + more; next++) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return [undefined, 1];
    code = (code << 6) | (byte & 0x3f);
  }
  const isCharacter = more > 0 && code >= (LEAST[more] ?? 0) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? [code, more + 1] : [undefined, 1];
}
