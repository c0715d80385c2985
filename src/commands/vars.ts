/** `stacklint vars`: the effective variables of hosts. */
import { CannotCheck } from '../cannot-check.ts';
import type { OpenedStack } from '../open.ts';
import { openStacks } from '../open.ts';
import { listed } from '../model/phrases.ts';
import { location } from '../report/locations.ts';
import { listedHosts, MAX_NAMES, printable, wrap } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './find-configuration.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn } from '../stack/place.ts';
import type { Effective, ShownValue } from '../explain/effective-values.ts';
import { effectiveVariable, effectiveVariables } from '../explain/effective-values.ts';
import type { Style } from './report-options.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { valueLines } from '../explain/value-outline.ts';
import { exactJson } from '../model/exact-json.ts';
import type { HostReport } from '../explain/variables-report.ts';
import { variablesJson } from '../explain/variables-report.ts';
import { checkTarget } from './check-target.ts';
import { hostsOf, complaintAboutHost } from './named-hosts.ts';
import { unreadNotices } from './unread-files.ts';

/** The effective variables of every host, or of one: those of the vocabulary, or all. */
export async function vars(given: Given, caller: Caller): Promise<CommandOutcome> {
  const deliver = reportWriterFor(given, caller, TEXT_OR_JSON);
  const opened = openStacks(checkTarget(given, caller, [], configurationFor(given, caller)));
  const reports = hostReports(opened, given.words[0], given.has('all'));
  const stdout = await deliver({ text: (style) => asText(reports, style), json: () => variablesJson(reports) });
  return { stdout, stderr: unreadNotices(opened, given.has('all') ? [] : foreignStacks(opened)), exitCode: 0 };
}

function hostReports(opened: readonly OpenedStack[], name: string | undefined, all: boolean): readonly HostReport[] {
  const reports = opened.flatMap((stack) =>
    hostsOf(stack, name).map((host): HostReport => {
      if (all) return { opened: stack, host, variables: effectiveVariables(stack, host) };
      const names = Object.keys(stack.vocabulary?.schema.properties ?? {}).sort();
      const known = names.map((each) => effectiveVariable(stack, host, each));
      return { opened: stack, host, variables: known.filter((each) => each !== undefined) };
    }),
  );
  if (name !== undefined && reports.length === 0) throw new CannotCheck(complaintAboutHost(name, opened));
  return reports;
}

/** A notice about the stacks whose variables no vocabulary names. */
function foreignStacks(opened: readonly OpenedStack[]): readonly string[] {
  const foreign = opened.filter(({ vocabulary, inventory }) => vocabulary === undefined && inventory.hosts.size > 0);
  if (foreign.length === 0) return [];
  const names = foreign.map(({ name }) => name);
  const their = names.length === 1 ? 'its' : 'their';
  const what = `no vocabulary names ${their} variables`;
  return [`${listed(names, MAX_NAMES)}: ${what}; --all shows every variable, and stacklint render the files of hosts`];
}

/** Hosts that have one value from one place. */
interface Fold {
  readonly opened: OpenedStack;
  readonly variable: Effective;
  readonly hosts: string[];
}

function asText(reports: readonly HostReport[], style: Style): string {
  return folded(reports)
    .flatMap((fold) => block(fold, reports.length, style))
    .map((line) => `${line}\n`)
    .join('');
}

function folded(reports: readonly HostReport[]): readonly Fold[] {
  const folds = new Map<string, Fold>();
  for (const { opened, host, variables } of reports)
    for (const variable of variables) {
      const { shown } = variable;
      const said = shown.state === 'known' ? [shown.value] : [shown.written, shown.message];
      const key = exactJson([variable.name, placeOf(variable, opened), said]);
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, { opened, variable, hosts: [shownHost(host)] });
      else fold.hosts.push(shownHost(host));
    }
  return [...folds.values()].sort((a, b) =>
    a.variable.name < b.variable.name ? -1 : +(a.variable.name > b.variable.name),
  );
}

function placeOf({ places: [winner] }: Effective, { inventory }: OpenedStack): string {
  const { document, value } = winner;
  return location(placeIn(document, value), inventory.documents);
}

/** The value as YAML; below it, indented, the template that gives it, for whom it holds and where it is set. */
function block({ opened, variable, hosts }: Fold, all: number, { width, paint }: Style): string[] {
  const { name, shown } = variable;
  const place = placeOf(variable, opened);
  const below = [all === 1 ? place : `${place}: ${listedHosts(hosts, all)}`];
  if (shown.state === 'unknown') below.unshift(printable(shown.message));
  else if (shown.raw !== undefined) below.unshift(printable(shown.raw));
  const [first = '', ...rest] = lines(name, shown, width);
  return [
    first.replace(/^.*?:/, paint.strong),
    ...rest,
    ...below.flatMap((text) => wrap(text, width - 4)).map((line) => `    ${paint.faint(line)}`),
  ];
}

/** The lines of a value; as it is written, where its result is unknown. */
function lines(name: string, shown: ShownValue, width: number): string[] {
  const value = shown.state === 'known' ? shown.value : shown.written;
  return value === undefined ? [`${printable(name)}: unknown`] : valueLines(name, value, width);
}
