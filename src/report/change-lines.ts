/** What a change does, for people: hosts, settings and files that change, and the steps that make it safe. */
import { membersOf } from '../model/change.ts';
import type {
  Change,
  ChangedFile,
  ChangedRequest,
  ChangedSetting,
  LostRestart,
  OpenSetting,
  Step,
} from '../model/change.ts';
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import { changeOfFile, headLinesOf, isNothing, requestInWords, requestsBesideSettings } from './change-words.ts';
import type { ReportedChange, ReportedCheck } from './reported-check.ts';
import { labelledText } from './labels.ts';
import type { Look } from './look.ts';
import { location } from './locations.ts';
import { shortConsoleLines } from './remedy-texts.ts';
import { MAX_NAMES, printable, wrap } from './terminal-text.ts';

/** The number of settings, and of files, of a stack that are shown without --verbose. */
const MAX_ROWS = 12;

/** The head line of each stack that changes. */
export function headLines({ changes = [] }: ReportedCheck, { paint, width }: Look): readonly string[] {
  const several = changes.length > 1;
  return changes
    .filter(({ change }) => !several || !isNothing(change))
    .flatMap(({ stack, change }) =>
      headLinesOf(change).flatMap((line) =>
        wrap(printable(several ? `${stack}: ${line}` : line), width).map((text, index) =>
          index === 0 ? paint.strong(text) : `  ${paint.strong(text)}`,
        ),
      ),
    );
}

/** Everything that changes in a stack; empty if nothing does. */
export function changeLines({ change }: ReportedChange, result: ReportedCheck, look: Look): readonly string[] {
  const { files } = change;
  const most = look.verbose ? Infinity : MAX_ROWS;
  return [
    ...hostLines(change, look),
    ...limited(change.settings, most, 'setting', (one) => settingLines(one, result, look), look),
    ...limited(requestsBesideSettings(change), most, 'request', (one) => requestLines(one, result, look), look),
    ...limited(change.lostRestarts(), most, 'restart', (one) => lostLines(one, result, look), look),
    ...limited(change.open, most, 'setting that is not known', (one) => openLines(one, look), look),
    ...limited(filesByCounts(files()), most, 'file', (same) => fileLines(same, look), look),
  ];
}

/** Files of one path that change in as many lines, on whichever hosts. */
type SameCounts = readonly [ChangedFile, ...ChangedFile[]];

function filesByCounts(files: readonly ChangedFile[]): readonly SameCounts[] {
  const keyOf = ({ path, change, isCertain, added, removed }: ChangedFile): string =>
    [path, change, isCertain, added, removed].join('\0');
  return [...grouped(files, keyOf).values()];
}

function fileLines(same: SameCounts, look: Look): readonly string[] {
  const hosts = same.flatMap((one) => one.hosts);
  return labelledText('file', printable(`${same[0].path} ${changeOfFile(same[0])} on ${named(hosts, look)}`), look);
}

function limited<T>(
  all: readonly T[],
  most: number,
  noun: string,
  linesOf: (one: T) => readonly string[],
  look: Look,
): readonly string[] {
  const shown = all.length > most ? all.slice(0, most - 1) : all;
  const rest = all.length - shown.length;
  const more = rest === 0 ? [] : labelledText('', `and ${counted(rest, `more ${noun}`)} (--verbose shows all)`, look);
  return [...shown.flatMap(linesOf), ...more];
}

function named(hosts: readonly string[], { verbose }: Look): string {
  return listed(hosts, verbose ? Infinity : MAX_NAMES);
}

function hostLines(change: Change, look: Look): readonly string[] {
  const { joined, left } = hostsOf(change);
  return [
    ...(joined.length > 0 ? labelledText('joined', printable(named(joined, look)), look) : []),
    ...(left.length > 0 ? labelledText('left', printable(named(left, look)), look) : []),
    ...change.renamed.flatMap(({ before, after }) => labelledText('renamed', printable(`${before} → ${after}`), look)),
  ];
}

/** The hosts that have become members of the stack, and those that are none any more. */
export function hostsOf(change: Change) {
  const [before, after] = [new Set<string>(), new Set<string>()];
  const renamed = new Set<string>();
  for (const one of membersOf(change)) {
    if (one.before !== undefined) before.add(one.before.host);
    if (one.after !== undefined) after.add(one.after.host);
    if (one.before !== undefined && one.after !== undefined && one.before.host !== one.after.host)
      renamed.add(one.before.host).add(one.after.host);
  }
  return {
    joined: [...after].filter((host) => !before.has(host) && !renamed.has(host)),
    left: [...before].filter((host) => !after.has(host) && !renamed.has(host)),
  };
}

function settingLines(one: ChangedSetting, { documents }: ReportedCheck, look: Look): readonly string[] {
  const { name, hosts, before, after, isSecret, applies, at } = one;
  const values = isSecret ? 'changes' : `${before ?? 'not set'} → ${after ?? 'not set'}`;
  return labelledText(
    'setting',
    printable(`${name}: ${values} on ${named(hosts, look)} (${APPLYING[applies]}; ${location(at, documents)})`),
    look,
  );
}

