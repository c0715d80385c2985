/** The outputs of the pipelines of hosts: the files that give them are those that a product's settings name. */
import { posix } from 'node:path';
import { isTemplate, textsBetweenHoles } from '../../ansible/index.ts';
import type { DeployedFile, FollowedTask, Host, RenderedText, UnknownWrite } from '../../ansible/index.ts';
import { madeOnce } from '../../ground/made-once.ts';
import { someScalar } from '../../source/tree.ts';
import type { DeployedProduct } from './deployed-product.ts';
import { scalarText } from '../plain.ts';
import { configurationFileOf } from '../rendered/configuration-files.ts';
import { readPipelineFile } from '../rendered/pipeline-language.ts';
import { asSingleSection, HOLE, worldsOfSection } from '../rendered/world.ts';
import type { World } from '../rendered/world.ts';

/** What plays do to hosts. */
interface Deployed {
  readonly tasks: readonly FollowedTask[];
  /** Missing roles that may bring a product. */
  readonly missingRoles: readonly unknown[];
  filesOf(host: Host): readonly DeployedFile[];
  unknownWritesOf(host: Host): readonly UnknownWrite[];
}

/**
 * The files of pipelines if no setting and no list names others:
 * https://www.elastic.co/docs/reference/logstash/dir-layout
 */
const BY_DEFAULT = '/etc/logstash/conf.d/*.conf';
/** Actions whose files are followed: what they write is among the files of a host. */
const FOLLOWED = /^(?:template|copy|file|lineinfile|blockinfile|replace|assemble|get_url|find|stat)$/;
/** Actions that bring files about which nothing is known. */
const BRINGS_FILES = /^(?:unarchive|git|subversion|hg|synchronize|uri|aws_s3|s3_object|s3_sync)$/;

export class OutputsOfPipelines {
  readonly #deployed: Deployed;
  readonly #tasks = new Map<string, readonly FollowedTask[]>();

  constructor(deployed: Deployed) {
    this.#deployed = deployed;
  }

  /** The plugins of all outputs of a pipeline, or of a host's only one; undefined if they are not all known. */
  of(host: Host, product: DeployedProduct): readonly string[] | undefined {
    const isManaged = knownText(product, 'xpack.management.enabled') ?? 'false';
    const isStartedOtherwise = product.files.some(
      ({ path, text }) => configurationFileOf(path)?.kind === 'unit' && textsBetweenHoles(text).some(startsProgram),
    );
    if (product.service !== undefined || isManaged !== 'false' || isStartedOtherwise) return undefined;
    const string = product.valueOf('config.string');
    if (string?.state === 'known') return outputsIn(string.textOf());
    const glob = product.valueOf('path.config') === undefined ? BY_DEFAULT : knownText(product, 'path.config');
    return string === undefined && glob !== undefined ? this.#inFiles(host, glob) : undefined;
  }

  #inFiles(host: Host, glob: string): readonly string[] | undefined {
    const folder = posix.dirname(glob);
    if (!glob.startsWith('/') || /[*?[{]/.test(folder) || this.#deployed.missingRoles.length > 0) return undefined;
    const names = namesLike(posix.basename(glob));
    const isOf = ({ path }: DeployedFile): boolean =>
      posix.dirname(path) === glob || (posix.dirname(path) === folder && names.test(posix.basename(path)));
    const isUnclear = ({ path }: DeployedFile): boolean => isTemplate(path) && names.test(posix.basename(path));
    const files = this.#deployed.filesOf(host);
    const own = files.filter(isOf);
    if (own.length === 0 || own.some(isChanged) || files.some(isUnclear) || this.#mayBeFilled(host, glob))
      return undefined;
    const found: string[] = [];
    for (const { text } of own) {
      const outputs = outputsIn(text);
      if (outputs === undefined) return undefined;
      found.push(...outputs);
    }
    return found;
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

function startsProgram(text: string): boolean {
  return /^\s*Exec\w*=/m.test(text);
}

/** The text of a setting that is known; undefined if it is not set, or not known. */
function knownText(product: DeployedProduct, name: string): string | undefined {
  const value = product.valueOf(name);
  if (value === undefined) return undefined;
  return value.state === 'known' && value.value.kind === 'scalar' ? scalarText(value.value) : '';
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

/** Tells whether a task may put files that are not followed where a glob looks for files. */
function mayFill({ task }: FollowedTask, glob: string): boolean {
  const { action } = task;
  const name = action?.name.split('.').at(-1) ?? '';
  if (action === undefined || FOLLOWED.test(name)) return false;
  if (BRINGS_FILES.test(name)) {
    const dest = action.get('dest');
    return (
      dest?.kind === 'scalar' && dest.type === 'str' && isOnTheWay(String(dest.value).replace(/\{[{%].*/s, ''), glob)
    );
  }
  const folder = posix.basename(posix.dirname(glob));
  return someScalar(action.value, (scalar) => scalarText(scalar).includes(folder));
}

/** Tells whether a path that begins with a text may lead to a folder with files of a glob, or into it. */
function isOnTheWay(begin: string, glob: string): boolean {
  return begin.startsWith(`${posix.dirname(glob)}/`) || `${glob}/`.startsWith(begin);
}

const OUTPUTS = new WeakMap<RenderedText, readonly string[] | undefined>();

/** The names of the plugins of all outputs that a text may have; undefined if some of them are unknown. */
function outputsIn(text: RenderedText): readonly string[] | undefined {
  return madeOnce(OUTPUTS, text, () => {
    const names = new Set<string>();
    for (const world of worldsOfSection(asSingleSection(text))) {
      const own = outputsOfWorld(world);
      if (own === undefined) return undefined;
      for (const name of own) names.add(name);
    }
    return [...names];
  });
}

function outputsOfWorld(world: World): readonly string[] | undefined {
  if (world.holesIn().some(({ part }) => part.extent === 'lines')) return undefined;
  const names = readPipelineFile(world.text)?.output.map(({ name }) => String(name.value));
  return names?.some((name) => name.includes(HOLE)) === true ? undefined : names;
}
