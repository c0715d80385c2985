/** The stacks that commands show whole: those of a project or, with `--live`, what a running cluster says of itself. */
import { answeredStack } from '../check/check-cluster.ts';
import { checkNotices } from '../check/check-notices.ts';
import { refuseEmptyInventories } from '../check/empty-inventories.ts';
import { judgedStack } from '../check/judged-stack.ts';
import { openStacks } from '../check/open-stacks.ts';
import { refuseMisunderstood } from '../check/required-stacks.ts';
import { CannotCheck } from '../ground/cannot-check.ts';
import type { Stack } from '../model/stack.ts';
import { shownHost } from '../stack/hosts.ts';
import type { Given } from './arguments.ts';
import { answersOf } from './asked-cluster.ts';
import { checkTarget } from './check-target.ts';
import type { Caller, Person } from './command.ts';
import { describedCommand, OF_INVENTORY } from './command-line.ts';
import type { OptionName } from './command-line.ts';
import { pathsByConfiguration } from './find-configuration.ts';

/** A stack to show, and where it comes from. */
export interface WholeStack {
  readonly name: string;
  /** The paths of its inventory sources; none of a running cluster. */
  readonly sources: readonly string[];
  /** Where a running cluster answered, or its recording. */
  readonly observed?: { readonly from: string; readonly at: string } | undefined;
  readonly stack: Stack;
  /** The hosts to show; undefined for all. */
  readonly shown: ReadonlySet<string> | undefined;
}

/** The stacks that a command shows, with the lines for stderr. */
export interface WholeStacks {
  readonly stacks: readonly WholeStack[];
  readonly notices: readonly string[];
}

/** Opens the stacks that a command line names. Throws CannotCheck if there is none, or for options at odds. */
export async function wholeStacks(
  command: 'resilience' | 'graph',
  given: Given,
  caller: Caller,
  person: Person,
): Promise<WholeStacks> {
  const targets = given.values('live');
  refuseTogether(command, given, targets.length > 0);
  return targets.length > 0 ? runningStack(targets, given, caller, person) : declaredStacks(given, caller);
}

/** Throws CannotCheck for what says nothing about a running cluster, or about an inventory. */
function refuseTogether(command: 'resilience' | 'graph', given: Given, isLive: boolean): void {
  const { options } = describedCommand(command);
  const ofInventory: readonly OptionName[] = [...OF_INVENTORY, 'config'];
  const ofCluster = ['Of which running cluster', 'Logging in', 'The connection'].flatMap((name) => options[name] ?? []);
  const idle = (isLive ? [...ofInventory, 'limit' as const] : ofCluster).find((option) => given.has(option));
  if (idle !== undefined)
    throw new CannotCheck(
      `--${idle} is about ${isLive ? 'an inventory, and --live is a running cluster' : 'a running cluster; name it with --live'}`,
    );
  const [word] = given.words;
  if (isLive && word !== undefined)
    throw new CannotCheck(`--live is a running cluster, and ${word} an inventory; name one of them`);
}

async function runningStack(
  targets: readonly string[],
  given: Given,
  caller: Caller,
  person: Person,
): Promise<WholeStacks> {
  const collected = await answersOf(targets, given, caller, person);
  const { recording, from, at } = collected;
  const stack = answeredStack(collected);
  const observed = { from: recording ?? from, at };
  return { stacks: [{ name: stack.name, sources: [], observed, stack, shown: undefined }], notices: [] };
}

function declaredStacks(given: Given, caller: Caller): WholeStacks {
  const opened = pathsByConfiguration(given, caller, given.words).flatMap(({ configuration, paths }) => {
    const target = checkTarget(given, caller, paths, configuration);
    const own = openStacks(target);
    refuseMisunderstood(target, own.map(judgedStack));
    return own;
  });
  const judged = opened.map(judgedStack);
  refuseEmptyInventories(judged, []);
  const stacks = opened.map(({ name, sources, stack, hosts }) => {
    const shown = given.has('limit') ? new Set(hosts.map(shownHost)) : undefined;
    return { name, sources, stack, shown };
  });
  return { stacks, notices: checkNotices(judged) };
}
