/** The files on hosts that a change gives another text. */
import type { DeployedFile, RenderedText } from '../ansible/index.ts';
import type { OpenedStack } from '../check/opened-stack.ts';
import { madeOnce } from '../ground/made-once.ts';
import type { ChangedFile } from '../model/change.ts';
import { secretsInText } from '../model/secret-texts.ts';
import { differencesBetween } from '../render/file-differences.ts';
import type { FileDifference } from '../render/file-differences.ts';
import { ShownFiles } from '../render/shown-files.ts';
import type { HostFiles } from '../render/render-report.ts';
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
  const pairs = [...names].flatMap((name): readonly (readonly [HostFiles, HostFiles])[] => {
    const [was, is] = [hosts.before.get(former.get(name) ?? name), hosts.after.get(name)];
    if (was === undefined || is === undefined) return [];
    const [old, now] = [before.deployments?.filesOf(was) ?? [], after.deployments?.filesOf(is) ?? []];
    const differing = comparison.differing(old, now);
    if (differing.size === 0) return [];
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
  ).files.map(changedFile);
}

/** Compares texts as they were rendered, each once: to show one takes longer, and most are the same on both sides. */
class TextComparison {
  readonly #known = new WeakMap<RenderedText, string>();

  /** The paths of files that one side alone has, or that have another text. */
  differing(before: readonly DeployedFile[], after: readonly DeployedFile[]): ReadonlySet<string> {
    const left = new Map(before.map((file) => [file.path, file]));
    const differing = new Set(left.keys());
    for (const { path, text, isWhole } of after) {
      const former = left.get(path);
      const isSame = former?.isWhole === isWhole && this.#of(former.text) === this.#of(text);
      if (isSame) differing.delete(path);
      else differing.add(path);
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

function changedFile({ path, hosts, change, lines }: FileDifference): ChangedFile {
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length;
  return {
    path: secretsInText(path).length > 0 ? '<secret>' : path,
    hosts,
    change,
    lines: lines.map(({ sign, text }) => (sign === '@' ? text : sign + text)),
    added: count('+'),
    removed: count('-'),
  };
}
