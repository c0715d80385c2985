/** The stacks of a target with what each was before a change. */
import { resolve } from 'node:path';
import { NoInventory } from '../ansible/index.ts';
import { changeOfStack } from '../change/change-of-stack.ts';
import type { StackToJudge } from '../engine/run.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { Change } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import { nameOfFile } from '../model/setting.ts';
import type { Place } from '../model/setting.ts';
import { hasMembers } from '../model/stack.ts';
import type { ReportedChange } from '../report/reported-check.ts';
import type { Document } from '../source/document.ts';
import { openStacks } from './open-stacks.ts';
import { documentsOf } from './opened-stack.ts';
import type { OpenedStack } from './opened-stack.ts';
import type { ChangeOfFiles } from './report-scope.ts';
import type { CheckTarget } from './target.ts';

/** The stacks before a change, and the documents that they read. */
interface Earlier {
  readonly opened: readonly OpenedStack[];
  readonly documents: ReadonlyMap<string, Document>;
}

/** Pairs the stacks before and after a change, and compares each pair when it is asked for. */
export class ChangesOfStacks {
  /** The stacks after the change; none where it left no inventory. */
  readonly stacks: readonly OpenedStack[];
  readonly #sides: Parameters<typeof changeOfStack>[2];
  readonly #former: ReadonlyMap<OpenedStack, OpenedStack>;
  readonly #gone: readonly OpenedStack[];
  readonly #changes = new Map<OpenedStack, ReportedChange>();

  /** `earlier`: for the files before; undefined if they could not be checked. Throws as `openStacks`. */
  constructor(change: ChangeOfFiles, target: CheckTarget, earlier: Earlier | undefined) {
    const before = earlier?.opened ?? [];
    this.stacks = openedAfter(target, before);
    const { base, head, revision, pathAfter, observed } = change;
    const isLeft = (file: string): boolean => target.files.kind(pathAfter(resolve(target.cwd, file))) !== undefined;
    const after = this.stacks.flatMap(documentsOf).map((document) => [document.file, document] as const);
    const documents = { before: earlier?.documents ?? new Map<string, Document>(), after: new Map(after) };
    const leavesNothing = this.stacks.every(({ stack }) => !hasMembers(stack));
    this.#sides = { base, head, revision, leavesNothing, pathAfter, isLeft, documents, observed };
    this.#former = pairedStacks(before, this.stacks, target.cwd, pathAfter);
    const kept = new Set(this.#former.values());
    this.#gone = before.filter((one) => !kept.has(one) && hasMembers(one.stack));
  }

  /** What became of a stack that is there after the change. */
  of(opened: OpenedStack): Change {
    return this.#changeOf(opened).change;
  }

  /** The stacks of which nothing is left, to be judged. */
  get gone(): readonly Pick<StackToJudge, 'stack' | 'change'>[] {
    return this.#gone.map((former) => {
      const { change, stack: name } = this.#changeOf(former);
      return { stack: { name, clusters: [], dashboards: [], pipelines: [], documents: [] }, change };
    });
  }

  /** What became of each stack. */
  get all(): readonly ReportedChange[] {
    return [...this.stacks, ...this.#gone].map((opened) => this.#changeOf(opened));
  }

  #changeOf(opened: OpenedStack): ReportedChange {
    return madeOnce(this.#changes, opened, () => {
      const isGone = this.#gone.includes(opened);
      const [before, after] = isGone ? [opened, undefined] : [this.#former.get(opened), opened];
      return { stack: opened.name, change: changeOfStack(before, after, this.#sides) };
    });
  }

  /**
   * The documents before the change that findings, and what is told of the change, point at, by the names that reports
   * give their files.
   */
  documentsOf(findings: readonly Finding[]): readonly (readonly [string, Document])[] {
    const { documents, revision } = this.#sides;
    const { before, after } = documents;
    const found = findings.flatMap(({ at, related }): readonly Place[] => [at, ...related]);
    const told = this.all.flatMap(({ change: { settings, requests, lostRestarts } }) =>
      [...settings, ...requests, ...lostRestarts()].flatMap(({ was }): readonly Place[] => (was ? [was] : [])),
    );
    return [...found, ...told].flatMap((place) => {
      // Between two folders, whose files have names of their own, places have no revision.
      if ('call' in place || place.revision !== revision) return [];
      if (revision === undefined && after.has(place.file)) return [];
      const document = before.get(place.file);
      return document === undefined ? [] : [[nameOfFile(place), document] as const];
    });
  }
}

/** The stacks after a change: none if no inventory is left of those before. */
function openedAfter(target: CheckTarget, before: readonly OpenedStack[]): readonly OpenedStack[] {
  try {
    return openStacks(target);
  } catch (error) {
    if (error instanceof NoInventory && before.some(({ stack }) => hasMembers(stack))) return [];
    throw error;
  }
}

/**
 * The stack before of each: that of its name, or whose hosts a file names that has another name by now, or that shares
 * most of its hosts, or else the only one of an only one.
 */
function pairedStacks(
  before: readonly OpenedStack[],
  after: readonly OpenedStack[],
  cwd: string,
  pathAfter: ChangeOfFiles['pathAfter'],
): ReadonlyMap<OpenedStack, OpenedStack> {
  const pairs = new Map<OpenedStack, OpenedStack>();
  const left = new Set(before);
  const hasSameName = (former: OpenedStack, latter: OpenedStack): boolean => former.name === latter.name;
  const hasMovedTo = (former: OpenedStack, latter: OpenedStack): boolean => {
    const paths = pathsOfHosts(latter, cwd);
    return [...pathsOfHosts(former, cwd)].some((path) => pathAfter(path) !== path && paths.has(pathAfter(path)));
  };
  const areOnly = (): boolean => before.length === 1 && after.length === 1;
  for (const isSame of [hasSameName, hasMovedTo, haveMostInCommon, areOnly])
    for (const one of after) {
      const former = pairs.has(one) ? undefined : [...left].find((other) => isSame(other, one));
      if (former === undefined) continue;
      pairs.set(one, former);
      left.delete(former);
    }
  return pairs;
}

/** The full paths of the files that name the hosts of a stack. */
function pathsOfHosts({ inventory }: OpenedStack, cwd: string): ReadonlySet<string> {
  const mentions = Array.from(inventory.hosts.values(), (host) => host.mentions).flat();
  return new Set(mentions.map(({ document }) => resolve(cwd, document.file)));
}

function haveMostInCommon({ inventory: former }: OpenedStack, { inventory: latter }: OpenedStack): boolean {
  const common = [...former.hosts.keys()].filter((name) => latter.hosts.has(name)).length;
  return common * 2 > Math.max(former.hosts.size, latter.hosts.size);
}
