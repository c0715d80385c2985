/** Files of group_vars and host_vars that Ansible never opens, and the reasons why something else may read them. */
import { basename, dirname, relative, resolve } from 'node:path';
import type { SourcedInventory } from '../inventory/entities.ts';
import { unusedPaths } from '../variables/unused-variable-files.ts';
import type { UnusedPath } from '../variables/unused-variable-files.ts';
import type { VarsFolder } from '../variables/vars-files.ts';
import { nearestOwner } from '../../model/nearest.ts';
import type { NeighbourInventories } from '../discovery/neighbour-inventories.ts';
import { shownLinkTarget } from '../../ground/paths.ts';
import type { Doubt } from './doubt.ts';
import type { JudgedInventory } from './judged-project.ts';
import type { ProjectTexts } from '../project/project-texts.ts';
import { whyMaybeInOtherInventory, whyMaybeMadeByTask, whyIncomplete } from './incomplete-inventory.ts';
import type { VariableFileMistake } from '../../troubles/mistake.ts';

/** A file or folder of `group_vars` or `host_vars` that Ansible never opens. */
export interface UnusedFile extends VariableFileMistake {
  /** As it is shown. */
  readonly file: string;
  /** The reason why it may be read after all, if it may. */
  readonly unless: Doubt | undefined;
}

/** Finds the unused files next to an inventory and its playbooks. */
export function unusedFiles(context: JudgedInventory, neighbours: NeighbourInventories): readonly UnusedFile[] {
  const { files, shown, read, settings, project } = context;
  const readers = (folder: string): readonly SourcedInventory[] => neighbours.readersOf(folder, read);
  return unusedPaths(files, read, readers, settings, shown)
    .filter(({ path, kind }) => !project.mentionsPath(`${kind}/${basename(path)}`))
    .map((unused) => unusedFile(unused, [read, ...readers(unused.folder)], context, neighbours))
    .map((unused) => ({ ...unused, unless: unused.unless ?? readByPlugin(read, unused) }));
}

/** Says why a vars plugin may read a file: it may read files of any name. */
function readByPlugin({ varsPlugin }: SourcedInventory, { shown }: UnusedFile): Doubt | undefined {
  if (varsPlugin === undefined) return undefined;
  const message = `${shown} may be read by the vars plugin ${varsPlugin.name}, which is not run`;
  return { reason: 'dynamic-inventory', message };
}

function unusedFile(
  { path, folder, kind, why, name }: UnusedPath,
  readers: readonly SourcedInventory[],
  context: JudgedInventory,
  neighbours: NeighbourInventories,
): UnusedFile {
  const { files, read, shown: shownPath, project } = context;
  const file = shownPath(path);
  const shown = `${kind}${path.slice(folder.length)}`;
  if (why === 'hidden')
    return { file, shown, why: { kind: why, by: `${kind}/${relative(folder, name)}` }, unless: undefined };
  if (why === 'extension') return { file, shown, why: { kind: why, expected: name }, unless: undefined };
  if (why === 'dangling') {
    const target = shownLinkTarget(path, files.linkTarget(path) ?? path, shownPath);
    return { file, shown: name === kind ? file : shown, why: { kind: why, target }, unless: undefined };
  }
  if (why === 'misnamed')
    return { file, shown: file, why: { kind: why, expected: name }, unless: readByPlays(project, basename(path)) };
  if (why === 'deeper') {
    const expected = `${shownPath(resolve(read.sources[0] ?? '', kind))}, or ${shownPath(dirname(path))} as a source of its own`;
    return { file, shown: file, why: { kind: why, expected }, unless: undefined };
  }
  const owner = kind === 'group_vars' ? 'group' : 'host';
  const [own, other] = owner === 'group' ? (['groups', 'hosts'] as const) : (['hosts', 'groups'] as const);
  // All stacks that read the folder report the same.
  const names = new Set(readers.flatMap((reader) => [...reader[own].keys()]));
  const elsewhere =
    owner === 'group' ? `host_vars, as there is a host ${name}` : `group_vars, as there is a group ${name}`;
  const isOther = readers.some((reader) => reader[other].has(name));
  const instead = isOther ? elsewhere : nearestOwner(name, [...names].sort());
  const unless = mayHaveOwner(kind, name, shown, readers, context, neighbours);
  return { file, shown, why: { kind: why, owner, name, instead }, unless };
}

/**
 * Says why there may be a group or host of this name, though the inventories that read the file have no such host or
 * group.
 */
function mayHaveOwner(
  kind: VarsFolder,
  name: string,
  shown: string,
  readers: readonly SourcedInventory[],
  context: JudgedInventory,
  neighbours: NeighbourInventories,
): Doubt | undefined {
  const { inventory, project } = context;
  const owner = kind === 'group_vars' ? 'group' : 'host';
  const incomplete = readers.map((reader) => whyIncomplete(reader, project)).find((one) => one !== undefined);
  const open =
    incomplete ?? whyMaybeMadeByTask(inventory, owner, name) ?? whyMaybeReadElsewhere(project, kind, name, shown);
  if (open !== undefined) return open;
  return whyMaybeInOtherInventory(context, neighbours, ({ groups, hosts }) =>
    (owner === 'group' ? groups : hosts).has(name) ? `a ${owner} ${name}` : undefined,
  );
}

/** Says why a play, Molecule or Vagrant may read the files of a group or host; `shown` is their name in the message. */
export function whyMaybeReadElsewhere(
  project: ProjectTexts,
  kind: VarsFolder,
  name: string,
  shown: string,
): Doubt | undefined {
  const texts = [`${kind}/{{`, `${kind}/*`, `${kind}: ..`];
  if (!texts.some((text) => project.containsText(text)) && !project.vagrantfile.includes(name)) return undefined;
  const message = `${shown} may be read by a play, by Molecule or by Vagrant, which only a run can know`;
  return { reason: 'task', message };
}

/** Says why plays may read the files of a folder: they name it. */
function readByPlays(project: ProjectTexts, folder: string): Doubt | undefined {
  if (!project.containsText(`${folder}/`)) return undefined;
  const message = `${folder} may be read by a play, which only a run can know`;
  return { reason: 'task', message };
}
