/** The files on hosts that a glob matches, as a product looks for more of its configuration: `conf.d/*.conf`. */
import { posix } from 'node:path';
import { isTemplate } from '../../ansible/index.ts';
import type { DeployedFile, FollowedTask, Host, UnknownWrite } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { someScalar } from '../../source/tree.ts';
import { scalarText } from '../plain.ts';

/** What plays do to hosts. */
interface Deployed {
  readonly tasks: readonly FollowedTask[];
  /** Missing roles that may bring a product. */
  readonly missingRoles: readonly unknown[];
  filesOf(host: Host): readonly DeployedFile[];
  unknownWritesOf(host: Host): readonly UnknownWrite[];
}

interface Matches {
  readonly files: readonly DeployedFile[];
  /** True if tasks write each of them as a whole, and surely no others. */
  readonly areAll: boolean;
}

/** Actions whose files are followed: what they write is among the files of a host. */
const FOLLOWED =
  /^(?:template|copy|file|lineinfile|blockinfile|replace|ini_file|sysctl|pam_limits|assemble|get_url|find|stat)$/;
/** Actions that bring files about which nothing is known. */
const BRINGS_FILES = /^(?:unarchive|git|subversion|hg|synchronize|uri|aws_s3|s3_object|s3_sync)$/;

/** A command whose effect on a folder is known by its words. */
const SWITCHES_MODULES = /\bmodules\s+(?:enable|disable)\b/;

export class MatchingFiles {
  readonly #deployed: Deployed;
  readonly #tasks = new Map<string, readonly FollowedTask[]>();

  constructor(deployed: Deployed) {
    this.#deployed = deployed;
  }

  /** The files that tasks write to a host and that a glob matches, or that are in the folder of this name. */
  of(host: Host, glob: string): Matches {
    const folder = posix.dirname(glob);
    if (!glob.startsWith('/') || /[*?[{]/.test(folder)) return { files: [], areAll: false };
    const names = namesLike(posix.basename(glob));
    const isOf = ({ path }: DeployedFile): boolean =>
      posix.dirname(path) === glob || (posix.dirname(path) === folder && names.test(posix.basename(path)));
    const isUnclear = ({ path }: DeployedFile): boolean => isTemplate(path) && names.test(posix.basename(path));
    const all = this.#deployed.filesOf(host);
    const files = all.filter(isOf);
    const isOpen = this.#deployed.missingRoles.length > 0 || files.some(isChanged) || all.some(isUnclear);
    return { files, areAll: !isOpen && !this.#mayBeFilled(host, glob) };
  }

  /** Tells whether something may put unknown files where a glob looks for files. */
  #mayBeFilled(host: Host, glob: string): boolean {
    if (this.#deployed.unknownWritesOf(host).some((write) => mayWriteTo(write, glob))) return true;
    const tasks = madeOnce(this.#tasks, glob, () => this.#deployed.tasks.filter((followed) => mayFill(followed, glob)));
    return tasks.some(({ hosts }) => hosts.includes(host));
  }
}

/** The names of the files that a glob matches: any name, for a glob with more than stars. */
function namesLike(glob: string): RegExp {
  return new RegExp(/[?[{]/.test(glob) ? '' : `^${glob.replace(/[.+^$()|]/g, '\\$&').replaceAll('*', '.*')}$`);
}

/** Tells whether more than the tasks that write a file as a whole may have to do with it. */
function isChanged({ isWhole, laterWrite }: DeployedFile): boolean {
  return !isWhole || laterWrite !== undefined;
}

/** Tells whether a write to a file with an unknown name may be to one that a glob matches. */
function mayWriteTo({ path }: UnknownWrite, glob: string): boolean {
  const [first, last] = [path?.[0], path?.at(-1)];
  const end = last?.kind === 'text' ? posix.extname(last.text) : '';
  const isOfKind = end === '' || posix.extname(glob) === '' || end === posix.extname(glob);
  return isOfKind && isOnTheWay(first?.kind === 'text' ? first.text : '', glob);
}

/** Tells whether all that a task writes is among the files of its hosts. */
export function writesKnownFiles({ task: { action } }: FollowedTask): boolean {
  return FOLLOWED.test(action?.name.split('.').at(-1) ?? '');
}

/** Tells whether a task may put files that are not followed where a glob looks for files. */
function mayFill(followed: FollowedTask, glob: string): boolean {
  const { action } = followed.task;
  if (action === undefined || writesKnownFiles(followed)) return false;
  const name = action.name.split('.').at(-1) ?? '';
  if (BRINGS_FILES.test(name)) {
    const dest = action.get('dest');
    return (
      dest?.kind === 'scalar' && dest.type === 'str' && isOnTheWay(String(dest.value).replace(/\{[{%].*/s, ''), glob)
    );
  }
  const folder = posix.basename(posix.dirname(glob));
  const some = (matches: (text: string) => boolean): boolean =>
    someScalar(action.value, (scalar) => matches(scalarText(scalar)));
  return some((text) => text.includes(folder)) && !some((text) => SWITCHES_MODULES.test(text));
}

/** Tells whether a path that begins with a text may lead to a folder with files of a glob, or into it. */
function isOnTheWay(begin: string, glob: string): boolean {
  return begin.startsWith(`${posix.dirname(glob)}/`) || `${glob}/`.startsWith(begin);
}