const APPLYING = { live: 'takes a request', restart: 'takes a restart', reinstall: 'takes another node' } as const;

function requestLines(one: ChangedRequest, { documents }: ReportedCheck, look: Look): readonly string[] {
  const { method, path, at, was } = one;
  const place = at ?? was;
  const where = place === undefined ? '' : ` (${location(place, documents)})`;
  return labelledText('request', printable(`${method} ${path}: ${requestInWords(one)}${where}`), look);
}

function lostLines({ hosts, files, was }: LostRestart, { documents }: ReportedCheck, look: Look): readonly string[] {
  const of = `${named(hosts, look)} for ${listed(files, look.verbose ? Infinity : MAX_NAMES)}`;
  return labelledText('restart', printable(`no longer of ${of} (${location(was, documents)})`), look);
}

function openLines({ name, hosts, setting, side }: OpenSetting, look: Look): readonly string[] {
  const when = side === 'before' ? 'what it was is not known' : 'what it becomes is not known';
  const of = hosts.length === 0 ? name : `${name} of ${named(hosts, look)}`;
  return labelledText('unknown', printable(`${of}: ${when}, as ${setting.message}`), look);
}

/**
 * The steps of a change, with their requests to be copied as they stand: these are not wrapped. What several nodes do
 * in turn is shown once.
 */
export function stepLines(steps: readonly Step[], look: Look): readonly string[] {
  return turnsOf(steps).flatMap(({ names, steps: own, first }) => {
    const numbered = own.flatMap((step, index) => linesOfStep(step, first + index, look));
    if (names.length < 2) return numbered;
    const head = `for each of ${listed(names, look.verbose ? Infinity : MAX_NAMES)} in turn, in place of ${NODE}:`;
    return [...wrap(printable(head), look.width - 2).map((line) => `  ${look.paint.strong(line)}`), ...numbered];
  });
}

/** What stands for the name of each node in turn. */
const NODE = 'NODE';

interface Turns {
  readonly names: readonly string[];
  readonly steps: readonly Step[];
  /** The number of the first step. */
  readonly first: number;
}

/** Steps in runs: those of nodes that do the same in turn are one, with a word in place of their names. */
function turnsOf(steps: readonly Step[]): readonly Turns[] {
  const runs: { names: string[]; steps: readonly Step[]; text: string }[] = [];
  for (const own of ofEachTurn(steps)) {
    const [{ turn } = { turn: undefined }] = own;
    const alike = turn === undefined ? own : own.map((step) => withoutName(step, turn));
    const text = JSON.stringify(alike);
    const last = runs.at(-1);
    if (turn !== undefined && last?.text === text) last.names.push(turn);
    else runs.push({ names: turn === undefined ? [] : [turn], steps: own, text });
  }
  let first = 1;
  return runs.map(({ names, steps: own }) => {
    const [name = ''] = names;
    const run = { names, steps: names.length < 2 ? own : own.map((step) => withoutName(step, name)), first };
    first += own.length;
    return run;
  });
}

function ofEachTurn(steps: readonly Step[]): readonly (readonly [Step, ...Step[]])[] {
  const turns: [Step, ...Step[]][] = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (last !== undefined && step.turn !== undefined && last[0].turn === step.turn) last.push(step);
    else turns.push([step]);
  }
  return turns;
}

function withoutName(step: Step, name: string): Step {
  const pattern = new RegExp(`(?<![\\w.-])${name.replace(/\W/g, '\\$&')}(?![\\w-])`, 'g');
  const { title, command, until } = step;
  return {
    ...step,
    turn: NODE,
    title: title.replace(pattern, NODE),
    command: command?.replace(pattern, NODE),
    until: until?.replace(pattern, NODE),
  };
}

function linesOfStep(step: Step, number: number, { paint, width }: Look): readonly string[] {
  const { title, request, body, command, until, obstacles = [] } = step;
  const label = `${String(number)}.`.padStart(4);
  const indent = ' '.repeat(label.length + 1);
  const text = (words: string): readonly string[] =>
    wrap(printable(words), width - indent.length).map((line) => indent + line);
  const [head = '', ...more] = wrap(printable(title), width - indent.length);
  return [
    `${label} ${paint.strong(head)}`,
    ...more.map((line) => indent + paint.strong(line)),
    ...(request === undefined
      ? []
      : shortConsoleLines({ title, request, ...(body && { body }) }, width - indent.length).map(
          (line) => indent + line,
        )),
    ...(command === undefined ? [] : [indent + printable(command)]),
    ...(until === undefined ? [] : text(`until ${until}`).map(paint.faint)),
    ...obstacles.flatMap((obstacle) => text(`now: ${obstacle}`).map(paint.warning)),
  ];
}
