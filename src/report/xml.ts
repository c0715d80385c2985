/** XML 1.0, as far as reports need it: elements with attributes, and text. */
import { printable } from './terminal-text.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** A document with one root element, and a line end. */
export function xmlDocument(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

/** An element, each child on lines of its own. Children are elements, or text of `xmlText`. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(String(value))}"`);
  const start = `<${name}${given.join('')}`;
  return children.length === 0 ? `${start}/>` : [`${start}>`, ...children, `</${name}>`].join('\n');
}

/**
 * Escapes a text for content and attribute values. `printable` leaves two of the characters that XML 1.0 forbids
 * (https://www.w3.org/TR/xml/#charsets).
 */
export function xmlText(text: string): string {
  return printable(text).replace(/[&<>"'\ufffe\uffff]/g, (character) => ENTITIES[character] ?? '\\uffff');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\ufffe': '\\ufffe',
};
