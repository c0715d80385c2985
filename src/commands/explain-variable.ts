/** Every place that sets a variable, and for whom it wins. */
import { shownLevel } from '../ansible/index.ts';
import type { Assignment } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { listed } from '../model/phrases.ts';
import { location } from '../report/locations.ts';
import { listedHosts, printable, wrap } from '../report/terminal-text.ts';
import { shownHost } from '../stack/hosts.ts';
import { placeIn } from '../stack/place.ts';
import { valueAsWritten } from '../explain/effective-values.ts';
import type { Style } from './report-options.ts';
import { valueLines } from '../explain/value-outline.ts';
import { meaningOfVariable, readingRulesSentence } from '../explain/variable-meaning.ts';
import { fatesOf, whyOthersMayWin, newFate, placesOf, whyUnreached } from '../explain/variable-places.ts';
import type { Fate } from '../explain/variable-places.ts';
import type { HostReport } from '../explain/variables-report.ts';

/** The variable in every stack: its meaning, then its places in Ansible's order. */
export function explainVariable(
  name: string,
  opened: readonly OpenedStack[],
  reports: readonly HostReport[],
  style: Style,
): string {
  const lines = opened.flatMap((stack) => [
    ...(opened.length > 1 ? [style.paint.strong(printable(stack.name)), ''] : []),
    ...inStack(
      name,
      stack,
      reports.filter((report) => report.opened === stack),
      style,
    ),
    '',
  ]);
  return `${lines.slice(0, -1).join('\n')}\n`;
}

function inStack(name: string, stack: OpenedStack, reports: readonly HostReport[], style: Style): string[] {
  const { width, paint } = style;
  const lines = [
    paint.strong(name),
    ...meaningOfVariable(name, stack)
      .flatMap((text) => wrap(text, width - 2))
      .map((line) => `  ${line}`),
    '',
    ...wrap(readingRulesSentence(name, stack), width),
    '',
  ];
  const places = placesOf(name, stack, reports);
  const unsure = whyOthersMayWin(name, reports).flatMap((message) => wrap(`${printable(message)}.`, width));
  if (places.length === 0) return [...lines, ...(unsure.length > 0 ? unsure : ['Nothing sets it.'])];
  const intro =
    places.length === 1
      ? 'Set in one place:'
      : `Set in ${places.length} places, in Ansible's order (parents before children, groups before hosts): of those that apply to a host, the last one wins.`;
  lines.push(...wrap(intro, width), '');
  const fates = fatesOf(reports);
  const numbers = new Map(places.map((place, index) => [place, index + 1]));
  for (const place of places)
    lines.push(...placeLines(place, numbers, name, stack, fates.get(place), reports.length, style));
  const without = reports.filter(({ variables }) => variables.length === 0).map(({ host }) => shownHost(host));
  const notSet = without.length > 0 ? wrap(`Not set for ${listedHosts(without, reports.length)}.`, width) : [];
  return notSet.length + unsure.length > 0 ? [...lines, '', ...notSet, ...unsure] : lines;
}

/** The number of places to name of those that a value was computed from. */
const MAX_SOURCES = 4;

/** One place: where it is, what it says, and for which hosts it wins or loses. */
function placeLines(
  place: Assignment,
  numbers: ReadonlyMap<Assignment, number>,
  name: string,
  stack: OpenedStack,
  fate: Fate | undefined,
  all: number,
  { width, paint }: Style,
): string[] {
  const { wins, loses, open, computed: values } = fate ?? newFate();
  const says = [
    ...(wins.length > 0 ? [`wins for ${listedHosts(wins, all)}`] : []),
    ...(open.length > 0 ? [`wins in some plays for ${listedHosts(open, all)}`] : []),
    ...Array.from(loses, ([winner, hosts]) => `${numbers.get(winner)} overrides it for ${listedHosts(hosts, all)}`),
  ];
  const gives = Array.from(values, ([value, { hosts, sources }]) => {
    const from = sources.size > 0 ? `, from ${listed([...sources.keys()], MAX_SOURCES)}` : '';
    return `${printable(value)} for ${listedHosts(hosts, all)}${from}`;
  });
  const number = numbers.get(place) ?? 0;
  const { document, value } = place;
  const level = shownLevel(place.level);
  const at = location(placeIn(document, value), stack.inventory.documents);
  const margin = ' '.repeat(String(number).length + 2);
  const head = `${number}. ${at}`;
  const from = document.file.includes(level) ? '' : ` (${printable(level)})`;
  return [
    ...wrap(`${head}${from}`, width),
    ...valueLines(name, valueAsWritten(stack, name, value), width - margin.length).map(
      (line) => `${margin}${paint.strong(line)}`,
    ),
    ...[says.length > 0 ? says.join('; ') : whyUnreached(place, name, stack), ...gives]
      .flatMap((text) => wrap(text, width - margin.length))
      .map((line) => `${margin}${paint.faint(line)}`),
  ];
}
