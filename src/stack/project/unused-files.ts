/** Files of group_vars and host_vars that Ansible never opens, and the reasons why something else may read them. */
import { basename, dirname, relative, resolve } from 'node:path';
import type { SourcedInventory } from '../../ansible/entities.ts';
import { unusedPaths } from '../../ansible/variables/unused-variable-files.ts';
import type { UnusedPath } from '../../ansible/variables/unused-variable-files.ts';
import type { VarsFolder } from '../../ansible/variables/vars-files.ts';
import type { UnusedFile } from '../../model/declared-inventory.ts';
import { nearestOwner } from '../../model/nearest.ts';
import type { Origin, FilePlace, Unknown } from '../../model/setting.ts';
import { shownLinkTarget } from '../../ground/paths.ts';
import type { InventoryContext } from './lazy-inventory.ts';
import type { ProjectTexts } from '../../ansible/project/project-texts.ts';
import { whyMaybeInOtherInventory, whyMaybeMadeByTask, whyIncompleteInProject } from './incomplete-inventory.ts';

/** Finds the unused files next to an inventory and its playbooks. */
export function unusedFiles(context: InventoryContext): readonly UnusedFile[] {
  const { files, shown, read, settings, neighbours, project } = context;
  const readers = (folder: string): readonly SourcedInventory[] => neighbours.readersOf(folder, read);
  return unusedPaths(files, read, readers, settings, shown)
    .filter(({ path, kind }) => !project.mentionsPath(`${kind}/${basename(path)}`))
    .map((unused) => unusedFile(unused, [read, ...readers(unused.folder)], context))
    .map((unused) => ({ ...unused, unless: unused.unless ?? readByPlugin(read, unused) }));
}

/** Says why a vars plugin may read a file: it may read files of any name. */
function readByPlugin({ varsPlugin }: SourcedInventory, { at, shown }: UnusedFile): Unknown | undefined {
  if (varsPlugin === undefined) return undefined;
  const message = `${shown} may be read by the vars plugin ${varsPlugin.name}, which is not run`;
  return { state: 'unknown', variable: 'hosts', origin: at, reason: 'dynamic-inventory', message };
}

function unusedFile(
  { path, folder, kind, why, name }: UnusedPath,
  readers: readonly SourcedInventory[],
  context: InventoryContext,
): UnusedFile {
  const { files, read, shown: shownPath, project } = context;
  const file = shownPath(path);
  const at = { file, start: 0, end: 0 };
  const shown = `${kind}${path.slice(folder.length)}`;
  if (why === 'hidden')
    return { at, shown, why: { kind: why, by: `${kind}/${relative(folder, name)}` }, unless: undefined };
  if (why === 'extension') return { at, shown, why: { kind: why, expected: name }, unless: undefined };
  if (why === 'dangling') {
    const target = shownLinkTarget(path, files.linkTarget(path) ?? path, shownPath);
    return { at, shown: name === kind ? file : shown, why: { kind: why, target }, unless: undefined };
  }
  if (why === 'misnamed')
    return { at, shown: file, why: { kind: why, expected: name }, unless: readByPlays(project, basename(path), at) };
  if (why === 'deeper') {
    const expected = `${shownPath(resolve(read.sources[0] ?? '', kind))}, or ${shownPath(dirname(path))} as a source of its own`;
    return { at, shown: file, why: { kind: why, expected }, unless: undefined };
  }
  const owner = kind === 'group_vars' ? 'group' : 'host';
  const [own, other] = owner === 'group' ? (['groups', 'hosts'] as const) : (['hosts', 'groups'] as const);
  // All stacks that read the folder report the same.
  const names = new Set(readers.flatMap((reader) => [...reader[own].keys()]));
  const elsewhere =
    owner === 'group' ? `host_vars, as there is a host ${name}` : `group_vars, as there is a group ${name}`;
  const isOther = readers.some((reader) => reader[other].has(name));
  const instead = isOther ? elsewhere : nearestOwner(name, [...names].sort());
  const unless = mayHaveOwner(kind, name, shown, at, readers, context);
  return { at, shown, why: { kind: why, owner, name, instead }, unless };
}

/** Says why there may be a group or host of this name, though the inventories that read the file have none. */
function mayHaveOwner(
  kind: VarsFolder,
  name: string,
  shown: string,
  origin: Origin,
  readers: readonly SourcedInventory[],
  context: InventoryContext,
): Unknown | undefined {
  const { inventory, project } = context;
  const owner = kind === 'group_vars' ? 'group' : 'host';
  const incomplete = readers
    .map((reader) => whyIncompleteInProject(reader, project, origin))
    .find((one) => one !== undefined);
  const open =
    incomplete ??
    whyMaybeMadeByTask(inventory, owner, name, origin) ??
    whyMaybeReadElsewhere(project, kind, name, shown, origin);
  if (open !== undefined) return open;
  return whyMaybeInOtherInventory(context, origin, ({ groups, hosts }) =>
    (owner === 'group' ? groups : hosts).has(name) ? `a ${owner} ${name}` : undefined,
  );
}

/** Says why a play, Molecule or Vagrant may read the files of a group or host; `shown` is their name in the message. */
export function whyMaybeReadElsewhere(
  project: ProjectTexts,
  kind: VarsFolder,
  name: string,
  shown: string,
  origin: Origin,
): Unknown | undefined {
  const texts = [`${kind}/{{`, `${kind}/*`, `${kind}: ..`];
  if (!texts.some((text) => project.containsText(text)) && !project.vagrantfile.includes(name)) return undefined;
  const message = `${shown} may be read by a play, by Molecule or by Vagrant, which only a run can know`;
  return { state: 'unknown', variable: 'hosts', origin, reason: 'task', message };
}

/** Says why plays may read the files of a folder: they name it. */
function readByPlays(project: ProjectTexts, folder: string, at: FilePlace): Unknown | undefined {
  if (!project.containsText(`${folder}/`)) return undefined;
  const message = `${folder} may be read by a play, which only a run can know`;
  return { state: 'unknown', variable: 'hosts', origin: at, reason: 'task', message };
}
