/** Handlers that tasks notify and that their play does not have. */
import type { Location } from '../../source/document.ts';
import { CHANGES_NOTHING } from '../playbook/unchanging-modules.ts';
import { isFalse, patternOfTemplate, textOf } from '../playbook/nodes.ts';
import type { PlayFiles } from '../plays/play-files.ts';
import type { AppliedTask, PlayReading } from '../plays/role-applications.ts';
import { isTemplate } from '../template/syntax/is-template.ts';
import { nearest } from '../../model/nearest.ts';
import type { Node } from '../../source/tree.ts';
import { FoundInPlays } from './found-in-plays.ts';
import type { Doubt } from './doubt.ts';
import type { NearName, UnknownName } from './found-in-plays.ts';
import { hostsReached } from './hosts-reached.ts';
import type { JudgedPlays } from './judged-project.ts';

/** A name that a task notifies, and that no handler of its play has or listens to. */
export interface UnknownHandler extends UnknownName {
  readonly nearest: NearName | undefined;
}

/** Finds the names that tasks notify and that no handler has or listens to, in plays whose handlers are all known. */
export function unknownHandlers({ plays, scopes, settings }: JudgedPlays): readonly UnknownHandler[] {
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
        const reached = hostsReached(applied, hosts, scopes);
        if (reached.length === 0) continue;
        const at = { document: applied.task.document, start: node.start, end: node.end };
        found.add({ name, at, nearest: handlers.nearest(name), unless: handlers.whyMore(name) }, reached);
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
  readonly #places = new Map<string, Location>();
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
        else this.#places.set(text, { document, start: name.start, end: name.end });
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

  nearest(name: string): NearName | undefined {
    const near = nearest(withoutRole(name), this.#places.keys());
    return near === undefined ? undefined : { name: near, at: this.#places.get(near) };
  }

  /** Says why the play may have more handlers than are known. */
  whyMore(name: string): Doubt | undefined {
    const open = (reason: Doubt['reason'], message: string): Doubt => ({ reason, message });
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
