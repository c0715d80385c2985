/** The files on hosts that a change gives another text. */
import type { OpenedStack } from '../check/opened-stack.ts';
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
  const pairs = [...names].flatMap((name): readonly (readonly [HostFiles, HostFiles])[] => {
    const [was, is] = [hosts.before.get(former.get(name) ?? name), hosts.after.get(name)];
    if (was === undefined || is === undefined) return [];
    return [
      [
        { shown: left, host: is, files: left.of(was) },
        { shown: right, host: is, files: right.of(is) },
      ],
    ];
  });
  return differencesBetween(
    pairs.map(([one]) => one),
    pairs.map(([, other]) => other),
  ).files.map(changedFile);
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
