/** Modules, keywords and arguments in tasks that no release of ansible-core has, or no longer has. */
import { basename } from 'node:path';
import type { Task } from '../playbook/task.ts';
import type { AppliedTask, PlayReading } from '../plays/role-applications.ts';
import { mayHavePlugin } from '../settings/project-plugins.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { FoundInPlays } from './found-in-plays.ts';
import type { Doubt } from './doubt.ts';
import type { UnknownName } from './found-in-plays.ts';
import { hostsReached } from './hosts-reached.ts';
import type { JudgedPlays } from './judged-project.ts';
import { mistakesOfTask } from './mistakes-of-task.ts';
import type { Mistake } from './mistakes-of-task.ts';
import type { ModuleMistake } from '../../troubles/mistake.ts';

export interface UnknownModule extends UnknownName, ModuleMistake {}

/** Finds the modules, keywords and arguments that Ansible does not have in tasks that hosts come to. */
export function unknownModules(context: JudgedPlays): readonly UnknownModule[] {
  const { plays, settings, scopes, project } = context;
  const judged = new Map<Task, readonly Mistake[]>();
  const found = new FoundInPlays<Omit<UnknownModule, 'hosts'>>();
  for (const { reading, hosts } of plays.onInventory)
    for (const applied of reading.allTasks()) {
      const { task, document } = applied.task;
      for (const mistake of madeOnce(judged, task, () => mistakesOfTask(task, settings.version))) {
        const { kind, name, module, expected, mayBeOwn } = mistake;
        if (kind === 'collection' && project.listsRole(name)) continue;
        if (mayBeOwn !== undefined && mayBeSupplied(mayBeOwn, applied, reading, context)) continue;
        const { start, end } = mistake.at;
        const unless = mayBeOwn === undefined ? undefined : whyInstalled(mayBeOwn, reading);
        const at = { document, start, end };
        found.add({ name, at, kind, module, expected, unless }, hostsReached(applied, hosts, scopes));
      }
    }
  return found.all;
}

/** Tells whether a file of the project, a folder of plugins or a named collection may have a plugin of a name. */
function mayBeSupplied(
  name: string,
  { task, application }: AppliedTask,
  { play }: PlayReading,
  { files, settings, project }: JudgedPlays,
): boolean {
  const { listing } = project;
  const named = [play.node, task.task.node, application?.role?.meta?.root].some(
    (node) => node?.kind === 'mapping' && node.get('collections') !== undefined,
  );
  return (
    named ||
    play.collections.length > 0 ||
    listing.isCut ||
    listing.paths.some((path) => basename(path) === `${name}.py`) ||
    [...settings.pluginsPath.modules, ...settings.pluginsPath.templates].some((folder) =>
      mayHavePlugin(files, folder, name),
    )
  );
}

/** Says which role that is not in the project may bring a plugin. */
function whyInstalled(name: string, { applications }: PlayReading): Doubt | undefined {
  const missing = applications.find(({ role }) => role === undefined);
  if (missing === undefined) return undefined;
  const message = `${name} may be a module of the role ${missing.use.name}, which is not in the project`;
  return { reason: 'not-collected', message };
}
