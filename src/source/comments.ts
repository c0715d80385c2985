/** The comments of a document, with their places. */
import type { Document } from './document.ts';
import type { Node, Range, Scalar } from './tree.ts';

/** A comment from its mark to the end of its line; in a template also from `{#` to `#}`. */
export interface Comment extends Range {
  /** The text without the mark and the blanks around it. */
  readonly text: string;
  /** True if nothing else is on the line. */
  readonly alone: boolean;
  /** The block of text that it is in, with the line that opens the block. */
  readonly block?: Range;
}

/** The marks that open a comment at the beginning of a line, and after a blank. */
const MARKS: Readonly<Record<Document['format'], { readonly own: string; readonly after: string } | undefined>> = {
  yaml: { own: '#', after: '#' },
  toml: { own: '#', after: '#' },
  // Ansible takes a semicolon for a comment only if the line begins with it.
  ini: { own: '#;', after: '#' },
  // Files that are copied, and what templates become: most products read them so.
  text: { own: '#', after: '#' },
  template: { own: '#', after: '#' },
  json: undefined,
  option: undefined,
};

/**
 * Finds the comments of a document in the order of its text; a decrypted document has none.
 *
 * Text inside of a value is not a comment: values are the scalars that were read, in INI the quoted texts, and in a
 * template what is printed or executed. After the fault of a broken text there are no values, so that text in one may
 * be taken for a comment.
 */
export function commentsOf(document: Document): readonly Comment[] {
  if (document.isDecrypted) return [];
  const { text, format } = document;
  switch (format) {
    case 'template': {
      const parts = partsOfTemplate(text);
      const comments = [...parts.comments, ...commentsIn(document, { start: 0, end: text.length }, parts.others)];
      return comments.sort((a, b) => a.start - b.start);
    }
    case 'ini':
      return commentsIn(document, { start: 0, end: text.length }, quotedIn(text));
    default:
      return commentsIn(document, { start: 0, end: text.length }, valuesIn(document));
  }
}

/** Finds the comments in blocks of text of YAML, which tasks write into files: to Ansible they are text. */
export function commentsInBlocksOf(document: Document): readonly Comment[] {
  if (document.isDecrypted || document.format !== 'yaml') return [];
  const { text, root } = document;
  return scalarsIn(root)
    .filter(isBlock)
    .flatMap((scalar) => {
      const block = { start: text.lastIndexOf('\n', scalar.start) + 1, end: scalar.end };
      return commentsIn(document, linesOf(scalar, text), []).map((comment) => ({ ...comment, block }));
    });
}

/** Finds the comments in a range that begins and ends with lines, other than in values. */
function commentsIn({ text, format }: Document, within: Range, values: readonly Range[]): readonly Comment[] {
  const marks = MARKS[format];
  if (marks === undefined) return [];
  const comments: Comment[] = [];
  let next = 0;
  for (const line of text.slice(within.start, within.end).matchAll(/[^\r\n]+/g)) {
    const from = within.start + line.index;
    const end = from + line[0].length;
    for (const found of line[0].matchAll(/(?<=^\s*|\s)[#;]/g)) {
      const start = from + found.index;
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

/** The parts of a template that are not plain text; what is raw, printed or executed has no comment of Jinja in it. */
const TEMPLATE_PARTS =
  /\{%[-+]?\s*raw\s*[-+]?%\}.*?\{%[-+]?\s*endraw\s*[-+]?%\}|\{\{.*?\}\}|\{%.*?%\}|\{#[-+]?(?<comment>.*?)[-+]?#\}/gs;

/** The comments of Jinja in a template, and all its parts that are not plain text. */
function partsOfTemplate(text: string): { readonly comments: readonly Comment[]; readonly others: readonly Range[] } {
  const comments: Comment[] = [];
  const others: Range[] = [];
  for (const { 0: whole, index: start, groups } of text.matchAll(TEMPLATE_PARTS)) {
    const end = start + whole.length;
    others.push({ start, end });
    const comment = groups?.['comment'];
    if (comment === undefined) continue;
    const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const [after = ''] = /^[^\r\n]*/.exec(text.slice(end)) ?? [];
    comments.push({ start, end, text: comment.trim(), alone: (before + after).trim() === '' });
  }
  return { comments, others };
}

/** Finds the ranges of all scalars of a document, keys and values, in the order of the text. */
function valuesIn({ root, text }: Document): readonly Range[] {
  // The line of `|` or `>` may end in a comment.
  return scalarsIn(root).map((scalar) => (isBlock(scalar) ? linesOf(scalar, text) : scalar));
}

function isBlock({ style }: Scalar): boolean {
  return style === 'literal' || style === 'folded';
}

/** The lines of a block of text. */
function linesOf({ start, end }: Scalar, text: string): Range {
  return { start: text.indexOf('\n', start), end };
}

/** Finds the scalars of a tree, keys and values, in the order of the text. */
function scalarsIn(root: Node | undefined): readonly Scalar[] {
  const scalars: Scalar[] = [];
  const take = (node: Node): void => {
    if (node.kind === 'scalar') scalars.push(node);
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
  return scalars.sort((a, b) => a.start - b.start);
}

/** Finds the quoted texts on the lines of INI that are not comments as a whole. */
function quotedIn(text: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const line of text.matchAll(/^(?!\s*[#;]).+$/gm))
    for (const { 0: quoted, index } of line[0].matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g))
      ranges.push({ start: line.index + index, end: line.index + index + quoted.length });
  return ranges;
}
