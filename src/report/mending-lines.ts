/** What fixes did to the files, or would do, as the report for people shows it. */
import { counted } from '../model/phrases.ts';
import type { Look } from './look.ts';
import type { MendedFinding, Mending, ReportedCheck } from './reported-check.ts';
import { printable, wrap } from './terminal-text.ts';

/** The findings that were mended, and those that were not, each with its place and rule. */
export function mendingLines({ mending }: ReportedCheck, look: Look): readonly (readonly string[])[] {
  if (mending === undefined || look.quiet) return [];
  const { fixed, notFixed } = mending;
  const { paint } = look;
  return [
    ...(fixed.length === 0
      ? []
      : [[paint.strong(`fixed (${String(fixed.length)})`), ...fixed.flatMap((one) => lineOf(one, one.title, look))]]),
    ...(notFixed.length === 0
      ? []
      : [
          [
            paint.strong(`not fixed (${String(notFixed.length)})`),
            ...notFixed.flatMap((one) => lineOf(one, `${one.title}: ${one.why}`, look)),
          ],
        ]),
  ];
}

function placeOf({ at }: MendedFinding): string {
  return at.file === undefined ? '' : `${at.file}:${String(at.line)}:${String(at.column)}`;
}

function lineOf(one: MendedFinding, text: string, { paint, width }: Look): readonly string[] {
  return [
    `  ${printable(placeOf(one))} ${paint.faint(`[${one.rule}]`)}`,
    ...wrap(printable(text), width - INDENT).map((line) => ' '.repeat(INDENT) + line),
  ];
}

const INDENT = 4;

/** Lines for stderr beside a patch: what it mends, and each fix that is not in it. */
export function mendingNotices({ fixed, notFixed, files }: Mending): readonly string[] {
  const would = `would mend ${counted(fixed.length, 'finding')} in ${counted(files.length, 'file')}`;
  return [
    fixed.length === 0 ? 'there is nothing to mend' : would,
    ...notFixed.map((one) => `not fixed: ${placeOf(one)}: ${one.title}: ${one.why} [${one.rule}]`),
  ];
}
