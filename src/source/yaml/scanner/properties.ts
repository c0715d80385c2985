/** libyaml's scanner, fourth part: anchors, aliases, tags and directives. */
import { BlockScalarReader } from './block-scalars.ts';
import { isBlankOrEnd } from './lines.ts';
import { SyntaxFault } from '../syntax-fault.ts';

const ALPHA = new Uint8Array(128);
for (const c of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-') ALPHA[c.charCodeAt(0)] = 1;
const URI = new Uint8Array(128);
for (const c of ";/?:@&=+$.%!~*'()") URI[c.charCodeAt(0)] = 1;
for (let c = 0; c < 128; c++) if (ALPHA[c] === 1) URI[c] = 1;
for (const c of ',[]') URI[c.charCodeAt(0)] = 2; // only in %TAG and in !<…>

/** Reads what stands in front of nodes and documents: anchors, aliases, tags, directives (YAML 1.1 §6.9 and §7.1). */
export class PropertyReader extends BlockScalarReader {
  #readAlpha(): string {
    const start = this.pos;
    let c = this.text.charCodeAt(start);
    while (c < 128 && ALPHA[c] === 1) c = this.text.charCodeAt(++this.pos);
    return this.source.slice(start, this.pos);
  }

  /** Reads the name of an anchor or an alias, from its `&` or `*`. */
  protected readName(context: string): string {
    this.pos++;
    const name = this.#readAlpha();
    const c = this.text.charCodeAt(this.pos);
    if (name === '' || !(isBlankOrEnd(c) || (c < 128 && '?:,]}%@`'.includes(this.text[this.pos]!))))
      this.fault('did not find expected alphabetic or numeric character', context);
    return name;
  }

  /** Reads a tag as handle and suffix; a verbatim one (`!<…>`) has no handle. */
  protected readTag(inFlow: boolean): [handle: string, suffix: string] {
    const { text, pos: start } = this;
    const context = 'while scanning a tag';
    let handle = '';
    let suffix: string;
    if (text.charCodeAt(start + 1) === 60) {
      this.pos += 2;
      suffix = this.#readUri('', true, false);
      if (text.charCodeAt(this.pos) !== 62) this.fault("did not find the expected '>'", context);
      this.pos++;
    } else {
      handle = this.#readTagHandle(false);
      if (handle.length > 1 && handle.endsWith('!')) suffix = this.#readUri('', false, false);
      else {
        suffix = this.#readUri(handle, false, false);
        handle = '!';
        // A lone `!` is the non-specific tag (YAML 1.1 §3.3.2).
        if (suffix === '') [handle, suffix] = ['', '!'];
      }
    }
    const c = text.charCodeAt(this.pos);
    if (!(inFlow && c === 44) && !isBlankOrEnd(c))
      this.fault('did not find expected whitespace or line break', context);
    return [handle, suffix];
  }

  /** Reads `!`, `!!` or `!name!`; or `!name`, which turns out to be `!` and the start of a suffix. */
  #readTagHandle(directive: boolean): string {
    const start = this.pos;
    if (this.text.charCodeAt(start) !== 33)
      this.fault("did not find expected '!'", directive ? 'while scanning a tag directive' : 'while scanning a tag');
    this.pos++;
    this.#readAlpha();
    if (this.text.charCodeAt(this.pos) === 33) this.pos++;
    else if (directive && this.pos > start + 1)
      this.fault("did not find expected '!'", 'while parsing a tag directive');
    return this.source.slice(start, this.pos);
  }

  #readUri(head: string, verbatim: boolean, directive: boolean): string {
    const { text, pos: start } = this;
    const context = directive ? 'while parsing a %TAG directive' : 'while parsing a tag';
    let escaped = false;
    for (let c = text.charCodeAt(start); ; c = text.charCodeAt(this.pos)) {
      if (c >= 128 || URI[c] === 0 || (URI[c] === 2 && !verbatim)) break;
      if (c === 37) {
        escaped = true;
        this.#skipUriEscapes(context);
      } else this.pos++;
    }
    if (this.pos === start && head === '') this.fault('did not find expected tag URI', context);
    const uri = head.slice(1) + this.source.slice(start, this.pos);
    if (!escaped) return uri;
    try {
      return decodeURIComponent(uri);
    } catch {
      // Octets of the right form, but no character: PyYAML fails when it makes the text.
      throw new SyntaxFault("'utf-8' codec can't decode a tag", start, context);
    }
  }

  /** Steps over the `%xx` of one character in UTF-8. */
  #skipUriEscapes(context: string): void {
    let left = 0;
    do {
      const hex = this.source.slice(this.pos + 1, this.pos + 3);
      if (this.text.charCodeAt(this.pos) !== 37 || !/^[0-9a-fA-F]{2}$/.test(hex))
        this.fault('did not find URI escaped octet', context);
      const octet = parseInt(hex, 16);
      if (left > 0) {
        if ((octet & 0xc0) !== 0x80) this.fault('found an incorrect trailing UTF-8 octet', context);
        left--;
      } else if (octet >= 0x80) {
        left = (octet & 0xe0) === 0xc0 ? 1 : (octet & 0xf0) === 0xe0 ? 2 : (octet & 0xf8) === 0xf0 ? 3 : 0;
        if (left === 0) this.fault('found an incorrect leading UTF-8 octet', context);
      }
      this.pos += 3;
    } while (left > 0);
  }

  /** Reads the `%` and the name of a directive, which is `YAML` or `TAG`. */
  protected readDirectiveName(): string {
    this.pos++;
    const name = this.#readAlpha();
    const context = 'while scanning a directive';
    if (name === '') this.fault('could not find expected directive name', context);
    if (!isBlankOrEnd(this.text.charCodeAt(this.pos)))
      this.fault('found unexpected non-alphabetical character', context);
    if (name !== 'YAML' && name !== 'TAG') this.fault('found unknown directive name', context);
    return name;
  }

  #skipBlanks(): void {
    let c = this.text.charCodeAt(this.pos);
    while (c === 32 || c === 9) c = this.text.charCodeAt(++this.pos);
  }

  /** Reads the version of a %YAML directive, without leading zeros. */
  protected readVersion(): string {
    this.#skipBlanks();
    const major = this.#readVersionNumber();
    if (this.text[this.pos] !== '.')
      this.fault("did not find expected digit or '.' character", 'while scanning a %YAML directive');
    this.pos++;
    return `${major}.${this.#readVersionNumber()}`;
  }

  #readVersionNumber(): number {
    const start = this.pos;
    for (let c = this.text[start]!; c >= '0' && c <= '9'; c = this.text[++this.pos]!)
      if (this.pos - start === 9) this.fault('found extremely long version number', 'while scanning a %YAML directive');
    if (this.pos === start) this.fault('did not find expected version number', 'while scanning a %YAML directive');
    return Number(this.source.slice(start, this.pos));
  }

  /** Reads the handle and the prefix of a %TAG directive. */
  protected readTagDirective(): [handle: string, prefix: string] {
    const context = 'while scanning a %TAG directive';
    this.#skipBlanks();
    const handle = this.#readTagHandle(true);
    const c = this.text.charCodeAt(this.pos);
    if (c !== 32 && c !== 9) this.fault('did not find expected whitespace', context);
    this.#skipBlanks();
    const prefix = this.#readUri('', true, true);
    if (!isBlankOrEnd(this.text.charCodeAt(this.pos)))
      this.fault('did not find expected whitespace or line break', context);
    return [handle, prefix];
  }
}
