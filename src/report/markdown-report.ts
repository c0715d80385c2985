/** A report in GitHub's Markdown (https://github.github.com/gfm/), for summaries of jobs and comments on merge requests. */
import { NAME } from '../about.ts';
import type { ReportedCheck } from './reported-check.ts';
import { SEVERITIES } from '../model/finding.ts';
import type { Finding } from '../model/finding.ts';
import { keyOfRemedy } from '../model/remedy.ts';
import type { Remedy } from '../model/remedy.ts';
import { grouped } from '../model/multimap.ts';
import type { ChangedFile, Step } from '../model/change.ts';
import { counted, listed } from '../model/phrases.ts';
import { changeOfFile, headLinesOf, isNothing, requestInWords, requestsBesideSettings } from './change-words.ts';
import { comparisonOf } from './comparison.ts';
import { location } from './locations.ts';
import { acceptance, notesOn } from './notes.ts';
import { consoleText, curlCommand, urlOf } from './remedy-texts.ts';
import { printable } from './terminal-text.ts';
import { totalsOf } from './totals.ts';

interface Table {
  /** The line to click at where the table is folded. */
  readonly summary?: string;
  readonly head: readonly string[];
  readonly rows: readonly string[];
}

/**
 * Tables: the findings, errors first; why they matter; what is undecided; and what is accepted. For a change also its
 * steps and files. It has at most `most` bytes of UTF-8: what is beyond them is left out and counted.
 */
export function markdownReport(result: ReportedCheck, most = Infinity): string {
  const { findings, undecided, suppressed, unseen, documents } = result;
  const sorted = SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const tables: readonly Table[] = [
    {
      head: ['Severity', 'Rule', 'Place', 'Finding'],
      rows: sorted.map((finding) => {
        const texts = [printable(finding.message), ...notesOn(finding, result)];
        const place = code(location(finding.at, documents));
        return row(finding.severity, code(finding.rule), place, texts.map(escaped).join('<br>'));
      }),
    },
    {
      summary: 'Why it matters',
      head: ['Rule', 'Why'],
      rows: [...new Map(sorted.map(({ rule, why }) => [rule, why]))].map(([rule, why]) =>
        row(code(rule), escaped(why)),
      ),
    },
    {
      summary: 'Remedies',
      head: ['Rule', 'Remedy', 'For a console', 'For a shell'],
      rows: remediesOf(sorted).map(([remedy, finding]) => {
        const texts = [consoleText(remedy), curlCommand(remedy, urlOf(finding, result))];
        return row(code(finding.rule), escaped(remedy.title), ...texts.map(code));
      }),
    },
    {
      summary: `${undecided.length} undecided`,
      head: ['Rule', 'Place', 'Reason'],
      rows: undecided.map(({ rule, at, message }) => row(code(rule), code(location(at, documents)), escaped(message))),
    },
    {
      summary: `${unseen.length} not seen`,
      head: ['Request', 'Reason', 'Rules'],
      rows: unseen.map(({ request, message, rules }) =>
        row(code(printable(request)), escaped(message), rules.map(code).join(', ')),
      ),
    },
    {
      summary: `${suppressed.length} accepted`,
      head: ['Rule', 'Place', 'Finding', 'Reason'],
      rows: suppressed.map((each) => {
        const { rule, at, message } = each.finding;
        return row(code(rule), code(location(at, documents)), escaped(message), escaped(acceptance(each)));
      }),
    },
    tableOfRequests(result),
  ];
  const changes = (result.changes ?? []).map(({ change }) => ({ steps: change.steps(), files: change.files() }));
  const blocks = (fits: Fits): readonly string[] => [
    ...tables.filter(({ rows }) => rows.length > 0).map((table) => textOfTable(table, fits)),
    ...changes.flatMap(({ steps, files }) => [stepList(steps, fits), ...foldedFiles(files, fits)]),
  ];
  const compared = comparisonOf(result).map(escaped);
  const heading = [`## ${NAME}: ${outcome(result)}`, ...compared];
  const joined = (all: readonly string[]): string =>
    all
      .filter((block) => block !== '')
      .map((block) => `${block}\n`)
      .join('\n');
  // The frames of the blocks come first; rows, steps and files take what they leave.
  let room = most - Buffer.byteLength(joined([...heading, ...blocks(() => false)])) - 1;
  const fits = (line: string): boolean => (room -= Buffer.byteLength(line) + 1) >= 0;
  const heads = headsOfChanges(result).filter((head) => fits(`${head}\n`));
  return joined([...heading, ...heads, ...blocks(fits)]);
}

/** Tells whether a text still fits into the report, which then has it. */
type Fits = (text: string) => boolean;

