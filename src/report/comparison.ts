/** How much of a running cluster was compared with its inventory, in words. */
import type { Drift } from '../model/drift.ts';
import { counted } from '../model/phrases.ts';
import type { ReportedCheck } from './reported-check.ts';

/** A sentence for each cluster that was compared with its inventory: nothing compared is not a pass. */
export function comparisonOf({ stacks }: Pick<ReportedCheck, 'stacks'>): readonly string[] {
  return stacks.flatMap(({ drift }) => (drift === undefined ? [] : [sentenceOf(drift)]));
}

export function sentenceOf({ hosts, compared, differ, unknown }: Drift): string {
  if (hosts.length === 0) return 'Nothing was compared with the inventory: no host of it is a node of the cluster.';
  const open = unknown === 0 ? '' : `, and ${String(unknown)} could not be`;
  const nodes = `of ${counted(hosts.length, 'node')}`;
  if (compared === 0) return `No setting ${nodes} was compared with the inventory${open}.`;
  const were = `${compared === 1 ? 'was' : 'were'} compared with the inventory`;
  return `${counted(compared, 'setting')} ${nodes} ${were}${open}: ${String(differ)} ${differ === 1 ? 'differs' : 'differ'}.`;
}
