/** How the text of a document is laid out, in the formats that have structure. */
import type { Document } from '../source/document.ts';
import { layoutOfJson } from './json-layout.ts';
import type { WrittenNode } from './written.ts';
import { layoutOfYaml } from './yaml-layout.ts';

/** The outermost value of a document as it is written; undefined if it has none, and of other formats. */
export function layoutOf({ text, format }: Document): WrittenNode | undefined {
  if (format === 'json') return layoutOfJson(text);
  return format === 'yaml' ? layoutOfYaml(text) : undefined;
}
