/** Modules in tasks that no release of ansible-core has, or no longer has. */
import { basename } from 'node:path';
import { actionKeysOf, anyActionOf, TASK_KEYWORDS } from '../ansible/plays/action.ts';
import type { Action } from '../ansible/plays/action.ts';
import { faultOfModule } from '../ansible/plays/module-names.ts';
import type { AppliedTask, PlayReading } from '../ansible/plays/role-applications.ts';
import { mayHavePlugin } from '../ansible/project-plugins.ts';
import { isTemplate } from '../ansible/template/is-template.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { UnknownModule } from '../model/declared-plays.ts';
import { nearest } from '../model/nearest.ts';
import type { FilePlace, Unknown } from '../model/setting.ts';
import type { Mapping } from '../source/tree.ts';
import { FoundInPlays, whyOpen } from './found-in-plays.ts';
import { hostsReached } from './hosts-reached.ts';
import type { PlaysContext } from './lazy-plays.ts';
import { placeIn } from './place.ts';

/** A key of a task that is no module and no keyword, as the task has it. */
interface FaultyAction {
  readonly action: Pick<Action, 'name' | 'written' | 'at'>;
  readonly kind: UnknownModule['kind'];
  readonly expected: string;
}

/** Finds the modules that Ansible does not find in tasks that hosts come to. */
export function unknownModules(context: PlaysContext): readonly UnknownModule[] {
  const { plays, settings, values } = context;
  const judged = new Map<Mapping, FaultyAction | undefined>();
  const found = new FoundInPlays<Omit<UnknownModule, 'hosts'>>();
  for (const { reading, hosts } of plays.onInventory)
    for (const applied of reading.allTasks()) {
      const { node, document } = applied.task;
      const faulty = madeOnce(judged, node, () => faultyActionOf(node, settings.version));
      if (faulty === undefined || mayBeSupplied(faulty.action, applied, reading, context)) continue;
      const { action, kind, expected } = faulty;
      const at = placeIn(document, action.at);
      found.add(
        { name: action.written, at, kind, expected, unless: whyInstalled(action, reading, at) },
        hostsReached(applied, hosts, values.scopes),
      );
    }
  return found.all;
}

function faultyActionOf(task: Mapping, version: PlaysContext['settings']['version']): FaultyAction | undefined {
  const keyword = misspeltKeyword(task, version);
  if (keyword !== undefined) return keyword;
  const action = anyActionOf(task);
  if (action === undefined || isTemplate(action.written)) return undefined;
  const fault = faultOfModule(action.written, version);
  if (fault?.kind === 'removed') return { action, kind: 'removed', expected: fault.instead };
  // What is near none may be a module that is installed somewhere.
  const near = fault && nearest(action.name, fault.known);
  return near === undefined ? undefined : { action, kind: 'unknown', expected: near };
}

/** The key beside the action of a task that is surely meant as a keyword. */
function misspeltKeyword(task: Mapping, version: PlaysContext['settings']['version']): FaultyAction | undefined {
  const keys = actionKeysOf(task);
  if (keys.length < 2 || keys.some(({ value }) => value === 'block')) return undefined;
  for (const key of keys) {
    const written = String(key.value);
    const expected = written.includes('.') ? undefined : nearest(written, TASK_KEYWORDS);
    if (expected !== undefined && faultOfModule(written, version)?.kind === 'unknown')
      return { action: { name: written, written, at: key }, kind: 'keyword', expected };
  }
  return undefined;
}

/** Tells whether a file of the project, a folder of plugins or a named collection may have a module. */
function mayBeSupplied(
  { name, written }: FaultyAction['action'],
  { task, application }: AppliedTask,
  { play }: PlayReading,
  { files, settings, project }: PlaysContext,
): boolean {
  if (written.startsWith('ansible.builtin.')) return false;
  const { listing } = project;
  const named = [play.node, task.node, application?.role?.meta?.root].some(
    (node) => node?.kind === 'mapping' && node.get('collections') !== undefined,
  );
  return (
    named ||
    play.collections.length > 0 ||
    listing.isCut ||
    listing.paths.some((path) => basename(path) === `${name}.py`) ||
    settings.pluginsPath.modules.some((folder) => mayHavePlugin(files, folder, name))
  );
}

/** Says which role that is not in the project may bring a module. */
function whyInstalled(
  { name, written }: FaultyAction['action'],
  { applications }: PlayReading,
  at: FilePlace,
): Unknown | undefined {
  if (written.startsWith('ansible.builtin.')) return undefined;
  const missing = applications.find(({ role }) => role === undefined);
  if (missing === undefined) return undefined;
  const message = `${name} may be a module of the role ${missing.use.name}, which is not in the project`;
  return whyOpen(name, at, 'not-collected', message);
}
