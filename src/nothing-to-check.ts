/** Stacks of which nothing was checked, so that a report without findings would be no answer. */
import type { Trouble } from './ansible/entities.ts';
import { CannotCheck } from './cannot-check.ts';
import type { Finding } from './model/finding.ts';
import { listed } from './listed.ts';
import type { OpenedStack } from './open.ts';
import { kindOf, messageOf, severityOf } from './troubles/catalogue.ts';
import { problemOf } from './stack/documents.ts';

/** How many sources, and how many reasons, are named. */
const NAMED = 3;

/**
 * Throws CannotCheck where no stack has a host, or a stack has none for its sources are broken, and no finding says so.
 * What only a run or a password could tell is open instead.
 */
export function refuseNothingToCheck(opened: readonly OpenedStack[], findings: readonly Finding[]): void {
  const telling = findings.filter(({ rule, severity }) => severity === 'error' || rule === 'inventory/syntax');
  const told = new Set(telling.flatMap(({ stacks }) => stacks));
  const empty = opened.filter((stack) => !told.has(stack.name) && isEmpty(stack));
  const broken = empty.filter((stack) => faults(stack).length > 0);
  if (broken.length === 0 && empty.length < opened.length) return;
  const unchecked = broken.length > 0 ? broken : empty;
  const sources = listed(
    unchecked.flatMap((stack) => stack.sources),
    NAMED,
  );
  const reasons = unchecked.flatMap(broken.length > 0 ? faults : skipped).slice(0, NAMED);
  throw new CannotCheck([`nothing to check: no hosts in ${sources}`, ...reasons].join('\n'));
}

function isEmpty({ inventory: { hosts, dynamic, troubles } }: OpenedStack): boolean {
  return hosts.size === 0 && dynamic.length === 0 && !troubles.some((trouble) => kindOf(trouble) === 'vault');
}

function faults(stack: OpenedStack): readonly string[] {
  return said(stack, (trouble) => severityOf(trouble) === 'error');
}

/** What Ansible leaves out, with a warning at most. */
function skipped(stack: OpenedStack): readonly string[] {
  return said(stack, (trouble) => kindOf(trouble) === 'structure' && severityOf(trouble) === 'warning');
}

/** Troubles of a kind, each with its place. */
function said({ inventory }: OpenedStack, which: (trouble: Trouble) => boolean): readonly string[] {
  return inventory.troubles.filter(which).map((trouble) => {
    const { document, start } = trouble;
    const { line, column } = document.position(start);
    return `${document.file}:${line}:${column}: ${messageOf(problemOf(trouble).fault)}`;
  });
}
