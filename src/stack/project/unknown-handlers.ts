/** Handlers that tasks notify and that their play does not have. */
import { isFalse, patternOfTemplate, textOf } from '../../ansible/playbook/nodes.ts';
import type { PlayFiles } from '../../ansible/plays/play-files.ts';
import type { AppliedTask, PlayReading } from '../../ansible/plays/role-applications.ts';
import { isTemplate } from '../../ansible/template/syntax/is-template.ts';
import type { UnknownHandler } from '../../model/declared-plays.ts';
import { nearest } from '../../model/nearest.ts';
import type { FilePlace, Unknown } from '../../model/setting.ts';
import type { Document } from '../../source/document.ts';
import type { Node } from '../../source/tree.ts';
import { FoundInPlays, whyOpen } from './found-in-plays.ts';
import { hostsReached } from './hosts-reached.ts';
import type { PlaysContext } from './lazy-plays.ts';
import { placeIn } from '../place.ts';

/** Modules that change nothing, so that a task of theirs notifies only where `changed_when` says so. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set(
  (
    'assert debug fail find getent include_role include_tasks include_vars import_role import_tasks meta package_facts pause ' +
    'ping service_facts set_fact setup slurp stat wait_for wait_for_connection'
  ).split(' '),
);

/** Finds the names that tasks notify and that no handler has or listens to, in plays whose handlers are all known. */
export function unknownHandlers({ plays, values, settings }: PlaysContext): readonly UnknownHandler[] {
  if (!settings.needsHandlers) return [];
  const found = new FoundInPlays<Omit<UnknownHandler, 'hosts'>>();
  for (const { reading, hosts } of plays.onInventory) {
    // The playbooks that apply a role of others may have handlers for it.
    if (reading.play.aroundRole !== undefined) continue;
    let handlers: Handlers | undefined;
    for (const applied of reading.allTasks())
      for (const { name, node } of notifiedBy(applied)) {
        handlers ??= new Handlers(reading, plays.files);
        if (handlers.has(name)) continue;
        const reached = hostsReached(applied, hosts, values.scopes);
        if (reached.length === 0) continue;
        const at = placeIn(applied.task.document, node);
        found.add({ name, at, nearest: handlers.nearest(name), unless: handlers.whyMore(name, at) }, reached);
      }
  }
  return found.all;
}

/** The plain names that a task notifies if it changes something, and may do so. */
function notifiedBy({
  task: {
    task: { notify, changedWhen: changed, action },
  },
}: AppliedTask): readonly { readonly name: string; readonly node: Node }[] {
  if (notify.length === 0) return [];
  if (isFalse(changed)) return [];
  if (changed === undefined && CHANGES_NOTHING.has(action?.name ?? '')) return [];
  return notify.flatMap((one) => {
    const name = textOf(one);
    return name === undefined || isTemplate(name) ? [] : [{ name, node: one }];
  });
}

/** The names and topics of the handlers of a play and of its roles. */
class Handlers {
  readonly #reading: PlayReading;
  readonly #files: PlayFiles;
  readonly #places = new Map<string, { readonly document: Document; readonly node: Node }>();
  readonly #templates: RegExp[] = [];
  #includesAny = false;

  constructor(reading: PlayReading, files: PlayFiles) {
    this.#reading = reading;
    this.#files = files;
    for (const { task } of reading.allTasks()) {
      const { document, isHandler } = task;
      if (!isHandler) continue;
      const { name: own, listen, action } = task.task;
      for (const name of [own, ...listen]) {
        const text = textOf(name);
        if (name === undefined || text === undefined) continue;
        if (isTemplate(text)) this.#templates.push(patternOfTemplate(text));
        else this.#places.set(text, { document, node: name });
      }
      this.#includesAny ||= /^(?:include|import)/.test(action?.name ?? '') && isTemplate(action?.free ?? '');
    }
  }

  /** Tells whether a handler has a name or listens to it; `role : name` is that of a role. */
  has(name: string): boolean {
    return [name, withoutRole(name)].some(
      (one) => this.#places.has(one) || this.#templates.some((pattern) => pattern.test(one)),
    );
  }

  nearest(name: string): UnknownHandler['nearest'] {
    const near = nearest(withoutRole(name), this.#places.keys());
    const place = near === undefined ? undefined : this.#places.get(near);
    return near === undefined || place === undefined
      ? undefined
      : { name: near, at: placeIn(place.document, place.node) };
  }

  /** Says why the play may have more handlers than are known. */
  whyMore(name: string, at: FilePlace): Unknown | undefined {
    const open = (reason: Unknown['reason'], message: string): Unknown => whyOpen(name, at, reason, message);
    for (const { use, role } of this.#reading.applications)
      if (isTemplate(use.name)) return open('task', `${name} may be a handler of a role that only a run can know`);
      else if (role === undefined)
        return open('not-collected', `${name} may be a handler of the role ${use.name}, which is not in the project`);
      else if (this.#isUnread(role.file('handlers', use.from.handlers)))
        return open(
          'unreadable',
          `${name} may be a handler of the role ${use.name}, whose file of them cannot be read`,
        );
    return this.#includesAny ? open('task', `${name} may be a handler in a file that only a run can know`) : undefined;
  }

  /** True for a file of handlers that is vaulted, or whose YAML is broken. */
  #isUnread(path: string | undefined): boolean {
    return path !== undefined && (this.#files.closed(path) ?? this.#files.document(path)?.problem) !== undefined;
  }
}

/** The name of a handler without the role before it. */
function withoutRole(name: string): string {
  return / : (.*)$/s.exec(name)?.[1] ?? name;
}
