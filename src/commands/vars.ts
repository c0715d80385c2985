/** `stacklint vars`: the effective variables of hosts. */
import { CannotCheck } from '../ground/cannot-check.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { openStacks } from '../check/open-stacks.ts';
import { listed } from '../model/phrases.ts';
import { location } from '../report/locations.ts';
import { listedHosts, MAX_NAMES, printable, wrap } from '../report/terminal-text.ts';
import type { Given } from './arguments.ts';
import { configurationFor } from './find-configuration.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn } from '../stack/place.ts';
import type { ShownValue } from '../explain/effective-values.ts';
import { effectiveVariable, effectiveVariables } from '../explain/effective-values.ts';
import type { Style } from './report-options.ts';
import { reportWriterFor, TEXT_OR_JSON } from './report-options.ts';
import type { Caller, CommandOutcome } from './command.ts';
import { productSettings } from '../explain/settings-of-host.ts';
import type { ProductSetting } from '../explain/settings-of-host.ts';
import { valueLines } from '../explain/value-outline.ts';
import { exactJson } from '../model/exact-json.ts';
import type { HostReport } from '../explain/variables-report.ts';
import { variablesJson } from '../explain/variables-report.ts';
import { checkTarget } from './check-target.ts';
import { hostsOf, complaintAboutHost } from './named-hosts.ts';
import { unreadNotices } from './unread-files.ts';

/**
 * The effective variables of every host, or of one: those of the vocabulary, or all. Without a vocabulary, the
 * products' settings in the files of the hosts.
 */
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
      if (stack.vocabulary === undefined)
        return { opened: stack, host, variables: [], settings: productSettings(stack, host) };
      const names = Object.keys(stack.vocabulary.schema.properties).sort();
      const known = names.map((each) => effectiveVariable(stack, host, each));
      return { opened: stack, host, variables: known.filter((each) => each !== undefined) };
    }),
  );
  if (name !== undefined && reports.length === 0) throw new CannotCheck(complaintAboutHost(name, opened));
  return reports;
}

/** Notices about the stacks whose variables no vocabulary names: what is shown instead, if anything is. */
function foreignStacks(opened: readonly OpenedStack[]): readonly string[] {
  const foreign = opened.filter(({ vocabulary, inventory }) => vocabulary === undefined && inventory.hosts.size > 0);
  const has = ({ deployed }: OpenedStack): boolean => (deployed?.all.size ?? 0) > 0;
  return [true, false].flatMap((shows) => {
    const names = foreign.filter((stack) => has(stack) === shows).map(({ name }) => name);
    if (names.length === 0) return [];
    const what = `no vocabulary names ${names.length === 1 ? 'its' : 'their'} variables`;
    const instead = shows ? ', so these are the settings in the files of hosts' : '';
    const more = '--all shows every variable, and stacklint render the files of hosts';
    return [`${listed(names, MAX_NAMES)}: ${what}${instead}; ${more}`];
  });
}

/** A variable, or a setting of a product, as it is told. */
interface Told {
  readonly name: string;
  readonly shown: ShownValue;
  /** The place that sets it, and where that goes into a file. */
  readonly places: string;
}

/** Hosts that have one value from one place. */
interface Fold extends Told {
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
  for (const report of reports)
    for (const told of toldOf(report)) {
      const { name, shown, places } = told;
      const said = shown.state === 'known' ? [shown.value] : [shown.written, shown.message];
      const key = exactJson([name, places, said]);
      const fold = folds.get(key);
      if (fold === undefined) folds.set(key, { ...told, hosts: [shownHost(report.host)] });
      else fold.hosts.push(shownHost(report.host));
    }
  return [...folds.values()].sort((a, b) => (a.name < b.name ? -1 : +(a.name > b.name)));
}

function toldOf({ opened, variables, settings = [] }: HostReport): readonly Told[] {
  return [
    ...variables.map(({ name, shown, places: [winner] }) => {
      const { document, value } = winner;
      return { name, shown, places: location(placeIn(document, value), opened.inventory.documents) };
    }),
    ...settings.map(({ name, shown, at, usedAt }) => {
      const places = [at, usedAt].flatMap((place) => (place === undefined ? [] : [placeInText(place)]));
      return { name, shown, places: places.join(', used in ') };
    }),
  ];
}

function placeInText({ document, range }: NonNullable<ProductSetting['at']>): string {
  return location(placeIn(document, range), new Map([[document.file, document]]));
}

/**
 * The value as YAML; below it, indented, the template that gives it, the hosts that have it, and the place that sets
 * it.
 */
function block({ name, shown, places, hosts }: Fold, all: number, { width, paint }: Style): string[] {
  const whom = all === 1 ? [] : [listedHosts(hosts, all)];
  const below = [[places, ...whom].filter((part) => part !== '').join(': ')];
  if (shown.state === 'unknown') below.unshift(printable(shown.message));
  else if (shown.raw !== undefined) below.unshift(printable(shown.raw));
  const [first = '', ...rest] = lines(name, shown, width);
  return [
    paint.strong(first.slice(0, name.length + 1)) + first.slice(name.length + 1),
    ...rest,
    ...below.flatMap((text) => wrap(text, width - 4)).map((line) => `    ${paint.faint(line)}`),
  ];
}

/** The lines of a value; as it is written, if its result is unknown. */
function lines(name: string, shown: ShownValue, width: number): string[] {
  const value = shown.state === 'known' ? shown.value : shown.written;
  return value === undefined ? [`${printable(name)}: unknown`] : valueLines(name, value, width);
}
