/** Comments that suppress findings: `# stacklint-disable-line RULE[, RULE] until 2027-01-31 -- because`. */
import { commentsInBlocksOf, commentsOf } from './comments.ts';
import type { Comment } from './comments.ts';
import type { Document } from './document.ts';
import type { Range } from './tree.ts';

/** A comment that begins with `stacklint-`. */
export interface SuppressionComment extends Range {
  /** The word after `stacklint-`, as it is written: `disable-next-line`. */
  readonly directive: string;
  /** The part of the text whose findings it suppresses; undefined if there is no such directive. */
  readonly covers: Range | undefined;
  /** The names or globs of rules, each with its place. */
  readonly rules: readonly (Range & { readonly pattern: string })[];
  /** The reason, after `--`. */
  readonly because: string | undefined;
  /** The last day on which it holds, as it is written. */
  readonly until: string | undefined;
}

const MARK = 'stacklint-';
/** The directive and the rest of a comment. */
const DIRECTIVE = /^stacklint-([\w-]+)(?=\s|$)\s*(.*)$/s;
const UNTIL = /(?:^|\s)until(?=\s|$)/;
const REASON = /(?:^|\s)--(?:\s|$)/;

/**
 * Finds the suppression comments of a document, in the order of its text. A finding may stand in a block of text that
 * a task writes into a file, so those in it count.
 */
export function suppressionCommentsIn(document: Document): readonly SuppressionComment[] {
  if (!document.text.includes(MARK)) return [];
  const comments = [...commentsOf(document), ...commentsInBlocksOf(document)].sort((a, b) => a.start - b.start);
  return comments.flatMap((comment) => {
    const [, directive, rest] = DIRECTIVE.exec(comment.text) ?? [];
    if (directive === undefined || rest === undefined) return [];
    const reasonAt = REASON.exec(rest);
    const before = reasonAt === null ? rest : rest.slice(0, reasonAt.index);
    const reason = reasonAt === null ? '' : rest.slice(reasonAt.index + reasonAt[0].length).trim();
    const untilAt = UNTIL.exec(before);
    const start = document.text.indexOf(before, comment.start + MARK.length + directive.length);
    const rules = Array.from(before.slice(0, untilAt?.index).matchAll(/[^\s,]+/g), ({ 0: pattern, index }) => ({
      pattern,
      start: start + index,
      end: start + index + pattern.length,
    }));
    return [
      {
        start: comment.start,
        end: comment.end,
        directive,
        covers: covered(directive, comment, comments, document),
        rules,
        because: reason === '' ? undefined : reason,
        until: untilAt === null ? undefined : before.slice(untilAt.index + untilAt[0].length).trim(),
      },
    ];
  });
}

function covered(
  directive: string,
  comment: Comment,
  comments: readonly Comment[],
  document: Document,
): Range | undefined {
  const { line } = document.position(comment.start);
  if (directive === 'disable-line') return lineRange(document, line);
  if (directive === 'disable-file') return comment.block ?? { start: 0, end: document.text.length };
  if (directive !== 'disable-next-line') return undefined;
  const aside = new Set(comments.filter(({ alone }) => alone).map(({ start }) => document.position(start).line));
  let next = document.position(comment.end).line + 1;
  while (aside.has(next) || document.line(next)?.trim() === '') next++;
  return lineRange(document, next);
}

/** The range of a line from its first character to before the next line; empty after the last one. */
function lineRange(document: Document, line: number): Range {
  return { start: document.offset(line), end: document.offset(line + 1) };
}
