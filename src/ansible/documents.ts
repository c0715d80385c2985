/** Every file that is read on the way to an inventory, each read once. */
import { Buffer, isUtf8 } from 'node:buffer';
import { sep } from 'node:path';
import type { Files, Kind } from '../files.ts';
import { Document } from '../source/document.ts';
import type { Format } from '../source/document.ts';
import { readJson } from '../source/json.ts';
import type { Reading } from '../source/tree.ts';
import { readYaml } from '../source/yaml/compose.ts';

const VAULT = /^\$ANSIBLE_VAULT[\0-\x7f]*$/;

/** The text of a file; bytes that are no UTF-8 are lone surrogates (U+DC80 to U+DCFF), as in Python. */
export interface Text {
  readonly text: string;
  /** The first offset that is no UTF-8. */
  readonly malformedAt: number | undefined;
}

export class Documents {
  readonly files: Files;
  /** By shown path. */
  readonly all = new Map<string, Document>();
  readonly #cwd: string;
  readonly #below: string;
  readonly #texts = new Map<string, Text>();
  readonly #trees = new Map<string, Document>();

  constructor(files: Files, cwd: string) {
    this.files = files;
    this.#cwd = cwd;
    this.#below = cwd.endsWith(sep) ? cwd : cwd + sep;
  }

  /** The path as it is shown: relative to the current folder where it lies below it, with `/`. */
  shown(path: string): string {
    const below = path.startsWith(this.#below) ? path.slice(this.#below.length) : path;
    return below === this.#cwd ? '.' : below.replaceAll(sep, '/');
  }

  /** What stands at a path. */
  kind(path: string): Kind | undefined {
    return this.files.kind(path);
  }

  /** The text of a regular file. Throws FileError. */
  text(path: string): Text {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = decode(this.files.read(path));
      this.#texts.set(path, text);
    }
    return text;
  }

  /** A file read as JSON and, where it is none, as YAML; not listed yet. Throws FileError. */
  tree(path: string): Document {
    let document = this.#trees.get(path);
    if (document === undefined) {
      const { text, malformedAt } = this.text(path);
      const json = malformedAt === undefined ? readJson(text) : undefined;
      const reading = json ?? (malformedAt === undefined ? readYaml(text) : notText(malformedAt));
      document = new Document(this.shown(path), text, json === undefined ? 'yaml' : 'json', reading);
      this.#trees.set(path, document);
    }
    return document;
  }

  /** A document of a path as another reader sees it. */
  as(path: string, format: Format, reading: Partial<Reading> = {}): Document {
    return new Document(this.shown(path), this.text(path).text, format, reading);
  }

  /** Lists a document as the one that a file was read into. */
  keep(document: Document): Document {
    this.all.set(document.file, document);
    return document;
  }

  /** A document without text, to point at what could not be read: a folder, a file without permission. */
  empty(path: string): Document {
    return this.all.get(this.shown(path)) ?? this.keep(new Document(this.shown(path), '', 'text', {}));
  }
}

/** True for a file that is encrypted as a whole. */
export function isVault(text: string): boolean {
  return text.startsWith('$ANSIBLE_VAULT') && VAULT.test(text);
}

function notText(at: number): Reading {
  const problem = { start: at, end: at + 1, message: 'the file is not UTF-8 text', context: undefined };
  return { root: undefined, problem, duplicates: [] };
}

function decode(bytes: Uint8Array): Text {
  return isUtf8(bytes) ? { text: utf8(bytes), malformedAt: undefined } : decodeEscaping(bytes);
}

/** The text of valid UTF-8; a byte-order mark stays. */
function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Python's `surrogateescape`. Slow, and only for files that are broken anyway. */
function decodeEscaping(bytes: Uint8Array): Text {
  let text = '';
  let malformedAt: number | undefined;
  for (let at = 0; at < bytes.length;) {
    const size = [1, 2, 3, 4].find((length) => isWhole(bytes.subarray(at, at + length)));
    if (size === undefined) malformedAt ??= text.length;
    text += size === undefined ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : utf8(bytes.subarray(at, at + size));
    at += size ?? 1;
  }
  return { text, malformedAt };
}

/** One character: fewer bytes than it has are no UTF-8. */
function isWhole(bytes: Uint8Array): boolean {
  return bytes.length > 0 && isUtf8(bytes);
}
