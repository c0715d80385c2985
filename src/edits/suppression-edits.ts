/** The comment that suppresses a rule on a line or in a file, and the proof that it does. */
import { Document } from '../source/document.ts';
import type { Format } from '../source/document.ts';
import { suppressionCommentsIn } from '../source/suppression-comments.ts';
import { readToml } from '../source/toml.ts';
import type { Reading } from '../source/tree.ts';
import { readYaml } from '../source/yaml/read.ts';
import { lineBreakNear } from './lines-and-gaps.ts';
import type { TextEdit } from './text-edit.ts';

/** What is accepted, and the reason. */
export interface Acceptance {
  readonly rule: string;
  readonly because: string;
}

/**
 * The comment on a line of its own above the line of an offset, or at the end of that line if the line above would be
 * within a text; undefined where neither works, as in JSON. Where the line has one with that reason, it names the rule, too.
 */
export function suppressionOnLine(document: Document, offset: number, one: Acceptance): TextEdit | undefined {
  const { rule, because } = one;
  const { line } = document.position(offset);
  const start = document.offset(line);
  const text = document.line(line) ?? '';
  // Blanks before a comment would be in the file that the template becomes.
  const indent = document.format === 'template' ? '' : (/^[ \t]*/.exec(text)?.[0] ?? '');
  const above = comment(document.format, `disable-next-line ${rule} -- ${because}`);
  const beside = comment(document.format, `disable-line ${rule} -- ${because}`);
  if (above === undefined || beside === undefined) return undefined;
  const end = start + text.trimEnd().length;
  const edits = [
    ...inCommentThatIsThere(document, start, one),
    { start, end: start, text: `${indent}${above}${lineBreakNear(document.text, start)}` },
    { start: end, end, text: ` ${beside}` },
  ];
  return edits.find((edit) => isWorking(edit, rule, document, offset));
}

/** The edit that adds the rule to the comment of that reason which a line has already. */
function inCommentThatIsThere(document: Document, start: number, { rule, because }: Acceptance): readonly TextEdit[] {
  return suppressionCommentsIn(document).flatMap((one): readonly TextEdit[] => {
    const last = one.rules.at(-1);
    const isOfLine = one.directive !== 'disable-file' && one.covers?.start === start;
    if (!isOfLine || last === undefined || one.because !== because || one.until !== undefined) return [];
    return [{ start: last.end, end: last.end, text: `, ${rule}` }];
  });
}

/** The comment at the head of a file; undefined where there can be none. */
export function suppressionInFile(document: Document, { rule, because }: Acceptance): TextEdit | undefined {
  const written = comment(document.format, `disable-file ${rule} -- ${because}`);
  if (written === undefined) return undefined;
  // These have a meaning on the first line alone.
  const line = /^\uFEFF?(?:#!|#jinja2:|%)/.test(document.text) ? 2 : 1;
  const start = document.offset(line);
  const edit = { start, end: start, text: `${written}${lineBreakNear(document.text, start)}` };
  return isWorking(edit, rule, document, 0) ? edit : undefined;
}

function comment(format: Format, words: string): string | undefined {
  if (format === 'template') return `{# stacklint-${words} #}`;
  return ['yaml', 'toml', 'ini'].includes(format) ? `# stacklint-${words}` : undefined;
}

const NOT_READ: Partial<Reading> = {};

/** Tells whether the text with an edit has the comment, which covers what was at the offset, and no new fault. */
function isWorking({ start: at, text: insert }: TextEdit, rule: string, document: Document, offset: number): boolean {
  const { file, text, format, problem, isDecrypted } = document;
  if (isDecrypted) return false;
  const changed = text.slice(0, at) + insert + text.slice(at);
  const reading = format === 'yaml' ? readYaml(changed) : format === 'toml' ? readToml(changed) : NOT_READ;
  if (problem === undefined && reading.problem !== undefined) return false;
  const moved = offset < at ? offset : offset + insert.length;
  return suppressionCommentsIn(new Document(file, changed, format, reading)).some(
    ({ covers, rules }) =>
      covers !== undefined &&
      covers.start <= moved &&
      moved <= covers.end &&
      rules.some(({ pattern }) => pattern === rule),
  );
}
