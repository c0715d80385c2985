/** The files on hosts that a change gives another text. */
import type { DeployedFile, RenderedText } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { ChangedFile } from '../model/change.ts';
import { secretsInText } from '../model/secret-texts.ts';
import { differencesBetween } from '../render/file-differences.ts';
import type { FileDifference } from '../render/file-differences.ts';
import { ShownFiles } from '../render/shown-files.ts';
import { shownHost } from '../stack/hosts.ts';
import type { HostFiles } from '../render/render-report.ts';
import { surelyDiffer } from './certain-difference.ts';
import type { PairedHosts } from './paired-hosts.ts';

/** Compares the files of hosts that are members of a stack on both sides; `names`: theirs afterwards. */
export function changedFiles(
  before: OpenedStack,
  after: OpenedStack,
  hosts: PairedHosts,
  names: ReadonlySet<string>,
): readonly ChangedFile[] {
  const former = new Map(Array.from(hosts.renamed, ([one, other]) => [other, one]));
  // Both sides have the names afterwards, of the stack and of its hosts.
  const [left, right] = [new ShownFiles({ ...before, name: after.name }), new ShownFiles(after)];
  const comparison = new TextComparison();
  const certain = new Map<string, Set<string>>();
  const pairs = [...names].flatMap((name): readonly (readonly [HostFiles, HostFiles])[] => {
    const [was, is] = [hosts.before.get(former.get(name) ?? name), hosts.after.get(name)];
    if (was === undefined || is === undefined) return [];
    const [old, now] = [before.deployments?.filesOf(was) ?? [], after.deployments?.filesOf(is) ?? []];
    const differing = comparison.differing(old, now);
    if (differing.size === 0) return [];
    for (const [path, { former: one, latter: other }] of differing) {
      const mayBeThere =
        (one === undefined && before.deployments?.unknownWriteTo(was, [path]) !== undefined) ||
        (other === undefined && after.deployments?.unknownWriteTo(is, [path]) !== undefined);
      const shown = (other && right.shown(other)) ?? (one && left.shown(one));
      if (shown !== undefined && !mayBeThere && isCertain(one, other))
        madeOnce(certain, shown.path, () => new Set()).add(shownHost(is));
    }
    const shownIn = (shown: ShownFiles, all: readonly DeployedFile[]): HostFiles => ({
      shown,
      host: is,
      files: all.filter(({ path }) => differing.has(path)).map((file) => shown.shown(file)),
    });
    return [[shownIn(left, old), shownIn(right, now)]];
  });
  return differencesBetween(
    pairs.map(([one]) => one),
    pairs.map(([, other]) => other),
  ).files.map((file) => changedFile(file, certain.get(file.path)));
}

/** Tells whether a file surely has another text than before: it is written for certain, on each side that has it. */
function isCertain(before: DeployedFile | undefined, after: DeployedFile | undefined): boolean {
  if (before?.maybeUnwritten !== undefined || after?.maybeUnwritten !== undefined) return false;
  return before === undefined || after === undefined || surelyDiffer(before.text, after.text);
}

/** A file of a host before and after; undefined on the side on which there is none. */
interface DifferingFile {
  readonly former: DeployedFile | undefined;
  readonly latter: DeployedFile | undefined;
}

/** Compares texts as they were rendered, each once: to show one takes longer, and most are the same on both sides. */
class TextComparison {
  readonly #known = new WeakMap<RenderedText, string>();

  /** The files, by their paths, that one side alone has, or that have another text. */
  differing(before: readonly DeployedFile[], after: readonly DeployedFile[]): ReadonlyMap<string, DifferingFile> {
    const left = new Map(before.map((file) => [file.path, file]));
    const differing = new Map<string, DifferingFile>(
      before.map((former) => [former.path, { former, latter: undefined }]),
    );
    for (const latter of after) {
      const { path, text, isWhole } = latter;
      const former = left.get(path);
      const isSame = former?.isWhole === isWhole && this.#of(former.text) === this.#of(text);
      if (isSame) differing.delete(path);
      else differing.set(path, { former, latter });
    }
    return differing;
  }

  /** The known parts of a text, and why the others are not known. */
  #of(text: RenderedText): string {
    return madeOnce(this.#known, text, () =>
      text
        .map((part) => {
          if (part.kind === 'text') return part.text;
          if (part.kind === 'hole') return `\0${part.reason} ${part.message}\0`;
          return `\0${part.why.message}\0${part.alternatives.map((one) => this.#of(one)).join('\0')}\0`;
        })
        .join(''),
    );
  }
}

function changedFile(
  { path, hosts, change, lines }: FileDifference,
  certain: ReadonlySet<string> | undefined,
): ChangedFile {
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length;
  return {
    path: secretsInText(path).length > 0 ? '<secret>' : path,
    hosts,
    change,
    isCertain: hosts.every((host) => certain?.has(host) === true),
    lines: lines.map(({ sign, text }) => (sign === '@' ? text : sign + text)),
    added: count('+'),
    removed: count('-'),
  };
}