/** The requests that the project keeps, with what changes in them. */
function tableOfRequests({ changes = [], documents }: ReportedCheck): Table {
  const requests = changes.flatMap(({ change }) => requestsBesideSettings(change));
  return {
    summary: counted(requests.length, 'changed request'),
    head: ['Request', 'Change', 'Place'],
    rows: requests.map((one) => {
      const place = one.at ?? one.was;
      const where = place === undefined ? '' : code(location(place, documents));
      return row(code(printable(`${one.method} ${one.path}`)), escaped(requestInWords(one)), where);
    }),
  };
}

/** The line of each cluster that a change touches. */
function headsOfChanges({ changes = [] }: ReportedCheck): readonly string[] {
  return changes
    .filter(({ change }) => changes.length === 1 || !isNothing(change))
    .map(({ stack, change }) => {
      const lines = headLinesOf(change).map((line) => `**${escaped(line)}**`);
      return [...(changes.length > 1 ? [`${escaped(stack)}:`] : []), ...lines].join('<br>\n');
    });
}

/** Steps as boxes to tick, each with its request. */
function stepList(steps: readonly Step[], fits: Fits): string {
  if (steps.length === 0) return '';
  const items = steps.map((step) => {
    const { title, request, body, command, until, obstacles = [] } = step;
    const text = request === undefined ? command : consoleText({ title, request, ...(body && { body }) });
    return [
      `- [ ] ${escaped(title)}`,
      ...(text === undefined ? [] : ['  ```', `  ${printable(text)}`, '  ```']),
      ...(until === undefined ? [] : [`  until ${escaped(until)}`]),
      ...obstacles.map((obstacle) => `  **now:** ${escaped(obstacle)}`),
    ].join('\n');
  });
  const shown = items.filter(fits);
  const rest = items.length - shown.length;
  return [
    '<details>',
    `<summary>${counted(steps.length, 'step')} to make it safely</summary>`,
    '',
    ...shown,
    ...(rest > 0 ? ['', `and ${rest} more`] : []),
    '',
    '</details>',
  ].join('\n');
}

/** The differences of files, each folded. */
function foldedFiles(files: readonly ChangedFile[], fits: Fits): readonly string[] {
  const shown = files.filter((file) => fits(`${foldedFile(file, () => false)}\n`));
  const rest = files.length - shown.length;
  return [...shown.map((file) => foldedFile(file, fits)), ...(rest > 0 ? [`and ${counted(rest, 'more file')}`] : [])];
}

function foldedFile(file: ChangedFile, fits: Fits): string {
  const { path, hosts, lines } = file;
  const summary = `<summary>${code(path)} ${changeOfFile(file)} on ${escaped(listed(hosts))}</summary>`;
  const all = lines.map(printable);
  const fence = '`'.repeat(Math.max(3, ...all.map((line) => (/`+/.exec(line)?.[0].length ?? 0) + 1)));
  const shown = all.filter(fits);
  const rest = all.length - shown.length;
  const more = rest > 0 ? ['', `and ${counted(rest, 'more line')}`] : [];
  return ['<details>', summary, '', `${fence}diff`, ...shown, fence, ...more, '', '</details>'].join('\n');
}

/** The remedies of findings, each once, with the first finding that has it. */
function remediesOf(findings: readonly Finding[]): readonly (readonly [Remedy, Finding])[] {
  const all = findings.flatMap((finding) => (finding.remedies ?? []).map((remedy) => [remedy, finding] as const));
  return Array.from(grouped(all, ([remedy]) => keyOfRemedy(remedy)).values(), ([first]) => first);
}

function outcome(result: ReportedCheck): string {
  const { findings, undecided, files, hosts, clusters, rules } = totalsOf(result);
  const found = SEVERITIES.filter((severity) => findings[severity] > 0);
  const said = [
    ...(found.length === 0 ? ['no findings'] : found.map((severity) => counted(findings[severity], severity))),
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
  ];
  const where = [counted(files, 'file'), counted(hosts, 'host'), counted(clusters, 'cluster')];
  return `${said.join(', ')} in ${where.join(', ')}; ${counted(rules, 'rule')}`;
}

function textOfTable({ summary, head, rows }: Table, fits: Fits): string {
  const shown = rows.filter(fits);
  const rest = rows.length - shown.length;
  const lines = [row(...head), row(...head.map(() => '---')), ...shown];
  const more = rest > 0 ? ['', `and ${rest} more`] : [];
  if (summary === undefined) return [...lines, ...more].join('\n');
  return ['<details>', `<summary>${summary}</summary>`, '', ...lines, ...more, '', '</details>'].join('\n');
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/**
 * Escapes everything that Markdown or HTML would interpret, and what would mention a person or link to an issue.
 * Between letters, an underscore is just an underscore.
 */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\`*[\]|~$]|(?<!\w)_|_(?!\w)/g, '\\$&')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replace(/[@#!](?=\w)/g, '$&<!-- -->');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Code within a table: between backticks, nothing can be escaped. */
function code(text: string): string {
  return /[`|\\]/.test(text) ? `<code>${escaped(text)}</code>` : `\`${text}\``;
}
