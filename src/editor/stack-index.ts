/** Finds by place and by name what the files of a stack declare and mention. */
import { namesIn } from '../ansible/index.ts';
import type { Assignment, Group, Host, Mention } from '../ansible/index.ts';
import { madeOnce } from '../ground/made-once.ts';
import { append } from '../model/multimap.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { ShownFiles } from '../render/shown-files.ts';
import type { Document } from '../source/document.ts';
import type { Range } from '../source/tree.ts';
import { RenderedUses } from './rendered-uses.ts';

/** A place in a source that declares or mentions groups or hosts; a range of hosts names many. */
export interface OwnerMention extends Range {
  readonly document: Document;
  readonly groups: readonly Group[];
  readonly hosts: readonly Host[];
}

/** A mention with its document. */
export interface MentionIn extends Mention {
  readonly document: Document;
}

const indexes = new WeakMap<OpenedStack, StackIndex>();

/** The index of a stack; each part of it is made when it is first asked for. */
export function stackIndexOf(opened: OpenedStack): StackIndex {
  return madeOnce(indexes, opened, () => new StackIndex(opened));
}

export class StackIndex {
  readonly opened: OpenedStack;
  /** The files of its hosts, without secrets. */
  readonly files: ShownFiles;
  readonly rendered: RenderedUses;
  #assignments: ReadonlyMap<string, readonly Assignment[]> | undefined;
  #byName: ReadonlyMap<string, readonly Assignment[]> | undefined;
  #owners: ReadonlyMap<string, readonly OwnerMention[]> | undefined;
  #mentions: ReadonlyMap<string, readonly MentionIn[]> | undefined;

  constructor(opened: OpenedStack) {
    this.opened = opened;
    this.files = new ShownFiles(opened);
    this.rendered = new RenderedUses(this.files);
  }

  /** The documents of the stack: those of its inventory and plays, and the templates of its project. */
  get documents(): readonly Document[] {
    const { inventory, templates, deployments } = this.opened;
    const all = [...(deployments?.read.documents ?? []), ...templates, ...inventory.documents.values()];
    const byFile = new Map(all.map((document) => [document.file, document]));
    return [...byFile.values()].filter(({ format }) => format !== 'option');
  }

  /** The places in a file that set variables, in the order of its text. */
  assignmentsIn(file: string): readonly Assignment[] {
    return (this.#assignments ??= this.#findAssignments()).get(file) ?? [];
  }

  /** All places that set a variable, in no order of precedence. */
  assignmentsOf(name: string): readonly Assignment[] {
    if (this.#byName === undefined) {
      this.#assignments ??= this.#findAssignments();
      const byName = new Map<string, Assignment[]>();
      for (const all of this.#assignments.values()) for (const one of all) append(byName, one.name, one);
      this.#byName = byName;
    }
    return this.#byName.get(name) ?? [];
  }

  /** The names of all variables that files set. */
  get variables(): Iterable<string> {
    this.assignmentsOf('');
    return this.#byName?.keys() ?? [];
  }

  /** The groups and hosts that a source declares, in the order of its text. */
  ownersIn(file: string): readonly OwnerMention[] {
    return (this.#owners ??= this.#findOwners()).get(file) ?? [];
  }

  /** The names that a document mentions, in the order of its text. */
  mentionsIn(document: Document): readonly Mention[] {
    return this.namesIn(document).mentions;
  }

  /** Every name in a document, and what may be one. */
  namesIn(document: Document): ReturnType<typeof namesIn> {
    const values = document.format === 'ini' ? this.assignmentsIn(document.file).map(({ value }) => value) : [];
    return namesIn(document, values);
  }

  /** All mentions of a name. */
  mentionsOf(name: string): readonly MentionIn[] {
    return this.mentions.get(name) ?? [];
  }

  /** All mentions, by the names that they are of. */
  get mentions(): ReadonlyMap<string, readonly MentionIn[]> {
    if (this.#mentions !== undefined) return this.#mentions;
    const mentions = new Map<string, MentionIn[]>();
    for (const document of this.documents)
      for (const mention of this.mentionsIn(document)) append(mentions, mention.name, { ...mention, document });
    return (this.#mentions = mentions);
  }

  /** The places that set variables, in no order; some come more than once. */
  *eachAssignment(): Generator<Assignment, void> {
    const { inventory, deployments } = this.opened;
    const ofPlays = deployments?.read.assignments ?? inventory.plays.assignments;
    for (const all of [inventory.assignments(), ofPlays])
      for (const one of all) {
        // Names of keys that are not texts start so; what `<<` merges is written elsewhere.
        const isWritten = one.document.format !== 'option' && !one.name.startsWith('\0') && one.isMerged !== true;
        if (isWritten) yield one;
      }
  }

  #findAssignments(): ReadonlyMap<string, readonly Assignment[]> {
    const byFile = new Map<string, Map<string, Assignment>>();
    for (const one of this.eachAssignment()) {
      const { document, key, name } = one;
      const byKey = madeOnce(byFile, document.file, () => new Map());
      const at = `${String(key.start)} ${name}`;
      if (!byKey.has(at)) byKey.set(at, one);
    }
    const inOrder = (all: ReadonlyMap<string, Assignment>): readonly Assignment[] =>
      [...all.values()].sort((a, b) => a.key.start - b.key.start);
    return new Map(Array.from(byFile, ([file, all]) => [file, inOrder(all)]));
  }

  #findOwners(): ReadonlyMap<string, readonly OwnerMention[]> {
    const { groups, hosts } = this.opened.inventory;
    type Owners = OwnerMention & { readonly groups: Group[]; readonly hosts: Host[] };
    const byFile = new Map<string, Map<number, Owners>>();
    const ownersAt = ({ document, start, end }: Group['mentions'][number]): Owners => {
      const byStart = madeOnce(byFile, document.file, () => new Map());
      return madeOnce(byStart, start, () => ({ document, start, end, groups: [], hosts: [] }));
    };
    // Hosts before the first section of INI have a group whose name is not written.
    const isWritten = ({ start, end }: Range): boolean => start < end;
    for (const group of groups.values())
      for (const mention of group.mentions.filter(isWritten)) ownersAt(mention).groups.push(group);
    for (const host of hosts.values()) for (const mention of host.mentions) ownersAt(mention).hosts.push(host);
    return new Map(Array.from(byFile, ([file, all]) => [file, [...all.values()].sort((a, b) => a.start - b.start)]));
  }
}
