/** Reasons why there may be hosts and groups that no file of an inventory names. */
import type { GroupingTask, Inventory, StandIn, Trouble } from '../inventory/entities.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import { mayName } from '../plays/grouping-tasks.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import type { Document } from '../../source/document.ts';
import type { Doubt } from './doubt.ts';
import type { JudgedInventory } from './judged-project.ts';
import type { ProjectTexts } from '../project/project-texts.ts';
import { kindOf, severityOf } from '../../troubles/catalogue.ts';

const STAND_IN: Readonly<Record<StandIn, string>> = {
  scenario: 'no inventory was found, and a test has other hosts than a deployment',
  'made-up': 'no inventory was found, so the hosts are not known',
};

/**
 * Says why an inventory may have more hosts than its files name: a source is dynamic, broken or vaulted, or there is
 * no source. `project`: it may have too many files to find all tasks that make hosts.
 */
export function whyIncomplete(inventory: Inventory, project?: ProjectTexts): Doubt | undefined {
  const open = (reason: Doubt['reason'], message: string): Doubt => ({ reason, message, isOfSource: true });
  const [dynamic] = inventory.dynamicSources;
  if (dynamic !== undefined) {
    if (inventory.troubles.some((one) => kindOf(one) === 'limit' && one.document.file === dynamic))
      return open('unreadable', `${dynamic} may name more hosts, but it is too large for stacklint`);
    const isRead = inventory.troubles.some((one) => kindOf(one) === 'undecided' && one.document.file === dynamic);
    const may = isRead ? 'put more hosts into groups' : 'name more hosts';
    return open('dynamic-inventory', `${dynamic} may ${may}, which only a run can know`);
  }
  if (inventory.standIn !== undefined) return open('not-collected', STAND_IN[inventory.standIn]);
  const broken = unreadSource(inventory, (trouble) => severityOf(trouble) === 'error');
  if (broken !== undefined) return open('unreadable', `${broken.file} may name more hosts, but it cannot be read`);
  const vaulted = unreadSource(inventory, (trouble) => kindOf(trouble) === 'vault');
  if (vaulted !== undefined) return open('vault', `${vaulted.file} may name more hosts, but it is vaulted`);
  if (project?.isCut !== true) return undefined;
  const message =
    'a task in one of the files that are not read, because there are too many, may name more hosts and groups';
  return { reason: 'task', message };
}

/** Says which task of the plays may make a group or host of a name that no source has. */
export function whyMaybeMadeByTask(
  { plays: { groupings } }: Inventory,
  kind: 'group' | 'host',
  name: string,
): Doubt | undefined {
  const maker = groupings.find(({ groups, hosts }) => mayName(kind === 'group' ? groups : hosts, name));
  return maker && openByTask(maker, `make a ${kind} ${name}`);
}

/** Says which task of the plays may put more hosts into a group or one of its descendants. */
export function whyMaybeExtendedByTask(inventory: Inventory, group: string): Doubt | undefined {
  const below = new Set([group]);
  for (const name of below) for (const child of inventory.groups.get(name)?.children ?? []) below.add(child.name);
  const isOfAll = group === 'all' || group === 'ungrouped';
  const isNew = (host: string): boolean => isTemplate(host) || !inventory.hosts.has(host);
  const joining = inventory.plays.groupings.find(({ groups, hosts }) => {
    if (isOfAll) return hosts.some(isNew);
    return [...below].some((name) => mayName(groups, name));
  });
  return joining && openByTask(joining, `put more hosts into the group ${group}`);
}

/**
 * Says which other inventory of the project may bring more hosts or groups into a run that is given both. `what`
 * names those of another inventory that matter; undefined if it has none that do.
 */
export function whyMaybeInOtherInventory(
  { read, project, shown }: Pick<JudgedInventory, 'read' | 'project' | 'shown'>,
  neighbours: NeighbourInventories,
  what: (other: Inventory) => string | undefined,
): Doubt | undefined {
  for (const other of neighbours.combinable(read)) {
    const open = whyIncomplete(other);
    if (open !== undefined) return open;
    const had = what(other);
    const [source = 'another inventory'] = other.documents.keys();
    const message = `${source} has ${had ?? ''}, and a run may be given both inventories`;
    if (had !== undefined) return { reason: 'not-collected', message };
  }
  const program = project.inventoryProgram;
  if (program === undefined) return undefined;
  const message = `${shown(program)} may name more hosts, if a run uses it as an inventory`;
  return { reason: 'dynamic-inventory', message };
}

function openByTask({ action, document, start }: GroupingTask, what: string): Doubt {
  const task = action === undefined ? `a task in ${document.file}` : `${action} at ${document.fileAndLine(start)}`;
  const message = `${task} may ${what}, which only a run can know`;
  return { reason: 'task', message };
}

function unreadSource(inventory: Inventory, hides: (trouble: Trouble) => boolean): Document | undefined {
  const broken = inventory.troubles.filter(hides).map(({ document }) => document);
  if (broken.length === 0) return undefined;
  const owners = [...inventory.groups.values(), ...inventory.hosts.values()];
  const variableFiles = new Set(owners.flatMap((owner) => inventory.filesOf(owner)));
  return broken.find((document) => !variableFiles.has(document));
}
