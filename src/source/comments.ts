/** The comments of a document, with their places. */
import type { Document } from './document.ts';
import type { Node, Range } from './tree.ts';

/** A comment from its mark to the end of its line; in a template, from `{#` to `#}`. */
export interface Comment extends Range {
  /** The text without the mark and the blanks around it. */
  readonly text: string;
  /** True where nothing else is on the line. */
  readonly alone: boolean;
}

/** The marks that open a comment at the beginning of a line, and after a blank. */
const MARKS: Readonly<Record<Document['format'], { readonly own: string; readonly after: string } | undefined>> = {
  yaml: { own: '#', after: '#' },
  toml: { own: '#', after: '#' },
  // Ansible takes a semicolon for a comment only where the line begins with it.
  ini: { own: '#;', after: '#' },
  json: undefined,
  template: undefined,
  text: undefined,
  option: undefined,
};

/**
 * Finds the comments of a document in the order of its text; none in one that was decrypted.
 *
 * Text inside of a value is no comment: values are the scalars that were read, and in INI the quoted texts. After the
 * fault of a broken text there are no values, so that text in one may be taken for a comment.
 */
export function commentsOf(document: Document): readonly Comment[] {
  if (document.format === 'template') return commentsOfTemplate(document.text);
  const marks = MARKS[document.format];
  if (marks === undefined || document.isDecrypted) return [];
  const { text } = document;
  const values = document.format === 'ini' ? quotedIn(text) : valuesIn(document);
  const comments: Comment[] = [];
  let next = 0;
  for (const line of text.matchAll(/[^\r\n]+/g)) {
    const end = line.index + line[0].length;
    for (const found of line[0].matchAll(/(?<=^\s*|\s)[#;]/g)) {
      const start = line.index + found.index;
      const alone = line[0].slice(0, found.index).trim() === '';
      if (!(alone ? marks.own : marks.after).includes(found[0])) continue;
      while (next < values.length && (values[next]?.end ?? 0) <= start) next++;
      if ((values[next]?.start ?? Infinity) <= start) continue;
      comments.push({ start, end, text: text.slice(start + 1, end).trim(), alone });
      break;
    }
  }
  return comments;
}

/** The parts of a template that are not plain text; what is raw, printed or executed has no comment in it. */
const TEMPLATE_PARTS =
  /\{%[-+]?\s*raw\s*[-+]?%\}.*?\{%[-+]?\s*endraw\s*[-+]?%\}|\{\{.*?\}\}|\{%.*?%\}|\{#[-+]?(?<comment>.*?)[-+]?#\}/gs;

function commentsOfTemplate(text: string): readonly Comment[] {
  return Array.from(text.matchAll(TEMPLATE_PARTS)).flatMap(({ 0: { length }, index: start, groups }) => {
    const comment = groups?.['comment'];
    if (comment === undefined) return [];
    const end = start + length;
    const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const [after = ''] = /^[^\r\n]*/.exec(text.slice(end)) ?? [];
    return { start, end, text: comment.trim(), alone: (before + after).trim() === '' };
  });
}

/** Finds the ranges of all scalars of a tree, keys and values, in the order of the text. */
function valuesIn({ root, text }: Document): readonly Range[] {
  const ranges: Range[] = [];
  const take = (node: Node): void => {
    if (node.kind === 'scalar') {
      const isBlock = node.style === 'literal' || node.style === 'folded';
      // The line of `|` or `>` may end in a comment.
      ranges.push({ start: isBlock ? text.indexOf('\n', node.start) : node.start, end: node.end });
    }
    if (node.kind !== 'scalar' && node.usedAt === undefined) {
      if (node.kind === 'sequence') node.items.forEach(take);
      else
        for (const { key, value, mergedAt } of node.pairs) {
          if (mergedAt !== undefined) continue;
          take(key);
          take(value);
        }
    }
  };
  if (root !== undefined) take(root);
  return ranges.sort((a, b) => a.start - b.start);
}

/** Finds the quoted texts on the lines of INI that are not comments as a whole. */
function quotedIn(text: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const line of text.matchAll(/^(?!\s*[#;]).+$/gm))
    for (const { 0: quoted, index } of line[0].matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g))
      ranges.push({ start: line.index + index, end: line.index + index + quoted.length });
  return ranges;
}
