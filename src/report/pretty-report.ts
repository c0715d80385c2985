/** The report for people. */
import type { ReportedCheck } from './reported-check.ts';
import type { Finding } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import { changeLines, headLines, stepLines } from './change-lines.ts';
import { fileSections } from './file-sections.ts';
import type { FileSection } from './file-sections.ts';
import type { Look } from './look.ts';
import { location } from './locations.ts';
import { mendingLines } from './mending-lines.ts';
import { acceptance } from './notes.ts';
import { PlaceLines } from './place-lines.ts';
import { shownFindings } from './shown-findings.ts';
import { checkedStackLines } from './stacks-checked.ts';
import { statisticsLines } from './statistics.ts';
import { summaryLines } from './summary.ts';
import { MAX_NAMES, printable, wrap } from './terminal-text.ts';
import { countHiddenUndecided, undecidedLines } from './undecided.ts';

/** The number of findings from which a table of the rules helps to keep the overview. */
const MANY = 20;

/**
 * The stacks that were checked, all findings by file, what stayed undecided, and one line that counts them. With
 * `quiet`, only errors: empty if there are none.
 */
export function prettyReport(result: ReportedCheck, look: Look): string {
  const { shown, left } = shownFindings(result.findings, look);
  if (look.quiet && shown.length === 0 && left === 0) return '';
  const blocks: (readonly string[])[] = [];
  if (!look.quiet && result.stacks.length > 0) blocks.push(checkedStackLines(result.stacks, look));
  blocks.push(...changeBlocks(result, look));
  blocks.push(...mendingLines(result, look));
  const lines = new PlaceLines(result, look);
  const sections = fileSections(shown);
  if (!look.statistics) for (const section of sections) blocks.push(...fileBlocks(section, lines, look));
  const undecided = look.quiet || look.statistics ? [] : undecidedLines(result, look);
  if (undecided.length > 0) blocks.push(undecided);
  if (!look.quiet && !look.statistics && result.unseen.length > 0) blocks.push(unseenSection(result, look));
  if (look.showsChange) blocks.push(...stepBlocks(result, look));
  if (look.verbose && result.suppressed.length > 0) blocks.push(suppressedSection(result, look));
  if ((look.statistics || result.findings.length > MANY) && result.findings.length > 0)
    blocks.push(statisticsLines(result.findings, look));
  const hidden = { findings: look.statistics ? 0 : left, undecided: countHiddenUndecided(result, look) };
  blocks.push([
    ...nextStep(sections[0]?.places[0]?.findings[0], look),
    ...fixesOffered(result, look),
    ...summaryLines(result, look, hidden),
  ]);
  return blocks.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

/** What a change does: a line for each stack and, for a comparison, all that changes. */
function changeBlocks(result: ReportedCheck, look: Look): readonly (readonly string[])[] {
  const { changes = [] } = result;
  if (look.quiet || changes.length === 0) return [];
  const whole = look.showsChange ? changes.map((change) => changeLines(change, result, look)) : [];
  return [headLines(result, look), ...whole.filter((lines) => lines.length > 0)];
}

function stepBlocks({ changes = [] }: ReportedCheck, look: Look): readonly (readonly string[])[] {
  return changes.flatMap(({ stack, change }) => {
    const steps = change.steps();
    if (look.quiet || steps.length === 0) return [];
    const heading = changes.length > 1 ? `steps for ${printable(stack)}` : 'steps';
    return [[look.paint.strong(heading), ...stepLines(steps, look)]];
  });
}

/** The places of a file, the first under its heading. */
function fileBlocks({ name, places }: FileSection, lines: PlaceLines, { paint, links }: Look): readonly string[][] {
  const isFile = places.some(({ at }) => !('call' in at));
  const heading = paint.strong(isFile ? links.file(printable(name), name) : printable(lines.request(name)));
  return places.map((place, index) => [...(index === 0 ? [heading] : []), ...lines.of(place)]);
}

/** The answers of clusters that were not seen, or not whole, each with the rules that it leaves undecided. */
function unseenSection({ unseen }: ReportedCheck, { paint, width, verbose }: Look): readonly string[] {
  const indented = (text: string, by: number): readonly string[] =>
    wrap(printable(text), width - by).map((line) => ' '.repeat(by) + line);
  return [
    paint.strong(`not seen (${unseen.length})`),
    ...unseen.flatMap(({ message, rules }) => [
      ...indented(message, 2),
      ...indented(listed(rules, verbose ? Infinity : MAX_NAMES), 4).map(paint.faint),
    ]),
  ];
}

/** Suppressed findings, each with its place and its rule, and below these by what it is accepted, and why. */
function suppressedSection({ suppressed, documents }: ReportedCheck, { paint, width }: Look): readonly string[] {
  const lines = suppressed.flatMap((one) => [
    `  ${location(one.finding.at, documents)} [${one.finding.rule}]`,
    ...wrap(acceptance(one), width - 4).map((line) => `    ${paint.faint(line)}`),
  ]);
  return [paint.strong(`suppressed (${suppressed.length})`), ...lines];
}

/** The command that says more, for the first finding of the report as an example. */
function nextStep(first: Finding | undefined, { paint, width }: Look): readonly string[] {
  if (first === undefined) return [];
  const [label, command] = ['more about a finding:', `stacklint explain ${first.code ?? first.rule}`];
  return label.length + 1 + command.length <= width
    ? [`${paint.faint(label)} ${command}`]
    : [paint.faint(label), `  ${command}`];
}

/** The options that mend what was found, as far as rules have a fix; each is proved only when it is made. */
function fixesOffered(
  { findings, mending, stacks }: ReportedCheck,
  { paint, quiet, showsChange }: Look,
): readonly string[] {
  if (mending !== undefined || quiet || showsChange === true || stacks.some(({ observed }) => observed !== undefined))
    return [];
  const countOf = (isSafe: boolean): number => findings.filter(({ fix }) => fix?.isSafe === isSafe).length;
  const [safe, unsafe] = [countOf(true), countOf(false)];
  const ways = [
    ...(safe > 0 ? [`${String(safe)} by --fix`] : []),
    ...(unsafe > 0 ? [`${String(unsafe)}${safe > 0 ? ' more' : ''} by --fix-unsafe`] : []),
  ];
  return ways.length === 0 ? [] : [`${paint.faint('may be mended:')} ${ways.join(', ')}`];
}
