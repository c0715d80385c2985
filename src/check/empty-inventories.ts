/** Stacks without hosts: nothing was checked, so a report without findings would mislead. */
import type { Trouble } from '../ansible/index.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Finding } from '../model/finding.ts';
import { listed } from '../model/phrases.ts';
import type { JudgedStack } from './judged-stack.ts';
import { kindOf, messageOf, severityOf } from '../troubles/catalogue.ts';
import { problemOfTrouble } from '../stack/project/documents.ts';

/** The number of sources, and of reasons, that the message names. */
const NAMED = 3;

/**
 * Throws CannotCheck if no stack has a host, or if a stack has no hosts because its sources are broken, unless a
 * finding says so. A stack whose hosts depend on a run or a password is not empty but undecided.
 */
export function refuseEmptyInventories(opened: readonly JudgedStack[], findings: readonly Finding[]): void {
  const explaining = findings.filter(({ rule, severity }) => severity === 'error' || rule === 'inventory/syntax');
  const explained = new Set(explaining.flatMap(({ stacks }) => stacks));
  const empty = opened.filter((stack) => !explained.has(stack.name) && isEmpty(stack));
  const broken = empty.filter((stack) => faults(stack).length > 0);
  if (broken.length === 0 && empty.length < opened.length) return;
  const unchecked = broken.length > 0 ? broken : empty;
  const sources = listed(
    unchecked.flatMap((stack) => stack.sources),
    NAMED,
  );
  const reasons = unchecked.flatMap(broken.length > 0 ? faults : skipped).slice(0, NAMED);
  throw new CannotCheck(`nothing to check: no hosts in ${sources}`, reasons);
}

function isEmpty({ inventory: { hosts, dynamicSources, troubles } }: JudgedStack): boolean {
  return hosts.size === 0 && dynamicSources.length === 0 && !troubles.some((trouble) => kindOf(trouble) === 'vault');
}

function faults(stack: JudgedStack): readonly string[] {
  return said(stack, (trouble) => severityOf(trouble) === 'error');
}

/** Content that Ansible skips, with a warning at most. */
function skipped(stack: JudgedStack): readonly string[] {
  return said(stack, (trouble) => kindOf(trouble) === 'structure' && severityOf(trouble) === 'warning');
}

/** The selected troubles as text, each with its place. */
function said({ inventory }: JudgedStack, which: (trouble: Trouble) => boolean): readonly string[] {
  return inventory.troubles.filter(which).map((trouble) => {
    const { document, start } = trouble;
    const { line, column } = document.position(start);
    return `${document.file}:${line}:${column}: ${messageOf(problemOfTrouble(trouble).fault)}`;
  });
}
