/** The head of a report: the stacks that were checked, and how. */
import type { ReportedStack } from './reported-check.ts';
import { grouped } from '../model/multimap.ts';
import { counted, listed } from '../model/phrases.ts';
import { naturally } from '../model/natural-order.ts';
import type { Layout } from './labels.ts';
import { joinedInLines, MAX_NAMES, printable } from './terminal-text.ts';

/** The number of stacks that have a line each without --verbose. */
const MAX_LINES = 4;
/** The number of sources of one inventory to name. */
const MAX_SOURCES = 3;

/**
 * One line for each stack: `production: inventories/production · oddly.elasticstack · preset production ·
 * stacklint.yml`. If there are many, those that are checked in the same way share a line, with their names in place
 * of their sources.
 */
export function checkedStackLines(
  stacks: readonly ReportedStack[],
  look: Layout & { readonly verbose: boolean },
): readonly string[] {
  const sorted = [...stacks].sort((a, b) => naturally(a.name, b.name));
  if (look.verbose || sorted.length <= MAX_LINES)
    return sorted.flatMap((stack) => {
      return line(stack.name, [from(stack), ...how(stack)], look);
    });
  const alike = [...grouped(sorted, (stack) => how(stack).join('\n')).values()];
  return alike.flatMap((same) => {
    const names = listed(
      same.map(({ name }) => name),
      MAX_NAMES,
    );
    return line(counted(same.length, 'stack'), [names, ...how(same[0])], look);
  });
}

/** The sources of a stack: its inventory, or the node of the running cluster that answered. */
function from({ sources, observed }: ReportedStack): string {
  const all = observed === undefined ? sources : [...sources, observed.from];
  return all.length === 0 ? 'no inventory' : listed(all, MAX_SOURCES);
}

function how({ vocabulary, preset, presetFrom, configuration }: ReportedStack): readonly string[] {
  return [
    // The summary names the stacks in which nothing was recognized.
    ...(vocabulary === undefined ? [] : [vocabulary]),
    `preset ${preset}${presetFrom === 'name' ? ', by its name' : ''}`,
    ...(configuration === undefined ? [] : [configuration]),
  ];
}

function line(name: string, parts: readonly string[], { width, paint }: Layout): readonly string[] {
  const indent = '  ';
  const [first = '', ...rest] = parts.map(printable);
  const head = `${printable(name)}: `;
  const lines = joinedInLines([head + first, ...rest], ' · ', width - indent.length);
  return lines.map((text, index) =>
    index === 0 ? paint.strong(head) + paint.faint(text.slice(head.length)) : indent + paint.faint(text),
  );
}
