/** The patch of files that are mended, as a unified difference; secrets in it are hidden. */
import { structuredPatch } from 'diff';
import { shownSecret } from '../model/secret-texts.ts';
import type { Document } from '../source/document.ts';
import { Redaction } from './redaction.ts';
import type { MendedFile, ReportedCheck } from './reported-check.ts';
import { printable } from './terminal-text.ts';

/** The lines around a change, as `diff -u` has them. */
const CONTEXT = 3;

/** The patch of all files that are mended, with a line end; empty if there are none. */
export function patchOf({ mending, stacks }: ReportedCheck): string {
  const secrets = new Redaction(stacks);
  return (mending?.files ?? []).map((file) => patchOfFile(file, secrets)).join('');
}

function patchOfFile({ file, before, after }: MendedFile, secrets: Redaction): string {
  const { hunks } = structuredPatch(file, file, before?.text ?? '', after.text, undefined, undefined, {
    context: CONTEXT,
  });
  const name = printable(file);
  const head = [before === undefined ? '--- /dev/null' : `--- a/${name}`, `+++ b/${name}`];
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) => {
    let [left, right] = [oldStart, newStart];
    return [
      `@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`,
      ...own.map((line) => {
        const sign = line.charAt(0);
        if (sign === '\\') return line;
        const from = sign === '+' || before === undefined ? after : before;
        const number = from === after ? right : left;
        if (sign !== '+') left++;
        if (sign !== '-') right++;
        return sign + shownLine(from, number, line.slice(1), secrets);
      }),
    ];
  });
  return `${[...head, ...lines].join('\n')}\n`;
}

/** A line of a document without what is secret in it; its line end, which is part of it, stays. */
function shownLine(document: Document, number: number, line: string, secrets: Redaction): string {
  const start = document.offset(number);
  let shown = '';
  let at = start;
  for (const hidden of secrets.within(document, start, start + line.length)) {
    shown += document.text.slice(at, Math.max(at, hidden.start)) + shownSecret(hidden.length);
    at = hidden.end;
  }
  return shown + line.slice(Math.max(0, at - start));
}
