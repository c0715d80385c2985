/** The hosts of a play that come to a task: those for which no condition on the way is known to be false. */
import type { Host } from '../inventory/entities.ts';
import { isLeftOut } from '../plays/role-applications.ts';
import type { AppliedTask } from '../plays/role-applications.ts';
import type { PlacedTask } from '../plays/tasks.ts';
import type { Scopes } from '../scopes.ts';
import { truthOfCondition } from '../template/condition.ts';
import type { Node } from '../../source/tree.ts';

/** A task or the use of a role, with the role that it belongs to. */
type Step = Pick<AppliedTask, 'application'> & { readonly task: Pick<PlacedTask, 'isNeverRun' | 'conditions'> };

/** The hosts of a play that may come to a step of it; none if it is run only if a person asks for it by a tag. */
export function hostsReached(step: Step, hosts: readonly Host[], scopes: Scopes): readonly Host[] {
  if (isLeftOut(step)) return [];
  const { task, application } = step;
  const uses = application === undefined ? [] : [...application.chain, application].map(({ use }) => use);
  const conditions = [...uses, task].flatMap((one) => one.conditions.map(({ node }) => node));
  return hosts.filter((host) => conditions.every((condition) => !isFalse(condition, host, scopes)));
}

function isFalse(condition: Node, host: Host, scopes: Scopes): boolean {
  if (condition.kind !== 'scalar') return false;
  return truthOfCondition(String(condition.value), scopes.of(host)) === false;
}
